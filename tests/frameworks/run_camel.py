"""camel's answers: the schema of a `FunctionTool` around each function. See `asked`."""

import logging

from answering import main
from camel.toolkits import FunctionTool

logging.disable()


def made(function):
    said = FunctionTool(function).openai_tool_schema["function"]
    return said["name"], said["description"], said["parameters"]


if __name__ == "__main__":
    main(made)
