"""The fields of a structured type as a caller fills them in: takes a `signature.Definition`, gives names, types, necessity.

This is the plain view that frameworks with their own mapping have of dataclasses, TypedDicts, NamedTuples and models;
pydantic's own spelling of them is elsewhere.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from toolc.schema.aliases import Lost, apply_generators, shown_name, validation_alias
from toolc.schema.class_fact_keys import CONFIGURED
from toolc.signature import (
    ELLIPSIS,
    NO_DEFAULT,
    Annotated,
    CallConstant,
    Constant,
    Default,
    Definition,
    Field,
    Given,
    NoDefault,
    Type,
    first_unknown,
)
from toolc.types.operations import substitute, variable_key

MAKERS = ("pydantic.Field", "dataclasses.field")
_MODELS = ("model", "root_model")
_ALIASES = ("alias", "validation_alias", "serialization_alias", "alias_priority")


class Slot(Struct, frozen=True):
    """One field: the key a caller writes, its type, and whether it must be there."""

    name: str
    type: Type
    required: bool


def slots(definition: Definition, args: tuple[Type, ...], lost: Lost) -> Iterator[Slot]:
    """The fields of a definition with its type parameters filled in. A model's private attributes are none.

    `lost` is told of names that only the running program knows.
    """
    table = arguments(definition, args)
    for field in definition.fields:
        if definition.kind == "model" and field.name.startswith("_"):
            continue
        name = key(field, definition.config, lost) if definition.kind == "model" else field.name
        yield Slot(name, substitute(field.type, table), _is_required(field, definition))


def key(field: Field, config: Mapping[str, Constant], lost: Lost) -> str:
    """Return the key under which pydantic validates a field: its validation alias, else its alias, else its name."""
    attributes: dict[str, Constant] = {}
    for made in reversed(list(_makers(field))):
        given = {name: made.kwargs[name] for name in _ALIASES if made.kwargs.get(name) is not None}
        if "alias" in given:
            given.setdefault("validation_alias", given["alias"])
        attributes.update(given)
    if (unknown := first_unknown(attributes)) is not None:
        lost(f"the name that callers write for `{field.name}`: {unknown.reason}")
        return field.name
    generators = (*(one.alias for one in field.generators), config.get("alias_generator"))
    return shown_name(field.name, validation_alias(apply_generators(field.name, attributes, generators), lost))


def arguments(definition: Definition, args: tuple[Type, ...]) -> dict[str, Type]:
    """Return the type arguments of a definition by the keys of its type parameters."""
    return {variable_key(var): arg for var, arg in zip(definition.parameters, args, strict=False)}


def _makers(field: Field) -> Iterator[CallConstant]:
    """Yield the `Field(…)` calls of a field: that of the assigned value first, then those of the annotation from the last."""
    if isinstance(field.default, Given):
        yield from _call_constants((field.default.value,))
    if isinstance(field.type, Annotated):
        yield from _call_constants(reversed(field.type.metadata))


def _call_constants(values: Any) -> Iterator[CallConstant]:
    for value in values:
        if isinstance(value, CallConstant) and value.of in MAKERS:
            yield value


def _is_required(field: Field, definition: Definition) -> bool:
    """To pydantic `= ...` is no default; to dataclasses and named tuples it is a value like any other."""
    if field.required is not None:
        return field.required
    pydantic = definition.kind in _MODELS or CONFIGURED in definition.config
    return _empty(field.default, pydantic) and not any(_gives_default(made, pydantic) for made in _makers(field))


def _empty(default: Default, pydantic: bool) -> bool:
    """Nothing that is a value by itself: no right-hand side, or a `Field(…)` that has to be looked into."""
    match default:
        case NoDefault():
            return True
        case Given(CallConstant(of)) if of in MAKERS:
            return True
        case Given(value):
            return pydantic and _is_ellipsis(value)
        case _:
            return False


def _gives_default(made: CallConstant, pydantic: bool) -> bool:
    """`Field(3)`, `Field(default=3)` and `default_factory=…` do; `Field()`, `Field(...)` do not."""
    if "default_factory" in made.kwargs:
        return True
    given = made.args[0] if made.args else made.kwargs.get("default", NO_DEFAULT)
    if isinstance(given, CallConstant) and given.of in MAKERS:
        return _gives_default(given, pydantic)
    return given != NO_DEFAULT and not (_is_ellipsis(given) and (pydantic or made.of != "dataclasses.field"))


def _is_ellipsis(value: Constant) -> bool:
    return value is ... or value == ELLIPSIS
