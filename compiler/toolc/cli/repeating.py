"""Commands that a later run may answer without running them: while nothing changes that they read, they say the same.

Takes a command that wants a `Recording`, gives one that gets it. Nothing is kept of a run that failed.
"""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any

from toolc import __version__
from toolc.cache.up_to_date import Invocation, keep
from toolc.cli import words
from toolc.tracked_files import AccessTrace, tracing

_MAX_SAID = 16_000_000
"""Characters of an answer: reading a longer one takes about as long as making it."""


class Recording:
    """Record of one run: its command line, its questions to the file system, and its standard output."""

    def __init__(self, words: list[str]) -> None:
        self._words = words
        self.notes = AccessTrace()
        self._printed: list[str] = []
        self._length = 0

    def note_output(self, text: str) -> None:
        """Something was written to standard output."""
        self._length += len(text)
        if self._length <= _MAX_SAID:
            self._printed.append(text)

    def keep(self, status: int, said: tuple[str, str]) -> None:
        """Keeps the run. `said`: what it wrote to standard output and standard error after its result."""
        if self._length + sum(map(len, said)) <= _MAX_SAID:
            out = "".join((*self._printed, said[0]))
            keep(Invocation(self._words, __version__), self.notes, status, (out, said[1]))


def record_runs(command: Callable[..., int]) -> Callable[..., int]:
    """The command, given a `Recording` of itself as `recording`."""

    @wraps(command)
    def run(**values: Any) -> int:
        recording = Recording(words.given)
        with tracing(recording.notes):
            return command(recording=recording, **values)

    signature = inspect.signature(command)
    own = [parameter for name, parameter in signature.parameters.items() if name != "recording"]
    run.__signature__ = signature.replace(parameters=own)  # type: ignore[attr-defined]
    return run
