"""smolagents' answers: what its model for OpenAI sends for `@tool` on each function. See `asked`; no network is used."""

import json
import sys

from asked import answer
from smolagents import OpenAIModel, tool

MODEL = OpenAIModel("any", api_key="none")


def made(function):
    """As `asked` wants it, the documents in the place of a schema."""
    it = tool(function)
    [sent] = MODEL._prepare_completion_kwargs([], tools_to_call_from=[it])["tools"]
    return it.name, it.description, {"openai": sent}


print(json.dumps([answer(text, "app", made) for text in json.load(sys.stdin)]))
