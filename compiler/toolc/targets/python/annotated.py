"""View types as pydantic reads them: constraints beside the type, tuples, discriminated unions, native types of formats.

Takes a type in which every record is named, gives an `Expression`. Source: pydantic 2.14, `Field` and its JSON Schema.
"""

from collections.abc import Callable, Mapping
from typing import Any

from toolc.ir import Array, Numeric, Object, String, Type, Union
from toolc.targets import formats
from toolc.targets.python.formats import CLASSES
from toolc.targets.python.layout import Expression, Generic, name
from toolc.targets.python.literal import literal
from toolc.targets.python.spell import either, spell_type

_STRING = {"min_length": "min_length", "max_length": "max_length"}
_NUMBER = {
    "minimum": "ge", "maximum": "le", "exclusive_minimum": "gt", "exclusive_maximum": "lt", "multiple_of": "multiple_of",
}  # fmt: skip

_KEYWORDS = {
    "ge": "minimum", "le": "maximum", "gt": "exclusiveMinimum", "lt": "exclusiveMaximum", "multiple_of": "multipleOf",
}  # fmt: skip


class Annotator:
    """Gives each type the expression with everything in it that `Field` can say.

    `tag_field`: the attribute that the models of a union have its tag in, "" where they have none in common; pydantic asks for
    that name, not for the key on the wire. `native`: texts of a format have a type of their own.
    """

    def __init__(self, tag_field: Callable[[Union], str], native: bool = False) -> None:
        self._tag_field, self._native = tag_field, native

    def annotate(self, type_: Type) -> Expression:
        """Return the expression of a type in which every record is named."""
        match type_:
            case String() if self._native and (own := formats.native(type_, CLASSES)):
                return name(CLASSES[own])
            case String():
                # A pattern is a remark: pydantic reads patterns by rules of its own, and a model with one it cannot read fails.
                remarks = _stated_facts(type_, {"format": "format", "pattern": "pattern"})
                extra = {"json_schema_extra": remarks} if remarks else {}
                return _with(name("str"), {**_stated_facts(type_, _STRING), **extra})
            case Numeric():
                return _number(type_)
            case Array():
                return self._array(type_)
            case Object():
                inside = [*(one.type for one in type_.properties), *(one.type for one in type_.prefixed)]
                values = either(map(self.annotate, [*inside, *([] if type_.extra is None else [type_.extra])]))
                return Generic("dict", (name("str"), values))
            case Union():
                field_ = self._tag_field(type_) if type_.tag_property and type_.exclusive else ""
                return _with(either(map(self.annotate, type_.members)), {"discriminator": field_} if field_ else {})
            case _:
                return spell_type(type_)

    def _array(self, type_: Array) -> Expression:
        extra = {"json_schema_extra": {"uniqueItems": True}} if type_.unique else {}
        if type_.prefix and type_.rest is None and type_.min_items == len(type_.prefix):
            # Beside a validator pydantic reads JSON as Python, where a strict tuple is no list.
            inside = _with(Generic("tuple", tuple(map(self.annotate, type_.prefix))), extra)
            return Generic("Annotated", (inside, Generic("BeforeValidator", (name("_as_tuple"),), "()")))
        items = [*type_.prefix, *([] if type_.rest is None else [type_.rest])]
        most = len(type_.prefix) if type_.rest is None else type_.max_items
        sizes = {"min_length": type_.min_items or None, "max_length": most}
        inside = Generic("list", (either(map(self.annotate, items)),))
        return _with(inside, {**{key: value for key, value in sizes.items() if value is not None}, **extra})


def _number(type_: Numeric) -> Expression:
    """Limits of whole numbers are whole numbers in pydantic; a limit that is none is a remark."""
    said = _stated_facts(type_, _NUMBER)
    odd = {word for word, limit in said.items() if type_.integer and limit % 1 != 0}
    remarks = {_KEYWORDS[word]: said[word] for word in said if word in odd}
    limits = {word: int(limit) if type_.integer else limit for word, limit in said.items() if word not in odd}
    return _with(spell_type(type_), {**limits, **({"json_schema_extra": remarks} if remarks else {})})


def _stated_facts(type_: Type, words: Mapping[str, str]) -> dict[str, Any]:
    return {word: getattr(type_, fact) for fact, word in words.items() if getattr(type_, fact) is not None}


def _with(expression: Expression, said: Mapping[str, Any]) -> Expression:
    return Generic("Annotated", (expression, field(said))) if said else expression


def field(said: Mapping[str, Any]) -> Generic:
    """A call of `Field` with values of JSON."""
    return Generic("Field", tuple(name(f"{word}={literal(value)}") for word, value in said.items()), "()")
