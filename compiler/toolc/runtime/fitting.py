"""Validation of a JSON value against a schema: takes both, gives the problems in words.

The part of JSON Schema that the systems write: types, choices, bounds, lengths, patterns, objects, arrays, unions and
references. Other keywords ask nothing here; nor does a pattern that Python does not read.
"""

import operator
import re
from collections.abc import Callable
from typing import Any, TypeGuard

from toolc.ir import JsonSchema

_TYPES: dict[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int | float) and not isinstance(value, bool) and value == int(value),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list | tuple),
    "object": lambda value: isinstance(value, dict),
    "null": lambda value: value is None,
}

_DEEP = 64


def misfits(value: Any, schema: Any, root: JsonSchema, where: str = "", depth: int = 0) -> list[str]:
    """The problems of a value, each with its place; none when it fits."""
    if not isinstance(schema, dict) or depth > _DEEP:
        return [f"{where or 'arguments'}: nothing may stand here"] if schema is False else []
    if isinstance(target := schema.get("$ref"), str):
        problems = misfits(value, _resolve(target, root), root, where, depth + 1)
        if problems:
            return problems
    return [
        *_kind(value, schema, where),
        *_bounds(value, schema, where),
        *_unions(value, schema, root, where, depth),
        *_object(value, schema, root, where, depth),
        *_array(value, schema, root, where, depth),
    ]


def _kind(value: Any, schema: JsonSchema, where: str) -> list[str]:
    wanted = schema.get("type")
    names = [wanted] if isinstance(wanted, str) else wanted if isinstance(wanted, list) else []
    known = [name for name in names if name in _TYPES]
    if value is None and schema.get("nullable") is True:  # OpenAPI 3.0; smolagents writes it
        return []
    if known and not any(_fits(value, name) for name in known):
        return [f"{where or 'arguments'}: must be of type {' or '.join(known)} (got {value!r:.80})"]
    choices = schema["enum"] if isinstance(schema.get("enum"), list) else [schema["const"]] if "const" in schema else None
    if choices is not None and not any(_same(value, one) for one in choices):
        return [f"{where or 'arguments'}: must be one of {', '.join(map(repr, choices))} (got {value!r:.80})"]
    return []


_LIMITS: tuple[tuple[str, Callable[[Any, Any], bool], str], ...] = (
    ("minimum", operator.ge, "at least"),
    ("exclusiveMinimum", operator.gt, "greater than"),
    ("maximum", operator.le, "at most"),
    ("exclusiveMaximum", operator.lt, "less than"),
)


def _bounds(value: Any, schema: JsonSchema, where: str) -> list[str]:
    """JSON Schema 2020-12, validation, 6.2 and 6.3; bounds that are no numbers ask nothing."""
    place = where or "arguments"
    if isinstance(value, str):
        problems = [
            f"{place}: must have {words} {limit} characters (got {len(value)})"
            for keyword, holds, words in (("minLength", operator.ge, "at least"), ("maxLength", operator.le, "at most"))
            if _is_number(limit := schema.get(keyword)) and not holds(len(value), limit)
        ]
        pattern = schema.get("pattern")
        if isinstance(pattern, str) and not _matches(pattern, value):
            problems.append(f"{place}: must match {pattern} (got {value!r:.80})")
        return problems
    if not _is_number(value):
        return []
    problems = [
        f"{place}: must be {words} {limit} (got {value!r:.80})"
        for keyword, holds, words in _LIMITS
        if _is_number(limit := schema.get(keyword)) and not holds(value, limit)
    ]
    step = schema.get("multipleOf")
    if isinstance(step, int) and _is_number(step) and step > 0 and value % step:
        problems.append(f"{place}: must be a multiple of {step} (got {value!r:.80})")
    return problems


def _is_number(value: Any) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _matches(pattern: str, value: str) -> bool:
    try:
        return re.search(pattern, value) is not None
    except (re.error, OverflowError, RecursionError):
        return True


def _fits(value: Any, name: str) -> bool:
    try:
        return _TYPES[name](value)
    except (ValueError, OverflowError):  # not a number, or infinite
        return False


def _same(value: Any, other: Any) -> bool:
    return isinstance(value, bool) == isinstance(other, bool) and bool(value == other)


def _unions(value: Any, schema: JsonSchema, root: JsonSchema, where: str, depth: int) -> list[str]:
    for keyword in ("anyOf", "oneOf"):
        members = schema.get(keyword)
        if isinstance(members, list) and not any(misfits(value, one, root, where, depth + 1) == [] for one in members):
            return [f"{where or 'arguments'}: fits none of the allowed forms (got {value!r:.80})"]
    members = schema.get("allOf")
    if isinstance(members, list):
        return [problem for one in members for problem in misfits(value, one, root, where, depth + 1)]
    return []


def _object(value: Any, schema: JsonSchema, root: JsonSchema, where: str, depth: int) -> list[str]:
    if not isinstance(value, dict):
        return []
    properties = schema.get("properties")
    properties = properties if isinstance(properties, dict) else {}
    required = schema.get("required")
    place = f"{where}." if where else ""
    problems = [
        f"{place}{key}: this required argument is missing"
        for key in (required if isinstance(required, list) else [])
        if key not in value
    ]
    rest = schema.get("additionalProperties")
    for key, item in value.items():
        if key in properties:
            problems += misfits(item, properties[key], root, f"{place}{key}", depth + 1)
        elif rest is False:
            problems.append(f"{place}{key}: there is no such parameter")
        elif isinstance(rest, dict):
            problems += misfits(item, rest, root, f"{place}{key}", depth + 1)
    return problems


def _array(value: Any, schema: JsonSchema, root: JsonSchema, where: str, depth: int) -> list[str]:
    if not isinstance(value, list | tuple):
        return []
    first = schema.get("prefixItems")
    prefix = first if isinstance(first, list) else []
    problems = []
    for number, item in enumerate(value):
        inside = prefix[number] if number < len(prefix) else schema.get("items")
        problems += misfits(item, inside, root, f"{where}.{number}" if where else str(number), depth + 1)
    for keyword, wrong in (("minItems", len(value).__lt__), ("maxItems", len(value).__gt__)):
        limit = schema.get(keyword)
        if isinstance(limit, int) and wrong(limit):
            problems.append(f"{where}: must have {'at least' if keyword == 'minItems' else 'at most'} {limit} items")
    return problems


def _resolve(reference: str, root: JsonSchema) -> Any:
    """Return the target of a reference inside the document; one without a target constrains nothing."""
    found: Any = root
    if not reference.startswith("#"):
        return True
    for part in filter(None, reference[1:].split("/")):
        key = part.replace("~1", "/").replace("~0", "~")
        if not isinstance(found, dict) or key not in found:
            return True
        found = found[key]
    return found
