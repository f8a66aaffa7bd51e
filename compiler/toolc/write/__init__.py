"""Brings the output folder up to date: the only stage that changes a disk.

Takes `OutputFile` values and the folder, gives `Written`. The set is written whole or not at all, as far as the file system
allows; only files whose bytes differ are touched, and what cannot be done is TC605 with the old outputs left as they were.

A file belongs to the target whose folder it is in (the first step of its path). A run removes files it wrote before and no
longer makes only within its own targets: with `--target mcp` the other targets' files stay, and stay in the list. No link
inside the folder is ever followed.
"""

import contextlib
import os
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from toolc import disk
from toolc.diagnostics import Diagnostic
from toolc.emit import OutputFile
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
    try:
        plan = _plan(files, out, targets)
        _carry_out(plan, out)
    except OSError as error:
        return Written(diagnostics=(_unwritable(error, out),))
    _note(plan, out)
    return plan.changes


def compare(files: Sequence[OutputFile], out: Path, targets: Collection[str] | None = None) -> Written:
    """What `write` would do; nothing is touched."""
    try:
        plan = _plan(files, out, targets)
    except OSError as error:
        return Written(diagnostics=(_unwritable(error, out),))
    _note(plan, out)
    return plan.changes


def _note(plan: "_Plan", out: Path) -> None:
    """What the next run has to find as it is now, to have nothing to do."""
    for path, looks in plan.looks.items():
        disk.note(disk.FILE, os.path.join(out, path), disk.digest(plan.content[path]), looks)
    folders = {""}
    for path in {*plan.changes.written, *plan.changes.removed, MANIFEST}:
        place = os.path.join(out, path)
        looks = disk.signature(place)
        content = None if looks == disk.ABSENT else _existing(out, path)
        disk.note(disk.FILE, place, disk.ABSENT if content is None else disk.digest(content), looks)
        folders.update(_above(path))
    for path in plan.looks:
        folders.update(_above(path))
    for folder in sorted(folders):
        disk.itself(os.path.join(out, folder) if folder else str(out))


def _above(path: str) -> Iterator[str]:
    """The folders a path leads through."""
    while path := path.rpartition("/")[0]:
        yield path


class _Plan(Struct, frozen=True):
    """What is to be done: `content` of every output by path, how those look that stay, and the list of what is ours."""

    changes: Written
    content: Mapping[str, bytes]
    looks: Mapping[str, str]
    owned_before: frozenset[str]
    owned_now: frozenset[str]
    new_list: bool


def _plan(files: Sequence[OutputFile], out: Path, targets: Collection[str] | None) -> _Plan:
    if "\0" in str(out) or (out.exists() and not out.is_dir()):
        raise NotADirectoryError(0, "the output folder is no folder", str(out))
    content = {file.path: file.text.encode() for file in files}
    ours = {path.split("/")[0] for path in content} | set(targets or ())
    differ: list[str] = []
    looks: dict[str, str] = {}
    plain: set[str] = set()
    for path in sorted(content):
        seen = disk.signature(os.path.join(out, path))  # whatever is written while it is read makes it look different
        if _existing(out, path, plain) == content[path]:
            looks[path] = seen
        else:
            differ.append(path)
    listed = _existing(out, MANIFEST)
    before = read_owned(listed)
    stale = {path for path in before if path.split("/")[0] in ours} - set(content)
    gone = tuple(path for path in sorted(stale) if _removable(out, path, content))
    now = (before - stale) | set(content)
    changed = listed != manifest_bytes(now) and (listed is not None or bool(now))
    return _Plan(Written(tuple(differ), tuple(looks), gone), content, looks, before, now, changed)


def _existing(out: Path, path: str, plain: set[str] | None = None) -> bytes | None:
    """The bytes of an output as it stands; None when it is not there. A link on the way is refused.

    `plain`: the folders that are known to be no links.
    """
    for step in (*sorted(_above(path)), path):
        if plain is not None and step in plain and step != path:
            continue
        place = os.path.join(out, step)
        try:
            mode = os.lstat(place).st_mode
        except FileNotFoundError:
            return None
        if stat.S_ISLNK(mode):
            raise OSError(0, "there is a symbolic link inside the output folder", place)
        if plain is not None and step != path:
            plain.add(step)
    if not stat.S_ISREG(mode):
        raise OSError(0, "there is something else than a file where an output belongs", place)
    with open(place, "rb") as file:
        return file.read()


def _removable(out: Path, path: str, new: Collection[str]) -> bool:
    """Whether an output that is no longer made is there, is a plain file reached through plain folders, and is not a new
    output under another spelling (`Search.json` and `search.json` on a file system that ignores case)."""
    try:
        if _existing(out, path) is None:
            return False
        twins = [out / other for other in new if other.casefold() == path.casefold()]
        return not any(twin.exists() and twin.samefile(out / path) for twin in twins)
    except OSError:
        return False


def _carry_out(plan: _Plan, out: Path) -> None:
    """Folders, all files and the list as one set, and then what is stale.

    While something stale stands, the list names it: a run that is killed here leaves the rest to the next one.
    """
    changes = plan.changes
    _sweep(out, plan.owned_before | plan.owned_now)
    new = {out / path: plan.content[path] for path in changes.written}
    if plan.new_list:
        new[out / MANIFEST] = manifest_bytes(plan.owned_now.union(changes.removed))
    made: list[Path] = []
    try:
        _make_folders(new, made)
        replace_all(new)
    except BaseException:
        _remove_empty(made)
        raise
    if changes.removed:
        _remove(out, changes.removed)
        replace_all({out / MANIFEST: manifest_bytes(plan.owned_now)})


def _remove(out: Path, paths: Sequence[str]) -> None:
    """Removes outputs, and the folders that are empty then."""
    for path in paths:
        (out / path).unlink(missing_ok=True)
    _remove_empty({folder for path in paths for folder in (out / path).parents if out in folder.parents})


def _sweep(out: Path, paths: Iterable[str]) -> None:
    folders = {path.rpartition("/")[0] for path in paths}
    links = {
        step for folder in folders for step in (folder, *_above(folder)) if step and os.path.islink(os.path.join(out, step))
    }
    plain = [folder for folder in sorted(folders) if links.isdisjoint((folder, *_above(folder)))]
    sweep([str(out), *(os.path.join(out, folder) for folder in plain)])


def _make_folders(files: Iterable[Path], made: list[Path]) -> None:
    """Makes what is missing, and adds it to `made`."""
    for folder in sorted({file.parent for file in files}):
        for step in reversed([step for step in (folder, *folder.parents) if not step.exists()]):
            step.mkdir(exist_ok=True)
            made.append(step)


def _remove_empty(folders: Iterable[Path]) -> None:
    for folder in sorted(folders, reverse=True):
        with contextlib.suppress(OSError):
            folder.rmdir()


def _unwritable(error: OSError, out: Path) -> Diagnostic:
    place = os.fspath(error.filename) if isinstance(error.filename, str | os.PathLike) else str(out)
    return Diagnostic("TC605", f"cannot write outputs: {place}: {error.strerror or error}")
