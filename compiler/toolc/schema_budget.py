"""Size budget of one file's tools and types: a small file can use one large type a thousand times.

Takes what a tool or type was spelled as, gives whether its file is beyond `limits.nodes`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import structs

from toolc.diagnostics import Diagnostic
from toolc.limits import DEFAULTS, Limits, words
from toolc.signature import Definition
from toolc.source import Span

_FIELD = 10  # values that a field comes to at least
_LINE = 50  # characters of a text that count as one value
_ROOM = 4  # values for each character of a large file; real: 2.3, of models that hold the same large ones
_MOST = 1_000_000  # of them; a file that is longer may hold as many values as it has characters


class SchemaBudget:
    """Counts by file. `limits`: those of a module."""

    def __init__(self, limits: Callable[[str], Limits]) -> None:
        self._limits = limits
        self._counts: dict[str, int] = {}

    def add(self, module: str, *values: Any) -> None:
        """Add the size of one more tool or type of a file."""
        self._counts[module] = self._counts.get(module, 0) + size(values)

    def can_afford(self, module: str, parameters: int, table: Mapping[str, Definition]) -> bool:
        """Return `True` if the budget allows so many parameters and fields; otherwise it counts as used up."""
        most = self._limits(module).nodes
        if parameters + sum(len(definition.fields) for definition in table.values()) <= most // _FIELD:
            return True
        self._counts[module] = self._counts.get(module, 0) + most + 1
        return False

    def budget_finding(self, module: str, place: Span) -> Diagnostic | None:
        """Return a finding if the tools of a file exceed the limit."""
        limits = self._limits(module)
        if self._counts.get(module, 0) <= limits.nodes:
            return None
        message, help_ = words("nodes", limits)
        return Diagnostic("TC107", message, place, help=help_)


def scale_for_types(limits: Limits, length: int) -> Limits:
    """The limits where all types of a file are asked for: a large one may say as much as it holds, unless it is told not to."""
    if limits.nodes < DEFAULTS.nodes:
        return limits
    return structs.replace(limits, nodes=max(limits.nodes, length, min(length * _ROOM, _MOST)))


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
