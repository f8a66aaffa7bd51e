"""The work of `toolc generate`, after its command line is parsed: compiles, compares or writes, and updates the caches.

Takes a `Run` and `Wishes`, gives an exit status.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from toolc import __version__, timings
from toolc.cli import stages
from toolc.cli.comparison_inputs import hold_to_lock
from toolc.cli.depfile import depfile
from toolc.cli.difference import NOTHING, difference
from toolc.cli.drift import Drift, drift_findings, drifts, lines
from toolc.cli.package_outputs import distribute
from toolc.cli.run import Run, count_noun, counted_files
from toolc.cli.terminal_text import visible
from toolc.cli.whole import (
    all_packages,
    compiled_whole,
    findings,
    gone_packages,
    ignored_line,
    kept_lines,
    nothing_to_write,
    ownerless,
    sources,
    sources_of,
    unread_packages,
)
from toolc.diagnostics import Diagnostic, are_lasting, is_unread
from toolc.timings import stage
from toolc.tracked_files import AccessTrace

if TYPE_CHECKING:
    from toolc.driver import Front
    from toolc.driver.render_cache import Rendering
    from toolc.emit import OutputFile
    from toolc.write import Outputs, Written
    from toolc.write.record import Record


class Wishes(Struct, frozen=True):
    """Options of a build beside its paths. `check`, `diff` and `list_outputs` write nothing. `options`: of targets.

    `clean`: nothing of earlier runs is kept that this one does not make, but for packages that are elsewhere.
    """

    options: tuple[str, ...] = ()
    per_tool: bool = False
    locked: bool = False
    check: bool = False
    diff: bool = False
    list_outputs: bool = False
    depfile: str | None = None
    timings: bool = False
    clean: bool = False

    @property
    def dry(self) -> bool:
        return self.check or self.diff or self.list_outputs


_PUT_RIGHT = ("TC642", "TC651")
"""Findings about outputs that are no more once these are written."""


class Built(Struct, frozen=True):
    """Outcome of a build: its exit status, the output of the same run if nothing changes, and whether it would be the same.

    `outs`: the folders of its outputs.
    """

    status: int
    said: tuple[str, str] = ("", "")
    lasting: bool = True
    outs: tuple[str, ...] = ()


class Made(Struct, frozen=True):
    """The outputs of one folder, and what was done, or would be.

    `kept`: packages left as they were, each with the count of its errors. `recorded`: all packages of the record, and what each
    was made of.
    `owners`: the package of each file, by path.
    """

    out: str
    files: tuple["OutputFile", ...]
    written: "Written"
    kept: Mapping[str, int] = {}
    recorded: Mapping[str, Sequence[str]] = {}
    owners: Mapping[str, str] = {}


def build(run: Run, wishes: Wishes, notes: AccessTrace) -> Built:
    """One build. `notes`: what is read meanwhile."""
    timings.begin()
    run.find_named("TC602", "target", run.config.targets, stages.targets())
    with run.busy("Compiling …"):
        record = {} if wishes.clean else stages.record_of(run.config.out)
        front, again = compiled_whole(run, {name: unit.sources for name, unit in record.items()})
    if wishes.locked:
        hold_to_lock(run, front)
    with run.busy("Writing …"):
        made, rendering = _make_outputs(run, wishes, front, notes)
        drifted = [one for m in made if wishes.check for one in drifts(run, front.bundle, m.out, m.written, m.owners)]
    said = (
        *findings(front, wishes.clean, components=any(one.files for one in made)),
        *rendering,
        *(found for one in made for found in one.written.diagnostics),
        *_edited_files(made),
        *(one for folder in made for one in ownerless(run, front, folder.out, folder.recorded)),
        *drift_findings(drifted),
    )
    outs = tuple(one.out for one in made)
    if wishes.depfile is not None and not wishes.dry:
        said = (*said, *depfile(wishes.depfile, outs, notes))
    printed = "".join(f"{line}\n" for line in _lines(run, wishes, made, drifted))
    kept = "" if run.quiet or run.for_programs else "".join(f"{line}\n" for line in (*again, *_kept_paths(made)))
    sys.stdout.write(printed + kept + _lines_on_ignored(run, made))
    if wishes.timings:
        sys.stderr.write(timings.table())
    status = run.finish(said, _counts(front, _changes(wishes, made), outs))
    standing = sum(len(one.written.written) + len(one.written.unchanged) for one in made)
    unchanged = ((0, "written"), (standing, "unchanged"), (0, "removed"))
    summary = run.summary(_counts(front, _changes(wishes, made) if wishes.dry else unchanged, outs))
    shown = (printed if wishes.dry else "") + kept
    told = (shown + run.said, summary) if run.for_programs else (shown, run.said + summary)
    return Built(status, told, are_lasting(said) and not any(one.code in _PUT_RIGHT for one in said), outs)


def _make_outputs(run: Run, wishes: Wishes, front: "Front", notes: AccessTrace) -> tuple[list[Made], list[Diagnostic]]:
    """The outputs of all shares: first everything is rendered, then it is written, or compared."""
    parts, said = distribute(run, front, notes, wishes.options)
    rendered: list[tuple[str, frozenset[str], tuple[Rendering, ...]]] = []
    for share in parts:
        targets = run.find_named("TC602", "target", share.targets, stages.targets())
        names = {*front.units.values(), *(package.name for package in front.bundle.packages)}
        found = stages.render_packages(share.bundle, targets, wishes.per_tool, share.options, run.kept, names)
        said += [one for rendering in found for one in rendering.diagnostics]
        rendered.append((share.out, frozenset(target.name for target in targets), found))
    made = []
    with stage("write"):
        for folder in dict.fromkeys(out for out, _, _ in rendered):
            here = [(targets, found) for out, targets, found in rendered if out == folder]
            done, lost = _folder(run, wishes, front, folder, here)
            made.append(done)
            said += lost
    return made, said


def _folder(
    run: Run,
    wishes: Wishes,
    front: "Front",
    folder: str,
    rendered: Sequence[tuple[frozenset[str], Sequence["Rendering"]]],
) -> tuple[Made, list[Diagnostic]]:
    """The outputs of one folder, and what was lost of those that are there."""
    if (wrong := stages.record_damage(folder)) and not all_packages(front):
        place = Path(folder, stages.manifest()).as_posix()
        return Made(folder, (), stages.unwritten_result()), [Diagnostic("TC650", f"{place} {wrong}", help=_ALL)]
    older = _warn_if_older(folder)
    record = stages.record_of(folder)
    good = {name: stages.good(unit.tools, unit.partial) for name, unit in record.items()}
    lost = stages.losses(front, good, forgiving=wishes.clean)
    heavy = {
        one.span.path: each.package
        for _, found in rendered
        for each in found
        for one in each.diagnostics
        if one.span and is_unread(one)
    }
    tools = stages.good_tools(front.bundle, heavy.keys())
    unread = unread_packages(front)
    unread.update(heavy.values())
    made = {
        one.package: stages.outputs(
            one.package,
            one.files,
            targets,
            tools=tools.get(one.package, {}),
            sources=sources_of(front, one.package, sources(run)),
            partial=one.package in unread,
        )
        for targets, found in rendered
        for one in found
    }
    every = frozenset[str]().union(*(targets for targets, _ in rendered))
    idle = {name: stages.outputs(name, (), every) for name in sorted(front.whole) if name in record and name not in made}
    broken = {one.package for _, found in rendered for one in found if one.broken} | (set(heavy.values()) & set(record))
    untold = {name for name in unread if name in made and name not in record and _stands(made[name], folder)}
    broken |= untold
    nothing = nothing_to_write(front, wishes.clean, components=any(each.files for _, found in rendered for each in found))
    left = {*lost, *broken, *(front.whole if nothing else ())}
    written = [one for name, one in {**idle, **made}.items() if name not in left]
    dropped = gone_packages(run, front, _sources(record)) if wishes.clean and not nothing else []
    done = (stages.compare_outputs if wishes.dry else stages.write)(written, folder, dropped)
    kept = {name: loss.errors for name, loss in sorted(lost.items()) if name in front.whole}
    kept |= dict.fromkeys(sorted(broken & {*record, *untold}), 1)
    said = [*older, *(one for name, loss in lost.items() if name in kept for one in loss.diagnostics)]
    recorded = {name: paths for name, paths in _sources(record).items() if name not in dropped}
    owners = {path: name for name, unit in record.items() for path in unit.files}
    owners |= {file.path: one.package for one in written for file in one.files}
    files = tuple(dict.fromkeys(file for one in written for file in one.files))
    return Made(folder, files, done, kept, recorded, owners), said


def _warn_if_older(folder: str) -> list[Diagnostic]:
    """Warn that outputs of a newer toolc are about to be replaced by those of an older one."""
    if not (wrote := stages.newer_version(folder)):
        return []
    message = f"{visible(folder)} was written by toolc {wrote}, and this is {__version__}: outputs may change back"
    return [Diagnostic("TC651", message, help=f"use toolc {wrote} or newer, here as well as there")]


_ALL = "`toolc generate` over all packages writes it again"


def _sources(record: "Record") -> dict[str, Sequence[str]]:
    return {name: unit.sources for name, unit in record.items()}


def _stands(outputs: "Outputs", folder: str) -> bool:
    """Return `True` if some outputs of a package exist already, though no record names their owner."""
    return any(Path(folder, file.path).exists() for file in outputs.files)


def _changes(wishes: Wishes, made: Sequence[Made]) -> Sequence[tuple[int, str]]:
    verbs = ("to write", "up to date", "to remove") if wishes.dry else ("written", "unchanged", "removed")
    counts = [(len(one.written.written), len(one.written.unchanged), len(one.written.removed)) for one in made]
    return tuple(zip(map(sum, zip(*counts, strict=True)), verbs, strict=True))


def _counts(front: "Front", changes: Sequence[tuple[int, str]], outs: Sequence[str]) -> str:
    folders = visible(outs[0]) if len(outs) == 1 else count_noun(len(outs), "folder")
    outcome = ", ".join(f"{count} {what}" for count, what in changes) + f" in {folders}"
    return f"{counted_files(front.files, front.left_out)}, {count_noun(len(list(front.bundle.tools)), 'tool')}, {outcome}"


def _lines(run: Run, wishes: Wishes, made: Sequence[Made], drifted: Sequence[Drift]) -> Iterator[str]:
    """Yield the lines for standard output."""
    if wishes.check and not run.quiet and not run.for_programs:
        yield from lines(drifted)
    for one in made:
        out, written = Path(one.out), one.written
        if wishes.list_outputs:
            yield from (visible(str(out / file.path)) for file in one.files)
        elif wishes.diff:
            texts = {file.path: file.text for file in one.files}
            for path in written.written:
                yield from _diff(out / path, texts[path])
            for path in written.removed:
                yield from _diff(out / path, None)
        elif not wishes.check and not run.quiet and not run.for_programs:
            for verb, changed in (("wrote", written.written), ("removed", written.removed)):
                yield from (f"{verb} {visible(path if len(made) == 1 else str(out / path))}" for path in changed)


def _kept_paths(made: Sequence[Made]) -> list[str]:
    return kept_lines({name: count for one in made for name, count in one.kept.items()}, "outputs")


def _lines_on_ignored(run: Run, made: Sequence[Made]) -> str:
    """Return lines for outputs that git ignores, in runs that write something."""
    if run.quiet or run.for_programs:
        return ""
    return "".join(f"{line}\n" for one in made if one.written.written for line in ignored_line(one.out))


def _edited_files(made: Sequence[Made]) -> Iterator[Diagnostic]:
    """Yield a finding for each file that differs from what toolc wrote."""
    for one in made:
        told = [(path, _BY_HAND, _BESIDE) for path in one.written.edited]
        told += [(path, _FOREIGN, _BESIDE) for path in one.written.foreign]
        told += [(path, _LEFT, "remove it if it is not needed") for path in one.written.left]
        for path, message, help_ in sorted(told):
            yield Diagnostic("TC642", f"{(Path(one.out) / path).as_posix()} {message}", help=help_)


_BY_HAND = "was changed by hand; what toolc makes takes its place"
_FOREIGN = "was there before, and no record says that toolc wrote it; what toolc makes takes its place"
_LEFT = "is not made any more, and was changed by hand: it stays, as yours"
_BESIDE = "make changes in the sources, or in files of your own beside what toolc writes"


def _diff(place: Path, text: str | None) -> Iterator[str]:
    """The unified diff of one output as it stands and as it should be; None where it should not be."""
    name = place.as_posix()
    try:
        before = place.read_text("utf-8", errors="replace")
    except OSError:
        before = None
    old, new = (name if side is not None else NOTHING for side in (before, text))
    return difference(old, before or "", new, text or "")
