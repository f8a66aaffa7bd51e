"""Keywords that offer alternatives, as lists of alternatives.

Takes a keyword and the schema around it, gives choices: of each, at least one alternative holds for every valid value.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from toolc.schema.pointer import Schema
from toolc.schema.view.words import asks

MOST_KEYS_APART = 12


def alternatives(keyword: str, schema: Mapping[str, Any]) -> Iterator[tuple[Schema, ...]]:
    """The choices one keyword amounts to."""
    value = schema[keyword]
    if keyword in ("anyOf", "oneOf"):
        if isinstance(value, list) and value:
            yield _apart(value) if keyword == "oneOf" else tuple(value)
    elif keyword == "if":
        yield from _conditional(schema)
    elif isinstance(value, dict):
        for key, needs in value.items():
            yield from _dependent(key, needs)


def _apart(several: list[Schema]) -> tuple[Schema, ...]:
    """Make alternatives that each require one key exclude the keys of the others, since exactly one fits."""
    keys = [_only_key(one) for one in several]
    if None in keys or len(set(keys)) < len(keys) or len(keys) > MOST_KEYS_APART:
        return tuple(several)
    return tuple(
        {**one, "properties": {key: False for key in keys if key != own}} for one, own in zip(several, keys, strict=True)
    )


def _only_key(schema: Schema) -> str | None:
    required = schema.get("required") if isinstance(schema, dict) and asks(schema) == {"required"} else None
    return required[0] if isinstance(required, list) and len(required) == 1 and isinstance(required[0], str) else None


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
    yield {"allOf": [condition, then]}, {"allOf": [negate(condition), otherwise]}


def negate(condition: Schema) -> Schema:
    """Return the negation of a condition as far as a schema can express it; else true.

    It can for a type, for keys that are required, and for one property that is none of some constants.
    """
    if isinstance(condition, bool):
        return not condition
    if not isinstance(condition, dict):
        return True
    asked = asks(condition)
    if asked == {"type"}:
        return {"not": {"type": condition["type"]}}
    if condition.get("type", "object") != "object":
        return True
    if asked - {"type"} == {"required"}:
        return _object_without(condition["required"], {} if "type" in asked else {"type": "object"})
    return _exclude(condition) if "properties" in asked and asked <= {"properties", "required", "type"} else True


def _object_without(required: object, kind: Schema) -> Schema:
    """An object in which one of some keys is absent; of a value that is no object, `required` asks nothing."""
    if not isinstance(required, list) or not required or len(required) > MOST_KEYS_APART:
        return True
    if not all(isinstance(key, str) for key in required):
        return True
    without = [{**kind, "properties": {key: False}} for key in required]
    return {"anyOf": without} if len(without) > 1 else without[0]


def _exclude(condition: Mapping[str, Any]) -> Schema:
    properties = condition["properties"]
    if not isinstance(properties, dict) or len(properties) != 1:
        return True
    ((key, value),) = properties.items()
    required = condition.get("required", [])
    if not isinstance(value, dict) or required not in ([], [key]):
        return True
    excluded = {word: value[word] for word in ("const", "enum") if word in value}
    if len(excluded) != 1 or not asks(value) <= {"const", "enum", "type"}:
        return True
    listed = excluded["enum"] if "enum" in excluded else [excluded["const"]]
    if "type" in value and not (value["type"] == "string" and all(isinstance(item, str) for item in listed)):
        return True
    return {"properties": {key: {"not": excluded}}, "required": [] if required else [key]}
