"""Values of calls and comprehensions that are executed once: outside functions, in defaults, and in annotations."""

from typing import Any

from toolc.analysis.doubts import Doubt
from toolc.analysis.lattice import same
from toolc.analysis.protocol import Machine
from toolc.analysis.states import inputs_in, is_as_before, parts_of
from toolc.analysis.values import MISSING, Unknown, Value

_Key = tuple[str, int, int]
"""Module, first and last offset of the expression."""

_SEVERAL = Unknown(Doubt("TC205", "this expression gives several values"))


class CallValues:
    """The values of one analysis. An expression that gives several values has none that is known."""

    def __init__(self) -> None:
        self._values: dict[_Key, tuple[Value, tuple[Any, ...]]] = {}

    def note(self, vm: Machine, key: _Key, value: Value) -> None:
        """Note the value of an expression, with its state if it is a container. One that depends on inputs is not known."""
        known, _ = self._values.get(key, (value, ()))
        if known is _SEVERAL or not same(known, value):  # in a loop, what it holds is not looked through each time
            self._values[key] = _SEVERAL, ()
            return
        if inputs := inputs_in(vm, value):
            value = Unknown(vm.doubt("TC205", f"it depends on {' and '.join(sorted(inputs))}"))
        self._values[key] = value, parts_of(value)

    def find(self, key: _Key) -> Value:
        """Return the value of an expression. MISSING if it was not executed, or if its parts have changed since."""
        value, state = self._values.get(key, (MISSING, ()))
        return value if is_as_before(value, state) else MISSING
