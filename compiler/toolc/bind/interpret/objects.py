"""Between the values of the linker and those of the interpreter.

Takes a `program.Value`, gives a constant of its own that may be changed, or the value itself where it cannot be opened.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from toolc.analysis import constants
from toolc.analysis.views import View
from toolc.bind.interpret.frame import PARTS, Bound, Closure, Machine, NotSupported, ObjectUnderConstruction
from toolc.bind.links import Links
from toolc.program import (
    BoundAttribute,
    CallResult,
    ConstantValue,
    DefinitionValue,
    EnumMember,
    ExternalSymbol,
    MappingValue,
    ModuleValue,
    ParameterValue,
    SequenceValue,
    Thunk,
    Unknown,
    Value,
    value_of_key,
)

OPAQUE = (DefinitionValue, ExternalSymbol, CallResult, BoundAttribute, Thunk, EnumMember, ModuleValue)


def to_concrete(value: Value) -> Any:
    """A value to work with; containers are copied, so that changing them changes nothing outside."""
    match value:
        case ConstantValue(constant):
            return copy_constant(constant)
        case SequenceValue(kind, items):
            made = [to_concrete(item) for item in items]
            if kind == "set" and not all(isinstance(item, (EnumMember, str, bytes, int, float)) for item in made):
                raise NotSupported("a set of values that are not constants")
            return made if kind == "list" else tuple(made) if kind == "tuple" else set(made)
        case MappingValue(items):
            return {key: to_concrete(inner) for key, inner in items}
        case Unknown(reason):
            raise NotSupported(reason)
        case ParameterValue(_, name):
            raise NotSupported(f"`{name}` is an argument of a function around it")
        case _:
            return value


def receive_method(owner: Any, found: Any, links: Links) -> Any:
    """Return the callee of `owner.name(…)`: a class method is bound to `owner`, also where a base class defines it."""
    if (
        not isinstance(found, BoundAttribute)
        or not isinstance(owner, DefinitionValue)
        or not isinstance(found.owner, DefinitionValue)
    ):
        return found
    method = links.class_attribute(found.owner, found.name)
    return Bound(owner, method) if isinstance(method, DefinitionValue) and method.node.kind == "def" else found


def of_fresh(made: ObjectUnderConstruction, name: str, machine: Machine) -> Any:
    """`made.name` of what is not complete: what was set, and how its class is named."""
    if name in made.attributes:
        return made.attributes[name]
    if made.of is not None and name in _OF_ALL:
        return BoundAttribute(made.of, name)
    if made.of is None or name not in ("__name__", "__qualname__", "__module__"):
        raise NotSupported(f"`{name}` of an object that only the running program has")
    return to_concrete(machine.links.attribute(made.of, name))


_OF_ALL = frozenset("__eq__ __getattribute__ __hash__ __init__ __new__ __repr__ __setattr__ __str__".split())
"""Methods that every class has, to be kept by what replaces them."""


def copy_constant(constant: Any) -> Any:
    """A constant with containers of its own."""
    match constant:
        case list():
            return [copy_constant(item) for item in constant]
        case tuple():
            return tuple(copy_constant(item) for item in constant)
        case dict():
            return {key: copy_constant(item) for key, item in constant.items()}
        case set():
            return set(constant)
        case _:
            return constant


def to_abstract(value: Any) -> Value:
    """A result as a value of the linker."""
    if parts(value) > PARTS:
        raise NotSupported("the value is too large")
    return _close(value.attributes if isinstance(value, ObjectUnderConstruction) else value)


def _close(value: Any) -> Value:
    if isinstance(value, OPAQUE):
        return value
    if isinstance(value, (list, tuple)):
        items = tuple(_close(item) for item in value)
        plain = all(isinstance(item, ConstantValue) for item in items)
        value = list(value) if isinstance(value, View) else value
        return ConstantValue(value) if plain else SequenceValue("list" if isinstance(value, list) else "tuple", items)
    if isinstance(value, dict):
        entries = tuple((key, _close(item)) for key, item in value.items())
        plain = all(isinstance(item, ConstantValue) and isinstance(value_of_key(key), ConstantValue) for key, item in entries)
        return ConstantValue(value) if plain else MappingValue(entries)
    if isinstance(value, (set, frozenset)) and any(isinstance(item, EnumMember) for item in value):
        return SequenceValue("set", tuple(_close(item) for item in sorted(value, key=repr)))
    if isinstance(value, Bound | Closure | Struct) or callable(value):
        raise NotSupported("it returns a function or an object")
    return ConstantValue(constants.check_size(value))


def parts(value: Any) -> int:
    """How many parts a value has, those of nested ones counted at each place; no more than one past the limit."""
    pending, count = [value], 0
    while pending and count <= PARTS:
        item = pending.pop()
        count += 1 + (len(item) // 8 if isinstance(item, (str, bytes)) else 0)
        if isinstance(item, dict):
            pending.extend((*item.keys(), *item.values()))
        elif isinstance(item, (list, tuple, set, frozenset)):
            pending.extend(item)
    return count


def same(left: Any, right: Any) -> bool:
    """`left == right`, where it can be told without the program's own `__eq__`."""
    opaque = [isinstance(one, OPAQUE) for one in (left, right)]
    if not any(opaque):
        result: bool = _operate(lambda: left == right)
        return result
    if isinstance(left, EnumMember) and isinstance(right, EnumMember) and left.enum.full_name == right.enum.full_name:
        return left.name == right.name
    if isinstance(left, (DefinitionValue, ExternalSymbol)) and isinstance(right, (DefinitionValue, ExternalSymbol)):
        return left is right or left == right
    if None in (left, right) and isinstance(left if right is None else right, (DefinitionValue, EnumMember)):
        return False
    raise NotSupported("values are compared that only the running program knows")


def _operate(operation: Callable[[], Any]) -> Any:
    try:
        return operation()
    except RecursionError:
        raise NotSupported("the value is nested too deeply") from None
