"""Registrations on the MCP SDK's servers: `@server.tool(…)` and `server.add_tool(f, …)`.

Takes one registration, gives its declaration. Signatures: mcp 1.30.0 `FastMCP.tool` and `FastMCP.add_tool`; mcp 2.3.0 has
the same.
"""

from toolc.program import Declaration, Definition, Known, Program, Registration, ServerKey, Value
from toolc.systems.base import Mark, argument, declared
from toolc.systems.shared.callables import declaration
from toolc.systems.shared.removals import remove_tool

_KEYWORDS = ("name", "title", "description", "annotations", "icons", "meta", "structured_output")
_READ = ("name", "title", "description", "annotations", "structured_output")

SERVERS = frozenset(
    f"mcp.server.{name}"
    for name in (
        "fastmcp.FastMCP",
        "FastMCP",
        "fastmcp.server.FastMCP",
        "mcpserver.MCPServer",
        "MCPServer",
        "mcpserver.server.MCPServer",
    )
)


def _tool(registration: Registration, program: Program, server: ServerKey) -> Declaration | None:
    """`tool` must be called: given a function it raises TypeError, which the option `uncalled` tells the speller."""
    given = _given(registration, program, 0)
    passed = given["name"]
    target = registration.target or passed
    if registration.form == "bare" or isinstance(passed, Definition):
        if not isinstance(target, Definition):
            return None
        return declared(registration, "mcp", server, target=target, options={"uncalled": Known(True)})
    if registration.target is None:
        return None  # the decorator alone, e.g. kept in a variable
    return declaration(registration, program, server, "mcp", registration.target, given)


def _add_tool(registration: Registration, program: Program, server: ServerKey) -> Declaration | None:
    function = argument(registration, program, "fn", 0)
    return declaration(registration, program, server, "mcp", function, _given(registration, program, 1))


def _given(registration: Registration, program: Program, shift: int) -> dict[str, Value | None]:
    """What the keywords that matter were given, by name or position; an explicit None means nothing."""
    values = {one: argument(registration, program, one, _KEYWORDS.index(one) + shift) for one in _READ}
    return {one: None if value == Known(None) else value for one, value in values.items()}


MARKS: dict[str, Mark] = {
    **{f"{server}.tool": _tool for server in SERVERS},
    **{f"{server}.add_tool": _add_tool for server in SERVERS},
    **{f"{server}.remove_tool": remove_tool for server in SERVERS},
}
