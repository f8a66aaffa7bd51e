"""How much the tools of one file hold together: a small file can say one large type a thousand times.

Takes what a tool was spelled as, gives whether its file is beyond `limits.nodes`.
"""

from collections.abc import Callable
from typing import Any

from toolc.diagnostics import Diagnostic
from toolc.limits import Limits, words
from toolc.source import Span
from toolc.systems.base import Spelled

_LINE = 50  # characters of a text that count as one value


class Grown:
    """Counts by file. `limits`: those of a module."""

    def __init__(self, limits: Callable[[str], Limits]) -> None:
        self._limits = limits
        self._counts: dict[str, int] = {}

    def add(self, module: str, spelled: Spelled) -> None:
        """One more tool of a file."""
        values = (spelled.input_schema, spelled.output_schema, spelled.description, spelled.title)
        self._counts[module] = self._counts.get(module, 0) + size(values)

    def beyond(self, module: str, place: Span) -> Diagnostic | None:
        """That the tools of a file are beyond the limit by now."""
        limits = self._limits(module)
        if self._counts.get(module, 0) <= limits.nodes:
            return None
        message, help_ = words("nodes", limits)
        return Diagnostic("TC107", message, place, help=help_)


def size(value: Any) -> int:
    """How many values a value holds, itself included."""
    count, waiting = 0, [value]
    while waiting:
        one = waiting.pop()
        count += 1
        if isinstance(one, str):
            count += len(one) // _LINE
        elif isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list | tuple):
            waiting += one
    return count
