"""The interpreter as a whole: the parts joined, one budget for one outermost call.

Takes the linker and what to evaluate, gives a `Value`; whatever goes wrong is an `Unknown` with the reason.
"""

from collections.abc import Sequence
from typing import Any

from toolc.bind.interpret import builtins, calls, expressions, methods, statements
from toolc.bind.interpret.frame import (
    DEPTH,
    PARTS,
    STEPS,
    STEPS_A_PART,
    Bound,
    Closure,
    Frame,
    NotSupported,
    ObjectUnderConstruction,
    PythonError,
)
from toolc.bind.interpret.objects import OPAQUE, parts, to_abstract, to_concrete
from toolc.bind.interpret.patterns import Match
from toolc.bind.links import Links
from toolc.bind.values.enums import distinct, is_enum, member_by_value, members
from toolc.module import DeferredNode, Expr, OutlineNode, ValueExpr
from toolc.program import (
    Argument,
    BoundAttribute,
    CallResult,
    ConstantValue,
    DefinitionValue,
    EnumMember,
    ExternalSymbol,
    ProgramPoint,
    Thunk,
    Unknown,
    Value,
)
from toolc.signature import UnknownConstant


def evaluate(expr: Expr, scope: ProgramPoint, links: Links) -> Value:
    """Return the value of a comprehension, or of a call of a function of the program."""
    machine = Machine(links)
    return machine.outcome(lambda: machine.eval(expr, Frame(scope, {}, frozenset())))


def call(function: Value, args: Sequence[Any], links: Links, owner: Value | None = None) -> Value:
    """Return the result of a function. Lists and dicts among the arguments are mutated as the function does.

    `owner` is the class or instance that a method is called on.
    """
    machine = Machine(links, STEPS + STEPS_A_PART * parts(list(args)))
    callee = Bound(owner, function) if isinstance(function, DefinitionValue) and owner is not None else to_concrete(function)
    return machine.outcome(lambda: machine.apply(callee, list(args), {}))


class Machine:
    """One run."""

    def __init__(self, links: Links, steps: int = STEPS) -> None:
        self.links = links
        self._left = min(steps, links.steps)
        self.trying = 0
        self._depth = 0

    def outcome(self, work: Any) -> Value:
        """The result of some work as a value."""
        before = self._left
        try:
            return to_abstract(work())
        except NotSupported as reason:
            return Unknown(str(reason))
        except PythonError as raised:
            return Unknown(f"it raises {raised}")
        except RecursionError:
            return Unknown("it is nested too deeply")
        finally:
            self.links.steps -= before - self._left

    def spend(self, steps: int = 1) -> None:
        """Take steps off the budget."""
        self._left -= steps
        if self._left < 0:
            raise NotSupported("it takes more steps than toolc follows")

    def weigh(self, value: Any) -> Any:
        """A new value, weighed: large ones cost more, and too large ones end the work."""
        weight = parts(value)
        if weight > PARTS:
            raise NotSupported("the value is too large")
        self.spend(1 + weight // 8)
        return value

    def eval(self, expr: Expr, frame: Frame) -> Any:
        """The value of an expression."""
        self.spend()
        return expressions.evaluate(self, expr, frame)

    def run(self, nodes: Sequence[OutlineNode], frame: Frame) -> Any:
        """The statements of a block."""
        return statements.run(self, nodes, frame)

    def method(self, owner: Any, name: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """A method of a builtin value."""
        self.spend()
        if isinstance(owner, Match):
            return _of_match(owner, name, args)
        return methods.method(self, owner, name, args, kwargs)

    def apply(self, callee: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """The result of a call."""
        self.spend()
        if self._depth >= DEPTH:
            raise NotSupported("calls are nested too deeply")
        self._depth += 1
        try:
            return self._apply(callee, args, kwargs)
        finally:
            self._depth -= 1

    def _apply(self, callee: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        match callee:
            case Bound():
                return calls.method(self, callee, args, kwargs)
            case Closure():
                return calls.closure(self, callee, args, kwargs)
            case Thunk(DeferredNode() as expr, scope):
                made = self.eval(expr, Frame(ProgramPoint(scope.module, scope.within), {}, frozenset()))
                if not isinstance(made, Closure):
                    raise NotSupported("it calls something that is not a function")
                return calls.closure(self, made, args, kwargs)
            case DefinitionValue() if callee.node.kind == "def":
                return calls.function(self, callee, args, kwargs)
            case DefinitionValue() if is_enum(callee, self.links) and len(args) == 1 and not kwargs:
                return self._member(callee, args[0])
            case ExternalSymbol(name) | CallResult(ExternalSymbol(name)) if name in DATACLASSES and _is_class(args):
                return self._as_dataclass(callee, args[0], kwargs)
            case ExternalSymbol(name):
                result = builtins.function(self, name, args, kwargs)
                if result is not builtins.NOT_MINE:
                    return self.weigh(result)
                if not builtins.only_makes(name, [*args, *kwargs.values()]):
                    raise NotSupported(f"`{name}` is not evaluated")
                return self._object(callee, args, kwargs)
            case DefinitionValue():
                return self._object(callee, args, kwargs)
            case BoundAttribute(ConstantValue(owner), name):
                return self.method(owner, name, args, kwargs)
            case _ if callable(callee) and not isinstance(callee, OPAQUE):
                return self._decided_result(callee(*args, **kwargs))
            case _:
                raise NotSupported("it calls what only the running program knows")

    def _as_dataclass(
        self, decorator: ExternalSymbol | CallResult, made: ObjectUnderConstruction, kwargs: dict[str, Any]
    ) -> ObjectUnderConstruction:
        """The class itself, as `dataclass` gives it back; where it has no docstring, Python writes one."""
        made.applied.append(self._object(decorator, [], kwargs) if isinstance(decorator, ExternalSymbol) else decorator)
        if made.attributes.get("__doc__") is None:
            made.attributes.pop("__doc__", None)
        return made

    def _decided_result(self, result: Any) -> Any:
        """Return the result of a callback; raises `NotSupported` if it is undecided."""
        if isinstance(result, UnknownConstant):
            raise NotSupported(result.reason)
        return result

    def _member(self, enum: DefinitionValue, value: Any) -> Any:
        given = value if isinstance(value, EnumMember) else ConstantValue(value)
        found = member_by_value(enum, given, self.links)
        if found is None or isinstance(found, Unknown):
            raise PythonError("ValueError")
        return found

    def _object(self, callee: ExternalSymbol | DefinitionValue, args: Sequence[Any], kwargs: dict[str, Any]) -> CallResult:
        """The call of a class, with its arguments as they are now."""
        hand = _as_argument if isinstance(callee, ExternalSymbol) and callee.name.startswith(_KEEPS) else to_abstract
        held = [Argument(None, ValueExpr(0, 0, hand(arg))) for arg in args]
        held += [Argument(name, ValueExpr(0, 0, hand(arg))) for name, arg in kwargs.items()]
        return CallResult(callee, tuple(held), ProgramPoint(_home(callee)), 0, 0)

    def items(self, value: Any) -> list[Any]:
        """Return the elements that a loop visits; raises `NotSupported` for a set of several, whose order is not known."""
        one = isinstance(value, (set, frozenset)) and len(value) < 2
        if one or isinstance(value, (str, list, tuple, dict)):
            found = list(value)
        elif isinstance(value, DefinitionValue) and is_enum(value, self.links):
            found = self._canonical(value)
        else:
            raise NotSupported("a loop over a value whose items or order only the running program knows")
        self.spend(1 + len(found) // 4)
        return found

    def _canonical(self, enum: DefinitionValue) -> list[Any]:
        """The members of an enum without aliases; all of their values must be known to tell."""
        for name, value in members(enum, self.links).items():
            if not isinstance(value, ConstantValue):
                raise NotSupported(f"the value of `{enum.stmt.name}.{name}` is not known")
        found = distinct(enum, self.links)
        if found is None:
            raise NotSupported("a loop over an enum whose metaclass says what it goes through")
        return list(found)


DATACLASSES = frozenset({"dataclasses.dataclass", "pydantic.dataclasses.dataclass"})


def _is_class(args: Sequence[Any]) -> bool:
    return len(args) == 1 and isinstance(args[0], ObjectUnderConstruction) and args[0].of is not None


_KEEPS = "pydantic_core.core_schema."
"""Prefix of functions whose results only hold the functions passed to them, and do not call them."""


def _as_argument(arg: Any) -> Value:
    return Unknown("it is a function inside a function") if isinstance(arg, Bound | Closure) else to_abstract(arg)


def _of_match(owner: Match, name: str, args: Sequence[Any]) -> Any:
    match name:
        case "group":
            return owner.group(*args)
        case "groups" if not args:
            return owner.groups[1:]
        case _:
            raise NotSupported(f"the method {name} of a match is not evaluated")


def _home(callee: ExternalSymbol | DefinitionValue) -> str:
    return callee.module if isinstance(callee, DefinitionValue) else ""
