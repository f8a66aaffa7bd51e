"""A schema in a few words, for people who read a change: takes a schema and its document, gives text such as `integer ≥ 0`."""

from typing import Any

from toolc.contract.inclusion import Document, Schema
from toolc.contract.values import value
from toolc.ir import Tool

_BOUNDS = {"minimum": "≥", "exclusiveMinimum": ">", "maximum": "≤", "exclusiveMaximum": "<", "multipleOf": "multiple of"}
_SIZES = {
    "minLength": "at least {} characters", "maxLength": "at most {} characters", "minItems": "at least {} items",
    "maxItems": "at most {} items", "minProperties": "at least {} members", "maxProperties": "at most {} members",
}  # fmt: skip


def words(schema: Schema, document: Document, deep: int = 3) -> str:
    """Return a short, rough description of the values that a schema allows."""
    if not isinstance(schema, dict):
        return "anything" if schema is not False else "nothing"
    if "$ref" in schema:
        name = str(schema["$ref"]).rpartition("/")[2]
        target = document.find(schema["$ref"])
        return name if target is None or not deep or _is_object(target) else words(target, document, deep - 1)
    if "const" in schema:
        return value(schema["const"])
    if isinstance(schema.get("enum"), list):
        return _join_words([value(one) for one in schema["enum"]])
    for word in ("anyOf", "oneOf"):
        if isinstance(schema.get(word), list):
            return _join_words([words(one, document, deep - 1) if deep else "…" for one in schema[word]])
    if isinstance(schema.get("allOf"), list) and len(schema["allOf"]) == 1:
        return words(schema["allOf"][0], document, deep)
    asked = schema.get("type")
    kind = _join_words([str(one) for one in asked]) if isinstance(asked, list) else str(asked or "anything")
    if asked == "array" and deep and "items" in schema:
        kind = f"array of {words(schema['items'], document, deep - 1)}"
    if tags := [f"{name} {value(one['const'])}" for name, one in _constants(schema)]:
        kind = f"{kind} with {tags[0]}"
    return ", ".join([kind, *_limits(schema)])


def signature(tool: Tool) -> str:
    """Return the name of a tool with its parameters and its result, as Python writes signatures."""
    schema = tool.input_schema
    if schema is None:
        return f"{tool.name}(…)"
    document, must = Document(schema), schema.get("required") or ()
    properties = schema.get("properties")
    members = properties.items() if isinstance(properties, dict) else ()
    listed = [_parameter(name, one, document, name in must) for name, one in members]
    back = f" -> {result_words(tool)}" if tool.output_schema is not None else ""
    return f"{tool.name}({', '.join(listed)}){back}"


def result_words(tool: Tool) -> str:
    """Return words for what a tool gives back, without the object that its framework wraps around it."""
    schema = tool.output_schema or {}
    properties = schema.get("properties")
    inner = properties.get(tool.unwrap) if tool.unwrap and isinstance(properties, dict) else None
    return words(schema if inner is None else inner, Document(schema))


def _parameter(name: str, schema: Schema, document: Document, demanded: bool) -> str:
    default = f" = {value(schema['default'])}" if isinstance(schema, dict) and "default" in schema else ""
    return f"{name}{'' if demanded or default else '?'}: {words(schema, document)}{default}"


def _limits(schema: dict[str, Any]) -> list[str]:
    told = [f"{sign} {schema[word]}" for word, sign in _BOUNDS.items() if word in schema]
    told += [text.format(schema[word]) for word, text in _SIZES.items() if word in schema]
    told += [f"{word} {schema[word]}" for word in ("format", "pattern") if isinstance(schema.get(word), str)]
    return [*told, *(["unique"] if schema.get("uniqueItems") is True else [])]


def _constants(schema: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The members of an object that are one value always: what tells it from others in a union."""
    properties = schema.get("properties")
    found = properties.items() if isinstance(properties, dict) else ()
    return [(name, one) for name, one in found if isinstance(one, dict) and "const" in one]


def _is_object(schema: Schema) -> bool:
    return isinstance(schema, dict) and "properties" in schema


def _join_words(parts: list[str]) -> str:
    parts = list(dict.fromkeys(parts))
    return " | ".join(parts if len(parts) <= 6 else [*parts[:5], f"… ({len(parts)} in all)"])
