"""Schemas without titles: takes a schema, gives a copy without the titles that pydantic makes of names."""

from typing import Any

from toolc.ir import JsonSchema
from toolc.schema.keywords import map_subschemas

_STRUCTURAL = frozenset({"type", "properties", "$ref", "items", "allOf", "oneOf", "anyOf", "required"})
_DESCRIPTIVE = frozenset({"title", "description", "deprecated", "readOnly", "writeOnly"})

DEEPEST = 50
"""Depth below which schemas keep their titles (fastmcp)."""


def without_titles(schema: JsonSchema) -> JsonSchema:
    """No titles where a schema can stand, so that properties, defaults and extensions named `title` stay.

    A schema with neither structure nor description alone keeps its title, such as an enum of mixed values (fastmcp 3.2.4 to
    4.1.6 `_single_pass_optimize`).
    """

    def prune(value: Any, depth: int) -> Any:
        if not isinstance(value, dict) or depth > DEEPEST:
            return value
        result = map_subschemas(value, lambda inner: prune(inner, depth + 1))
        if isinstance(result.get("title"), str) and (_STRUCTURAL & result.keys() or result.keys() <= _DESCRIPTIVE):
            del result["title"]
        return result

    made: JsonSchema = prune(schema, 0)
    return made


def without_titles_anywhere(schema: JsonSchema) -> JsonSchema:
    """No `title` in any object that has a structural keyword, be it a schema or not.

    A parameter `title` beside a parameter `type` vanishes with it (fastmcp 2.12 to 3.2.3 `_single_pass_optimize`).
    """

    def prune(value: Any, depth: int) -> Any:
        if depth > DEEPEST:
            return value
        if isinstance(value, list):
            return [prune(item, depth + 1) for item in value]
        if not isinstance(value, dict):
            return value
        structural = bool(_STRUCTURAL & value.keys())
        return {key: prune(inner, depth + 1) for key, inner in value.items() if not (structural and key == "title")}

    made: JsonSchema = prune(schema, 0)
    return made
