"""Views of dicts in the heap: `keys()`, `values()` and `items()` show what the dict has when they are read.

Source: the library reference of CPython 3.11, "Dictionary view objects".
"""

from typing import Any

from toolc.analysis.doubts import Doubt
from toolc.analysis.objects.keys import of_key
from toolc.analysis.protocol import Machine
from toolc.analysis.values import MISSING, Dict, List, Maybe, Obj, Value


class KeysView(Dict):
    """`dict.keys()`: a set of the keys."""

    __slots__ = ("owner",)
    is_view = True

    def __init__(self, owner: Dict) -> None:
        self.owner = owner
        Obj.__init__(self)
        self.cls, self.kind, self.factory = None, "view", MISSING

    @property
    def keeper(self) -> Obj:
        """The dict."""
        return self.owner.keeper

    @property
    def items(self) -> dict[Any, Value]:  # type: ignore[override]  # a slot of all other dicts
        shown = ((key, of_key(key), one) for key, one in self.owner.items.items())
        return {key: Maybe(held, one.guard) if isinstance(one, Maybe) else held for key, held, one in shown}

    @property
    def taint(self) -> Doubt | None:  # a slot of all other objects
        return self.owner.taint

    @taint.setter
    def taint(self, doubt: Doubt | None) -> None:
        if doubt is not None:
            self.owner.taint = doubt


class PartsView(List):
    """`dict.values()` and `dict.items()`: the values, or pairs of key and value, in the order of the dict."""

    __slots__ = ("owner", "pairs")
    is_view = True

    def __init__(self, owner: Dict, pairs: bool) -> None:
        self.owner, self.pairs = owner, pairs
        Obj.__init__(self)
        self.cls, self.kind = None, "view"

    @property
    def keeper(self) -> Obj:
        """The dict."""
        return self.owner.keeper

    @property
    def items(self) -> list[Value]:  # type: ignore[override]  # a slot of all other lists
        return [self._part(key, one) for key, one in self.owner.items.items()]

    def _part(self, key: Value, one: Value) -> Value:
        value = one.value if isinstance(one, Maybe) else one
        shown = (of_key(key), value) if self.pairs else value
        return Maybe(shown, one.guard) if isinstance(one, Maybe) else shown

    @property
    def taint(self) -> Doubt | None:  # a slot of all other objects
        return self.owner.taint

    @taint.setter
    def taint(self, doubt: Doubt | None) -> None:
        if doubt is not None:
            self.owner.taint = doubt


def as_sets(vm: Machine, left: Value, right: Value) -> tuple[Dict, Dict] | None:
    """Return the operands of a set operation, views as the sets of what they show; None where one is no dict, set or view."""
    views = any(isinstance(one, (KeysView, PartsView)) for one in (left, right))
    found = [_as_set(vm, one) if views else one for one in (left, right)]
    one, other = found
    return (one, other) if isinstance(one, Dict) and isinstance(other, Dict) else None


def compared_sets(vm: Machine, left: Value, right: Value) -> tuple[Dict, Dict] | bool | None:
    """Return the sets that two operands of a comparison are, if one is a view; `False` if such a view is equal to nothing else,
    `None` if there is no view."""
    if not any(isinstance(one, (KeysView, PartsView)) for one in (left, right)):
        return None
    if left is right:
        return True
    if not all(isinstance(one, KeysView) or _is_pairs(one) or (isinstance(one, Dict) and one.is_set) for one in (left, right)):
        return False
    one, other = _as_set(vm, left), _as_set(vm, right)
    assert isinstance(one, Dict)
    assert isinstance(other, Dict)
    return one, other


def _is_pairs(value: Value) -> bool:
    return isinstance(value, PartsView) and value.pairs


def _as_set(vm: Machine, value: Value) -> Value:
    """A view, or what is combined with one, as a set."""
    if isinstance(value, tuple):
        return vm.new_set(List(list(value)))
    if isinstance(value, KeysView):
        return vm.new_set(List(list(value.items.values())))
    if isinstance(value, List) and (value.kind != "view" or (isinstance(value, PartsView) and value.pairs)):
        return vm.new_set(value)
    return value


def has_conditional(*owners: Dict) -> bool:
    """Return `True` if an item or element of one is there under a condition only."""
    return any(isinstance(one, Maybe) for owner in owners for one in owner.items.values())


def combine_views(vm: Machine, op: str, left: Dict, right: Dict) -> dict[Any, Value]:
    """The items of a union, intersection or difference: what either has under a condition, the result has under that."""
    one, other = left.items, right.items
    alone = {key: value for key, value in one.items() if key not in other}
    further = {key: value for key, value in other.items() if key not in one}
    both = {key: (value, other[key]) for key, value in one.items() if key in other}
    match op:
        case "|":
            return {key: _later(vm, *both[key]) if key in both else value for key, value in one.items()} | further
        case "&":
            return {key: second if isinstance(second, Maybe) else first for key, (first, second) in both.items()}
        case "-":
            lacking = {key: second for key, (_, second) in both.items() if isinstance(second, Maybe)}
        case _:
            lacking = {
                key: two[isinstance(two[1], Maybe)] for key, two in both.items() if any(isinstance(x, Maybe) for x in two)
            }
    kept = {key: Maybe(key, maybe.guard) for key, maybe in lacking.items()}
    return {**alone, **kept, **(further if op == "^" else {})}


def _later(vm: Machine, first: Value, second: Value) -> Value:
    """The value of a key that both have: that of the second, where it is there."""
    return vm.join(first, second.value, second.guard) if isinstance(second, Maybe) else second
