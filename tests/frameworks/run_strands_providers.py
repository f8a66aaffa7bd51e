"""strands' answers: what its models send to providers for `@tool` on each function. See `asked`; no network is used."""

import json
import logging
import sys

from answering import answer
from strands import tool
from strands.models.anthropic import AnthropicModel
from strands.models.bedrock import BedrockModel
from strands.models.gemini import GeminiModel
from strands.models.mistral import MistralModel
from strands.models.ollama import OllamaModel
from strands.models.openai import OpenAIModel
from strands.models.openai_responses import OpenAIResponsesModel

logging.disable()
KEY = {"client_args": {"api_key": "none"}, "model_id": "any"}
MODELS = {
    "openai": OpenAIModel(**KEY),
    "anthropic": AnthropicModel(**KEY, max_tokens=1),
    "mistral": MistralModel(api_key="none", model_id="any"),
    "ollama": OllamaModel("http://localhost:1", model_id="any"),
}
RESPONSES = OpenAIResponsesModel(**KEY)
GEMINI = GeminiModel(**KEY)
BEDROCK = BedrockModel(region_name="eu-west-1", model_id="any")


def made(function):
    """As `asked` wants it, the documents in the place of a schema."""
    said = tool(function).tool_spec
    sent = {name: model.format_request([], [said])["tools"][0] for name, model in MODELS.items()}
    sent["openai-responses"] = RESPONSES._format_request([], [said])["tools"][0]
    declaration = GEMINI._format_request_tools([said])[0].function_declarations[0]
    sent["gemini"] = declaration.model_dump(mode="json", by_alias=True, exclude_none=True)
    sent["bedrock"] = BEDROCK.format_request([], [said])["toolConfig"]["tools"][0]
    return said["name"], said["description"], sent


if __name__ == "__main__":
    print(json.dumps([answer(text, "app", made) for text in json.load(sys.stdin)]))
