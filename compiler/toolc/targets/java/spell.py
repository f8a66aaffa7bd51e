"""Shapes as Java types, and as what reads them from JSON.

Takes the `Members` of a package, gives `Code`. Null stands for null where a value has to be there, and for a key that is not
there where it need not; what may be both is an `Opt`.
"""

from collections.abc import Mapping

from toolc.targets.code import Code
from toolc.targets.java.encode import identifier, string
from toolc.targets.jvm.members import Members
from toolc.targets.nominal.shapes import Json, ListOf, MapOf, Named, Nil, Nullable, Real, Shape, Text, Truth, Whole

_READERS: Mapping[type, str] = {Text: "text", Real: "real", Truth: "truth", Nil: "nil", Json: "any"}
_TYPES: Mapping[type, str] = {Text: "String", Real: "Double", Truth: "Boolean", Nil: "NullNode", Json: "JsonNode"}
_PRIMITIVES = {"Double": "double", "Boolean": "boolean", "Long": "long"}


class Speller:
    """Of one package."""

    def __init__(self, members: Members) -> None:
        self.members = members

    def type(self, shape: Shape) -> Code:
        """A type that null is a value of."""
        match self.members.behind(shape):
            case Named() as named:
                return identifier(named.name)
            case ListOf() as list_:
                return Code(f"List<{self.type(list_.item)}>")
            case MapOf() as map_:
                return Code(f"Map<String, {self.type(map_.value)}>")
            case Nullable() as nullable:
                return self.type(nullable.inner)
            case Whole() as whole:
                return Code("BigInteger" if whole.wide else "Long")
            case other:
                return Code(_TYPES[type(other)])

    def needed(self, shape: Shape) -> Code:
        """The type of what has to be there: a primitive one where Java has it."""
        name = self.type(shape)
        return name if self.nullable(shape) else Code(_PRIMITIVES.get(name, name))

    def reader(self, shape: Shape) -> Code:
        """The function that takes JSON and gives a value of the type, or throws."""
        match self.members.behind(shape):
            case Named() as named:
                return Code(f"{identifier(named.name)}::fromJson")
            case ListOf() as list_:
                return Code(f"Codec.list({self.reader(list_.item)})")
            case MapOf() as map_:
                return Code(f"Codec.map({self.reader(map_.value)})")
            case Nullable() as nullable:
                return Code(f"Codec.orNull({self.reader(nullable.inner)})")
            case Whole() as whole:
                return Code("Codec::digits" if whole.wide else "Codec::whole")
            case other:
                return Code(f"Codec::{_READERS[type(other)]}")

    def nullable(self, shape: Shape) -> bool:
        return isinstance(self.members.behind(shape), Nullable)

    def collects(self, shape: Shape) -> bool:
        """Whether a value is a list or a map, or null."""
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
