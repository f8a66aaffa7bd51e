"""llama-index's answers: what a model is sent for a `FunctionTool` around each function. See `asked`."""

from answering import main
from llama_index.core.tools import FunctionTool


def made(function):
    said = FunctionTool.from_defaults(function).metadata.to_openai_tool()["function"]
    return said["name"], said["description"], said["parameters"]


if __name__ == "__main__":
    main(made)
