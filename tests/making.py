"""What several processes of one test run make for each other: one makes it, the others wait."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MYPY_CACHE = Path(__file__).parents[1] / ".mypy_cache" / "generated"
"""What mypy knows of libraries, for all processes. Two mypys would spoil it: `making` lets in one at a time."""


@contextmanager
def making(path: Path) -> Iterator[bool]:
    """Holds `path` for this process; whether it is still to be made. Its folder is there then."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_name(f"{path.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield not path.exists()
