"""Shapes as Go types, and as what reads them from JSON.

Takes the declarations of a package, gives `Code`. A list, a map, an interface and `any` have nil for null or for a key that is
not there; anything else has a pointer, and `Opt` what may be both.
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

_READERS: Mapping[type, str] = {Text: "asText", Real: "asNumber", Truth: "asBool", Nil: "asNull", Json: "asJSON"}
_TYPES: Mapping[type, str] = {Text: "string", Real: "float64", Truth: "bool", Json: "any"}

FORMATS: Mapping[str, tuple[str, str]] = {
    "uuid": ("UUID", "asUUID"),
    "date": ("Date", "asDate"),
    "date-time": ("time.Time", "asTime"),
}
"""By format, the type of a text that has one, and its reader."""


class Speller:
    """`by_name`: every declaration. `support`: what stands before a type of support code."""

    def __init__(self, declarations: Sequence[Declaration], support: str = "") -> None:
        self.support = support
        self.by_name = {one.name: one for one in declarations}
        self._held = circular({one.name: tuple(_held_declarations(one)) for one in declarations})
        self._endless = recursive_aliases(declarations)

    def type(self, shape: Shape) -> Code:
        match shape:
            case Named():
                return Code(shape.name)
            case ListOf():
                return Code(f"[]{self.type(shape.item)}")
            case MapOf():
                return Code(f"map[string]{self.type(shape.value)}")
            case Nullable():
                return Code(f"{'' if self.has_nil(shape.inner) else '*'}{self.type(shape.inner)}")
            case Whole():
                return Code("json.Number" if shape.wide else "int64")
            case Text(format=format_) if format_:
                return Code(FORMATS[format_][0] if "." in FORMATS[format_][0] else f"{self.support}{FORMATS[format_][0]}")
            case Nil():
                return Code(f"{self.support}None")
            case _:
                return Code(_TYPES[type(shape)])

    def reader(self, shape: Shape) -> Code:
        """The function that takes JSON and gives a value of the type, or an error."""
        match shape:
            case Named():
                return self._named_reader(shape)
            case ListOf():
                return Code(f"listOf({self.reader(shape.item)})")
            case MapOf():
                return Code(f"mapOf({self.reader(shape.value)})")
            case Nullable():
                return Code(f"{'orNil' if self.has_nil(shape.inner) else 'orNull'}({self.reader(shape.inner)})")
            case Whole():
                return Code("asDigits" if shape.wide else "asWhole")
            case Text(format=format_) if format_:
                return Code(FORMATS[format_][1])
            case _:
                return Code(_READERS[type(shape)])

    def _named_reader(self, shape: Named) -> Code:
        declaration = self.by_name[shape.name]
        if isinstance(declaration, OneOf):
            return Code(f"decode{shape.name}")
        if isinstance(declaration, Alias) and not self.is_type(declaration):
            return self.reader(declaration.shape)
        return Code(f"as[{shape.name}]")

    def has_nil(self, shape: Shape) -> bool:
        """Return `True` if nil is a value of the type."""
        behind = self.behind(shape)
        return isinstance(behind, ListOf | MapOf | Json) or (
            isinstance(behind, Named) and isinstance(self.by_name[behind.name], OneOf)
        )

    def behind(self, shape: Shape) -> Shape:
        """Return the shape behind aliases."""
        seen = set()
        while isinstance(shape, Named) and shape.name not in seen:
            seen.add(shape.name)
            declaration = self.by_name[shape.name]
            if not isinstance(declaration, Alias):
                break
            shape = declaration.shape
        return shape

    def is_type(self, declaration: Alias) -> bool:
        """Return `True` if an alias is recursive, so that Go needs a defined type for it."""
        return declaration.name in self._endless

    def takes_methods(self, shape: Shape) -> bool:
        """Return `True` if a shape is a defined type in Go other than an interface, which can have methods."""
        if not isinstance(shape, Named):
            return False
        declaration = self.by_name[shape.name]
        return self.is_type(declaration) if isinstance(declaration, Alias) else not isinstance(declaration, OneOf)

    def needs_pointer(self, owner: str, shape: Shape) -> bool:
        """Return `True` if a field needs a pointer, since its struct would contain itself."""
        return isinstance(shape, Named) and (owner, shape.name) in self._held


def _held_declarations(declaration: Declaration) -> Iterator[str]:
    """The declarations of which each value of this one holds one."""
    match declaration:
        case Record():
            shapes: Sequence[Shape] = [one.shape for one in declaration.fields if one.is_required]
        case Tuple():
            shapes = declaration.items[: declaration.needed]
        case Alias():
            shapes = [declaration.shape]
        case _:
            shapes = []
    return (one.name for one in shapes if isinstance(one, Named))
