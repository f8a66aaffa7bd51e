"""States of objects, to tell whether one has changed."""

from typing import Any

from toolc.analysis.values import Container, Dict, Instance, List, Value


def parts_of(value: Value) -> tuple[Any, ...]:
    """Return the doubt about a container or an instance and what it holds, with what containers hold that it holds."""
    if not isinstance(value, (Container, Instance)):
        return ()
    held = _held(value)
    inner = (part for one in held if isinstance(one, Container) for part in _held(one))
    return (*held, *inner)


def _held(value: Container | Instance) -> tuple[Any, ...]:
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
