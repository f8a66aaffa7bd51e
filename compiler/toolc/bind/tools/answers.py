"""Results of functions that a framework calls: handlers of `tools/list`, methods of toolkits.

Takes definitions that values of the analysis were converted to, calls the functions behind them once the program has run.
"""

from collections.abc import Iterator
from typing import Any

from toolc.analysis.drivers import answer
from toolc.analysis.interpreter.machine import Interpreter
from toolc.analysis.values import MISSING, Class
from toolc.bind.tools.convert import Converter
from toolc.program import CallResult, DefinitionValue, GuardedElement, Unknown


class Answers:
    """Calls functions of one analysis."""

    def __init__(self, vm: Interpreter, convert: Converter) -> None:
        self.vm, self._convert = vm, convert

    def of(self, handler: DefinitionValue) -> Iterator[GuardedElement]:
        """Yield the elements of the list that a function returns; none for a method of a toolkit that cannot be made."""
        cls = self._class_behind(handler)
        if any(one is cls for one in self.vm.driven.unmade):
            return  # said where it raises
        function = self._convert.origin(handler)
        if (given := self._recorded_result(cls, handler)) is not MISSING:
            yield from self._convert.list_elements(given)
        elif function is MISSING:
            yield GuardedElement(Unknown(f"`{handler.stmt.name}` is not executed"))
        else:
            yield from self._convert.list_elements(answer(self.vm, function))

    def _class_behind(self, method: DefinitionValue) -> Class | None:
        """Return the executed toolkit class of the object that a method is bound to. Returns None for any other function."""
        frame = method.frame
        receiver = next(iter(frame.values.values()), None) if frame is not None and frame.bound else None
        made = receiver.callee if isinstance(receiver, CallResult) else None
        if not isinstance(made, DefinitionValue):
            return None
        known = [*self.vm.driven.unmade, *(cls for cls, _ in self.vm.driven.given)]
        place = made.module, made.node.at
        return next((cls for cls in known if cls.node is not None and (cls.module, cls.node.at) == place), None)

    def _recorded_result(self, cls: Class | None, method: DefinitionValue) -> Any:
        """Return the result of a method that the drivers called on an object of a class. Returns MISSING if they did not."""
        given = self.vm.driven.given.items()
        return next((value for (owner, node), value in given if owner is cls and node.at == method.node.at), MISSING)
