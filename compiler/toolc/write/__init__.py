"""Brings the output folder up to date: the only stage that changes a disk.

Takes the outputs of packages and the folder, gives `Written`. The set is written whole or not at all, as far as the file system
allows; only files whose bytes differ are touched, and what cannot be done is TC605 with the old outputs left as they were.

A file belongs to a package, by the record beside the outputs, and to the target whose folder it is in (the first step of its
path). Files are removed that a package of this run made before and no longer makes, within the targets of the run, unless
somebody changed them since; whatever belongs to other packages or targets stays, and stays in the record. A file whose lines
end as git on Windows ends them is as it was written. No link inside the folder is ever followed.
"""

import contextlib
import errno
import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from toolc import tracked_files
from toolc.diagnostics import Diagnostic
from toolc.emit import OutputFile
from toolc.write.additions import with_additions
from toolc.write.anchor import Anchor, above
from toolc.write.failed import unwritable
from toolc.write.record import MANIFEST, Damaged, Record, Unit, read_record, record_bytes, writer
from toolc.write.staging import replace_all, sweep
from toolc.write.turn import turn

__all__ = ["Outputs", "Written", "compare", "damage", "record_of", "recorded_version", "write"]


class Outputs(Struct, frozen=True):
    """All outputs of one package. `targets`: those of this run, also ones that made no file.

    `tools`, `sources`, `partial`: what the record says of the package from now on (`record.Unit`).
    """

    package: str
    files: tuple[OutputFile, ...] = ()
    targets: frozenset[str] = frozenset()
    tools: Mapping[str, str] = {}
    sources: tuple[str, ...] = ()
    partial: bool = False


class Written(Struct, frozen=True):
    """Changes of a run, as paths under the output folder. With diagnostics, nothing was changed.

    `edited`: those of the written files that somebody had changed since toolc wrote them; `foreign`: those that stood there,
    and no record says that toolc wrote them. `left`: files that are no longer made and stay, since somebody changed them.
    """

    written: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


def write(outputs: Sequence[Outputs], out: Path, dropped: Collection[str] = (), version: str = "") -> Written:
    """Writes what differs and removes what is no longer made. `dropped`: packages of which everything goes.

    `version`: toolc's.
    """
    outer: list[Path] = []
    try:
        if any(one.files for one in outputs):
            _make_outer(out, outer)
        with turn(out), Anchor(out) as anchor:
            plan = _plan(outputs, out, dropped, anchor, version)
            anchor.release()
            _carry_out(plan, anchor)
            _note(plan, out, anchor)
    except BaseException as error:
        for folder in reversed(outer):
            with contextlib.suppress(OSError):
                folder.rmdir()
        if isinstance(error, OSError):
            return Written(diagnostics=(_unwritable(error, out),))
        raise
    return plan.changes


def compare(outputs: Sequence[Outputs], out: Path, dropped: Collection[str] = (), version: str = "") -> Written:
    """Return the changes that `write` would make; nothing is touched."""
    with Anchor(out) as anchor:
        try:
            plan = _plan(outputs, out, dropped, anchor, version)
        except OSError as error:
            return Written(diagnostics=(_unwritable(error, out),))
        _note(plan, out, anchor)
    return plan.changes


def record_of(out: Path) -> Record:
    """Return the record of an output folder; empty if it cannot be read.

    Nothing is noted: whoever asks writes the record next, or compares with it.
    """
    try:
        return read_record(_list_folder(out))
    except Damaged:
        return {}


def damage(out: Path) -> str:
    """Return why the record of an output folder is none; "" where it is one, or there is none."""
    try:
        read_record(_list_folder(out))
    except Damaged as wrong:
        return str(wrong)
    return ""


def recorded_version(out: Path) -> str:
    """Return the version of toolc that wrote to an output folder last; "" where nothing says it."""
    return writer(_list_folder(out))


def _list_folder(out: Path) -> bytes | None:
    with Anchor(out) as anchor:
        try:
            return anchor.read(MANIFEST)
        except OSError:  # whoever writes there says why
            return None


def _note(plan: "_Plan", out: Path, anchor: Anchor) -> None:
    """Note the state that the next run must find to have nothing to do."""
    for path, (digest, looks) in plan.looks.items():
        tracked_files.record(tracked_files.FILE, os.path.join(out, path), digest, looks)
    folders = {""}
    for path in sorted({*plan.changes.written, *plan.changes.removed, MANIFEST}):
        place = os.path.join(out, path)
        looks = tracked_files.signature(place)
        tracked_files.record(
            tracked_files.FILE, place, tracked_files.ABSENT if looks == tracked_files.ABSENT else _digest(path, anchor), looks
        )
        folders.update(above(path))
    for path in plan.looks:
        folders.update(above(path))
    for folder in sorted(folders):
        tracked_files.itself(os.path.join(out, folder) if folder else str(out))


def _digest(path: str, anchor: Anchor) -> str:
    try:
        content = anchor.read(path)
    except OSError:  # somebody is at work here
        return tracked_files.UNKNOWN_DIGEST
    return tracked_files.ABSENT if content is None else tracked_files.digest(content)


class _Plan(Struct, frozen=True):
    """Planned changes: `content` of every output by path, and the record of toolc's own files.

    `looks`: the digest and the signature of those that stay.
    """

    changes: Written
    content: Mapping[str, bytes]
    looks: Mapping[str, tuple[str, str]]
    before: Record
    now: Record
    new_record: bool
    version: str


def _plan(outputs: Sequence[Outputs], out: Path, dropped: Collection[str], anchor: Anchor, version: str) -> _Plan:
    if "\0" in str(out) or (out.exists() and not out.is_dir()):
        raise NotADirectoryError(errno.ENOTDIR, "is a file, and no folder", str(out))
    _leads_somewhere(out)
    content = {file.path: file.text.encode() for one in outputs for file in one.files}
    shared = {file.path: file.keys for one in outputs for file in one.files if file.keys}
    listed = anchor.read(MANIFEST)
    try:
        before = read_record(listed)
    except Damaged:  # whoever may not write it anew has said so
        before = {}
    known = {path: digest for unit in before.values() for path, digest in unit.files.items()}
    differ: list[str] = []
    edited: list[str] = []
    foreign: list[str] = []
    looks: dict[str, tuple[str, str]] = {}
    for path in sorted(content):
        seen = tracked_files.signature(os.path.join(out, path))  # whatever is written while it is read makes it look different
        there = anchor.read(path)
        if there is not None and path in shared:
            content[path] = with_additions(content[path], there, shared[path])
        if there is not None and content[path] in _readings(there):
            looks[path] = (tracked_files.digest(there), seen)
            continue
        differ.append(path)
        if there is not None and not _is_untouched(there, known.get(path)):
            (edited if path in known else foreign).append(path)
    now = _recorded_now(outputs, dropped, before, content)
    stale = set(known).difference(*(unit.files for unit in now.values()))
    gone = [path for path in sorted(stale) if _removable(out, path, content, anchor)]
    left = tuple(path for path in gone if not _is_untouched(anchor.read(path), known[path]))
    removed = tuple(path for path in gone if path not in left)
    changed = listed != record_bytes(now, version) and (listed is not None or any(unit.files for unit in now.values()))
    changes = Written(tuple(differ), tuple(looks), removed, tuple(edited), tuple(foreign), left)
    return _Plan(changes, content, looks, before, now, changed, version)


def _readings(there: bytes) -> tuple[bytes, ...]:
    """A file as it stands, and as it was before git or an editor on Windows ended its lines their way."""
    return (there, there.replace(b"\r\n", b"\n")) if b"\r\n" in there else (there,)


def _is_untouched(there: bytes | None, digest: str | None) -> bool:
    """Return `True` if a file is as toolc wrote it. `digest`: that of the record, `None` if it has none."""
    return there is None or any(tracked_files.digest(one) == digest for one in _readings(there))


def _recorded_now(
    outputs: Sequence[Outputs], dropped: Collection[str], before: Record, content: Mapping[str, bytes]
) -> dict[str, Unit]:
    """The record once everything is done. A file that another package makes now is that one's, unless it is a common one."""
    common = {file.path: tracked_files.digest(content[file.path]) for one in outputs for file in one.files if file.common}
    taken = content.keys() - common.keys()
    now = {
        name: replace(unit, files={path: common.get(path, digest) for path, digest in unit.files.items() if path not in taken})
        for name, unit in before.items()
        if name not in dropped
    }
    for one in outputs:
        targets = one.targets | {file.path.split("/")[0] for file in one.files}
        old = now.get(one.package, Unit()).files
        kept = {path: digest for path, digest in old.items() if path.split("/")[0] not in targets}
        made = {file.path: tracked_files.digest(content[file.path]) for file in one.files}
        now[one.package] = Unit({**kept, **made}, one.tools, one.sources, one.partial)
    return {name: unit for name, unit in now.items() if unit.files}


def _removable(out: Path, path: str, new: Collection[str], anchor: Anchor) -> bool:
    """Return `True` if an obsolete output exists, is a plain file reached through plain folders, and is not a new output
    under another spelling (`Search.json` and `search.json` on a file system that ignores case)."""
    try:
        if anchor.read(path) is None:
            return False
        twins = [out / other for other in new if other.casefold() == path.casefold()]
        return not any(twin.exists() and twin.samefile(out / path) for twin in twins)
    except OSError:
        return False


def _carry_out(plan: _Plan, anchor: Anchor) -> None:
    """Folders, all files and the record as one set, and then what is stale.

    While something stale stands, the record names it: a run that is killed here leaves the rest to the next one.
    """
    changes = plan.changes
    new = {path: plan.content[path] for path in changes.written}
    if plan.new_record and (record := _with_stale(plan)):
        new[MANIFEST] = record_bytes(record, plan.version)
    owned = (path for record in (plan.before, plan.now) for unit in record.values() for path in unit.files)
    sweep(anchor, {path.rpartition("/")[0] for path in owned} | {""})
    if not new and not changes.removed and not plan.new_record:
        return
    made: list[str] = []
    try:
        _make_folders(new, anchor, made)
        replace_all(anchor, new)
    except BaseException:
        _remove_empty(made, anchor)
        raise
    _remove(changes.removed, anchor)
    if not plan.now:
        with contextlib.suppress(FileNotFoundError):
            anchor.unlink(MANIFEST)
    elif changes.removed:
        replace_all(anchor, {MANIFEST: record_bytes(plan.now, plan.version)})


def _with_stale(plan: _Plan) -> Record:
    """The record with the files that are still to be removed."""
    stale = set(plan.changes.removed)
    both = dict(plan.now)
    for name, unit in plan.before.items():
        if left := {path: digest for path, digest in unit.files.items() if path in stale}:
            mine = both.get(name, unit)
            both[name] = replace(mine, files={**(mine.files if name in both else {}), **left})
    return both


def _remove(paths: Sequence[str], anchor: Anchor) -> None:
    """Removes outputs, and the folders that are empty then."""
    for path in paths:
        with contextlib.suppress(FileNotFoundError):
            anchor.unlink(path)
    _remove_empty({folder for path in paths for folder in above(path)}, anchor)


def _make_outer(out: Path, made: list[Path]) -> None:
    """Makes the output folder and those around it, and adds what is new to `made`."""
    for step in reversed([step for step in (out, *out.parents) if not step.exists()]):
        _leads_somewhere(step)
        step.mkdir(exist_ok=True)
        made.append(step)


def _leads_somewhere(folder: Path) -> None:
    if folder.is_symlink() and not folder.exists():
        raise OSError(errno.ELOOP, "is a link that leads nowhere", str(folder))


def _make_folders(paths: Iterable[str], anchor: Anchor, made: list[str]) -> None:
    """Makes what is missing below, and adds it to `made`."""
    folders = sorted({step for path in paths for step in above(path)})
    made.extend(folder for folder in folders if anchor.make(folder))


def _remove_empty(folders: Iterable[str], anchor: Anchor) -> None:
    for folder in sorted(folders, reverse=True):
        with contextlib.suppress(OSError):
            anchor.remove(folder)


def _unwritable(error: OSError, out: Path) -> Diagnostic:
    return unwritable(error, "outputs", str(out), "--out DIR")
