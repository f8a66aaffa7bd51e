"""Shapes as Java types, and constants.

Takes shapes, gives `Code`. Null is a value of a class; what has to be there is primitive where Java has that.
"""

from toolc.targets.code import Code
from toolc.targets.java.encode import string
from toolc.targets.jvm import spell
from toolc.targets.jvm.members import Members
from toolc.targets.nominal.shapes import ListOf, MapOf, Nil, Nullable, Shape, Text, Truth, Whole

_PRIMITIVES = {"Double": "double", "Boolean": "boolean", "Long": "long"}


class Speller(spell.Speller):
    """Of one package."""

    def __init__(self, members: Members) -> None:
        super().__init__(members, nil="NullNode", json="JsonNode")

    def or_null(self, type_: Code) -> Code:
        return type_

    def needed_type(self, shape: Shape) -> Code:
        """The type of what has to be there: a primitive one where Java has it."""
        name = self.type(shape)
        return name if self.nullable(shape) else Code(_PRIMITIVES.get(name, name))

    def nullable(self, shape: Shape) -> bool:
        return isinstance(self.members.behind(shape), Nullable)

    def collects(self, shape: Shape) -> bool:
        """Return `True` if a shape is a list or a map, nullable or not."""
        behind = self.members.behind(shape)
        if isinstance(behind, Nullable):
            behind = self.members.behind(behind.inner)
        return isinstance(behind, ListOf | MapOf)


def literal(value: object, shape: Shape) -> Code:
    """A constant, as the type of its shape."""
    match shape:
        case Text():
            return string(str(value))
        case Truth():
            return Code("true" if value else "false")
        case Nil():
            return Code("NullNode.getInstance()")
        case Whole(wide=True):
            return Code(f'new BigInteger("{int(str(value))}")')
        case Whole():
            return Code(f"{int(str(value))}L")
    return Code(repr(float(str(value))))
