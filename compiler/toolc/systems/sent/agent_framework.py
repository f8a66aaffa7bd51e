"""agent-framework: what its clients send to providers (agent-framework-core 1.23.0 and its packages for providers)."""

from toolc.ir import Tool
from toolc.systems.sent.base import Sent


def openai_responses(tool: Tool) -> Sent:
    """`OpenAIChatClient`: closed, and said not to be strict."""
    return Sent(tool.name, tool.description, {**(tool.input_schema or {}), "additionalProperties": False}, strict=False)


def anthropic(tool: Tool) -> Sent:
    """`AnthropicClient`: with the type that Anthropic has for such tools."""
    return Sent(tool.name, tool.description, tool.input_schema, beside={"type": "custom"})
