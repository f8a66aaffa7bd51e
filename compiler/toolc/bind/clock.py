"""The last limit: CPU time spent on one file, for what no count foresees.

Takes the file that is at work, raises `limits.Overrun` when its time is up; who works on a file catches it and says so. No real
file comes near the limit, so what is compiled does not depend on how fast a machine is.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, process_time

from toolc.limits import Overrun
from toolc.source import SourceFile

_EACH = 50  # questions between two looks at the clock
_FRESH = 0.01
"""Seconds that a reading of the CPU clock serves for: it is a system call, on some machines one of a third of a millisecond."""
_IMPORTED = 0.2
"""Seconds more for each other file that is opened meanwhile: the first file of a package to ask pays for what all share."""


class Clock:
    """What every file has taken so far. `opened` tells how many files there are by now."""

    def __init__(self, opened: Callable[[], int]) -> None:
        self._opened = opened
        self._spent: dict[str, float] = {}
        self._source: SourceFile | None = None
        self._begun, self._before, self._allowed = 0.0, 0, 0.0
        self._left = _EACH
        self._cpu, self._read = 0.0, float("-inf")

    @contextmanager
    def charging(self, source: SourceFile, more: float = 0.0) -> Iterator[None]:
        """Until it ends, the file pays; within another one's turn, that one does. `more`: seconds beyond the file's limit."""
        if self._source is not None:
            yield
            return
        self._source, self._begun, self._before = source, self._now(), self._opened()
        self._allowed = source.limits.seconds + more - self._spent.get(source.path, 0.0)
        try:
            yield
        finally:
            self._source = None
            self._spent[source.path] = self._spent.get(source.path, 0.0) + max(self._turn(), 0.0)

    def tick(self) -> None:
        """One more question. Raises `Overrun`."""
        self._left -= 1
        if self._left < 0:
            self._left = _EACH
            if self._source is not None and self._turn() > self._allowed:
                raise Overrun(self._source.limits)

    def _turn(self) -> float:
        """What this turn has taken, but for what it may take of others."""
        return self._now() - self._begun - _IMPORTED * (self._opened() - self._before)

    def _now(self) -> float:
        """CPU seconds of the process; of many short turns, one in which the clock is read pays for those before."""
        if (wall := monotonic()) - self._read > _FRESH:
            self._cpu, self._read = process_time(), wall
        return self._cpu
