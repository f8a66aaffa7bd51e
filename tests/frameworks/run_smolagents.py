"""smolagents' answers: what a model is sent for a tool of each function. See `asked`."""

from answering import main
from smolagents import tool
from smolagents.models import get_tool_json_schema


def made(function):
    said = get_tool_json_schema(tool(function))["function"]
    return said["name"], said["description"], said["parameters"]


if __name__ == "__main__":
    main(made)
