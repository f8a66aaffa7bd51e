"""agno's answers: what its models send to providers for `Function.from_callable` on each function. See `asked`.

No network is used.
"""

import copy
import json
import sys

from agno.models.anthropic import Claude
from agno.models.aws import AwsBedrock
from agno.models.mistral import MistralChat
from agno.models.ollama import Ollama
from agno.models.openai import OpenAIChat, OpenAIResponses
from agno.tools import Function
from agno.utils.gemini import format_function_definitions
from agno.utils.log import logger
from agno.utils.models.claude import format_tools_for_model
from answering import answer

logger.disabled = True
MODELS = {"openai": OpenAIChat(), "mistral": MistralChat(), "ollama": Ollama()}


def made(function):
    """As `asked` wants it, the documents in the place of a schema."""
    it = Function.from_callable(function)
    tools = Claude()._format_tools([it])
    sent = {name: model.get_request_params(tools=copy.deepcopy(tools))["tools"][0] for name, model in MODELS.items()}
    sent["openai-responses"] = OpenAIResponses()._format_tool_params([], copy.deepcopy(tools))[0]
    sent["anthropic"] = format_tools_for_model(copy.deepcopy(tools))[0]
    declaration = format_function_definitions(copy.deepcopy(tools)).function_declarations[0]
    sent["gemini"] = declaration.model_dump(mode="json", by_alias=True, exclude_none=True)
    sent["bedrock"] = AwsBedrock()._format_tools_for_request(copy.deepcopy(tools))[0]
    return it.name, it.description, sent


if __name__ == "__main__":
    print(json.dumps([answer(text, "app", made) for text in json.load(sys.stdin)]))
