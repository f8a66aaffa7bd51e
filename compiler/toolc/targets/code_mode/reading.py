"""Reading of declared results from answers without structured content.

Takes a tool with the type of its result, returns a `Reading`, or `None` where two values of that type are sent alike. Sources:
`_convert_to_content` of mcp 1.30.0 and 2.3.0, and of fastmcp 4.1.2.
"""

from collections.abc import Sequence
from typing import Literal

from toolc.ir import Array, Constants, Null, Ref, String, Type, Union
from toolc.targets.complete import Types

Reading = Literal["", "text", "text items", "data items", "whole items"]
"""As JSON where it is that; as the text that it is; as a list with one block of text for each item; as a list in one block, or
in none where it is empty."""

_SPREADING, _JOINING = "mcp", "fastmcp"
"""Systems whose servers send None, and an empty list, as no block at all. The first sends each item of a list in a block."""


def how_to_read(type_: Type, system: str, types: Types) -> Reading | None:
    """Return how values of a type are read. Returns `None` if what is sent does not tell them apart."""
    members = _members(type_, types)
    present = [one for one in members if not isinstance(one, Null)]
    texts = [_is_text(one) for one in present]
    if any(texts):
        return "text" if all(texts) else None
    lists = [one for one in present if isinstance(one, Array)]
    if not lists or system not in (_SPREADING, _JOINING):
        return ""
    if len(members) > 1:  # beside None or something else, an empty list or a list of one may be either
        return None
    return "whole items" if system == _JOINING or lists[0].unique else _spread(lists[0], types)


def _spread(array: Array, types: Types) -> Reading | None:
    """A list of which each item is a block: lists inside of it are spread as well, and None is left out."""
    items = [one for item in (*array.prefix, *([] if array.rest is None else [array.rest])) for one in _members(item, types)]
    if any(isinstance(one, Array | Null) for one in items):
        return None
    texts = [_is_text(one) for one in items]
    return "data items" if not any(texts) else "text items" if all(texts) else None


def _members(type_: Type, types: Types, depth: int = 0) -> Sequence[Type]:
    """The members of a union, and of the unions that names in it stand for."""
    if isinstance(type_, Ref) and type_.name in types and depth < 8:
        return _members(types[type_.name], types, depth + 1)
    if isinstance(type_, Union):
        return [one for member in type_.members for one in _members(member, types, depth)]
    return [type_]


def _is_text(type_: Type) -> bool:
    if isinstance(type_, Constants):
        return all(isinstance(value, str) for value in type_.values)
    return isinstance(type_, String)
