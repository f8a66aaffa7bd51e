"""Type tests on values that are not constants: is it `None`, a function, of a builtin type.

Takes values, gives True, False or None. Wrappers of servers ask this of what they are given: `if callable(name_or_fn)`.
"""

from collections.abc import Callable

from toolc.module import Class, Func, Name, Operation, SubscriptExpr
from toolc.program import (
    CallResult,
    ConstantValue,
    DefinitionValue,
    EnumMember,
    ExternalSymbol,
    MappingValue,
    SequenceValue,
    Thunk,
    Value,
)

_BUILTIN: dict[str, type] = {
    f"builtins.{one.__name__}": one for one in (bool, bytes, dict, float, frozenset, int, list, set, str, tuple)
}


def is_none(value: Value) -> bool | None:
    """Return `True` if a value is `None`, `False` if it is not, `None` if that is not known."""
    if isinstance(value, ConstantValue):
        return value.value is None
    if isinstance(value, CallResult):
        return False if isinstance(value.callee, DefinitionValue) and value.callee.node.kind == "class" else None
    return False if isinstance(value, (DefinitionValue, SequenceValue, MappingValue, EnumMember)) else None


def same_class(left: Value, right: Value) -> bool | None:
    """Compare an annotation with a builtin class (`returns is str`); `None` if the answer is not known."""
    if not isinstance(right, ExternalSymbol) or right.name not in _BUILTIN:
        return None
    match left:
        case ExternalSymbol(name):
            return (
                name == right.name if name in (*_BUILTIN, "builtins.object", "inspect.Signature.empty", "typing.Any") else None
            )
        case ConstantValue(None):
            return False
        case DefinitionValue() if isinstance(left.stmt, Class):
            return False
        case Thunk(Operation(), _) | Thunk(SubscriptExpr(_, _, Name(_, _, "list" | "dict" | "tuple" | "set")), _):
            return False  # a union, or a class with arguments
        case _:
            return None


def evaluate_type_test(callee: str, values: list[Value]) -> bool | None:
    """Return the result of `isinstance`, `callable` or a test of `inspect` for functions; `None` if it is not known."""
    if callee == "builtins.isinstance":
        return _instance(values[0], values[1]) if len(values) == 2 else None
    test = _TESTS.get(callee)
    if test is None or len(values) != 1:
        return None
    if isinstance(values[0], DefinitionValue):
        return test(values[0])
    return False if isinstance(values[0], (ConstantValue, SequenceValue, MappingValue)) else None


def _function(value: DefinitionValue) -> bool:
    return isinstance(value.stmt, Func)


def _is_bound(value: DefinitionValue) -> bool:
    return value.frame is not None and value.frame.bound


_TESTS: dict[str, Callable[[DefinitionValue], bool]] = {
    "builtins.callable": lambda value: True,
    "inspect.isclass": lambda value: isinstance(value.stmt, Class),
    "inspect.isfunction": lambda value: _function(value) and not _is_bound(value),
    "inspect.ismethod": lambda value: _function(value) and _is_bound(value),
    "inspect.isroutine": _function,
}

QUESTIONS = frozenset({"builtins.isinstance", *_TESTS})
"""The qualified names of the functions that ask for the kind of a value."""


def _instance(value: Value, kind: Value) -> bool | None:
    """Of builtin types alone: an abstract class may claim anything."""
    kinds = kind.items if isinstance(kind, SequenceValue) else (kind,)
    types = [_BUILTIN.get(one.name) if isinstance(one, ExternalSymbol) else None for one in kinds]
    known = tuple(one for one in types if one is not None)
    if len(known) < len(types):
        return None
    match value:
        case ConstantValue(constant):
            return isinstance(constant, known)
        case SequenceValue(shape):
            return _BUILTIN[f"builtins.{shape}"] in known
        case MappingValue():
            return dict in known
        case DefinitionValue():
            return False
        case _:
            return None
