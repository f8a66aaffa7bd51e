"""Shows on a terminal how far a long run is.

Takes what `toolc.progress` tells, draws a line on standard error, which is gone when the run is done. It has no thread, because
processes are forked meanwhile. A run that is short shows nothing, and does not import rich for it.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from toolc.progress import listen

if TYPE_CHECKING:
    from rich.progress import Progress

_LONG = 0.5  # seconds after which one wants to know
_OFTEN = 0.1  # seconds between two looks of the line
_PERIOD = 600.0  # seconds that a guess of what is left is made from


class Bar:
    """The line of one run."""

    def __init__(self, wanted: bool) -> None:
        self._shown = wanted and sys.stderr.isatty() and not os.environ.get("CI") and os.environ.get("TERM") != "dumb"
        self._begun = time.monotonic()
        self._drawn = 0.0

    @contextmanager
    def doing(self, what: str, noun: str = "files", left: bool = False) -> Iterator[None]:
        """Shows that something goes on, and how far it is where that is told. `left`: how long it will take is guessed."""
        if not self._shown:
            yield
            return
        line: list[Progress] = []

        def draw(done: int, total: int) -> None:
            now = time.monotonic()
            if now - self._begun < _LONG or (now - self._drawn < _OFTEN and done < total):
                return
            self._drawn = now
            if not line:
                line.append(_line(what, left))
            of = f"{done:,} of {total:,} {noun}" if total else ""
            line[0].update(line[0].task_ids[0], completed=done, total=total, of=of, refresh=True)

        if time.monotonic() - self._begun >= _LONG:
            draw(0, 0)
        try:
            with listen(draw):
                yield
        finally:
            for one in line:
                one.stop()


def _line(what: str, left: bool) -> "Progress":
    from rich.console import Console  # takes longer to import than most runs
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[of]}"), TimeElapsedColumn())
    more = (TimeRemainingColumn(), TextColumn("left")) if left else ()
    console = Console(stderr=True)
    line = Progress(*columns, *more, console=console, auto_refresh=False, transient=True, speed_estimate_period=_PERIOD)
    line.add_task(what, total=0, of="")
    line.start()
    return line
