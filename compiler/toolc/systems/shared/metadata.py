"""Metadata of annotations in words: takes one item of `Annotated[T, …]`, gives its words.

An object does not remember how it was made: `Interval(ge=1)`, `Ge(1)` and `Field(ge=1)` say the same here, namely `ge=1`. Of
other objects only the class is told, which is all that both front ends know.
"""

from collections.abc import Iterator, Mapping

from toolc.schema.pydantic.defaults.values import plain_json
from toolc.schema.pydantic.issues import Notes
from toolc.signature import CallConstant, Constant, Plain, UnknownConstant, first_unknown
from toolc.types.format import display_value

_FACTS = (
    "gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length", "pattern", "max_digits", "decimal_places", "examples",
)  # fmt: skip
_POSITIONS: Mapping[str, tuple[str, ...]] = {
    # Their arguments in order: annotated_types 0.8, pydantic 2.14, PEP 727.
    **{f"annotated_types.{name}": (name.lower(),) for name in ("Gt", "Ge", "Lt", "Le")},
    "annotated_types.MultipleOf": ("multiple_of",),
    "annotated_types.MinLen": ("min_length",),
    "annotated_types.MaxLen": ("max_length",),
    "annotated_types.Len": ("min_length", "max_length"),
    "annotated_types.Interval": ("gt", "ge", "lt", "le"),
    "pydantic.StringConstraints": (),
    "pydantic.Strict": (),
    "pydantic.AllowInfNan": (),
    "pydantic.FailFast": (),
    "pydantic.GeneralMetadata": (),  # of `condecimal`; its name in pydantic is private
    "pydantic.Field": ("default",),
    **dict.fromkeys(("typing.Doc", "annotated_types.doc", "annotated_types.DocInfo"), ("description",)),
}
_RENAMED = {"documentation": "description"}


def words(item: Constant) -> str:
    """Return the words of an item: a text itself, the facts of a constraint, any other value as its text; "" for `None`."""
    if item is None or isinstance(item, str):
        return item or ""
    if not isinstance(item, CallConstant):
        return display_value(_bare(item))
    if item.of not in _POSITIONS:
        return display_value(Plain(item.of))
    given = _given_constants(item)
    told = [str(given["description"])] if given.get("description") else []
    return "; ".join([*told, *(f"{name}={value!r}" for name, value in _facts(given))])


def lost_part(item: Constant) -> UnknownConstant | None:
    """Return the part of the words that is known only at run time, else `None`."""
    if isinstance(item, CallConstant):
        given = _given_constants(item) if item.of in _POSITIONS else {}
        return first_unknown([given[name] for name in ("description", *_FACTS) if name in given])
    return first_unknown(item)


def _given_constants(made: CallConstant) -> dict[str, Constant]:
    named = dict(zip(_POSITIONS[made.of], made.args, strict=False))
    return named | {_RENAMED.get(name, name): value for name, value in made.kwargs.items()}


def _facts(given: Mapping[str, Constant]) -> Iterator[tuple[str, Constant]]:
    """Yield the constraints as JSON values. A minimum length of 0, which `conlist` and its like always state, is omitted."""
    for name in _FACTS:
        value = given.get(name)
        if value is not None and (name, value) != ("min_length", 0):
            yield name, plain_json(value, Notes(), name)


def _bare(value: Constant) -> Constant:
    """A constant in which objects are known by their classes."""
    match value:
        case CallConstant(of):
            return Plain(of)
        case list() | tuple():
            return type(value)(map(_bare, value))
        case dict():
            return {key: _bare(item) for key, item in value.items()}
        case _:
            return value
