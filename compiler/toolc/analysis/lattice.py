"""The order of values: which are certainly the same, and an upper bound of two."""

from collections import Counter
from collections.abc import Collection
from functools import partial
from itertools import takewhile
from operator import ne
from typing import Any

from toolc.analysis.doubts import Doubt, Guard, UnknownOrder, ignore_order
from toolc.analysis.values import (
    MAX_ALTERNATIVES,
    MISSING,
    SCALARS,
    BoundMethod,
    Choice,
    Class,
    Coroutine,
    Dict,
    Function,
    Instance,
    Iterator,
    LibraryMethod,
    LibraryObject,
    List,
    Maybe,
    Missed,
    Module,
    Native,
    Obj,
    Symbol,
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


def identity(part: Value) -> Any:
    """A key that two elements have in common if they are certainly equal: their object, or the type and value of a scalar."""
    value = part.value if isinstance(part, Maybe) else part
    return (type(value), value) if isinstance(value, SCALARS) else id(value)


def is_unordered(value: Value) -> bool:
    """Return `True` if several elements come in an unknown order: a set's varies between runs, with the hash seed."""
    if isinstance(value, Dict) and value.kind in ("set", "frozenset"):
        return len(value.items) > 1
    several = isinstance(value, Iterator) or (isinstance(value, (List, Dict)) and len(value.items) > 1)
    return several and isinstance(value.taint, UnknownOrder)


def is_partly_known(value: Value) -> bool:
    """Return `True` if a part of a value is not known, so that an operation may fail for some of what the value may be."""
    if isinstance(value, (Unknown, Choice, Maybe, Missed)):
        return True
    if not isinstance(value, (List, Dict)):
        return False
    parts = value.items if isinstance(value, List) else value.items.values()
    return ignore_order(value.taint) is not None or any(isinstance(one, (Maybe, Unknown, Choice)) for one in parts)


def merged_keys(one: Collection[Any], other: Collection[Any]) -> tuple[list[Any], bool]:
    """Return the keys of two dicts in an order that holds for both, and `True` if there is such an order."""
    if [key for key in other if key in one] != [key for key in one if key in other]:
        return [*one, *(key for key in other if key not in one)], False
    merged: list[Any] = []
    rest = iter(other)
    for key in one:
        if key in other:  # in front of it stands what only the other has there
            merged.extend(takewhile(partial(ne, key), rest))
        merged.append(key)
    return [*merged, *rest], True


def merged_rows(rows: list[list[Value]], guard: Guard) -> list[Value] | None:
    """Return the elements of several rows, of which a condition selects one, in an order that holds for all; None if none does.

    An element that a row lacks is conditional. Equal elements of one row are told apart by their number.
    """
    numbered: list[dict[Any, Value]] = []
    for row in rows:
        seen: Counter[Any] = Counter()
        numbered.append({})
        for element in row:
            key = identity(element)
            seen[key] += 1
            numbered[-1][key, seen[key]] = element
    merged = numbered[0]
    for further in numbered[1:]:
        keys, in_order = merged_keys(merged, further)
        if not in_order:
            return None
        merged = {key: merged.get(key, further.get(key)) for key in keys}
    found: list[Value] = []
    for key, element in merged.items():
        everywhere = all(key in row and not isinstance(row[key], Maybe) for row in numbered)
        inner = element.value if isinstance(element, Maybe) else element
        found.append(inner if everywhere else Maybe(inner, guard))
    return found


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


def origin_of(value: Value) -> str:
    """The dotted name of the library's name from which a value came, by calls and attributes; "" for any other value."""
    while isinstance(value, (LibraryMethod, LibraryObject)):
        value = value.owner if isinstance(value, LibraryMethod) else value.callee
    return value.name if isinstance(value, Symbol) else ""


_KINDS = {Iterator: "an iterator", Coroutine: "a coroutine", List: "a list", Dict: "a dict"}


def describe(owner: Value) -> str:
    """A value in words, for messages."""
    if isinstance(owner, (Function, Class, Module)):
        return f"`{owner.name}`"
    if isinstance(owner, (Symbol, Native)):
        return f"`{owner.name}`"
    if isinstance(owner, Instance):
        return f"an instance of `{owner.cls.name}`"
    if isinstance(owner, LibraryObject):
        return f"the result of {describe(owner.callee)}"
    if isinstance(owner, LibraryMethod):
        return f"`{owner.name}` of {describe(owner.owner)}"
    return _KINDS.get(type(owner), "a value")
