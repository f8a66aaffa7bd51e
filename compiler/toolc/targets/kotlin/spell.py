"""Shapes as Kotlin types, and constants.

Takes shapes, gives `Code`. A type with `?` has null among its values.
"""

from toolc.targets.code import Code
from toolc.targets.jvm import spell
from toolc.targets.jvm.members import Members
from toolc.targets.kotlin.encode import string
from toolc.targets.nominal.shapes import Nil, Shape, Text, Truth, Whole


class Speller(spell.Speller):
    """Of one package."""

    def __init__(self, members: Members) -> None:
        super().__init__(members, nil="JsonNull", json="JsonElement")

    def or_null(self, type_: Code) -> Code:
        return Code(f"{type_.removesuffix('?')}?")


def literal(value: object, shape: Shape) -> Code:
    """A constant, as the type of its shape."""
    match shape:
        case Text():
            return string(str(value))
        case Truth():
            return Code("true" if value else "false")
        case Nil():
            return Code("JsonNull")
        case Whole(wide=True):
            return Code(f'BigInteger("{int(str(value))}")')
        case Whole():
            return whole(int(str(value)))
    return Code(repr(float(str(value))))


def whole(value: int) -> Code:
    """A Long; the least one has no literal."""
    return Code("Long.MIN_VALUE" if value == -(2**63) else f"{value}L")
