"""The size limits of OpenAI's strict mode.

Takes a rewritten schema, gives words for each limit it breaks.
Source: https://platform.openai.com/docs/guides/structured-outputs, "Supported schemas", read 2026-02.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from toolc.schema.keywords import subschemas

PROPERTIES, LEVELS, TEXT = 5000, 10, 120_000
ENUM_VALUES, LONG_ENUM, LONG_ENUM_TEXT = 1000, 250, 15_000


def beyond_limits(schema: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each limit that the schema exceeds."""
    every = list(_all(schema))
    properties = [name for part in every for name in part.get("properties", ())]
    enums = [part["enum"] for part in every if "enum" in part]
    text = sum(map(len, properties)) + sum(map(len, schema.get("$defs", ())))
    text += sum(_length(value) for values in enums for value in values)
    text += sum(_length(part["const"]) for part in every if "const" in part)
    sizes = (
        (len(properties), PROPERTIES, "properties"),
        (_levels(schema, schema.get("$defs", {}), {}), LEVELS, "levels of objects in one another"),
        (text, TEXT, "characters of names and constants"),
        (sum(map(len, enums)), ENUM_VALUES, "enum values"),
        *((sum(map(_length, e)), LONG_ENUM_TEXT, "characters in one long enum") for e in enums if len(e) > LONG_ENUM),
    )
    return [f"its schema has {size} {what}, {limit} are allowed" for size, limit, what in sizes if size > limit]


def _all(schema: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        for _, member in subschemas(schema):
            yield from _all(member)


def _length(value: Any) -> int:
    return len(value) if isinstance(value, str) else 0


def _levels(schema: Any, definitions: Mapping[str, Any], known: dict[str, int]) -> int:
    """How deep objects stand in one another. A definition inside itself does not count again; each is measured once."""
    if not isinstance(schema, dict):
        return 0
    inside = 0
    name = str(schema.get("$ref", "")).removeprefix("#/$defs/")
    if name in definitions:
        if name not in known:
            known[name] = 0
            known[name] = _levels(definitions[name], definitions, known)
        inside = known[name]
    own = 1 if "properties" in schema else 0
    members = [member for path, member in subschemas(schema) if path[0] != "$defs"]
    return max([inside, own, *(own + _levels(member, definitions, known) for member in members)])
