"""Brings the output folder up to date: the only stage that changes a disk.

Takes `OutputFile` values and the folder, gives `Written`. The set is written whole or not at all, as far as the file system
allows; only files whose bytes differ are touched, and what cannot be done is TC605 with the old outputs left as they were.

A file belongs to the target whose folder it is in (the first step of its path). A run removes files it wrote before and no
longer makes only within its own targets: with `--target mcp` the other targets' files stay, and stay in the list. No link
inside the folder is ever followed.
"""

import contextlib
import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from toolc import disk
from toolc.diagnostics import Diagnostic
from toolc.emit import OutputFile
from toolc.write.anchor import Anchor, above
from toolc.write.owned import MANIFEST, manifest_bytes, read_owned
from toolc.write.staging import replace_all, sweep

__all__ = ["Written", "compare", "write"]


class Written(Struct, frozen=True):
    """What a run did, as paths under the output folder. With diagnostics, nothing was done."""

    written: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


def write(files: Sequence[OutputFile], out: Path, targets: Collection[str] | None = None) -> Written:
    """Writes what differs and removes what is no longer made.

    `targets`: those of this run, also ones that made no file; without it, those the files are of.
    """
    with Anchor(out) as anchor:
        try:
            plan = _plan(files, out, targets, anchor)
            anchor.release()
            _carry_out(plan, out, anchor)
        except OSError as error:
            return Written(diagnostics=(_unwritable(error, out),))
        _note(plan, out, anchor)
    return plan.changes


def compare(files: Sequence[OutputFile], out: Path, targets: Collection[str] | None = None) -> Written:
    """What `write` would do; nothing is touched."""
    with Anchor(out) as anchor:
        try:
            plan = _plan(files, out, targets, anchor)
        except OSError as error:
            return Written(diagnostics=(_unwritable(error, out),))
        _note(plan, out, anchor)
    return plan.changes


def _note(plan: "_Plan", out: Path, anchor: Anchor) -> None:
    """What the next run has to find as it is now, to have nothing to do."""
    for path, looks in plan.looks.items():
        disk.note(disk.FILE, os.path.join(out, path), disk.digest(plan.content[path]), looks)
    folders = {""}
    for path in sorted({*plan.changes.written, *plan.changes.removed, MANIFEST}):
        place = os.path.join(out, path)
        looks = disk.signature(place)
        disk.note(disk.FILE, place, disk.ABSENT if looks == disk.ABSENT else _digest(path, anchor), looks)
        folders.update(above(path))
    for path in plan.looks:
        folders.update(above(path))
    for folder in sorted(folders):
        disk.itself(os.path.join(out, folder) if folder else str(out))


def _digest(path: str, anchor: Anchor) -> str:
    try:
        content = anchor.read(path)
    except OSError:  # somebody is at work here
        return disk.UNTOLD
    return disk.ABSENT if content is None else disk.digest(content)


class _Plan(Struct, frozen=True):
    """What is to be done: `content` of every output by path, how those look that stay, and the list of what is ours."""

    changes: Written
    content: Mapping[str, bytes]
    looks: Mapping[str, str]
    owned_before: frozenset[str]
    owned_now: frozenset[str]
    new_list: bool


def _plan(files: Sequence[OutputFile], out: Path, targets: Collection[str] | None, anchor: Anchor) -> _Plan:
    if "\0" in str(out) or (out.exists() and not out.is_dir()):
        raise NotADirectoryError(0, "the output folder is no folder", str(out))
    content = {file.path: file.text.encode() for file in files}
    ours = {path.split("/")[0] for path in content} | set(targets or ())
    differ: list[str] = []
    looks: dict[str, str] = {}
    for path in sorted(content):
        seen = disk.signature(os.path.join(out, path))  # whatever is written while it is read makes it look different
        if anchor.read(path) == content[path]:
            looks[path] = seen
        else:
            differ.append(path)
    listed = anchor.read(MANIFEST)
    before = read_owned(listed)
    stale = {path for path in before if path.split("/")[0] in ours} - set(content)
    gone = tuple(path for path in sorted(stale) if _removable(out, path, content, anchor))
    now = (before - stale) | set(content)
    changed = listed != manifest_bytes(now) and (listed is not None or bool(now))
    return _Plan(Written(tuple(differ), tuple(looks), gone), content, looks, before, now, changed)


def _removable(out: Path, path: str, new: Collection[str], anchor: Anchor) -> bool:
    """Whether an output that is no longer made is there, is a plain file reached through plain folders, and is not a new
    output under another spelling (`Search.json` and `search.json` on a file system that ignores case)."""
    try:
        if anchor.read(path) is None:
            return False
        twins = [out / other for other in new if other.casefold() == path.casefold()]
        return not any(twin.exists() and twin.samefile(out / path) for twin in twins)
    except OSError:
        return False


def _carry_out(plan: _Plan, out: Path, anchor: Anchor) -> None:
    """Folders, all files and the list as one set, and then what is stale.

    While something stale stands, the list names it: a run that is killed here leaves the rest to the next one.
    """
    changes = plan.changes
    new = {path: plan.content[path] for path in changes.written}
    if plan.new_list:
        new[MANIFEST] = manifest_bytes(plan.owned_now.union(changes.removed))
    sweep(anchor, {path.rpartition("/")[0] for path in plan.owned_before | plan.owned_now} | {""})
    if not new and not changes.removed:
        return
    outer: list[Path] = []
    made: list[str] = []
    try:
        _make_outer(out, outer)
        _make_folders(new, anchor, made)
        replace_all(anchor, new)
    except BaseException:
        _remove_empty(made, anchor)
        for folder in reversed(outer):
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise
    if changes.removed:
        _remove(changes.removed, anchor)
        replace_all(anchor, {MANIFEST: manifest_bytes(plan.owned_now)})


def _remove(paths: Sequence[str], anchor: Anchor) -> None:
    """Removes outputs, and the folders that are empty then."""
    for path in paths:
        with contextlib.suppress(FileNotFoundError):
            anchor.unlink(path)
    _remove_empty({folder for path in paths for folder in above(path)}, anchor)


def _make_outer(out: Path, made: list[Path]) -> None:
    """Makes the output folder and those around it, and adds what is new to `made`."""
    for step in reversed([step for step in (out, *out.parents) if not step.exists()]):
        step.mkdir(exist_ok=True)
        made.append(step)


def _make_folders(paths: Iterable[str], anchor: Anchor, made: list[str]) -> None:
    """Makes what is missing below, and adds it to `made`."""
    folders = sorted({step for path in paths for step in above(path)})
    made.extend(folder for folder in folders if anchor.make(folder))


def _remove_empty(folders: Iterable[str], anchor: Anchor) -> None:
    for folder in sorted(folders, reverse=True):
        with contextlib.suppress(OSError):
            anchor.remove(folder)


def _unwritable(error: OSError, out: Path) -> Diagnostic:
    place = os.fspath(error.filename) if isinstance(error.filename, str | os.PathLike) else str(out)
    return Diagnostic("TC605", f"cannot write outputs: {place}: {error.strerror or error}")
