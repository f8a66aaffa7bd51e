"""agent-framework's answers: what its clients send to providers for `tool` of each function. See `asked`; no network is used."""

import copy
import json
import sys

from agent_framework import tool
from agent_framework_anthropic import AnthropicClient
from agent_framework_bedrock import BedrockChatClient
from agent_framework_gemini import GeminiChatClient
from agent_framework_mistral import MistralChatClient
from agent_framework_ollama import OllamaChatClient
from agent_framework_openai import OpenAIChatClient, OpenAIChatCompletionClient
from answering import answer
from google_request import declared

CHAT = OpenAIChatCompletionClient(model="any", api_key="none")
RESPONSES = OpenAIChatClient(model="any", api_key="none")
ANTHROPIC = AnthropicClient(model="any", api_key="none")
GEMINI = GeminiChatClient(model="any", api_key="none")
MISTRAL = MistralChatClient(model="any", api_key="none")
OLLAMA = OllamaChatClient(model="any")
BEDROCK = BedrockChatClient(model="any", region="eu-west-1", access_key="none", secret_key="none")


def made(function):
    """As `asked` wants it, the documents in the place of a schema. Each client gets a tool of its own: one changes it."""
    it = tool(function)
    sent = {
        "openai": CHAT._prepare_tools_for_openai([tool(function)])["tools"][0],
        "openai-responses": RESPONSES._prepare_tools_for_openai([tool(function)])[0],
        "anthropic": ANTHROPIC._prepare_tools_for_anthropic({"tools": [tool(function)]})["tools"][0],
        "ollama": OLLAMA._prepare_tools_for_ollama([tool(function)])[0],
        "gemini": declared({"tools": GEMINI._prepare_tools({"tools": [tool(function)]})}),
        "mistral": MISTRAL._prepare_tools([tool(function)])[0],
        "bedrock": BEDROCK._prepare_tools([tool(function)])["tools"][0],
    }
    return it.name, it.description, copy.deepcopy(sent)


if __name__ == "__main__":
    print(json.dumps([answer(text, "app", made) for text in json.load(sys.stdin)]))
