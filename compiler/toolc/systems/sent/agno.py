"""agno: tools as its models send them to providers (agno 3.1.10: `Model._format_tools`, and each model's changes to it).

For Gemini that is Google's `Schema` in place of a JSON Schema (`utils/gemini.py`, `convert_schema`).
"""

from typing import Any

from toolc.ir import JsonSchema, Tool
from toolc.systems.sent.base import Sent


def openai_responses(tool: Tool) -> Sent:
    """`OpenAIResponses`: of several types of a parameter the first."""
    schema = dict(tool.input_schema or {})
    if "properties" in schema:
        schema["properties"] = {name: _first(one) for name, one in schema["properties"].items()}
    return Sent(tool.name, tool.description, schema, strict=tool.strict)


def _first(schema: Any) -> Any:
    kinds = schema.get("type")
    return {**schema, "type": kinds[0]} if isinstance(kinds, list) else schema


def anthropic(tool: Tool) -> Sent:
    """`Claude`: objects with named keys are closed, every parameter has a description."""
    given = tool.input_schema or {}
    schema: JsonSchema = {
        "type": given.get("type", "object"),
        "properties": {name: _describe(_close(one)) for name, one in given.get("properties", {}).items()},
        "required": given.get("required", []),
        "additionalProperties": False,
        **{key: given[key] for key in ("$defs", "definitions") if key in given},
    }
    return Sent(tool.name, tool.description or "", schema, strict=tool.strict or None)


def bedrock(tool: Tool) -> Sent:
    """`AwsBedrock`: what may not be null is required."""
    properties = (tool.input_schema or {}).get("properties", {})
    schema: JsonSchema = {
        "type": "object",
        "properties": {name: _describe(one) for name, one in properties.items()},
        "required": [name for name, one in properties.items() if not _nullable(one.get("type"))],
    }
    return Sent(tool.name, tool.description or "", schema)


def _nullable(kind: Any) -> bool:
    return "null" in (kind if isinstance(kind, list) else [kind])


def _describe(schema: JsonSchema) -> JsonSchema:
    return {"description": "", **schema}


def _close(schema: JsonSchema) -> JsonSchema:
    """`_ensure_additional_properties_false`."""
    made = dict(schema)
    if "properties" in made:
        made["additionalProperties"] = False
    for key, value in schema.items():
        if key == "properties" and isinstance(value, dict):
            made[key] = {name: _close(one) if isinstance(one, dict) else one for name, one in value.items()}
        elif key == "items" and isinstance(value, dict):
            made[key] = _close(value)
        elif key in ("anyOf", "allOf", "oneOf") and isinstance(value, list):
            made[key] = [_close(one) if isinstance(one, dict) else one for one in value]
    return made


# --- Gemini ----------------------------------------------------------------------------------------------------------


class _Unsendable(Exception):
    """Raised for a tool that Google's library rejects, or whose form is not known here."""


def gemini(tool: Tool) -> Sent | None:
    """`Gemini`: `parameters` in the types of Google's library."""
    root = tool.input_schema or {}
    try:
        made = _schema(root, root, frozenset())
    except _Unsendable:
        return None
    return Sent(tool.name, tool.description, None, beside={} if made is None else {"parameters": made})


def _schema(given: JsonSchema, root: JsonSchema, within: frozenset[str]) -> JsonSchema | None:
    """Return one schema. Returns `None` if agno makes none of it: null, and what says no type."""
    if "$ref" in given:
        return _referenced_schema(given["$ref"], root, within)
    kind = given.get("type", "")
    if kind is None or kind == "null":
        return None
    facts = {key: given[key] for key in ("description", "default", "title") if given.get(key) is not None}
    if "enum" in given:
        if not all(isinstance(value, str) for value in given["enum"]):
            raise _Unsendable
        return {"type": "STRING", "enum": given["enum"], **facts}
    match kind:
        case "object":
            return _object(given, facts, root, within)
        case "array" if "items" in given:
            facts.pop("default", None)
            items = _schema(given["items"], root, within) if given["items"] else None
            sizes = {key: given[key] for key in ("minItems", "maxItems") if given.get(key) is not None}
            return {"type": "ARRAY", "items": items or {"type": "STRING"}, **sizes, **facts}
        case "string":
            return {"type": "STRING", **facts, **({"format": given["format"]} if given.get("format") is not None else {})}
        case "integer" | "number":
            bounds = {key: float(given[key]) for key in ("maximum", "minimum") if given.get(key) is not None}
            return {"type": kind.upper(), **facts, **bounds}
        case "" if "anyOf" in given:
            return _union(given["anyOf"], facts, root, within)
    kinds = [one for one in kind if one != "null"] if isinstance(kind, list) else [kind]
    return {"type": kinds[0].upper(), **facts} if kinds and kinds[0] else None


def _referenced_schema(ref: Any, root: JsonSchema, within: frozenset[str]) -> JsonSchema | None:
    if ref in within:
        return {"type": "OBJECT", "description": f"Circular reference to {ref}"}
    name = ref.split("/")[-1]
    if not ref.startswith("#/$defs/") or name not in root.get("$defs", {}):
        return None
    return _schema(root["$defs"][name], root, within | {ref})


def _object(given: JsonSchema, facts: JsonSchema, root: JsonSchema, within: frozenset[str]) -> JsonSchema:
    extra = given.get("additionalProperties")
    if "properties" not in given and isinstance(extra, dict) and "type" in extra:
        return _mapping(extra["type"], facts)
    if not given.get("properties"):
        return {"type": "OBJECT", **facts}
    properties = {}
    for name, one in given["properties"].items():
        kinds = one.get("type", "")
        nullable = isinstance(kinds, list) and "null" in kinds
        made = _schema({**one, "type": kinds[0]} if nullable else one, root, within)
        if made is None:
            made = {key: one[key] for key in ("title", "description") if one.get(key) is not None}
        elif nullable:
            made = {**made, "nullable": True}
        properties[name] = made
    return {"type": "OBJECT", "properties": properties, "required": given.get("required", []), **facts}


def _mapping(kinds: Any, facts: JsonSchema) -> JsonSchema:
    """A map stands as an object with one key, whose words say what it is."""
    several = f" (supports union types: {', '.join(kinds)})" if isinstance(kinds, list) else ""
    kind = ((kinds[0] if kinds else "string") if isinstance(kinds, list) else kinds).upper()
    words = f"{kind.lower()} values{several}"
    example = f"Example key-value pair. This object can contain any number of keys with {words}."
    described = facts.get("description") or f"Dictionary with {words}. Can contain any number of key-value pairs."
    default = {"default": facts["default"]} if "default" in facts else {}
    items: JsonSchema = {"items": {}} if kind == "ARRAY" else {}
    properties = {"example_key": {"type": kind, "description": example, **items}}
    return {"type": "OBJECT", "properties": properties, "description": described, **default}


def _union(members: list[JsonSchema], facts: JsonSchema, root: JsonSchema, within: frozenset[str]) -> JsonSchema:
    made = [_schema(one, root, within) for one in members]
    others = [one for one in made if one is not None]
    if len(others) == 1:
        return {**others[0], "nullable": len(others) < len(made)}
    return {"anyOf": others, **facts}
