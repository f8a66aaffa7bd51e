"""autogen: what its clients send to providers (`convert_tools` of the clients in autogen-ext 0.7.5)."""

from typing import Any

from toolc.ir import JsonSchema, Tool
from toolc.systems.sent.base import Sent


def openai(tool: Tool) -> Sent:
    """`OpenAIChatCompletionClient`: as it is reported, and whether it is strict."""
    return Sent(tool.name, tool.description or "", tool.input_schema, strict=bool(tool.strict))


def anthropic(tool: Tool) -> Sent:
    """`AnthropicChatCompletionClient`: properties and what is required, without definitions."""
    given = tool.input_schema or {}
    schema: JsonSchema = {"type": "object", **{key: given[key] for key in ("properties", "required", "type") if key in given}}
    return Sent(tool.name, tool.description or "", schema)


def ollama(tool: Tool) -> Sent | None:
    """`OllamaChatCompletionClient`: of each parameter its type and description, as Ollama's library has them."""
    given = tool.input_schema or {}
    properties = {name: _property(one) for name, one in given.get("properties", {}).items()}
    required = {"required": given["required"]} if "required" in given else {}
    return Sent(tool.name, tool.description or "", {"type": "object", "properties": properties, **required})


def _property(given: JsonSchema) -> JsonSchema:
    kinds = (one.get("type") for one in given.get("anyOf", ()))
    kind: Any = given.get("type") or next((one for one in kinds if one != "null"), None) or "string"
    return {"type": kind, **({"description": given["description"]} if "description" in given else {})}
