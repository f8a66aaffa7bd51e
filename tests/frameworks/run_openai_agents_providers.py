"""openai-agents' answers: what its models send to OpenAI for `function_tool` on each function, strict and not. See `asked`."""

import json
import sys

from agents import function_tool
from agents.models.chatcmpl_converter import Converter as Chat
from agents.models.openai_responses import Converter as Responses
from asked import answer


def made(function):
    """As `asked` wants it, the documents in the place of a schema."""
    it = function_tool(function)
    return (
        it.name,
        it.description,
        {"openai": Chat.tool_to_openai(it), "openai-responses": Responses.convert_tools([it], []).tools[0]},
    )


print(json.dumps([answer(text, "app", made) for text in json.load(sys.stdin)]))
