"""Tools that are taken from a server again: takes `server.remove_tool("name")`, gives the fact.

Sources: `FastMCP.remove_tool` of mcp 1.30.0 and `MCPServer.remove_tool` of 2.3.0, `FastMCP.remove_tool` and
`LocalProvider.remove_tool` of fastmcp 2.14.7 to 4.1.6.
"""

from collections.abc import Callable
from typing import Literal

from toolc.program import Program, RegistrationSite, ServerKey
from toolc.server_effects import Unregister
from toolc.systems.base import argument


def removes(
    of: Literal["prompt", "resource"], keyword: str
) -> Callable[[RegistrationSite, Program, ServerKey], Unregister | None]:
    """The mark of `remove_prompt("name")`, `remove_resource("uri")` and `remove_template("uri_template")`."""

    def mark(registration: RegistrationSite, program: Program, server: ServerKey) -> Unregister | None:
        name = argument(registration, program, keyword, 0)
        if registration.form != "call" or name is None:
            return None
        return Unregister(server, name, registration.scope, registration.at, registration.end, of)

    return mark


def remove_tool(registration: RegistrationSite, program: Program, server: ServerKey) -> Unregister | None:
    name = argument(registration, program, "name", 0)
    if registration.form != "call" or name is None:
        return None
    return Unregister(server, name, registration.scope, registration.at, registration.end)
