"""`toolc report`: the tools under some paths as a document for people."""

import sys
from pathlib import Path
from typing import Annotated

from toolc.cli import declare, stages
from toolc.cli.catalogue import BEGIN, END, between_markers, catalogue
from toolc.cli.commands import Paths
from toolc.cli.options import Common
from toolc.cli.run import DRIFT, Run, counted, counted_files
from toolc.cli.visible import visible
from toolc.cli.whole import findings, nothing_to_write
from toolc.diagnostics import Diagnostic
from toolc.source import Span


def report(
    common: Common,
    paths: Paths = None,
    out: Annotated[
        str | None,
        declare.option(
            help=f"The file to write; of one that is there, the part between `{BEGIN}` and `{END}`.", metavar="FILE"
        ),
    ] = None,
    check: Annotated[bool, declare.option("--check", help="Write nothing; fail if the file is not up to date.")] = False,
) -> int:
    """Describe all tools in Markdown: a table, and each tool with its text and parameters. Keeps a README up to date.

    Examples: `toolc report` · `toolc report services --out README.md` · `toolc report --out README.md --check`
    """
    run = Run(paths, common, results=out is None)
    if check and out is None:
        run.stop([Diagnostic("TC601", "--check needs the file to compare with", help="name it with --out FILE")])
    with run.busy("Reading …"):
        front = run.compiled()
    counts = f"{counted_files(front.files, front.left_out)}, {counted(len(list(front.bundle.tools)), 'tool')}"
    said = findings(front, clean=False) if out is not None else front.diagnostics
    if out is None:
        with run.telling():
            sys.stdout.write(catalogue(front.bundle))
    elif not nothing_to_write(front, clean=False):
        state, more = _written(Path(out), catalogue(front.bundle), check)
        said, counts = (*said, *more), f"{counts}, {visible(out)} {state}"
    return run.finish(said, counts)


def _written(place: Path, text: str, check: bool) -> tuple[str, tuple[Diagnostic, ...]]:
    """Write the text, or its part of a file that is there; gives what was done, and what is wrong."""
    try:
        before = place.read_bytes().decode("utf-8") if place.exists() else None
    except (OSError, UnicodeDecodeError) as error:
        return "not read", (Diagnostic("TC605", f"cannot read {place}: {error}", help="name another file with --out FILE"),)
    after = text if before is None else between_markers(before, text)
    if after is None:
        help_ = f"put a line `{BEGIN}` and a line `{END}` where the tools are to stand"
        return "not written", (Diagnostic("TC647", f"{place} is there already, and has no place for the tools", help=help_),)
    if not check:
        return stages.write_file(place, after.encode("utf-8"))
    if after == before:
        return "up to date", ()
    message = "what it says of the tools is not up to date"
    return "not up to date", (Diagnostic(DRIFT, message, Span(str(place)), help=f"toolc report --out {visible(str(place))}"),)
