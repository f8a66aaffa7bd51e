"""Calls of functions of the program: arguments to parameters, and the body in a frame of its own.

Takes a function definition or a closure and the arguments, gives what it returns. Functions with effects of their own kind
(async, generators, unknown decorators, `global`) end the work.
"""

from collections.abc import Sequence
from typing import Any

from toolc.bind.guards import body
from toolc.bind.interpret.frame import Bound, Closure, Frame, Machine, NotSupported, PythonError
from toolc.bind.interpret.objects import to_concrete
from toolc.bind.interpret.statements import BREAK, CONTINUE, FELL
from toolc.bind.syntax_effects import EFFECT, contains_keyword, inside
from toolc.module import Func, Lambda, Param
from toolc.program import DefinitionValue, ExternalSymbol, ProgramPoint

_TRANSPARENT = frozenset("builtins.staticmethod functools.lru_cache functools.cache typing.no_type_check".split())


def method(machine: Machine, callee: Bound, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """The call of a method that has its class or instance already."""
    return function(machine, callee.function, [callee.owner, *args], kwargs, _TRANSPARENT | {"builtins.classmethod"})


def function(
    machine: Machine,
    callee: DefinitionValue,
    args: Sequence[Any],
    kwargs: dict[str, Any],
    transparent: frozenset[str] = _TRANSPARENT,
) -> Any:
    """The call of a function of the program. `transparent` are the decorators that leave it as it is."""
    statement = callee.stmt
    if not isinstance(statement, Func) or statement.is_async:
        raise NotSupported(f"`{statement.name}` is not followed")
    if callee.frame is not None:
        if not callee.frame.bound:
            raise NotSupported(f"`{statement.name}` is inside a call that is followed")
        args = [*map(to_concrete, callee.frame.values.values()), *args]  # a method of an instance
    for decorator in statement.decorators:
        value = machine.links.evaluate(decorator, callee.scope)
        value = getattr(value, "callee", value)
        if not isinstance(value, ExternalSymbol) or value.name not in transparent:
            raise NotSupported(f"`{statement.name}` has a decorator that toolc does not follow")
    unit = machine.links.library.unit(callee.module)
    if contains_keyword(EFFECT, unit, callee.node):
        raise NotSupported(f"`{statement.name}` is not a plain function")
    outside = ProgramPoint(callee.module, callee.scope.within)
    own = frozenset(unit.index(callee).by_name)
    frame = Frame(outside, _bind_arguments(machine, statement.params, args, kwargs, Frame(outside, {}, frozenset())), own)
    return _finish(machine.run(body(callee.node), frame))


def closure(machine: Machine, callee: Closure, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """The call of a lambda or of a function inside a function."""
    outer, code = callee.frame, callee.code
    if isinstance(code, Lambda):
        names = _bind_arguments(machine, code.params, args, kwargs, outer)
        return machine.eval(code.body, Frame(outer.scope, names, frozenset(), outer))
    unit = machine.links.library.unit(outer.scope.module)
    statement = unit.statement(code)
    if not isinstance(statement, Func) or statement.is_async or statement.decorators or contains_keyword(EFFECT, unit, code):
        raise NotSupported(f"`{callee.name}` is not a plain function")
    names = _bind_arguments(machine, statement.params, args, kwargs, outer)
    own = frozenset(name for node in inside(code) for name in node.names)
    return _finish(machine.run(body(code), Frame(outer.scope, names, own, outer)))


def _finish(ended: Any) -> Any:
    return None if ended in (FELL, BREAK, CONTINUE) else ended


def _bind_arguments(
    machine: Machine, params: Sequence[Param], args: Sequence[Any], kwargs: dict[str, Any], around: Frame
) -> dict[str, Any]:
    """Arguments by the name of their parameter; defaults are read where the function was defined."""
    names: dict[str, Any] = {}
    given, left = list(args), dict(kwargs)
    for param in params:
        if param.kind == "var_positional":
            names[param.name], given = tuple(given), []
        elif param.kind == "var_keyword":
            names[param.name], left = left, {}
        elif given and param.kind != "keyword_only":
            names[param.name] = given.pop(0)
        elif param.name in left and param.kind != "positional_only":
            names[param.name] = left.pop(param.name)
        elif param.default is not None:
            names[param.name] = _default(machine, param, around)
        else:
            raise PythonError("TypeError")
    if given or left:
        raise PythonError("TypeError")
    return names


def _default(machine: Machine, param: Param, around: Frame) -> Any:
    assert param.default is not None
    value = machine.eval(param.default, around)
    if isinstance(value, (list, dict, set)):
        raise NotSupported("a default that calls share")
    return value
