"""Shapes as Rust types.

Takes the declarations of a package, gives `Code`, and notes in `used` what of other modules it mentions. A box stands where a
value would otherwise hold one of its own kind.
"""

from collections.abc import Iterator, Mapping, Sequence

from toolc.targets.code import Code
from toolc.targets.nominal.recursion import circular
from toolc.targets.nominal.recursive_aliases import recursive_aliases
from toolc.targets.nominal.shapes import (
    Alias,
    Declaration,
    Json,
    ListOf,
    MapOf,
    Named,
    Nil,
    Nullable,
    OneOf,
    Real,
    Record,
    Shape,
    Text,
    Truth,
    Tuple,
    Whole,
)
from toolc.targets.rust.encode import identifier

_TYPES: Mapping[type, str] = {Text: "String", Real: "f64", Truth: "bool", Nil: "()", Json: "Json"}

FORMATS: Mapping[str, str] = {
    "uuid": "uuid::Uuid",
    "date": "chrono::NaiveDate",
    "date-time": "chrono::DateTime<chrono::FixedOffset>",
}
"""By format, the type of a text that has one."""


class Speller:
    """`by_name`: every declaration."""

    def __init__(self, declarations: Sequence[Declaration]) -> None:
        self.by_name = {one.name: one for one in declarations}
        self.used: set[str] = set()
        self._held = circular({one.name: tuple(_held_declarations(one)) for one in declarations})
        self._endless = recursive_aliases(declarations)

    def type(self, shape: Shape, owner: str = "") -> Code:
        """`owner`: the struct that a value stands in, if it stands there itself, not in a list."""
        match shape:
            case Named():
                name = identifier(shape.name)
                return Code(f"Box<{name}>") if (owner, shape.name) in self._held else name
            case ListOf():
                return Code(f"Vec<{self.type(shape.item)}>")
            case MapOf():
                return self.map(shape.value)
            case Nullable():
                return Code(f"Option<{self.type(shape.inner, owner)}>")
            case Whole():
                return self._import("Number") if shape.wide else Code("i64")
            case Json():
                return self._import("Json")
            case Text(format=format_) if format_:
                return Code(FORMATS[format_])
        return Code(_TYPES[type(shape)])

    def map(self, value: Shape) -> Code:
        return Code(f"{self._import('BTreeMap')}<String, {self.type(value)}>")

    def _import(self, name: str) -> Code:
        self.used.add(name)
        return Code(name)

    def is_type(self, alias: Alias) -> bool:
        """Return `True` if an alias is recursive, so that Rust needs a type of its own for it."""
        return alias.name in self._endless


def _held_declarations(declaration: Declaration) -> Iterator[str]:
    """The declarations of which a value of this one may hold one."""
    match declaration:
        case Record():
            shapes: Sequence[Shape] = [one.shape for one in declaration.fields]
        case Tuple():
            shapes = declaration.items
        case Alias():
            shapes = [declaration.shape]
        case OneOf():
            shapes = [one.shape for one in declaration.variants]
        case _:
            shapes = []
    inner = (one.inner if isinstance(one, Nullable) else one for one in shapes)
    return (one.name for one in inner if isinstance(one, Named))
