"""The MCP SDK's answers: `Tool.from_function` on each function, of whichever SDK is there. See `asked`."""

import logging

from answering import main

try:
    from mcp.server.mcpserver.tools import Tool
except ImportError:  # before 2
    from mcp.server.fastmcp.tools import Tool

logging.disable()


def made(function):
    it = Tool.from_function(function)
    return it.name, it.description, it.parameters, it.output_schema


if __name__ == "__main__":
    main(made)
