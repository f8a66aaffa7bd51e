"""openai's answers: the tools that its library makes of each model. See `asked`; what is no model raises."""

import inspect
import json
import sys

from answering import answer
from openai import pydantic_function_tool
from openai.lib._tools import pydantic_responses_function_tool


def made(model):
    """As `asked` wants it, the documents in the place of a schema."""
    it = pydantic_function_tool(model)
    said = it["function"]
    return said["name"], said.get("description"), {"openai": it, "openai-responses": pydantic_responses_function_tool(model)}


if __name__ == "__main__":
    print(json.dumps([answer(text, "app", made, inspect.isclass) for text in json.load(sys.stdin)]))
