"""openai-agents' answers: what its models send to providers for `function_tool` on each function. See `asked`.

The models for OpenAI, and `LitellmModel` for others. No network is used.
"""

import asyncio
import json
import sys

from agents import ModelSettings, function_tool
from agents.extensions.models.litellm_model import LitellmModel
from agents.models.chatcmpl_converter import Converter as Chat
from agents.models.interface import ModelTracing
from agents.models.openai_responses import Converter as Responses
from answering import answer
from litellm_request import MODELS, requested


def made(function):
    """As `asked` wants it, the documents in the place of a schema."""
    it = function_tool(function)

    def ask(model):
        asked = LitellmModel(model, api_key="none").get_response(
            None, "hi", ModelSettings(), [it], None, [], ModelTracing.DISABLED, previous_response_id=None
        )
        asyncio.run(asked)

    sent = {"openai": Chat.tool_to_openai(it), "openai-responses": Responses.convert_tools([it], []).tools[0]}
    return it.name, it.description, sent | {target: requested(ask, target) for target in MODELS}


if __name__ == "__main__":
    print(json.dumps([answer(text, "app", made) for text in json.load(sys.stdin)]))
