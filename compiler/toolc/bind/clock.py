"""The last limit: CPU time spent on one file, for what no count foresees.

Takes the file that is at work, raises `limits.Overrun` when its time is up; who works on a file catches it and says so. No real
file comes near the limit, so what is compiled does not depend on how fast a machine is.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time

from toolc.limits import Overrun
from toolc.source import SourceFile

_EACH = 50  # questions between two looks at the clock, each of which is a system call


class Clock:
    """What every file has taken so far."""

    def __init__(self) -> None:
        self._spent: dict[str, float] = {}
        self._source: SourceFile | None = None
        self._until = 0.0
        self._left = _EACH

    @contextmanager
    def charging(self, source: SourceFile) -> Iterator[None]:
        """Until it ends, the file pays; within another file's turn, that one goes on paying."""
        if self._source is not None:
            yield
            return
        begun, self._source = process_time(), source
        self._until = begun + source.limits.seconds - self._spent.get(source.path, 0.0)
        try:
            yield
        finally:
            self._source = None
            self._spent[source.path] = self._spent.get(source.path, 0.0) + process_time() - begun

    def tick(self) -> None:
        """One more question. Raises `Overrun`."""
        self._left -= 1
        if self._left < 0:
            self._left = _EACH
            if self._source is not None and process_time() > self._until:
                raise Overrun(self._source.limits)
