"""Docstrings: descriptions, and constraints that a type cannot express.

Takes properties and texts, gives lines of docstrings.
"""

from typing import Any

from toolc.ir import Array, Null, Property, Type, Union
from toolc.targets.constraints import constraints
from toolc.targets.python.encode import prose
from toolc.targets.python.layout import flat
from toolc.targets.python.literal import literal
from toolc.targets.python.spell import spell_type

LONGEST = 76
"""How far in columns a description and remarks stand in one line."""


def of_property(property_: Property) -> list[str]:
    """Return the lines of the docstring below a field."""
    said = [_size(property_.type)]
    if property_.has_default:
        said.append(f"Default: {_short(property_.default)}.")
    if property_.deprecated:
        said.append("Deprecated.")
    remarks = " ".join(one for one in said if one)
    about = property_.doc.strip()
    lines = prose(about)
    if remarks and len(lines) == 1 and len(about) + len(remarks) < LONGEST:
        return prose(f"{_sentence(about)} {remarks}")
    return [*lines, "", *prose(remarks)] if lines and remarks else lines or prose(remarks)


def of_keys(properties: tuple[Property, ...]) -> list[str]:
    """The docs of all fields, for a declaration that has no place of their own for them."""
    lines: list[str] = []
    for one in properties:
        if said := of_property(one):
            lines += [f"{prose(repr(one.name))[0]}:", *(f"    {line}" if line else "" for line in said)]
    return lines


def _size(type_: Type) -> str:
    """Return the constraints of a type that its annotation does not express."""
    limits = constraints(type_)
    if ordered := _in_order(type_):
        return ordered
    return "" if limits == "Integer." else limits


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", ":", "。")) else f"{text}."


def _short(value: Any) -> str:
    text = " ".join(literal(value).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def _in_order(type_: Type) -> str:
    """The items of a list of which each has a type of its own: a list type tells only what they are all together."""
    if isinstance(type_, Union):
        members = [member for member in type_.members if not isinstance(member, Null)]
        return _in_order(members[0]) if len(members) == 1 else ""
    if not isinstance(type_, Array) or not type_.prefix:
        return ""
    items = [flat(spell_type(one)) for one in type_.prefix]
    rest = [] if type_.rest is None else [f"further ones {flat(spell_type(type_.rest))}"]
    needed = f" At least {type_.min_items}." if type_.min_items < len(items) else ""
    return f"Items in order: {', '.join([*items, *rest])}.{needed}"
