"""google-adk: what its models send to providers (google-adk 2.13.0: `google_llm`, `anthropic_llm`, `lite_llm` for others)."""

from toolc.ir import Tool
from toolc.systems.sent.base import Sent


def gemini(tool: Tool) -> Sent:
    """`Gemini`: the declaration as it is; a function without parameters has no schema."""
    return Sent(tool.name, tool.description, tool.input_schema or None)


def others(tool: Tool) -> Sent:
    """`Claude` and `LiteLlm`: a function without parameters takes an object without keys."""
    schema = tool.input_schema or {"type": "object", "properties": {}}
    return Sent(tool.name, tool.description or "", schema)
