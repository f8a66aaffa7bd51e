"""Sets of a function that is followed: the methods of theirs that give another set or an answer, and what changes one in place.

Takes the set and what it is combined with, gives the result or raises `NotSupported`. The order of a set never shows.
"""

from collections.abc import Callable, Sequence
from typing import Any

from toolc.bind.interpret.expressions import key_of
from toolc.bind.interpret.frame import Machine, NotSupported, PythonError

_GIVES: dict[str, Callable[[Any, set[Any]], Any]] = {
    "union": lambda owner, other: owner.union(other),
    "intersection": lambda owner, other: owner.intersection(other),
    "difference": lambda owner, other: owner.difference(other),
    "symmetric_difference": lambda owner, other: owner.symmetric_difference(other),
    "issubset": lambda owner, other: owner.issubset(other),
    "issuperset": lambda owner, other: owner.issuperset(other),
    "isdisjoint": lambda owner, other: owner.isdisjoint(other),
}
_CHANGES: dict[str, Callable[[set[Any], set[Any]], None]] = {
    "update": lambda owner, other: owner.update(other),
    "intersection_update": lambda owner, other: owner.intersection_update(other),
    "difference_update": lambda owner, other: owner.difference_update(other),
    "symmetric_difference_update": lambda owner, other: owner.symmetric_difference_update(other),
}
IN_PLACE = {"|": "update", "&": "intersection_update", "-": "difference_update", "^": "symmetric_difference_update"}
"""Methods that `owner op= other` calls on sets."""


def of_set(machine: Machine, owner: Any, name: str, args: Sequence[Any]) -> Any:
    """`owner.name(*args)`."""
    match name, list(args):
        case "copy", []:
            return machine.weigh(type(owner)(owner))
        case "clear", [] if isinstance(owner, set):
            return owner.clear()
        case (("add" | "discard" | "remove"), [item]) if isinstance(owner, set):
            return _one(owner, name, key_of(item))
        case _, [other] if name in _GIVES:
            return machine.weigh(_GIVES[name](owner, _elements(machine, other)))
        case _, [other] if name in _CHANGES and isinstance(owner, set):
            return _CHANGES[name](owner, machine.weigh(_elements(machine, other)))
        case _:
            raise NotSupported(f"the method {name} is not evaluated")


def _one(owner: set[Any], name: str, item: Any) -> None:
    if name == "add":
        owner.add(item)
    elif item in owner or name == "discard":
        owner.discard(item)
    else:
        raise PythonError("KeyError")


def _elements(machine: Machine, other: Any) -> set[Any]:
    return set(other) if isinstance(other, (set, frozenset)) else {key_of(one) for one in machine.items(other)}
