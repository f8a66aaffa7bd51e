"""What the libraries of providers say of documents that targets write: takes documents by target, gives their errors.

Run in an environment with these libraries. None of them is asked over a network: their types, models and validators are.
"""

import json
import sys

from anthropic import transform_schema
from anthropic.types import ToolParam as AnthropicTool
from botocore.session import get_session
from botocore.validate import ParamValidator
from google.genai.types import Tool as GeminiTool
from mistralai.client.models import Tool as MistralTool
from ollama import Tool as OllamaTool
from openai.types.chat import ChatCompletionFunctionToolParam
from openai.types.responses import FunctionToolParam, NamespaceToolParam
from openai.types.responses.namespace_tool_param import ToolFunction
from pydantic import ConfigDict, TypeAdapter, ValidationError


def closed(kind):
    """A TypedDict whose keys are all known."""
    kind.__pydantic_config__ = ConfigDict(extra="forbid")
    return TypeAdapter(list[kind]).validate_python


def responses(document):
    """Functions, or namespaces of them."""
    for kind, each in (("function", FunctionToolParam), ("namespace", NamespaceToolParam)):
        closed(each)([one for one in document if (one.get("type") == "namespace") == (kind == "namespace")])
    for one in document:
        if one.get("type") == "namespace":
            closed(ToolFunction)(one["tools"])


def bedrock(document):
    shape = get_session().get_service_model("bedrock-runtime").operation_model("Converse").input_shape.members["toolConfig"]
    report = ParamValidator().validate(document, shape)
    if report.has_errors():
        raise ValueError(report.generate_report())


def gemini(document):
    GeminiTool.model_validate(document)


CHECKS = {
    "openai": closed(ChatCompletionFunctionToolParam),
    "openai-strict": closed(ChatCompletionFunctionToolParam),
    "openai-responses": responses,
    "anthropic": closed(AnthropicTool),
    "anthropic-strict": closed(AnthropicTool),
    "gemini": gemini,
    "bedrock": bedrock,
    "mistral": TypeAdapter(list[MistralTool]).validate_python,
    "ollama": TypeAdapter(list[OllamaTool]).validate_python,
}


def sent(target, document):
    if target == "transform_schema":
        try:
            return transform_schema(document)
        except Exception as error:
            return type(error).__name__
    try:
        CHECKS[target](document)
    except (ValidationError, ValueError) as error:
        return str(error)
    return ""


if __name__ == "__main__":
    print(json.dumps([sent(target, document) for target, document in json.load(sys.stdin)]))
