"""Keywords that offer alternatives, as lists of alternatives.

Takes a keyword and the schema around it, gives choices: of each, at least one alternative holds for every valid value.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from toolc.schema.pointer import Schema


def alternatives(keyword: str, schema: Mapping[str, Any]) -> Iterator[tuple[Schema, ...]]:
    """The choices one keyword amounts to."""
    value = schema[keyword]
    if keyword in ("anyOf", "oneOf"):
        if isinstance(value, list) and value:
            yield tuple(value)
    elif keyword == "if":
        yield from _conditional(schema)
    elif isinstance(value, dict):
        for key, needs in value.items():
            yield from _dependent(key, needs)


def _dependent(key: str, needs: Schema) -> Iterator[tuple[Schema, ...]]:
    """Either the key is absent, or it is there and something more holds."""
    absent: Schema = {"properties": {key: False}}
    if isinstance(needs, list) and all(isinstance(name, str) for name in needs):
        yield absent, {"required": [key, *needs]}
    elif isinstance(needs, dict | bool):
        yield absent, {"allOf": [{"required": [key]}, needs]}


def _conditional(schema: Mapping[str, Any]) -> Iterator[tuple[Schema, ...]]:
    """Either the condition and its consequence hold, or neither the condition nor anything but the other branch."""
    condition = schema["if"]
    then, otherwise = schema.get("then", True), schema.get("else", True)
    if then is True and otherwise is True:
        return
    yield {"allOf": [condition, then]}, {"allOf": [_negated(condition), otherwise]}


def _negated(condition: Schema) -> Schema:
    """What holds when a condition does not, as far as a schema can say it: a property that is none of some constants."""
    if isinstance(condition, bool):
        return not condition
    if not isinstance(condition, dict) or not condition.keys() <= {"properties", "required", "type"}:
        return True
    properties = condition.get("properties")
    if condition.get("type", "object") != "object" or not isinstance(properties, dict) or len(properties) != 1:
        return True
    ((key, value),) = properties.items()
    required = condition.get("required", [])
    if not isinstance(value, dict) or required not in ([], [key]):
        return True
    excluded = {word: value[word] for word in ("const", "enum") if word in value}
    if len(excluded) != 1 or not value.keys() <= {"const", "enum", "type", "title", "description"}:
        return True
    listed = excluded["enum"] if "enum" in excluded else [excluded["const"]]
    if "type" in value and not (value["type"] == "string" and all(isinstance(item, str) for item in listed)):
        return True
    return {"properties": {key: {"not": excluded}}, "required": [] if required else [key]}
