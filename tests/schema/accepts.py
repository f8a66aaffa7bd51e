"""Whether a view type takes a value: what every back end would make of the view, in a few lines."""

from typing import Any

from toolc.ir import (
    Anything,
    Array,
    Boolean,
    Constants,
    NamedType,
    Nothing,
    Null,
    Numeric,
    Object,
    Property,
    Ref,
    String,
    Type,
    Union,
)
from toolc.schema.view.content import canonical

Types = dict[str, NamedType]


def accepts(type_: Type, value: Any, types: Types) -> bool:
    match type_:
        case Anything():
            return True
        case Nothing():
            return False
        case Ref(name):
            return accepts(types[name].type, value, types)
        case Union(members):
            return any(accepts(member, value, types) for member in members)
        case Constants(values):
            return canonical(value) in {canonical(one) for one in values}
        case Null():
            return value is None
        case Boolean():
            return isinstance(value, bool)
        case String():
            return isinstance(value, str) and _within(len(value), type_.min_length, type_.max_length)
        case Numeric():
            return _number(type_, value)
        case Array():
            return isinstance(value, list) and _array(type_, value, types)
        case Object():
            return isinstance(value, dict) and _object(type_, value, types)


def _within(size: float, low: float | None, high: float | None) -> bool:
    return (low is None or size >= low) and (high is None or size <= high)


def _number(type_: Numeric, value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    above = type_.exclusive_minimum is None or value > type_.exclusive_minimum
    below = type_.exclusive_maximum is None or value < type_.exclusive_maximum
    whole = not type_.integer or value == value // 1
    return above and below and whole and _within(value, type_.minimum, type_.maximum)


def _array(type_: Array, value: list[Any], types: Types) -> bool:
    if not _within(len(value), type_.min_items, type_.max_items):
        return False
    wanted = [*type_.prefix, *[type_.rest] * (len(value) - len(type_.prefix))]
    return all(one is not None and accepts(one, item, types) for one, item in zip(wanted, value, strict=False))


def _object(type_: Object, value: dict[str, Any], types: Types) -> bool:
    known = {one.name: one for one in type_.properties}
    if any(one.required and one.name not in value for one in type_.properties):
        return False
    return all(_key(type_, known.get(name), name, item, types) for name, item in value.items())


def _key(type_: Object, declared: Property | None, name: str, item: Any, types: Types) -> bool:
    if declared is not None:
        return accepts(declared.type, item, types)
    fitting = [one for one in type_.prefixed if name.startswith(one.prefix)]
    wanted = max(fitting, key=lambda one: len(one.prefix)).type if fitting else type_.extra
    return wanted is not None and accepts(wanted, item, types)
