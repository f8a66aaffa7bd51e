"""What functions give that a framework calls: handlers of `tools/list`, methods of toolkits.

Takes definitions that values of the analysis were converted to, calls the functions behind them once the program has run.
"""

from collections.abc import Iterator
from typing import Any

from toolc.analysis.drivers import answer
from toolc.analysis.interpreter.machine import Interpreter
from toolc.analysis.values import MISSING
from toolc.bind.tools.convert import Converter
from toolc.program import Called, Definition, Listed, Unknown


class Answers:
    """Calls functions of one analysis."""

    def __init__(self, vm: Interpreter, convert: Converter) -> None:
        self.vm, self._convert = vm, convert

    def of(self, handler: Definition) -> Iterator[Listed]:
        """What a function gives that a framework calls: the elements of the list."""
        function = self._convert.origin(handler)
        if self._is_unmade(handler):
            return
        if (given := self._given(handler)) is not MISSING:
            yield from self._convert.listed(given)
            return
        if function is MISSING:
            yield Listed(Unknown(f"`{handler.stmt.name}` is not executed"))
            return
        yield from self._convert.listed(answer(self.vm, function))

    def _is_unmade(self, method: Definition) -> bool:
        """Whether a method is one of a toolkit of which no object can be made: that is said elsewhere."""
        frame = method.frame
        receiver = next(iter(frame.values.values()), None) if frame is not None and frame.bound else None
        made = receiver.callee if isinstance(receiver, Called) else None
        return isinstance(made, Definition) and any(
            cls.node is not None and (cls.module, cls.node.at) == (made.module, made.node.at) for cls in self.vm.driven.unmade
        )

    def _given(self, method: Definition) -> Any:
        """What a method gave that was called on an object made for it; MISSING for any other."""
        frame = method.frame
        receiver = next(iter(frame.values.values()), None) if frame is not None and frame.bound else None
        made = receiver.callee if isinstance(receiver, Called) else None
        if not isinstance(made, Definition):
            return MISSING
        return next(
            (
                value
                for (cls, node), value in self.vm.driven.given.items()
                if node.at == method.node.at
                and cls.node is not None
                and (cls.module, cls.node.at) == (made.module, made.node.at)
            ),
            MISSING,
        )
