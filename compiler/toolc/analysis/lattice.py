"""The order of values: which are certainly the same, and an upper bound of two."""

from toolc.analysis.doubts import Doubt, Guard
from toolc.analysis.values import (
    MAX_ALTERNATIVES,
    MISSING,
    SCALARS,
    BoundMethod,
    Choice,
    LibraryMethod,
    Maybe,
    Native,
    Obj,
    Unknown,
    Value,
)


def same(one: Value, other: Value) -> bool:
    """Return `True` if two values are certainly equal: identity for objects, type and value for scalars and tuples."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, (*SCALARS, BoundMethod, LibraryMethod)):
        return bool(one == other)
    return isinstance(one, Maybe) and same(one.value, other.value)


def in_one_order(rows: list[list[Value]]) -> bool:
    """Return `True` if the elements that all rows have come in the same order in each."""
    common = set[int].intersection(*({id(one) for one in row} for row in rows))
    orders = [[id(one) for one in row if id(one) in common] for row in rows]
    return all(order == orders[0] for order in orders)


def join(one: Value, other: Value, guard: Guard) -> Value:
    """Return an upper bound of two values, of which a condition selects one; either may be MISSING."""
    if same(one, other):
        return one
    if one is MISSING or other is MISSING:
        found = other if one is MISSING else one
        return found if isinstance(found, Maybe) else Maybe(found, guard)
    if isinstance(one, Maybe) or isinstance(other, Maybe):
        maybe = one if isinstance(one, Maybe) else other
        inner = join(one.value if isinstance(one, Maybe) else one, other.value if isinstance(other, Maybe) else other, guard)
        return Maybe(inner, maybe.guard)
    for value, beside in ((one, other), (other, one)):
        if isinstance(value, Unknown) and not isinstance(beside, (Obj, BoundMethod, Native, Choice)):
            return value  # objects and callables must stay visible as alternatives
    alternatives: list[Value] = []
    for value in (one, other):
        for part in value.alternatives if isinstance(value, Choice) else (value,):
            if not any(same(part, known) for known in alternatives):
                alternatives.append(part)
    anything = next((part for part in alternatives if isinstance(part, Unknown)), None)
    if anything is not None:
        alternatives = [part for part in alternatives if part is anything or isinstance(part, (Obj, BoundMethod, Native))]
    if len(alternatives) > MAX_ALTERNATIVES:
        return Unknown(Doubt("TC205", guard.reason, guard.place))
    return Choice(tuple(alternatives), guard) if len(alternatives) > 1 else alternatives[0]
