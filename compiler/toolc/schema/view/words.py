"""The vocabulary of JSON Schema as the view sorts it, and the form each keyword's value must have."""

from collections.abc import Callable, Mapping
from typing import Any

OBJECT = ("properties", "required", "additionalProperties", "patternProperties", "propertyNames")
ARRAY = ("items", "prefixItems", "additionalItems", "minItems", "maxItems", "uniqueItems")
STRING = ("format", "pattern", "minLength", "maxLength")
NUMBER = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
UNSEEN = ("contains", "minContains", "maxContains", "minProperties", "maxProperties")

OWN = frozenset((*OBJECT, *ARRAY, *STRING, *NUMBER, *UNSEEN, "type", "enum", "const", "not"))
"""Keywords that constrain a value by themselves."""

CHOICES = ("anyOf", "oneOf", "if", "dependentRequired", "dependentSchemas", "dependencies")
"""Keywords of which each says: one of several schemas holds."""

UNEVALUATED = ("unevaluatedProperties", "unevaluatedItems")

LOOKING = ("additionalProperties", "items", "additionalItems", "contains")
"""Keywords that look at keys and items which nothing lists: beside them `unevaluated…` is not to be told in advance."""

ASKING = frozenset((*OWN, *CHOICES, *UNEVALUATED, "$ref", "$dynamicRef", "$recursiveRef", "allOf"))
"""Keywords that say something about which values are valid; all others are remarks."""

TELLING = ASKING | {"$schema", "$defs", "definitions", "then", "else", "contentMediaType", "contentEncoding", "contentSchema"}
"""Keywords that identify an object as a schema: unlike `title` or `default`, they are not names of parameters by chance."""

VACUOUS = frozenset(("properties", "patternProperties", "additionalProperties", "items", "propertyNames", "required"))
"""Keywords that ask nothing when their value is empty or `true`."""

_NOTHING: tuple[object, ...] = (True, {}, [])

KINDS = ("object", "array", "string", "number", "boolean", "null")


def asks(schema: Mapping[str, Any]) -> set[str]:
    """The keywords of a schema that say something about its values."""
    return {key for key in schema.keys() & ASKING if not (key in VACUOUS and schema[key] in _NOTHING)}


def is_count(value: object) -> bool:
    """A whole number from 0, also written as 2.0."""
    return not isinstance(value, bool) and isinstance(value, int | float) and value >= 0 and value == value // 1


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == value


def _schemas_by_name(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(key, str) for key in value)


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _kinds(value: object) -> bool:
    names = value if isinstance(value, list) else [value]
    return bool(names) and all(name == "integer" or name in KINDS for name in names)


_FORMS: Mapping[str, Callable[[object], bool]] = {
    **dict.fromkeys(("properties", "patternProperties"), _schemas_by_name),
    **dict.fromkeys(("minItems", "maxItems", "minLength", "maxLength"), is_count),
    **dict.fromkeys(NUMBER, is_number),
    **dict.fromkeys(("format", "pattern"), lambda value: isinstance(value, str)),
    **dict.fromkeys(("prefixItems", "enum"), lambda value: isinstance(value, list)),
    "required": _texts,
    "type": _kinds,
}


def well_formed(keyword: str, value: object) -> bool:
    """Return `True` if a keyword's value has the required form. Others are skipped: hostile schemas hold anything."""
    return keyword not in _FORMS or _FORMS[keyword](value)
