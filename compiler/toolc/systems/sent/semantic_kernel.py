"""semantic-kernel: what its services send to providers (semantic-kernel 1.45.0, `connectors/ai`)."""

from typing import Any

from toolc.ir import JsonSchema, Tool
from toolc.systems.sent.base import Sent, full_schema
from toolc.systems.sent.google import Refused, google_schema


def whole(tool: Tool) -> Sent:
    """`AnthropicChatCompletion`, `BedrockChatCompletion`: also the parameters that are hidden from other models."""
    return Sent(tool.name, tool.description or "", full_schema(tool))


def gemini(tool: Tool) -> Sent | None:
    """`GoogleAIChatCompletion`: the same in Google's types, and `__` between the names of plugin and function."""
    schema = full_schema(tool)
    properties = {name: _sanitize(one) for name, one in schema.get("properties", {}).items()}
    try:
        parameters = google_schema({**schema, "properties": properties}) if properties else None
    except Refused:
        return None
    beside = {} if parameters is None else {"parameters": parameters}
    name = tool.name.replace("-", "__", 1)  # no plugin has a `-` in its name; functions may
    return Sent(name, tool.description or "", None, beside=beside)


def _sanitize(given: Any) -> Any:
    """`_sanitize_node`: of several types the first that is not null; of a union the first member, described as the union."""
    made: JsonSchema = dict(given)
    kinds = made.get("type")
    if isinstance(kinds, list):
        others = [kind for kind in kinds if kind != "null"]
        made |= {"type": others[0] if others else "string"} | ({"nullable": True} if len(others) < len(kinds) else {})
    for word in ("anyOf", "oneOf", "allOf"):
        if made.get(word):
            made = _first(made[word], made.get("description"))
            break
    if isinstance(made.get("properties"), dict):
        made["properties"] = {
            name: _sanitize(one) if isinstance(one, dict) else one for name, one in made["properties"].items()
        }
    if isinstance(made.get("items"), dict):
        made["items"] = _sanitize(made["items"])
    return made


def _first(members: list[JsonSchema], text: str | None) -> JsonSchema:
    others = [one for one in members if one.get("type") != "null"]
    made: JsonSchema = _sanitize(others[0]) if others else {"type": "string"}
    if len(others) < len(members):
        made["nullable"] = True
    return {"description": text, **made} if text else made
