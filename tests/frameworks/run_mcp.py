"""The MCP SDK's answers: `Tool.from_function` on each function, of whichever SDK is there. See `asked`.

Beside what the SDK reports stands the schema of what its model of the result writes, which it sends and does not report.
"""

import logging

from answering import main
from pydantic import TypeAdapter

try:
    from mcp.server.mcpserver.tools import Tool
    from mcp.server.mcpserver.utilities.func_metadata import StrictJsonSchema
except ImportError:  # before 2
    from mcp.server.fastmcp.tools import Tool
    from mcp.server.fastmcp.utilities.func_metadata import StrictJsonSchema

logging.disable()


def made(function):
    it = Tool.from_function(function)
    return it.name, it.description, it.parameters, it.output_schema, sent(it)


def sent(tool):
    if tool.output_schema is None:
        return None
    adapter = TypeAdapter(tool.fn_metadata.output_model)
    try:
        schema = adapter.json_schema(mode="serialization", schema_generator=StrictJsonSchema)
    except Exception:
        return None
    name = schema.get("$ref", "").removeprefix("#/$defs/")  # of a model within itself, whose root the SDK resolves
    return {**schema["$defs"][name], "$defs": schema["$defs"]} if name else schema


if __name__ == "__main__":
    main(made)
