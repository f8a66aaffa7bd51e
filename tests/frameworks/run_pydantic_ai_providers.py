"""pydantic-ai's answers: what its models send to providers for `Tool` of each function. See `asked`; no network is used."""

import json
import sys

from answering import answer
from pydantic_ai import Tool
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.bedrock import BedrockConverseModel
from pydantic_ai.models.google import GoogleModel, _function_declaration_from_tool
from pydantic_ai.models.mistral import MistralModel
from pydantic_ai.models.ollama import OllamaModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.bedrock import BedrockProvider
from pydantic_ai.providers.google import GoogleProvider
from pydantic_ai.providers.mistral import MistralProvider
from pydantic_ai.providers.ollama import OllamaProvider
from pydantic_ai.providers.openai import OpenAIProvider

KEY = {"api_key": "none"}
AWS = {"region_name": "eu-west-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}
MODELS = {
    "openai": OpenAIChatModel("gpt-5", provider=OpenAIProvider(**KEY)),
    "openai-responses": OpenAIResponsesModel("gpt-5", provider=OpenAIProvider(**KEY)),
    "anthropic": AnthropicModel("claude-sonnet-4-6", provider=AnthropicProvider(**KEY)),
    "gemini": GoogleModel("gemini-2.5-flash", provider=GoogleProvider(**KEY)),
    "bedrock": BedrockConverseModel("anthropic.claude-sonnet-4-6", provider=BedrockProvider(**AWS)),
    "mistral": MistralModel("mistral-large-latest", provider=MistralProvider(**KEY)),
    "ollama": OllamaModel("any", provider=OllamaProvider(base_url="http://localhost:1/v1")),
}


def sent(name, model, tool):
    """The document of one tool, as the model's own mapping makes it."""
    settings, parameters = model.prepare_request(None, ModelRequestParameters(function_tools=[tool]))
    [one] = parameters.function_tools
    if name == "anthropic":
        return model._map_tool_definition(one, settings or {}, visibility="visible")
    if name == "openai-responses":
        return model._map_tool_definition(one, visibility="visible")
    if name == "gemini":
        made = dict(_function_declaration_from_tool(one))
        return {"parametersJsonSchema" if key == "parameters_json_schema" else key: value for key, value in made.items()}
    if name == "bedrock":
        return model._map_tool_definition(one)
    if name == "mistral":
        [made], _ = model._get_tool_choice(parameters, settings or {})
        return made.model_dump(mode="json", by_alias=True)
    return model._map_tool_definition(one, settings or {})


def made(function):
    """As `asked` wants it, the documents in the place of a schema."""
    strict = {"strict": True, "loose": False}.get(function.__name__.partition("_")[0])
    definition = Tool(function, strict=strict).tool_def
    return definition.name, definition.description, {name: sent(name, model, definition) for name, model in MODELS.items()}


if __name__ == "__main__":
    print(json.dumps([answer(text, "app", made) for text in json.load(sys.stdin)]))
