"""agno: what its models send to providers (agno 3.1.10: `Model._format_tools`, and what each model makes of that)."""

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
        "properties": {name: _described(_closed(one)) for name, one in given.get("properties", {}).items()},
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
        "properties": {name: _described(one) for name, one in properties.items()},
        "required": [name for name, one in properties.items() if not _nullable(one.get("type"))],
    }
    return Sent(tool.name, tool.description or "", schema)


def _nullable(kind: Any) -> bool:
    return "null" in (kind if isinstance(kind, list) else [kind])


def _described(schema: JsonSchema) -> JsonSchema:
    return {"description": "", **schema}


def _closed(schema: JsonSchema) -> JsonSchema:
    """`_ensure_additional_properties_false`."""
    made = dict(schema)
    if "properties" in made:
        made["additionalProperties"] = False
    for key, value in schema.items():
        if key == "properties" and isinstance(value, dict):
            made[key] = {name: _closed(one) if isinstance(one, dict) else one for name, one in value.items()}
        elif key == "items" and isinstance(value, dict):
            made[key] = _closed(value)
        elif key in ("anyOf", "allOf", "oneOf") and isinstance(value, list):
            made[key] = [_closed(one) if isinstance(one, dict) else one for one in value]
    return made
