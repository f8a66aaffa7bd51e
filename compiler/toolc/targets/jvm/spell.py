"""Shapes as types of Java and Kotlin, and as what reads them from JSON.

Takes the `Members` of a package and what a language calls the plain types, gives `Code`. Null stands for null where a value has
to be there, and for a key that is not there where it need not; what may be both is an `Opt`.
"""

from collections.abc import Mapping

from toolc.targets.code import Code, identifier
from toolc.targets.jvm.formats import CODECS, TYPES
from toolc.targets.jvm.members import Members
from toolc.targets.nominal.shapes import Json, ListOf, MapOf, Named, Nil, Nullable, Real, Shape, Text, Truth, Whole

_READERS: Mapping[type, str] = {Text: "text", Real: "real", Truth: "truth", Nil: "nil", Json: "any"}
_TYPES: Mapping[type, str] = {Text: "String", Real: "Double", Truth: "Boolean"}


class Speller:
    """Of one package. `nil` and `json`: the types of null and of any JSON."""

    def __init__(self, members: Members, nil: str, json: str) -> None:
        self.members = members
        self._types = {**_TYPES, Nil: nil, Json: json}

    def type(self, shape: Shape) -> Code:
        match self.members.behind(shape):
            case Named() as named:
                return identifier(named.name)
            case ListOf() as list_:
                return Code(f"List<{self.type(list_.item)}>")
            case MapOf() as map_:
                return Code(f"Map<String, {self.type(map_.value)}>")
            case Nullable() as nullable:
                return self.or_null(self.type(nullable.inner))
            case Whole() as whole:
                return Code("BigInteger" if whole.wide else "Long")
            case Text(format=format_) if format_:
                return Code(TYPES[format_])
            case other:
                return Code(self._types[type(other)])

    def or_null(self, type_: Code) -> Code:
        """The type with null among its values."""
        raise NotImplementedError

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
            case Text(format=format_) if format_:
                return Code(f"Codec::{CODECS[format_]}")
            case other:
                return Code(f"Codec::{_READERS[type(other)]}")
