"""Texts of a format that a language has a class for.

Takes view types and defaults, and what reads a text of each format; tells which texts have a class, and whether a default can
be read as one.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain, repeat
from typing import Any

from toolc.ir import Array, Object, Ref, String, Type, Union
from toolc.targets.complete import takes

Readers = Mapping[str, Callable[[str], object]]
"""By format, what reads a text; it raises `ValueError` for one that is none."""


def native(type_: String, formats: Collection[str]) -> str:
    """The format of a text that has a class; "" where it stays a text, as one with limits of its own does."""
    own = type_.format or ""
    return own if own in formats and type_ == String(format=own) else ""


def reads_default(type_: Type, value: Any, types: Mapping[str, Type], readers: Readers) -> bool | None:
    """Return `True` if all texts of a default that have a class can be read as one, `None` if there are none."""
    found = [_reads(readers[format_], text) for format_, text in _texts(type_, value, types, readers)]
    return all(found) if found else None


def _reads(reader: Callable[[str], object], text: str) -> bool:
    try:
        reader(text)
    except ValueError:
        return False
    return True


def _texts(type_: Type, value: Any, types: Mapping[str, Type], formats: Collection[str]) -> Iterator[tuple[str, str]]:
    """The format and text of each part of a value that has a class."""
    match type_:
        case Ref():
            yield from _texts(types[type_.name], value, types, formats)
        case Union():
            for member in type_.members:
                if takes(member, value, types):
                    yield from _texts(member, value, types, formats)
        case String() if isinstance(value, str) and (own := native(type_, formats)):
            yield own, value
        case Array() if isinstance(value, list | tuple):
            for one, item in zip(chain(type_.prefix, repeat(type_.rest)), value, strict=False):
                if one is not None:
                    yield from _texts(one, item, types, formats)
        case Object() if isinstance(value, dict):
            declared = {one.name: one.type for one in type_.properties}
            for key, item in value.items():
                part = declared.get(key, type_.extra)
                if part is not None:
                    yield from _texts(part, item, types, formats)
