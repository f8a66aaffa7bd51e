"""camel's answers: what its models send to providers for a `FunctionTool` around each function. See `asked`.

Most of its models put the schema of a tool into their requests as it is: that request is made, and not sent.
"""

import json
import logging
import sys
from unittest.mock import MagicMock

from answering import answer
from camel.models import AnthropicModel, AWSBedrockModel, MistralModel, OllamaModel, OpenAIModel
from camel.toolkits import FunctionTool

logging.disable()


def made(function):
    """As `asked` wants it, the documents in the place of a schema."""
    schema = FunctionTool(function).get_openai_tool_schema()
    said = schema["function"]
    return said["name"], said["description"], {name: sent(name, schema) for name in MODELS}


def sent(name, schema):
    """The document in the request that a model would make."""
    model = MODELS[name]
    if name == "mistral":
        return model._prepare_request([], None, [schema])["tools"][0]
    model._client = MagicMock()
    model._request_chat_completion([], [schema])
    return model._client.chat.completions.create.call_args.kwargs["tools"][0]


MODELS = {
    "openai": OpenAIModel("gpt-4o", api_key="none"),
    "mistral": MistralModel("mistral-large-latest", api_key="none"),
    "ollama": OllamaModel("any", url="http://localhost:1/v1"),
    "anthropic": AnthropicModel("claude-sonnet-4-5", api_key="none"),
    "bedrock": AWSBedrockModel("any", api_key="none", url="http://localhost:1/v1"),
}
if __name__ == "__main__":
    print(json.dumps([answer(text, "app", made) for text in json.load(sys.stdin)]))
