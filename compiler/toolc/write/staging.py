"""Replaces a set of files as one: all new contents beside their places first, then renames.

Takes contents by path below an anchor, gives nothing; raises OSError with the old files as they were. A run that is killed
leaves either the old or the new bytes in every file, and temporaries that the next run sweeps away.
"""

import contextlib
import os
import re
from collections.abc import Iterable, Mapping

from toolc.write.anchor import Anchor

_TEMPORARY = re.compile(r"\.toolc-([0-9]{1,9})-[0-9]+\.tmp")


def replace_all(anchor: Anchor, contents: Mapping[str, bytes]) -> None:
    """Writes every file, in the order given. Folders must be there."""
    staged: list[tuple[str, str]] = []
    before = {path: anchor.read(path) for path in contents}
    done: list[str] = []
    try:
        for number, (path, content) in enumerate(contents.items()):
            temporary = _beside(path, number)
            staged.append((temporary, path))
            anchor.create(temporary, content)
        anchor.release()
        for temporary, path in staged:
            anchor.rename(temporary, path)
            done.append(path)
    except BaseException:
        _undo(anchor, {path: before[path] for path in done})
        raise
    finally:
        for temporary, _ in staged[len(done) :]:
            with contextlib.suppress(OSError):
                anchor.unlink(temporary)


def is_temporary(path: str) -> bool:
    """Return `True` if a path is that of new content staged beside its place."""
    return _TEMPORARY.fullmatch(os.path.basename(path)) is not None


def _beside(path: str, number: int) -> str:
    folder, slash, _ = path.rpartition("/")
    return f"{folder}{slash}.toolc-{os.getpid()}-{number}.tmp"


def _undo(anchor: Anchor, before: Mapping[str, bytes | None]) -> None:
    """Puts back what stood there, as far as the file system that just refused a rename lets us."""
    for number, (path, content) in enumerate(before.items()):
        with contextlib.suppress(OSError):
            if content is None:
                anchor.unlink(path)
                continue
            temporary = _beside(path, number)
            anchor.create(temporary, content)
            anchor.rename(temporary, path)


def sweep(anchor: Anchor, folders: Iterable[str]) -> None:
    """Removes the temporaries of runs that are no more. Another run may be at work here: its process lives."""
    for folder in sorted(folders):
        with contextlib.suppress(OSError):
            for name in anchor.names(folder):
                match = _TEMPORARY.fullmatch(name)
                if match and not _alive(int(match[1])):
                    with contextlib.suppress(OSError):
                        anchor.unlink(f"{folder}/{name}" if folder else name)


def _alive(process: int) -> bool:
    """Return `True` if a process with that number may be running, as always where signal 0 is not a query (Windows)."""
    if os.name != "posix":
        return process != os.getpid()
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return process != os.getpid()
