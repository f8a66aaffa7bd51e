"""langchain's answers: `@tool` on each function, and its `tool_call_schema`. See `asked`."""

from answering import main
from langchain_core.tools import tool


def made(function):
    it = tool(function)
    return it.name, it.description, it.tool_call_schema.model_json_schema()


if __name__ == "__main__":
    main(made)
