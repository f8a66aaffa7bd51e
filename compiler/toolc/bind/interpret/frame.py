"""Shared state of the interpreter: frames with their bindings, and the ways in which execution ends.

A value here is a constant of Python (changed in place as the program would), or a `program.Value` that is handed on unopened.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from toolc.bind.links import Links
from toolc.module import Expr, Lambda, OutlineNode
from toolc.program import DefinitionValue, ProgramPoint, Value

STEPS = 20_000
"""Steps of one outermost call; no honest helper of a package needs a tenth of it."""

STEPS_A_PART = 100
"""How many more a function may take for each part of what it is given, such as a schema that it goes through."""

PARTS = 20_000
"""Parts of one value, those of nested ones counted at each place."""

DEPTH = 20
"""Calls within calls."""


class NotSupported(Exception):
    """The work goes beyond the subset; the message says why."""


class PythonError(Exception):
    """The program itself raises here; the argument is the name of a builtin exception."""


class Closure:
    """A lambda or inner function with the frame it was made in."""

    def __init__(self, name: str, code: "Lambda | OutlineNode", frame: "Frame") -> None:
        self.name, self.code, self.frame = name, code, frame


class ObjectUnderConstruction:
    """Object under construction, with the attributes set so far: an enum member in its `__new__`, or the class `of` while
    its decorators run, with the dataclass decorators that were applied to it."""

    def __init__(self, of: DefinitionValue | None = None) -> None:
        self.of = of
        self.attributes: dict[str, Any] = {}
        self.applied: list[Value] = []


class Bound:
    """A class method with its class, or a method with its instance."""

    def __init__(self, owner: Any, function: DefinitionValue) -> None:
        self.owner, self.function = owner, function


class Frame:
    """The local names of one call. `outer` is the frame of the function around a lambda or comprehension."""

    def __init__(self, scope: ProgramPoint, names: dict[str, Any], own: frozenset[str], outer: "Frame | None" = None) -> None:
        self.scope, self.names, self.own, self.outer = scope, names, own, outer
        self.untold: dict[str, str] = {}

    def forget(self, name: str, reason: str) -> None:
        """Bind a name to what only the running program has."""
        self.names.pop(name, None)
        self.untold[name] = reason

    def find(self, name: str) -> tuple[bool, Any]:
        """Return whether this frame or an enclosing one binds a name, and the value."""
        frame: Frame | None = self
        while frame is not None:
            if name in frame.names:
                return True, frame.names[name]
            if name in frame.untold:
                raise NotSupported(frame.untold[name])
            if name in frame.own:
                raise PythonError("UnboundLocalError")
            frame = frame.outer
        return False, None


class Machine(Protocol):
    """The interpreter as its parts see it."""

    links: Links
    trying: int
    """How many `try` statements are open, whose handlers take what is raised."""

    def spend(self, steps: int = 1) -> None:
        """Take steps off the budget; raises `NotSupported` when it is used up."""

    def weigh(self, value: Any) -> Any:
        """A new value, weighed."""

    def eval(self, expr: Expr, frame: Frame) -> Any:
        """The value of an expression."""

    def apply(self, callee: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """The result of a call."""

    def items(self, value: Any) -> list[Any]:
        """Return the elements that a loop over a value visits."""

    def method(self, owner: Any, name: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """A method of a builtin value."""

    def run(self, nodes: Sequence[OutlineNode], frame: Frame) -> Any:
        """The statements of a block."""
