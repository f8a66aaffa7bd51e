"""Keywords of OpenAI's strict mode, and its treatment of others.

Source: https://platform.openai.com/docs/guides/structured-outputs, "Supported schemas", read 2026-02; `minLength` and
`maxLength` since 2025-05 (pydantic/pydantic-ai#4490). Models that were fine-tuned accept fewer.
"""

from collections.abc import Mapping
from typing import Any

BY_TYPE: Mapping[str, frozenset[str]] = {
    "string": frozenset({"pattern", "format", "minLength", "maxLength"}),
    "integer": frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}),
    "number": frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}),
    "array": frozenset({"items", "minItems", "maxItems"}),
    "object": frozenset({"properties", "required", "additionalProperties"}),
    "boolean": frozenset(),
    "null": frozenset(),
}
"""The keywords that mean something for values of a type; 2020-12 lets them stand beside other types, the API need not."""

FORMATS = frozenset({"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"})

# Constraints without a counterpart. The values beside them ask nothing, so there the keyword can go.
_REFUSED: Mapping[str, Any] = {
    "not": None, "if": None, "then": None, "else": None, "dependentRequired": {}, "dependentSchemas": {}, "dependencies": {},
    "prefixItems": None, "contains": None, "minContains": None, "maxContains": None, "uniqueItems": False,
    "unevaluatedItems": True, "unevaluatedProperties": True, "propertyNames": True, "minProperties": 0, "maxProperties": None,
    "$dynamicRef": None, "$recursiveRef": None,
}  # fmt: skip

_CONSTRAINING = frozenset({"type", "enum", "const", "patternProperties", "$ref", "allOf", "anyOf", "oneOf", *_REFUSED}).union(
    *BY_TYPE.values()
)


def refused_keywords(schema: Mapping[str, Any]) -> list[str]:
    """The keywords of a schema that constrain it in a way strict mode has no words for."""
    return [key for key, value in schema.items() if key in _REFUSED and (value != _REFUSED[key] or value is None)]


def constraints(schema: Mapping[str, Any]) -> set[str]:
    """The keywords that say which values are valid. All others are annotations: titles, examples, `x-…`."""
    return {key for key in schema if key in _CONSTRAINING and not (key in _REFUSED and schema[key] == _REFUSED[key])}
