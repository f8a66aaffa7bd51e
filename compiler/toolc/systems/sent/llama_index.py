"""llama-index: what its integrations send to providers (llama-index-core 0.14.25, `to_openai_tool`, `get_parameters_dict`)."""

from toolc.ir import Tool
from toolc.systems.sent.base import Sent, full_schema
from toolc.systems.sent.google import Refused, google_schema, without_references


def openai(tool: Tool) -> Sent:
    """`OpenAI` (llama-index-llms-openai 0.8.6): closed, and not strict unless the model object asks for it."""
    return Sent(tool.name, tool.description, {**(tool.input_schema or {}), "additionalProperties": False}, strict=False)


def gemini(tool: Tool) -> Sent | None:
    """`GoogleGenAI` (llama-index-llms-google-genai 0.11.3): the whole model in Google's types, of the description what follows
    its first line.

    A tool without a model is left out of the request.
    """
    if tool.unabridged is None or tool.description is None:
        return None
    try:
        parameters = google_schema(without_references(full_schema(tool)))
    except Refused:
        return None
    return Sent(tool.name, tool.description.split("\n", 1)[-1], None, beside={"parameters": parameters})
