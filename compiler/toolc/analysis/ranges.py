"""Model of `range`."""

from typing import Any


class Range(tuple[int, ...]):
    """The numbers of a `range`, which are read as those of a tuple are; `bounds` is Python's own."""

    bounds: range

    def __new__(cls, bounds: range) -> "Range":
        made = super().__new__(cls, bounds)
        made.bounds = bounds
        return made

    def __getitem__(self, at: Any) -> Any:
        found = self.bounds[at]
        return Range(found) if isinstance(found, range) else found
