"""View types as Python type expressions.

Takes a type in which every record is named (`hoist`), gives an `Expression`. Wire values are what `json.loads` gives: an array
is a list, whatever its items are.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from toolc.ir import Anything, Array, Boolean, Constants, Nothing, Null, Numeric, Object, Ref, String, Type, Union
from toolc.targets.code import Code
from toolc.targets.python.encode import string
from toolc.targets.python.layout import Either, Expression, Generic, flat, name, one_of

ANY, NEVER = name("Any"), name("Never")


def spell_type(type_: Type) -> Expression:
    """The expression; the names of references are identifiers already."""
    match type_:
        case Ref():
            return name(type_.name)
        case Array():
            items = [*type_.prefix, *([] if type_.rest is None else [type_.rest])]
            return Generic("list", (either(spell_type(one) for one in items),))
        case Object():
            return Generic("dict", (name("str"), _values(type_)))
        case Union():
            return either(spell_type(one) for one in type_.members)
        case Constants():
            return constants(type_.values)
        case _:
            return _simple(type_)


def _values(type_: Object) -> Expression:
    """Return the union of the value types of an object that is not a TypedDict."""
    inside = [*(one.type for one in type_.properties), *(one.type for one in type_.prefixed)]
    return either(spell_type(one) for one in [*inside, *([] if type_.extra is None else [type_.extra])])


def _simple(type_: Type) -> Expression:
    match type_:
        case String():
            return name("str")
        case Numeric():
            return name("int" if type_.integer else "float")
        case Boolean():
            return name("bool")
        case Null():
            return name("None")
        case Anything():
            return ANY
        case Nothing():
            return NEVER
    raise TypeError(f"not a simple type: {type_!r}")


def either(members: Iterable[Expression]) -> Expression:
    """One of several: flattened, equal ones once, literals together, `int` left out beside `float`, which takes it."""
    flattened: list[Expression] = []
    for one in members:
        flattened.extend(_members(one))
    if ANY in flattened:
        return ANY
    listed = dict.fromkeys(value for one in flattened if _is_literal(one) for value in one.arguments)  # type: ignore[union-attr]
    result: dict[Code, Expression] = {}
    merged = False
    for one in flattened:
        if not _is_literal(one):
            result.setdefault(flat(one), one)
        elif not merged:
            merged = True
            literal = Generic("Literal", tuple(listed))
            result[flat(literal)] = literal
    result.pop(NEVER.text, None)
    if "float" in result:
        result.pop(Code("int"), None)
    left = tuple(result.values())
    return left[0] if len(left) == 1 else one_of(left) if left else NEVER


def _members(one: Expression) -> Sequence[Expression]:
    if isinstance(one, Either):
        return one.members
    return one.arguments if isinstance(one, Generic) and one.head == "Union" else [one]


def _is_literal(one: Expression) -> bool:
    return isinstance(one, Generic) and one.head == "Literal"


def constants(values: Sequence[Any]) -> Expression:
    """The type of some JSON values: literals where Python has them, else what they are made of."""
    lists = [value for value in values if isinstance(value, list | tuple)]
    records = [value for value in values if isinstance(value, dict)]
    several = [_scalar(value) for value in values if not isinstance(value, list | tuple | dict)]
    # One type for all lists: mypy takes no display for a union of lists of literals.
    if lists:
        several.append(Generic("list", (constants([item for value in lists for item in value]),)))
    if records:
        several.append(Generic("dict", (name("str"), constants([item for value in records for item in value.values()]))))
    return either(several)


def _scalar(value: Any) -> Expression:
    if value is None:
        return name("None")
    if isinstance(value, bool):
        return Generic("Literal", (name(repr(value)),))
    if isinstance(value, int):
        # mypy 2.4 reads no larger one inside `Literal`, nor the least of 64 bits.
        return Generic("Literal", (name(str(value)),)) if -(2**63) < value < 2**63 else name("int")
    if isinstance(value, str):
        return Generic("Literal", (name(string(value)),))
    return name("float")
