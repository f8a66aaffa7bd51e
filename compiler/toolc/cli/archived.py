"""Paths that are no folders of the disk: archives, `git:REV` and `pypi:NAME==VERSION`, as every command takes them.

Takes the paths of a run, gives the same with a folder in memory (`tracked_files.Tree`) behind each, and what was found in them.
"""

import os
from collections.abc import Sequence

from toolc import tracked_files
from toolc.archives import Opened, archive_in, open_archive
from toolc.archives.opening import opened_bytes
from toolc.cli.revision import RevisionError, contents
from toolc.diagnostics import Diagnostic
from toolc.discover.paths import display_path

GIT, PYPI = "git:", "pypi:"


def mount_archives(paths: Sequence[str]) -> tuple[tuple[str, ...], tuple[Diagnostic, ...]]:
    """Return the paths as they are read, and what was found in archives; those that cannot be read are left out (TC127)."""
    found, said = list[str](), list[Diagnostic]()
    for path in paths:
        if path.startswith(GIT):
            place, one = _revision(path)
        elif path.startswith(PYPI):
            place, one = path, _of_index(path)
        elif (archive := archive_in(path)) is not None:
            place, one = path, _archive(archive)
        else:
            if (gone := tracked_files.find_mount(path)) is not None:
                tracked_files.unmount(gone[0])
            found.append(path)
            continue
        said += one
        if tracked_files.find_mount(place) is not None:
            found.append(place)
    return tuple(found), tuple(said)


def _archive(path: str) -> tuple[Diagnostic, ...]:
    tracked_files.unmount(path)
    return _stand_in(path, open_archive(path, display_path(path)))


def _stand_in(path: str, found: Opened) -> tuple[Diagnostic, ...]:
    if found.tree is not None:
        tracked_files.mount(path, found.tree)
    return found.diagnostics


def _of_index(path: str) -> tuple[Diagnostic, ...]:
    from toolc.archives.index import Unavailable, fetch  # what talks to the network is not even loaded by other runs

    tracked_files.unmount(path)
    try:
        file = fetch(path.removeprefix(PYPI))
    except Unavailable as error:
        return (Diagnostic("TC127", f"{path}: {error}", help=error.help),)
    return _stand_in(path, opened_bytes(file.data, file.name, path))


def _revision(path: str) -> tuple[str, tuple[Diagnostic, ...]]:
    """The tree of a revision, with the virtual environments of the work tree. `git:REV:FOLDER` is a folder of it."""
    name, _, inner = path.removeprefix(GIT).partition(":")
    place = f"{GIT}{name}"
    tracked_files.unmount(place)
    try:
        top, prefix, commit, files = contents(name)
    except RevisionError as error:
        return path, (Diagnostic("TC127", f"{place}: {error}", help="`git log` shows the revisions there are"),)
    tracked_files.mount(place, tracked_files.Tree({**files}, f"0 {commit} 0 0", top.name, outside=str(top)))
    return os.path.normpath(f"{place}/{prefix}/{inner}"), ()
