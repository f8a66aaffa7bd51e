"""pydantic-ai's answers: `Tool` of each function, which finds the context itself. See `asked`."""

from answering import main
from pydantic_ai import Tool


def made(function):
    it = Tool(function).tool_def
    return it.name, it.description, it.parameters_json_schema


if __name__ == "__main__":
    main(made)
