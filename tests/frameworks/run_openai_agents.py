"""openai-agents' answers: `function_tool` on each function. See `asked`."""

from agents import function_tool
from answering import main


def made(function):
    it = function_tool(function)
    return it.name, it.description, it.params_json_schema


if __name__ == "__main__":
    main(made)
