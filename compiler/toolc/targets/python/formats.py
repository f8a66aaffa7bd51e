"""Classes of the standard library for texts of a format.

Takes view types and defaults, tells which class a text is read as, and whether a default can be read so.
"""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, repeat
from typing import Any
from uuid import UUID

from toolc.ir import Array, Object, Ref, String, Type, Union
from toolc.targets.complete import takes

_CLASSES: Mapping[str, tuple[str, Callable[[str], object]]] = {
    "uuid": ("UUID", UUID),
    "date": ("dt.date", dt.date.fromisoformat),
    "date-time": ("dt.datetime", dt.datetime.fromisoformat),
    "time": ("dt.time", dt.time.fromisoformat),
}
"""By format, the name of a class and what reads a text of it."""

DATES = frozenset({"dt.date", "dt.datetime", "dt.time"})
"""Classes in the module `datetime`, which is imported as `dt`."""

NAMES = frozenset({"dt", "UUID"})
"""Names that a module imports for them."""


def native_class(type_: String) -> str:
    """The class of a text; "" where it stays a text, as one with limits of its own does."""
    found = _CLASSES.get(type_.format or "")
    return found[0] if found and type_ == String(format=type_.format) else ""


def reads_default(type_: Type, value: Any, types: Mapping[str, Type]) -> bool | None:
    """Return `True` if all texts of a default that have a class can be read as one, `None` if there are none."""
    found = [_reads(format_, text) for format_, text in _texts(type_, value, types)]
    return all(found) if found else None


def _reads(format_: str, text: str) -> bool:
    try:
        _CLASSES[format_][1](text)
    except ValueError:
        return False
    return True


def _texts(type_: Type, value: Any, types: Mapping[str, Type]) -> Iterator[tuple[str, str]]:
    """The format and text of each part of a value that has a class."""
    match type_:
        case Ref():
            yield from _texts(types[type_.name], value, types)
        case Union():
            for member in type_.members:
                if takes(member, value, types):
                    yield from _texts(member, value, types)
        case String() if isinstance(value, str) and native_class(type_):
            yield type_.format or "", value
        case Array() if isinstance(value, list | tuple):
            for one, item in zip(chain(type_.prefix, repeat(type_.rest)), value, strict=False):
                if one is not None:
                    yield from _texts(one, item, types)
        case Object() if isinstance(value, dict):
            declared = {one.name: one.type for one in type_.properties}
            for key, item in value.items():
                one = declared.get(key, type_.extra)
                if one is not None:
                    yield from _texts(one, item, types)
