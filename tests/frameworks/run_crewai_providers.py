"""crewai's answers: what its clients send to providers for `@tool` on each function. See `asked`; no network is used."""

import contextlib
import json
import sys

from answering import answer
from crewai import LLM
from crewai.llms.providers.anthropic.completion import AnthropicCompletion
from crewai.llms.providers.bedrock.completion import BedrockCompletion
from crewai.llms.providers.gemini.completion import GeminiCompletion
from crewai.llms.providers.openai.completion import OpenAICompletion
from crewai.llms.providers.openai_compatible.completion import OpenAICompatibleCompletion
from crewai.tools import tool
from crewai.utilities.agent_utils import convert_tools_to_openai_schema
from litellm_request import requested

OPENAI = OpenAICompletion(model="gpt-5", api_key="none")
OLLAMA = OpenAICompatibleCompletion(model="any", provider="ollama")
ANTHROPIC = AnthropicCompletion(model="claude-sonnet-4-6", api_key="none")
GEMINI = GeminiCompletion(model="gemini-2.5-flash", api_key="none")


def made(function):
    """As `asked` wants it, the documents in the place of a schema."""
    it = tool(function)
    asked, _, _ = convert_tools_to_openai_schema([it])
    declaration = GEMINI._convert_tools_for_interference(asked)[0].function_declarations[0]
    sent = {
        "openai": OPENAI._convert_tools_for_interference(asked)[0],
        "openai-responses": OPENAI._convert_tools_for_responses(asked)[0],
        "ollama": OLLAMA._convert_tools_for_interference(asked)[0],
        "anthropic": ANTHROPIC._convert_tools_for_interference(asked)[0],
        "gemini": declaration.model_dump(mode="json", by_alias=True, exclude_none=True),
        "bedrock": BedrockCompletion._format_tools_for_converse(asked)[0],
        "mistral": requested(lambda model: LLM(model, api_key="none").call("hi", tools=asked), "mistral"),
    }
    return it.name, it.description, sent


if __name__ == "__main__":
    with contextlib.redirect_stdout(sys.stderr):  # crewai says on standard output what a model is asked
        said = [answer(text, "app", made) for text in json.load(sys.stdin)]
    print(json.dumps(said))
