"""semantic-kernel's answers: what its services send to providers for `@kernel_function` on each function. See `asked`.

The services for OpenAI, Mistral and Ollama have one function for it. No network is used.
"""

import json
import sys

from asked import answer
from semantic_kernel.connectors.ai.function_calling_utils import (
    kernel_function_metadata_to_function_call_format,
    kernel_function_metadata_to_response_function_call_format,
)
from semantic_kernel.connectors.ai.mistral_ai.services import mistral_ai_chat_completion
from semantic_kernel.connectors.ai.ollama.services import utils
from semantic_kernel.functions import KernelFunctionFromMethod, kernel_function

ONE = kernel_function_metadata_to_function_call_format
assert mistral_ai_chat_completion.kernel_function_metadata_to_function_call_format is ONE
assert utils.kernel_function_metadata_to_function_call_format is ONE


def made(function):
    """As `asked` wants it, the documents in the place of a schema."""
    metadata = KernelFunctionFromMethod(method=kernel_function(function)).metadata
    responses = kernel_function_metadata_to_response_function_call_format(metadata)
    sent = {**{name: ONE(metadata) for name in ("openai", "mistral", "ollama")}, "openai-responses": responses}
    return responses["name"], responses["description"], sent


print(json.dumps([answer(text, "app", made) for text in json.load(sys.stdin)]))
