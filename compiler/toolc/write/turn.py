"""One run at a time: takes a folder, and waits until no other run of toolc writes to it.

A run reads the record, writes, and then says in the record what is there now; of two that do so at once, one would forget what
the other wrote. The lock is the system's (flock), on the folder itself: no file is left, and a run that is killed holds
nothing. Where there are no such locks (Windows, some network file systems) nobody waits.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


@contextlib.contextmanager
def turn(folder: Path) -> Iterator[None]:
    """Lock of a folder. One that cannot be opened is not locked: its next use reports why."""
    handle = _hold(folder) if fcntl is not None else None
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _hold(folder: Path) -> int | None:
    while True:
        try:
            handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        except OSError:
            return None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            if os.path.samestat(os.fstat(handle), os.stat(folder)):
                return handle
        except OSError:
            os.close(handle)
            return None
        except BaseException:  # Ctrl-C while it waits
            os.close(handle)
            raise
        os.close(handle)  # another folder of that name stands there by now
