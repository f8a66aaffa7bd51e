"""semantic-kernel's answers: what its services send to providers for `@kernel_function` on each function. See `asked`.

The services for OpenAI, Mistral and Ollama have one function for it. No network is used.
"""

import json
import sys

from answering import answer
from google_request import declared
from semantic_kernel.connectors.ai.anthropic.prompt_execution_settings.anthropic_prompt_execution_settings import (
    AnthropicChatPromptExecutionSettings,
)
from semantic_kernel.connectors.ai.anthropic.services.utils import update_settings_from_function_call_configuration
from semantic_kernel.connectors.ai.bedrock.bedrock_prompt_execution_settings import BedrockChatPromptExecutionSettings
from semantic_kernel.connectors.ai.bedrock.services.model_provider import utils as bedrock
from semantic_kernel.connectors.ai.function_call_choice_configuration import FunctionCallChoiceConfiguration
from semantic_kernel.connectors.ai.function_calling_utils import (
    kernel_function_metadata_to_function_call_format,
    kernel_function_metadata_to_response_function_call_format,
)
from semantic_kernel.connectors.ai.function_choice_type import FunctionChoiceType
from semantic_kernel.connectors.ai.google.google_ai.google_ai_prompt_execution_settings import (
    GoogleAIChatPromptExecutionSettings,
)
from semantic_kernel.connectors.ai.google.google_ai.services import utils as google
from semantic_kernel.connectors.ai.mistral_ai.services import mistral_ai_chat_completion
from semantic_kernel.connectors.ai.ollama.services import utils
from semantic_kernel.functions import KernelFunctionFromMethod, kernel_function

ONE = kernel_function_metadata_to_function_call_format
assert mistral_ai_chat_completion.kernel_function_metadata_to_function_call_format is ONE
assert utils.kernel_function_metadata_to_function_call_format is ONE


def made(function):
    """As `asked` wants it, the documents in the place of a schema. `PLUGIN` of the module names the plugin, if it has one."""
    method = function if hasattr(function, "__kernel_function__") else kernel_function(function)
    metadata = KernelFunctionFromMethod(method=method, plugin_name=function.__globals__.get("PLUGIN")).metadata
    responses = kernel_function_metadata_to_response_function_call_format(metadata)
    sent = {**{name: ONE(metadata) for name in ("openai", "mistral", "ollama")}, "openai-responses": responses}
    choice = FunctionCallChoiceConfiguration(available_functions=[metadata])
    asked = AnthropicChatPromptExecutionSettings()
    update_settings_from_function_call_configuration(choice, asked, FunctionChoiceType.AUTO)
    sent["anthropic"] = asked.tools[0]
    asked = BedrockChatPromptExecutionSettings()
    bedrock.update_settings_from_function_choice_configuration(choice, asked, FunctionChoiceType.AUTO)
    sent["bedrock"] = asked.tools[0]
    asked = GoogleAIChatPromptExecutionSettings()
    google.update_settings_from_function_choice_configuration(choice, asked, FunctionChoiceType.AUTO)
    sent["gemini"] = declared(asked.prepare_settings_dict())
    return responses["name"], responses["description"], sent


if __name__ == "__main__":
    print(json.dumps([answer(text, "app", made) for text in json.load(sys.stdin)]))
