"""What `toolc generate` does once its words are understood: compiles, compares or writes, and keeps what a later run needs.

Takes a `Run` and `Wishes`, gives an exit status.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from toolc.cli import stages
from toolc.cli.depfile import depfile
from toolc.cli.difference import NOTHING, difference
from toolc.cli.run import DRIFT, Run, counted
from toolc.cli.shares import shares
from toolc.cli.sides import held
from toolc.cli.visible import visible
from toolc.diagnostics import Diagnostic, lasting
from toolc.disk import Notes
from toolc.timings import spent, stage, table

if TYPE_CHECKING:
    from toolc.emit import OutputFile, Target
    from toolc.ir import Bundle
    from toolc.pipeline import Front
    from toolc.write import Written


class Wishes(Struct, frozen=True):
    """What a build was asked for beside its paths. `check`, `diff` and `list_outputs` write nothing. `options`: of targets."""

    options: tuple[str, ...] = ()
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
    """How a build ended: its exit status, what the same run would print if nothing changed in between, and whether it would.

    `outs`: the folders of its outputs.
    """

    status: int
    said: tuple[str, str] = ("", "")
    lasting: bool = True
    outs: tuple[str, ...] = ()


class Made(Struct, frozen=True):
    """The outputs of one folder, and what was done, or would be."""

    out: str
    files: tuple["OutputFile", ...]
    written: "Written"


def build(run: Run, wishes: Wishes, notes: Notes) -> Built:
    """One build. `notes`: what is read meanwhile."""
    spent.clear()
    run.named("TC602", "target", run.config.targets, stages.targets())
    with run.busy("Compiling …"):
        front = run.compiled()
    if wishes.locked:
        held(run, front.bundle)
    with run.busy("Writing …"):
        made, rendering = _made(run, wishes, front.bundle, notes)
    said = (
        *front.diagnostics,
        *rendering,
        *(found for one in made for found in one.written.diagnostics),
        *_drift(wishes, made),
    )
    outs = tuple(one.out for one in made)
    if wishes.depfile is not None and not wishes.dry:
        said = (*said, *depfile(wishes.depfile, outs, notes))
    printed = "".join(f"{line}\n" for line in _lines(run, wishes, made))
    sys.stdout.write(printed)
    if wishes.timings:
        sys.stderr.write(table())
    status = run.finish(said, _counts(front, _changes(wishes, made), outs))
    standing = sum(len(one.written.written) + len(one.written.unchanged) for one in made)
    unchanged = ((0, "written"), (standing, "unchanged"), (0, "removed"))
    again = run.summary(_counts(front, _changes(wishes, made) if wishes.dry else unchanged, outs))
    shown = printed if wishes.dry else ""
    told = (shown + run.said, again) if run.for_programs else (shown, run.said + again)
    return Built(status, told, lasting(said), outs)


def _made(run: Run, wishes: Wishes, bundle: "Bundle", notes: Notes) -> tuple[list[Made], list[Diagnostic]]:
    """The outputs of all shares: first everything is rendered, then it is written, or compared."""
    parts, said = shares(run, bundle, notes, wishes.options)
    rendered: list[tuple[str, list[Target], tuple[OutputFile, ...]]] = []
    for share in parts:
        targets = run.named("TC602", "target", share.targets, stages.targets())
        files, found = stages.render(share.bundle, targets, wishes.per_tool, share.options, run.kept)
        said += found
        rendered.append((share.out, targets, files))
    places = Counter((Path(out) / file.path).as_posix() for out, _, files in rendered for file in files)
    said += [Diagnostic("TC629", f"two packages make {place}") for place, count in sorted(places.items()) if count > 1]
    broken = any(one.code in ("TC615", "TC629") for one in said)  # then the old outputs stay
    folders = dict.fromkeys(out for out, _, _ in rendered)
    done = stages.compare_outputs if wishes.dry else stages.write
    made = []
    with stage("write"):
        for folder in folders:
            here = [] if broken else [(some, files) for out, some, files in rendered if out == folder]
            every = tuple(file for _, files in here for file in files)
            made.append(Made(folder, every, done(every, folder, [target for some, _ in here for target in some])))
    return made, said


def _changes(wishes: Wishes, made: Sequence[Made]) -> Sequence[tuple[int, str]]:
    verbs = ("to write", "up to date", "to remove") if wishes.dry else ("written", "unchanged", "removed")
    counts = [(len(one.written.written), len(one.written.unchanged), len(one.written.removed)) for one in made]
    return tuple(zip(map(sum, zip(*counts, strict=True)), verbs, strict=True))


def _counts(front: "Front", changes: Sequence[tuple[int, str]], outs: Sequence[str]) -> str:
    folders = visible(outs[0]) if len(outs) == 1 else counted(len(outs), "folder")
    outcome = ", ".join(f"{count} {what}" for count, what in changes) + f" in {folders}"
    return f"{counted(front.files, 'file')}, {counted(len(list(front.bundle.tools)), 'tool')}, {outcome}"


def _lines(run: Run, wishes: Wishes, made: Sequence[Made]) -> Iterator[str]:
    """What goes to standard output."""
    for one in made:
        out, written = Path(one.out), one.written
        if wishes.list_outputs:
            yield from (visible(str(out / file.path)) for file in one.files)
        elif wishes.check or wishes.diff:
            texts = {file.path: file.text for file in one.files}
            for path in written.written:
                yield from _diff(out / path, texts[path])
            for path in written.removed:
                yield from _diff(out / path, None)
        elif not run.quiet and not run.for_programs:
            for verb, changed in (("wrote", written.written), ("removed", written.removed)):
                yield from (f"{verb} {visible(path if len(made) == 1 else str(out / path))}" for path in changed)


def _diff(place: Path, text: str | None) -> Iterator[str]:
    """The unified diff of one output as it stands and as it should be; None where it should not be."""
    name = place.as_posix()
    try:
        before = place.read_text("utf-8", errors="replace")
    except OSError:
        before = None
    old, new = (name if side is not None else NOTHING for side in (before, text))
    return difference(old, before or "", new, text or "")


def _drift(wishes: Wishes, made: Sequence[Made]) -> Iterator[Diagnostic]:
    """What `--check` finds: outputs that are missing, stale, or left from tools that are no more."""
    if not wishes.check:
        return
    for one in made:
        out = Path(one.out)
        for path in one.written.written:
            place = out / path
            word = "is stale" if place.exists() else "is missing"
            yield Diagnostic(DRIFT, f"{place.as_posix()} {word}", help="toolc generate")
        for path in one.written.removed:
            message = f"{(out / path).as_posix()} is orphaned: nothing makes it any more"
            yield Diagnostic(DRIFT, message, help="toolc generate")
