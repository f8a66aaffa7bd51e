"""How programs say the same thing to each framework: making a server, registering, removing and editing tools."""

from msgspec import Struct


class Dialect(Struct, frozen=True):
    """One framework in the words of the writer. `method` registers a function given first, and takes `name` and `description`."""

    imports: str
    kind: str
    method: str
    remove: str
    store: str = ""
    mounts: bool = False
    keeps_functions: bool = True
    made_tools: str = ""
    name_of_first: str = "fn"

    def removal(self, server: str, name: str) -> str:
        """Return the call that removes a tool; it raises where there is none."""
        return self.remove.format(server=server, name=name)


_STORE = "{server}._tool_manager._tools"
_MADE = "{server}.add_tool(Tool.from_function({function}{options}))"

DIALECTS = {
    "mcp": Dialect(
        "from mcp.server.fastmcp import FastMCP",
        "FastMCP",
        "add_tool",
        "{server}.remove_tool({name})",
        _STORE,
    ),
    "mcp2": Dialect(
        "from mcp.server.mcpserver import MCPServer",
        "MCPServer",
        "add_tool",
        "{server}.remove_tool({name})",
        _STORE,
    ),
    "fastmcp2": Dialect(
        "from fastmcp import FastMCP\nfrom fastmcp.tools import Tool",
        "FastMCP",
        "tool",
        "{server}.remove_tool({name})",
        _STORE,
        mounts=True,
        keeps_functions=False,
        made_tools=_MADE,
        name_of_first="name_or_fn",
    ),
    "fastmcp3": Dialect(
        "from fastmcp import FastMCP\nfrom fastmcp.tools import Tool",
        "FastMCP",
        "tool",
        "{server}.remove_tool({name})",
        mounts=True,
        made_tools=_MADE,
        name_of_first="name_or_fn",
    ),
    "fastmcp4": Dialect(
        "from fastmcp import FastMCP\nfrom fastmcp.tools import Tool",
        "FastMCP",
        "tool",
        "{server}.local_provider.remove_tool({name})",
        mounts=True,
        made_tools=_MADE,
        name_of_first="name_or_fn",
    ),
}
