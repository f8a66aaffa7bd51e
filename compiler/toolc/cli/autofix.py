"""`toolc check --fix`: takes what was found, mends the files of the run in place or shows how they would change."""

import codecs
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from toolc.cli import declare, stages
from toolc.cli.difference import difference
from toolc.cli.options import Common
from toolc.cli.run import Run
from toolc.cli.terminal_text import visible
from toolc.diagnostics import Diagnostic
from toolc.source import SourceFile
from toolc.suppressions import Suppression


def refuse_untrusted(common: Common) -> None:
    """Raise `BadParameter`: untrusted files are not written to."""
    if common.untrusted:
        raise declare.BadValue("nothing is written into a tree that is not trusted", hint="--fix")


def fix_files(run: Run, found: Sequence[Diagnostic], *, preview: bool) -> bool:
    """Mends every file; whether there was anything to mend. With `preview` a difference is printed instead."""
    idle = run.choosing.unused_suppressions()
    changed = False
    for path in sorted({*_paths(found), *(remark.span.path for remark, _ in idle)} & run.choosing.own):
        changed |= _file(run, path, found, idle, preview)
    return changed


def _file(run: Run, path: str, found: Sequence[Diagnostic], idle: Iterable[tuple[Suppression, str]], preview: bool) -> bool:
    text = run.text(path)
    if text is None or not Path(path).is_file() or Path(path).is_symlink():
        return False  # what a link leads to is mended where it stands
    here = [one for one in found if one.span is not None and one.span.path == path]
    mended = stages.fix_source(SourceFile(path, "", text), here, [pair for pair in idle if pair[0].span.path == path])
    if mended.text == text:
        return False
    if preview:
        for line in difference(f"a/{path}", text, f"b/{path}", mended.text):
            print(line)
        return True
    data = _encode_text(Path(path).read_bytes(), text, mended.text)
    if data is None:
        sys.stderr.write(f"{visible(path)} is left as it is: it is not UTF-8, or has line ends of several kinds\n")
        return False
    state, failed = stages.write_file(Path(path), data)
    if failed:
        run.stop(failed)
    for one in mended.mended:
        print(f"fixed {visible(path)}:{one.span.line if one.span else 1} {one.code} {one.slug}")
    for remark, word in mended.comments:
        print(f"fixed {visible(path)}:{remark.span.line} TC404 unused-ignore {visible(word)}")
    return state == "written"


def _paths(found: Iterable[Diagnostic]) -> Iterator[str]:
    return (one.span.path for one in found if one.span is not None)


def _encode_text(data: bytes, before: str, after: str) -> bytes | None:
    """The text as the file has it: its line ends and its byte order mark. None where that would change more than was mended."""
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    end = "\r\n" if b"\r\n" in data else "\n"
    if mark + before.replace("\n", end).encode("utf-8", "replace") != data:
        return None
    return mark + after.replace("\n", end).encode("utf-8")
