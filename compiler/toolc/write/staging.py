"""Replaces a set of files as one: all new contents beside their places first, then renames.

Takes contents by path, gives nothing; raises OSError with the old files as they were. A run that is killed leaves either the
old or the new bytes in every file, and temporaries that the next run sweeps away.
"""

import contextlib
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

_TEMPORARY = re.compile(r"\.toolc-([0-9]{1,9})-[0-9]+\.tmp")


def replace_all(contents: Mapping[Path, bytes]) -> None:
    """Writes every file, in the order given. Folders must be there."""
    staged: list[tuple[Path, Path]] = []
    before = {path: _bytes(path) for path in contents}
    done: list[Path] = []
    try:
        for number, (path, content) in enumerate(contents.items()):
            temporary = path.with_name(f".toolc-{os.getpid()}-{number}.tmp")
            staged.append((temporary, path))
            _write(temporary, content)
        for temporary, path in staged:
            temporary.replace(path)
            done.append(path)
    except BaseException:
        _undo({path: before[path] for path in done})
        raise
    finally:
        for temporary, _ in staged[len(done) :]:
            with contextlib.suppress(OSError):
                temporary.unlink()


def _write(path: Path, content: bytes) -> None:
    """A new file with its bytes on the disk. Where a file or a link of that name stands, it goes, and is never followed."""
    with contextlib.suppress(FileNotFoundError):
        path.unlink()
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _undo(before: Mapping[Path, bytes | None]) -> None:
    """Puts back what stood there, as far as the file system that just refused a rename lets us."""
    for number, (path, content) in enumerate(before.items()):
        with contextlib.suppress(OSError):
            if content is None:
                path.unlink()
                continue
            temporary = path.with_name(f".toolc-{os.getpid()}-{number}.tmp")
            _write(temporary, content)
            temporary.replace(path)


def sweep(folders: Iterable[str]) -> None:
    """Removes the temporaries of runs that are no more. Another run may be at work here: its process lives."""
    for folder in folders:
        with contextlib.suppress(OSError), os.scandir(folder) as found:
            for entry in found:
                match = _TEMPORARY.fullmatch(entry.name)
                if match and not _alive(int(match[1])) and entry.is_file(follow_symlinks=False):
                    os.unlink(entry.path)


def _alive(process: int) -> bool:
    """Whether a process of that number may be running. Where signal 0 is no question (Windows), it may."""
    if os.name != "posix":
        return process != os.getpid()
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return process != os.getpid()
