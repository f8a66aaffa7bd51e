"""autogen's answers: what its clients send to providers for a `FunctionTool` around each function. See `asked`.

No network is used.
"""

import json
import sys

from answering import answer
from autogen_core.models import ModelFamily, ModelInfo, UserMessage
from autogen_core.tools import FunctionTool
from autogen_ext.models.anthropic import AnthropicBedrockChatCompletionClient, AnthropicChatCompletionClient
from autogen_ext.models.anthropic._anthropic_client import convert_tools as anthropic
from autogen_ext.models.ollama._ollama_client import convert_tools as ollama
from autogen_ext.models.openai import OpenAIChatCompletionClient

INFO = ModelInfo(vision=False, function_calling=True, json_output=True, structured_output=True, family=ModelFamily.UNKNOWN)
OPENAI = OpenAIChatCompletionClient(model="gpt-4o", api_key="none")
GEMINI = OpenAIChatCompletionClient(model="gemini-2.5-flash", api_key="none", model_info=INFO)
MISTRAL = OpenAIChatCompletionClient(model="any", api_key="none", base_url="https://api.mistral.ai/v1", model_info=INFO)
ASKED = [UserMessage(content="hi", source="user")]

assert AnthropicBedrockChatCompletionClient.create is AnthropicChatCompletionClient.create


def openai(client, it):
    """The tool in the request that a client makes, which is that of OpenAI for others as well."""
    return client._process_create_args(ASKED, [it], "auto", None, {}).tools[0]


def made(function):
    """As `asked` wants it, the documents in the place of a schema."""
    it = FunctionTool(function, description=function.__doc__ or "")
    sent = {
        "openai": openai(OPENAI, it),
        "gemini": openai(GEMINI, it),
        "mistral": openai(MISTRAL, it),
        **dict.fromkeys(("anthropic", "bedrock"), anthropic([it])[0]),
        "ollama": ollama([it])[0].model_dump(mode="json", exclude_none=True),
    }
    return it.name, it.description, sent


if __name__ == "__main__":
    print(json.dumps([answer(text, "app", made) for text in json.load(sys.stdin)]))
