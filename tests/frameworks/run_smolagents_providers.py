"""smolagents' answers: what its models for OpenAI and through LiteLLM send for `@tool` on each function. See `asked`.

No network is used.
"""

import json
import sys

from answering import answer
from litellm_request import MODELS, requested
from smolagents import LiteLLMModel, OpenAIModel, tool

MODEL = OpenAIModel("any", api_key="none")
ASKED = {"role": "user", "content": [{"type": "text", "text": "hi"}]}


def made(function):
    """As `asked` wants it, the documents in the place of a schema."""
    it = tool(function)
    [sent] = MODEL._prepare_completion_kwargs([], tools_to_call_from=[it])["tools"]

    def ask(model):
        LiteLLMModel(model, api_key="none").generate([ASKED], tools_to_call_from=[it])

    return it.name, it.description, {"openai": sent, **{target: requested(ask, target) for target in MODELS}}


if __name__ == "__main__":
    print(json.dumps([answer(text, "app", made) for text in json.load(sys.stdin)]))
