"""Description of a model's field: takes a field, gives its text, or the object in its place.

semantic-kernel 1.45.0 `build_model_schema` takes the first item of `FieldInfo.metadata`, whatever that is, and the description
only where there is none. Order and spelling of that metadata: pydantic 2.12 to 2.14 `FieldInfo._collect_metadata`.
"""

from collections.abc import Iterator, Mapping
from typing import TypeGuard

from msgspec import Struct

from toolc.signature import Annotated, CallConstant, Constant, Field, Given
from toolc.systems.shared.huggingface import UnknownPart

_MARKERS: Mapping[str, str] = {
    "strict": "Strict", "gt": "Gt", "ge": "Ge", "lt": "Lt", "le": "Le", "multiple_of": "MultipleOf",
    "min_length": "MinLen", "max_length": "MaxLen", "fail_fast": "FailFast",
}  # fmt: skip
"""Keywords of `pydantic.Field` that become an object each, in the order of pydantic."""

_GENERAL = ("pattern", "coerce_numbers_to_str", "allow_inf_nan", "max_digits", "decimal_places", "union_mode")
"""Keywords that become one object together, behind those."""

_ABOUT = frozenset(
    "alias alias_priority default default_factory deprecated description discriminator examples exclude exclude_if "
    "field_title_generator frozen init init_var json_schema_extra kw_only repr serialization_alias title validate_default "
    "validation_alias".split()
)
"""Keywords that leave nothing in the metadata."""

_ALONE = {f"annotated_types.{name}": key for key, name in _MARKERS.items()}


class Unworded(Struct, frozen=True):
    """An object in the place of a text, as Python shows it."""

    text: str


def description_of(field: Field) -> str | Unworded | None:
    """The first item of the metadata: that of a `Field` that is the default stands in front of what is in `Annotated`."""
    annotated = list(field.type.metadata) if isinstance(field.type, Annotated) else []
    given = [field.default.value] if isinstance(field.default, Given) and _is_field(field.default.value) else []
    for item in [*given, *annotated]:
        if (said := _first_metadata(item)) is not None:
            return said
    texts = [one.kwargs["description"] for one in [*annotated, *given] if _is_field(one) and "description" in one.kwargs]
    if texts and not isinstance(texts[-1], str | None):
        raise UnknownPart(f"the description of `{field.name}` is not known")
    return texts[-1] if texts else field.doc


def _first_metadata(item: Constant) -> str | Unworded | None:
    """Return the first metadata that an item adds; `None` if it adds none."""
    if isinstance(item, str):
        return item
    if _is_field(item):
        return next(_objects(item.kwargs), None)
    if isinstance(item, CallConstant) and item.of in _ALONE:
        values = [*item.args, *item.kwargs.values()]
        if len(values) == 1:
            return next(_objects({_ALONE[item.of]: values[0]}))
    raise UnknownPart("what describes a field is an object that stands in its metadata")


def _objects(given: Mapping[str, Constant]) -> Iterator[Unworded]:
    if not given.keys() <= {*_MARKERS, *_GENERAL, *_ABOUT}:
        raise UnknownPart("`Field` is given what toolc does not follow")
    for key, name in _MARKERS.items():
        if given.get(key) is not None:
            yield Unworded(f"{name}({key}={_written_text(given[key])})")
    general = [f"{key}={_written_text(given[key])}" for key in _GENERAL if given.get(key) is not None]
    if general:
        yield Unworded(f"_PydanticGeneralMetadata({', '.join(general)})")


def _written_text(value: Constant) -> str:
    if not isinstance(value, bool | int | float | str):
        raise UnknownPart("what describes a field is an object that stands in its metadata")
    return repr(value)


def _is_field(value: Constant) -> TypeGuard[CallConstant]:
    return isinstance(value, CallConstant) and value.of == "pydantic.Field"
