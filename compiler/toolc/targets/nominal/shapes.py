"""Declarations of languages with named types, and the shapes in them. Data alone.

A `Shape` is the type of a value; a type with parts of several types is a `Declaration` with a name, and appears in shapes as
`Named`.
"""

import json
from typing import Any

from msgspec import Struct

from toolc.ir import Property


class Text(Struct, frozen=True):
    """A string. Patterns and lengths are for the check at run time, formats too unless the language has a class: `format`."""

    format: str = ""


class Whole(Struct, frozen=True):
    """A whole number. `wide`: its bounds do not fit into 64 bits with a sign."""

    wide: bool = False


class Real(Struct, frozen=True):
    """A number."""


class Truth(Struct, frozen=True):
    """A boolean."""


class Nil(Struct, frozen=True):
    """Null, and nothing else."""


class Json(Struct, frozen=True):
    """Any JSON value."""


class ListOf(Struct, frozen=True):
    item: "Shape"


class MapOf(Struct, frozen=True):
    """An object whose keys say nothing."""

    value: "Shape"


class Nullable(Struct, frozen=True):
    """Null or something else, which is not nullable itself."""

    inner: "Shape"


class Named(Struct, frozen=True):
    """A declaration, by its name."""

    name: str


Shape = Text | Whole | Real | Truth | Nil | Json | ListOf | MapOf | Nullable | Named


class Field(Struct, frozen=True):
    """One key of a record. `constant`: its only value, a JSON scalar in a tuple of one; () where it has several.

    `about` is what the view says of it: its name on the wire, default, doc. `null_is_absent`: null is its default, so it means
    the same as no key; the shape is without null.
    """

    about: Property
    shape: Shape
    constant: tuple[Any, ...] = ()
    null_is_absent: bool = False

    @property
    def key(self) -> str:
        return self.about.name

    @property
    def is_required(self) -> bool:
        return self.about.required

    @property
    def is_needed(self) -> bool:
        """Return `True` if a reader refuses an object without the key."""
        return self.about.required and not self.about.asked_as_tag

    @property
    def usual(self) -> str:
        """The JSON that a reader takes for a key that is not there; "" where there is none."""
        if self.is_fixed or not self.about.required or not self.about.has_default:
            return ""
        return json.dumps(self.about.default, allow_nan=False)

    @property
    def is_fixed(self) -> bool:
        """Return `True` if a key is constant, so that values need no field for it: it is always written, always the same.

        A key whose default is its only value counts: left out, it means the same.
        """
        if not self.constant or self.is_required:
            return self.is_required and bool(self.constant)
        default, value = self.about.default, self.constant[0]
        return self.about.has_default and type(default) is type(value) and default == value


class Record(Struct, frozen=True):
    """An object with known keys. `extra`: the shape of values at other keys, None where they are not kept.

    `closed`: there may be no other keys.
    """

    name: str
    fields: tuple[Field, ...]
    extra: Shape | None
    doc: str = ""
    closed: bool = False


class Enum(Struct, frozen=True):
    """One of several strings, or of several whole numbers of 64 bits. `labels`: what to call them, in words.

    `extensible`: a reader keeps a value that is none of them.
    """

    name: str
    values: tuple[str, ...] | tuple[int, ...]
    labels: tuple[str, ...]
    doc: str = ""
    extensible: bool = False


class Variant(Struct, frozen=True):
    """One alternative. `label` tells it from the others of its union, in PascalCase; `tag`: the constants of its tag."""

    label: str
    shape: Shape
    tag: tuple[str, ...] = ()


class OneOf(Struct, frozen=True):
    """A union. `tag`: the key whose constants tell all variants apart; "" where they are tried in order.

    `extensible`: a reader keeps a value with another tag.
    """

    name: str
    variants: tuple[Variant, ...]
    tag: str = ""
    doc: str = ""
    extensible: bool = False


class Tuple(Struct, frozen=True):
    """A list whose first items have shapes of their own; those from `needed` on may be missing. `rest`: all further ones."""

    name: str
    items: tuple[Shape, ...]
    needed: int
    rest: Shape | None
    doc: str = ""


class Alias(Struct, frozen=True):
    """Another name for a shape."""

    name: str
    shape: Shape
    doc: str = ""


Declaration = Record | Enum | OneOf | Tuple | Alias
