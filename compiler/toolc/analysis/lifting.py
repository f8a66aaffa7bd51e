"""Constants of Python as abstract values, and the way back."""

from collections.abc import Callable
from typing import Any

from toolc.analysis.namespaces import Namespace
from toolc.analysis.objects import enums, immutables
from toolc.analysis.protocol import Machine
from toolc.analysis.values import MISSING, SCALARS, Class, Container, Dict, Function, List, Value

MAX_DEPTH = 40  # of containers in containers


_READING = ("__iter__", "__getitem__", "__len__", "items", "keys", "values")
"""Methods through which a class of the program shows other elements than it holds."""


_COMPARING = (*_READING, "__eq__", "__lt__", "__gt__", "__le__", "__ge__", "__contains__", "__hash__", "__str__", "__format__")
"""Methods through which a class below `str` or `int` differs from these."""


def _is_own(cls: Class) -> Callable[[str], bool]:
    return lambda name: isinstance(cls.find(name), Function)


def concrete(vm: Machine, value: Value, depth: int = 0) -> Any:
    """Return a value of constants alone as Python's own. Raises ValueError for any other."""
    value = vm.plain(value)
    if isinstance(value, SCALARS):
        return value
    if (held := immutables.held_object(value)) is not MISSING:
        return held
    if depth > MAX_DEPTH or getattr(value, "taint", None) is not None:
        raise ValueError("not constant")
    if isinstance(value, Container) and value.cls is not None and any(value.cls.find(one) is not MISSING for one in _READING):
        raise ValueError("not constant")
    if isinstance(value, tuple):
        return tuple([concrete(vm, one, depth + 1) for one in value])
    if isinstance(value, List):
        return [concrete(vm, one, depth + 1) for one in value.items]
    if isinstance(value, Dict) and not isinstance(value, Namespace):
        keys = [concrete(vm, one, depth + 1) for one in value.items]
        if value.is_set:
            return set(keys)
        return {key: concrete(vm, one, depth + 1) for key, one in zip(keys, value.items.values(), strict=True)}
    if (inner := enums.worth_of(value)) is not value and not (value.cls.node and any(map(_is_own(value.cls), _COMPARING))):
        return concrete(vm, inner, depth + 1)
    raise ValueError("not constant")


def lift(value: Any) -> Value:
    """Return Python's own constants as abstract values."""
    if isinstance(value, list):
        return List([lift(one) for one in value])
    if isinstance(value, dict):
        return Dict({key: lift(one) for key, one in value.items()})
    if isinstance(value, (set, frozenset)):
        return Dict({one: one for one in sorted(value, key=repr)}, "set" if isinstance(value, set) else "frozenset")
    if isinstance(value, tuple):
        return tuple([lift(one) for one in value])
    return value
