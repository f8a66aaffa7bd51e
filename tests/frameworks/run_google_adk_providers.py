"""google-adk's answers: what its models send to providers for a `FunctionTool` around each function. See `asked`.

No network is used. `LiteLlm` stands for OpenAI, Mistral and Ollama: litellm hands their documents on.
"""

import json
import logging
import sys

from asked import answer
from google.adk.models.anthropic_llm import function_declaration_to_tool_param
from google.adk.models.lite_llm import _function_declaration_to_tool_param
from google.adk.models.llm_request import LlmRequest
from google.adk.tools import FunctionTool

logging.disable()


def made(function):
    """As `asked` wants it, the documents in the place of a schema."""
    request = LlmRequest()
    request.append_tools([FunctionTool(function)])
    it = request.config.tools[0].function_declarations[0]
    other = _function_declaration_to_tool_param(it)
    sent = {
        "gemini": it.model_dump(mode="json", by_alias=True, exclude_none=True),
        "anthropic": function_declaration_to_tool_param(it),
        **dict.fromkeys(("openai", "mistral", "ollama"), other),
    }
    return it.name, it.description, sent


print(json.dumps([answer(text, "app", made) for text in json.load(sys.stdin)]))
