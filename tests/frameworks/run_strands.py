"""strands' answers: the `tool_spec` of `@tool` on each function. See `asked`."""

import logging

from answering import main
from strands import tool

logging.disable()


def made(function):
    said = tool(function).tool_spec
    return said["name"], said["description"], said["inputSchema"]["json"]


if __name__ == "__main__":
    main(made)
