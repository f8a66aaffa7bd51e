"""States of objects, to tell whether one has changed."""

from typing import Any

from toolc.analysis.json_schemas import JsonSchema
from toolc.analysis.protocol import Machine
from toolc.analysis.values import Container, Dict, Instance, List, Value

MAX_DEPTH = 8  # of containers in containers


def parts_of(value: Value) -> tuple[Any, ...]:
    """Return the doubt about a container or an instance and what it holds, with what containers hold that it holds.

    A JSON Schema is computed when it is looked into, and not for this.
    """
    held = _parts(value)
    return (*held, *(part for one in held if isinstance(one, Container) for part in _parts(one)))


def _parts(value: Value) -> tuple[Any, ...]:
    if not isinstance(value, (Container, Instance)) or isinstance(value, JsonSchema):
        return ()
    if isinstance(value, List):
        return value.taint, *value.items
    if isinstance(value, Dict):
        return value.taint, *value.items.keys(), *value.items.values()
    return value.taint, *value.cells.keys(), *value.cells.values()


def is_as_before(value: Value, before: tuple[Any, ...]) -> bool:
    """Return `True` if a value has the very parts that it had."""
    now = parts_of(value)
    return len(now) == len(before) and all(one is other for one, other in zip(now, before, strict=True))


def is_changed(value: Instance) -> bool:
    """Return `True` if an object with fields is not as it was made."""
    return value.made_as is not None and not is_as_before(value, value.made_as)


def inputs_in(vm: Machine, value: Value, depth: int = 0) -> frozenset[str]:
    """Return the inputs that a value, or what a container holds, depends on."""
    found = vm.inputs_of(value)
    value = vm.plain(value)
    if depth < MAX_DEPTH:
        parts = value if isinstance(value, tuple) else _parts(value) if isinstance(value, Container) else ()
        found = found.union(*(inputs_in(vm, one, depth + 1) for one in parts))
    return found
