"""A field as a copy of it keeps only its type, its constraints, its default and its description.

Takes a field, gives one without title, alias, examples and whatever else `Field(…)` may say, and what was found on the way.
Source: langchain-core 1.8.1 `_create_subset_model_v2`, which makes `FieldInfo(default=…, description=…)` with the metadata.
"""

from msgspec import Struct

from toolc.schema.pydantic.building.fields import open_annotation
from toolc.schema.pydantic.fieldinfo import FIELD, KEPT, merge_field
from toolc.schema.pydantic.issues import Issue, Notes
from toolc.signature import Annotated, CallConstant, Constant, Default, Field, Given


class Reduced(Struct, frozen=True):
    """The field that is left, its description, its aliases (for reading and for both directions), and the issues."""

    field: Field
    description: str | None = None
    alias: Constant = None
    validation_alias: Constant = None
    issues: tuple[Issue, ...] = ()


def reduce_field(field: Field, documented: bool = False) -> Reduced:
    """`documented`: the docstring below the field describes it, as `use_attribute_docstrings` asks for."""
    notes = Notes()
    source, metadata, _ = open_annotation(field.type)
    notes.trail.append(field.name)
    kept = tuple(_without_show(item) for item in metadata)
    default = Given(_without_show(field.default.value)) if isinstance(field.default, Given) else field.default
    info = merge_field(kept, default, notes)
    description = info.attributes.get("description")
    if description is None and documented:
        description = field.doc
    left = Field(field.name, Annotated(source, tuple(info.metadata)), info.default, span=field.span)
    aliases = (info.attributes.get("alias"), info.attributes.get("validation_alias"))
    return Reduced(left, description, *aliases, notes.issues)


def describe_field(field: Field, text: str | None) -> Field:
    """The field with that description and no other."""
    if text is None:
        return field
    metadata = field.type.metadata if isinstance(field.type, Annotated) else ()
    inner = field.type.type if isinstance(field.type, Annotated) else field.type
    about = CallConstant(FIELD, (), {"description": text})
    default: Default = field.default
    return Field(field.name, Annotated(inner, (*metadata, about)), default, span=field.span)


def _without_show(item: Constant) -> Constant:
    """`Field(…)` without the keywords that get lost, so that one of them which cannot be told costs nothing."""
    if not isinstance(item, CallConstant) or item.of != FIELD:
        return item
    return CallConstant(FIELD, item.args, {key: value for key, value in item.kwargs.items() if key in KEPT})
