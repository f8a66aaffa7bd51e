"""What `toolc generate` does once its words are understood: compiles, compares or writes, and keeps what a later run needs.

Takes a `Run` and `Wishes`, gives an exit status.
"""

import difflib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from toolc.cli import stages
from toolc.cli.depfile import depfile
from toolc.cli.run import DRIFT, Run, counted
from toolc.cli.sides import held
from toolc.cli.visible import visible
from toolc.config import TargetOptions
from toolc.diagnostics import Diagnostic, lasting
from toolc.disk import Notes
from toolc.timings import spent, stage, table

if TYPE_CHECKING:
    from toolc.emit import OutputFile
    from toolc.pipeline import Front
    from toolc.write import Written


class Wishes(Struct, frozen=True):
    """What a build was asked for beside its paths. `check`, `diff` and `list_outputs` write nothing."""

    own: TargetOptions
    per_tool: bool = False
    locked: bool = False
    check: bool = False
    diff: bool = False
    list_outputs: bool = False
    depfile: str | None = None
    timings: bool = False

    @property
    def dry(self) -> bool:
        return self.check or self.diff or self.list_outputs


class Built(Struct, frozen=True):
    """How a build ended: its exit status, what the same run would print if nothing changed in between, and whether it would."""

    status: int
    said: tuple[str, str] = ("", "")
    lasting: bool = True


def build(run: Run, wishes: Wishes, notes: Notes) -> Built:
    """One build. `notes`: what is read meanwhile."""
    spent.clear()
    targets = run.named("TC602", "target", run.config.targets, stages.targets())
    with run.busy("Compiling …"):
        front = run.compiled()
    if wishes.locked:
        held(run, front.bundle)
    with run.busy("Writing …"):
        files, rendering = stages.render(front.bundle, targets, wishes.per_tool, wishes.own, run.kept)
        broken = any(one.code == "TC615" for one in rendering)  # then the old outputs stay
        done = stages.compare_outputs if wishes.dry else stages.write
        with stage("write"):
            written = done(files, run.config.out, () if broken else targets)
    said = (*front.diagnostics, *rendering, *written.diagnostics, *_drift(run, wishes, written))
    if wishes.depfile is not None and not wishes.dry:
        said = (*said, *depfile(wishes.depfile, run.config.out, notes))
    printed = "".join(f"{line}\n" for line in _lines(run, wishes, files, written))
    sys.stdout.write(printed)
    if wishes.timings:
        sys.stderr.write(table())
    status = run.finish(said, _counts(run, front, _changes(wishes, written)))
    unchanged = ((0, "written"), (len(written.written) + len(written.unchanged), "unchanged"), (0, "removed"))
    again = run.summary(_counts(run, front, _changes(wishes, written) if wishes.dry else unchanged))
    shown = printed if wishes.dry else ""
    return Built(status, (shown + run.said, again) if run.for_programs else (shown, run.said + again), lasting(said))


def _changes(wishes: Wishes, written: "Written") -> Sequence[tuple[int, str]]:
    verbs = ("to write", "up to date", "to remove") if wishes.dry else ("written", "unchanged", "removed")
    return tuple(zip(map(len, (written.written, written.unchanged, written.removed)), verbs, strict=True))


def _counts(run: Run, front: "Front", changes: Sequence[tuple[int, str]]) -> str:
    outcome = ", ".join(f"{count} {what}" for count, what in changes) + f" in {visible(run.config.out)}"
    return f"{counted(front.files, 'file')}, {counted(len(list(front.bundle.tools)), 'tool')}, {outcome}"


def _lines(run: Run, wishes: Wishes, files: Sequence["OutputFile"], written: "Written") -> Iterator[str]:
    """What goes to standard output."""
    out = Path(run.config.out)
    if wishes.list_outputs:
        yield from (visible(str(out / file.path)) for file in files)
    elif wishes.check or wishes.diff:
        texts = {file.path: file.text for file in files}
        for path in written.written:
            yield from _diff(out / path, texts[path])
        for path in written.removed:
            yield from _diff(out / path, None)
    elif not run.quiet and not run.for_programs:
        for verb, changed in (("wrote", written.written), ("removed", written.removed)):
            yield from (f"{verb} {visible(path)}" for path in changed)


def _diff(place: Path, text: str | None) -> Iterator[str]:
    """The unified diff of one output as it stands and as it should be; None where it should not be."""
    name = place.as_posix()
    try:
        before = place.read_text("utf-8", errors="replace")
    except OSError:
        before = None
    old, new = (name if side is not None else "/dev/null" for side in (before, text))
    for line in difflib.unified_diff((before or "").splitlines(), (text or "").splitlines(), old, new, lineterm=""):
        yield visible(line)


def _drift(run: Run, wishes: Wishes, written: "Written") -> Iterator[Diagnostic]:
    """What `--check` finds: outputs that are missing, stale, or left from tools that are no more."""
    if not wishes.check:
        return
    out = Path(run.config.out)
    for path in written.written:
        place = out / path
        word = "is stale" if place.exists() else "is missing"
        yield Diagnostic(DRIFT, f"{place.as_posix()} {word}", help="toolc generate")
    for path in written.removed:
        message = f"{(out / path).as_posix()} is orphaned: nothing makes it any more"
        yield Diagnostic(DRIFT, message, help="toolc generate")
