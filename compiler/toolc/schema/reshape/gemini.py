"""A schema in the words that Gemini reads: takes a schema, gives one with the same values, said otherwise.

Source: https://ai.google.dev/api/generate-content, the fields of a JSON Schema: no `const`, no `allOf`, no exclusive bounds,
and nothing beside a `$ref`. What has no other words stays as it is; Gemini passes over it.
"""

from typing import Any

from toolc.schema.keywords import map_subschemas
from toolc.schema.strict_keywords import constraints

_STRICTER = (("exclusiveMinimum", "minimum", 1, max), ("exclusiveMaximum", "maximum", -1, min))


def for_gemini(schema: Any) -> Any:
    """The schema and all that stands inside it."""
    if not isinstance(schema, dict):
        return schema
    return _reference_as_union(_inclusive_bounds(_const_as_enum(_merge_all_of(map_subschemas(schema, for_gemini)))))


def _merge_all_of(schema: dict[str, Any]) -> dict[str, Any]:
    """An `allOf` of one is that one, with the words beside it, when nothing of it is said twice."""
    members = schema.get("allOf")
    if not (isinstance(members, list) and len(members) == 1 and isinstance(members[0], dict)):
        return schema
    around = {word: value for word, value in schema.items() if word != "allOf"}
    if members[0].keys() & around.keys() or (constraints(around) and constraints(members[0])):
        return schema
    return {**members[0], **around}


def _const_as_enum(schema: dict[str, Any]) -> dict[str, Any]:
    """`const` is an `enum` of one, where that is a text or a number."""
    value = schema.get("const")
    if "enum" in schema or isinstance(value, bool) or not isinstance(value, str | int | float):
        return schema
    return {("enum" if word == "const" else word): ([value] if word == "const" else one) for word, one in schema.items()}


def _inclusive_bounds(schema: dict[str, Any]) -> dict[str, Any]:
    """Above 0 is from 1 on, for whole numbers."""
    if schema.get("type") != "integer":
        return schema
    for exclusive, inclusive, step, stricter in _STRICTER:
        bound = schema.get(exclusive)
        if isinstance(bound, int) and not isinstance(bound, bool):
            other = schema.get(inclusive)
            nearest = bound + step if other is None else stricter(bound + step, other)
            schema = {word: value for word, value in schema.items() if word != exclusive} | {inclusive: nearest}
    return schema


def _reference_as_union(schema: dict[str, Any]) -> dict[str, Any]:
    """A `$ref` with words beside it is a union of one with these words."""
    if "$ref" not in schema or constraints(schema) - {"$ref"} or not [word for word in schema if not word.startswith("$")]:
        return schema
    return {"anyOf": [{"$ref": schema["$ref"]}], **{word: value for word, value in schema.items() if word != "$ref"}}
