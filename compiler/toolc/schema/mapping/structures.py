"""The fields of a structured type as a caller fills them in: takes a `signature.Definition`, gives names, types, necessity.

This is the plain view that frameworks with their own mapping have of dataclasses, TypedDicts, NamedTuples and models;
pydantic's own spelling of them is elsewhere.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from toolc.generics import substitute
from toolc.signature import (
    Annotated,
    Default,
    Definition,
    Field,
    Given,
    Made,
    NoDefault,
    Type,
)

MAKERS = ("pydantic.Field", "dataclasses.field")


class Slot(Struct, frozen=True):
    """One field: the key a caller writes, its type, and whether it must be there."""

    name: str
    type: Type
    required: bool


def slots(definition: Definition, args: tuple[Type, ...] = ()) -> Iterator[Slot]:
    """The fields of a definition with its type parameters filled in. A model's private attributes are none."""
    table = arguments(definition, args)
    for field in definition.fields:
        if definition.kind == "model" and field.name.startswith("_"):
            continue
        yield Slot(key(field) if definition.kind == "model" else field.name, substitute(field.type, table), _required(field))


def key(field: Field) -> str:
    """pydantic: callers write a field's validation alias, else its alias, if one is given as a text; else its name."""
    for made in _makers(field):
        for keyword in ("validation_alias", "alias"):
            if isinstance(made.kwargs.get(keyword), str):
                return str(made.kwargs[keyword])
    return field.name


def arguments(definition: Definition, args: tuple[Type, ...]) -> dict[str, Type]:
    """What each type parameter of a definition stands for."""
    return {var.name: arg for var, arg in zip(definition.parameters, args, strict=False)}


def _makers(field: Field) -> Iterator[Made]:
    """The `Field(…)` calls that speak about a field; what stands on the right-hand side goes before annotations."""
    if isinstance(field.default, Given):
        yield from _made((field.default.value,))
    if isinstance(field.type, Annotated):
        yield from _made(reversed(field.type.metadata))


def _made(values: Any) -> Iterator[Made]:
    for value in values:
        if isinstance(value, Made) and value.of in MAKERS:
            yield value


def _required(field: Field) -> bool:
    if field.required is not None:
        return field.required
    return _empty(field.default) and not any(_gives_default(made) for made in _makers(field))


def _empty(default: Default) -> bool:
    """Nothing that is a value by itself: no right-hand side, `= ...`, or a `Field(…)` that has to be looked into."""
    match default:
        case NoDefault():
            return True
        case Given(value):
            return value is ... or (isinstance(value, Made) and value.of in MAKERS)
        case _:
            return False


def _gives_default(made: Made) -> bool:
    """`Field(3)`, `Field(default=3)` and `default_factory=…` do; `Field()`, `Field(...)` do not."""
    given = made.args[0] if made.args else made.kwargs.get("default", ...)
    return given is not ... or "default_factory" in made.kwargs
