"""llama-index's answers: what its integrations send to providers for a `FunctionTool` around each function. See `asked`.

No network is used.
"""

import json
import sys

from answering import answer
from google.genai.types import Tool
from google_request import CLIENT, declared
from llama_index.core.tools import FunctionTool
from llama_index.llms.anthropic import Anthropic
from llama_index.llms.bedrock_converse.utils import tools_to_converse_tools
from llama_index.llms.google_genai.utils import convert_schema_to_function_declaration
from llama_index.llms.mistralai import MistralAI
from llama_index.llms.ollama import Ollama
from llama_index.llms.openai import OpenAI, OpenAIResponses

MODELS = {
    "openai": OpenAI("gpt-5", api_key="none"),
    "openai-responses": OpenAIResponses("gpt-5", api_key="none"),
    "anthropic": Anthropic("claude-sonnet-4-5", api_key="none"),
    "mistral": MistralAI("mistral-large-latest", api_key="none"),
    "ollama": Ollama("any"),
}


def made(function):
    """As `asked` wants it, the documents in the place of a schema."""
    it = FunctionTool.from_defaults(function)
    sent = {name: model._prepare_chat_with_tools([it], user_msg="hi")["tools"][0] for name, model in MODELS.items()}
    sent["bedrock"] = tools_to_converse_tools([it])["tools"][0]
    sent["gemini"] = gemini(it)
    return it.metadata.name, it.metadata.description, sent


def gemini(it):
    """As `GoogleGenAI._prepare_chat_with_tools` does; None where Google's library refuses it."""
    try:
        declaration = convert_schema_to_function_declaration(CLIENT, it)
    except (ValueError, KeyError):
        return None
    return declared({"tools": [Tool(function_declarations=[declaration])]})


if __name__ == "__main__":
    print(json.dumps([answer(text, "app", made) for text in json.load(sys.stdin)]))
