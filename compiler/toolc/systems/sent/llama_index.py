"""llama-index: what its integrations send to providers (llama-index-core 0.14.25, `to_openai_tool`, `get_parameters_dict`)."""

from toolc.ir import Tool
from toolc.systems.sent.base import Sent


def openai(tool: Tool) -> Sent:
    """`OpenAI` (llama-index-llms-openai 0.8.6): closed, and not strict unless the model object asks for it."""
    return Sent(tool.name, tool.description, {**(tool.input_schema or {}), "additionalProperties": False}, strict=False)
