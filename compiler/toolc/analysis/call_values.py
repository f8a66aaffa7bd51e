"""Values of calls and comprehensions that are executed once: outside functions, in defaults, and in annotations."""

from typing import Any

from toolc.analysis.doubts import Doubt
from toolc.analysis.lattice import same
from toolc.analysis.values import MISSING, Dict, Instance, List, Unknown, Value

_Key = tuple[str, int, int]
"""Module, first and last offset of the expression."""


class CallValues:
    """The values of one analysis. An expression that gives several values has none that is known."""

    def __init__(self) -> None:
        self._values: dict[_Key, tuple[Value, tuple[Any, ...]]] = {}

    def note(self, key: _Key, value: Value) -> None:
        """Note the value of an expression, with its state if it is a container."""
        known, _ = self._values.get(key, (value, ()))
        if not same(known, value):
            value = Unknown(Doubt("TC205", "this expression gives several values"))
        self._values[key] = value, _state(value)

    def find(self, key: _Key) -> Value:
        """Return the value of an expression. MISSING if it was not executed, or if its parts have changed since."""
        value, state = self._values.get(key, (MISSING, ()))
        now = _state(value)
        unchanged = len(now) == len(state) and all(one is before for one, before in zip(now, state, strict=True))
        return value if unchanged else MISSING


def _state(value: Value) -> tuple[Any, ...]:
    """Return the doubt and the parts of a list, set, dict or instance; of any other value nothing."""
    if isinstance(value, List):
        return value.taint, *value.items
    if isinstance(value, Instance):
        return value.taint, *value.cells.keys(), *value.cells.values()
    if isinstance(value, Dict):
        return value.taint, *value.items.keys(), *value.items.values()
    return ()
