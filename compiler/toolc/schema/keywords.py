"""The keywords of JSON Schema 2020-12 and the shape of each one's value: the one table that walks over schemas share.

Takes a schema, gives the schemas directly inside it. Values such as `default` or `enum` hold plain JSON, never schemas.
Source: https://json-schema.org/draft/2020-12/schema and the vocabularies it names.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

Shape = Literal[
    "schema",
    "schemas",
    "schema or schemas",
    "schema map",
    "schema or strings map",
    "type",
    "any",
    "array",
    "string",
    "strings",
    "strings map",
    "boolean",
    "boolean map",
    "number",
    "positive",
    "count",
    "identifier",
    "anchor",
]

KEYWORDS: Mapping[str, Shape] = {
    "$id": "identifier", "$schema": "string", "$ref": "string", "$anchor": "anchor", "$dynamicRef": "string",
    "$dynamicAnchor": "anchor", "$vocabulary": "boolean map", "$comment": "string", "$defs": "schema map",
    "prefixItems": "schemas", "items": "schema or schemas", "contains": "schema", "additionalProperties": "schema",
    "properties": "schema map", "patternProperties": "schema map", "dependentSchemas": "schema map",
    "propertyNames": "schema", "if": "schema", "then": "schema", "else": "schema", "allOf": "schemas", "anyOf": "schemas",
    "oneOf": "schemas", "not": "schema", "unevaluatedItems": "schema", "unevaluatedProperties": "schema",
    "type": "type", "const": "any", "enum": "array", "multipleOf": "positive", "maximum": "number",
    "exclusiveMaximum": "number", "minimum": "number", "exclusiveMinimum": "number", "maxLength": "count",
    "minLength": "count", "pattern": "string", "maxItems": "count", "minItems": "count", "uniqueItems": "boolean",
    "maxContains": "count", "minContains": "count", "maxProperties": "count", "minProperties": "count",
    "required": "strings", "dependentRequired": "strings map",
    "title": "string", "description": "string", "default": "any", "deprecated": "boolean", "readOnly": "boolean",
    "writeOnly": "boolean", "examples": "array", "format": "string",
    "contentEncoding": "string", "contentMediaType": "string", "contentSchema": "schema",
    # Older drafts' words that the 2020-12 meta-schema still describes.
    "definitions": "schema map", "dependencies": "schema or strings map", "$recursiveAnchor": "anchor",
    "$recursiveRef": "string",
}  # fmt: skip

_NESTING = {keyword: kind for keyword, kind in KEYWORDS.items() if "schema" in kind}

TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")

Path = tuple[str | int, ...]


def subschemas(schema: Mapping[str, Any]) -> Iterator[tuple[Path, Any]]:
    """Every schema directly inside, with the keys that lead to it. Values of a wrong shape are passed over."""
    for keyword, value in schema.items():
        if keyword not in _NESTING:
            continue
        match _NESTING[keyword]:
            case "schema" | "schema or schemas" if not isinstance(value, list):
                yield (keyword,), value
            case "schemas" | "schema or schemas" if isinstance(value, list):
                yield from (((keyword, index), member) for index, member in enumerate(value))
            case "schema map" if isinstance(value, dict):
                yield from (((keyword, name), member) for name, member in value.items())
            case "schema or strings map" if isinstance(value, dict):
                yield from (((keyword, name), member) for name, member in value.items() if not isinstance(member, list))
            case _:
                pass


def map_subschemas(schema: Mapping[str, Any], change: Callable[[Any], Any]) -> dict[str, Any]:
    """A copy in which `change` has been applied to every schema directly inside."""
    result: dict[str, Any] = dict(schema)
    for path, member in subschemas(schema):
        keyword = path[0]
        assert isinstance(keyword, str)
        if len(path) == 1:
            result[keyword] = change(member)
            continue
        if result[keyword] is schema[keyword]:
            result[keyword] = schema[keyword].copy()
        result[keyword][path[1]] = change(member)
    return result


def pointer(path: Path) -> str:
    """The JSON pointer (RFC 6901) of a path; "" is the whole."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)
