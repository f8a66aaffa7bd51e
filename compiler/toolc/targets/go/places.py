"""One key of a struct, or one item of a tuple: its type in Go, and what writes and reads it.

Takes a shape and whether a value has to be there. What need not be there is nil, or an `Opt` where nil would be null.
"""

from msgspec import Struct

from toolc.targets.code import Code
from toolc.targets.go.spell import Speller
from toolc.targets.nominal.shapes import Json, ListOf, MapOf, Nullable, Shape


class Place(Struct, frozen=True):
    """`kind` of its value: there (`needed`), nil where it is not (`nil`), or an `Opt` (`opt`).

    `empty`: the shape is a list or a map, which is written as an empty one where it is nil.
    """

    type: Code
    reader: Code
    kind: str
    empty: str = ""


def place(owner: str, shape: Shape, needed: bool, speller: Speller) -> Place:
    """`owner`: the declaration it is a part of."""
    type_, reader = speller.type(shape), speller.reader(shape)
    behind = speller.behind(shape)
    if needed and speller.needs_pointer(owner, shape):
        return Place(Code(f"*{type_}"), Code(f"pointerTo({reader})"), "needed")
    if needed:
        return Place(type_, reader, "needed", {ListOf: "List", MapOf: "Map"}.get(type(behind), ""))
    if isinstance(shape, Nullable):
        return Place(Code(f"{speller.support}Opt[{speller.type(shape.inner)}]"), speller.reader(shape.inner), "opt")
    if isinstance(behind, Json):
        return Place(Code(f"{speller.support}Opt[any]"), reader, "opt")
    if speller.has_nil(shape):
        return Place(type_, reader, "nil")
    return Place(Code(f"*{type_}"), Code(f"pointerTo({reader})"), "nil")
