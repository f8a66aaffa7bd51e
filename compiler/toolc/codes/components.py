"""TC24x: prompts, resources and what servers say of themselves."""

from toolc.codes.code import Code, Scene

_HEAD = 'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("shop")\n\n\n'
_BODY = 'def stock() -> str:\n    """What is left."""\n    return "12 pears"\n'
_TOOL = '\n\n@mcp.tool()\ndef search(query: str) -> str:\n    """Search."""\n    return query\n'
_FAST = "from fastmcp import FastMCP\n\nmcp = FastMCP({})\n"
_MANY = (
    _HEAD + "def search(query: str) -> str:\n    return query\n\n\n"
    'for fruit in {}:\n    mcp.add_tool(search, name=fruit, description="Search.")\n'
)
_ADDED = "from mcp.server.fastmcp.resources import TextResource\n\n"

CODES = (
    Code(
        "TC240", "unfollowed-component", "warning",
        "A prompt or resource is added to a server as an object that toolc cannot follow to its definition, so it is missing.",
        Scene("from plugins import stock_resource\n" + _HEAD + "mcp.add_resource(stock_resource())\n" + _TOOL),
        Scene(_ADDED + _HEAD + 'mcp.add_resource(TextResource(uri="shop://stock", text="12 pears"))\n' + _TOOL),
    ),
    Code(
        "TC241", "dynamic-address", "warning",
        "The URI of a resource is computed while the program runs, or written by rules of pydantic that toolc does not know, "
        "so clients may see another one.",
        Scene("import os\n" + _HEAD + '@mcp.resource(os.environ["STOCK"])\n' + _BODY),
        Scene(_HEAD + '@mcp.resource("shop://stock")\n' + _BODY),
    ),
    Code(
        "TC242", "random-server-name", "note",
        "fastmcp invents a new name for an unnamed server at every start, so logs cannot identify the server. Give it a name.",
        Scene(_FAST.format("") + _TOOL.replace("mcp.tool()", "mcp.tool")),
        Scene(_FAST.format('"shop"') + _TOOL.replace("mcp.tool()", "mcp.tool")),
    ),
    Code(
        "TC243", "unordered-registration", "note",
        "Tools, prompts or resources are registered in the order of a set, which differs from run to run, or of the files of a "
        "folder, which differs from machine to machine. MCP 2026-07-28 asks for a deterministic order, "
        "on which caches of clients and of models depend.",
        Scene(_MANY.format('{"pears", "plums"}')),
        Scene(_MANY.format('sorted({"pears", "plums"})')),
    ),
)  # fmt: skip
