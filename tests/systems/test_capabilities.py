"""What servers say that they can do, by version of the framework: versions that no environment of the tests has are held here.

The newest of each major version is held live (`tests/whole`). Facts: `Server.get_capabilities` of the wheels of mcp 1.10.1 and
1.11.0, `LowLevelServer` of those of fastmcp 2.13.3, 2.14.2, 2.14.4, 3.0.0 and 3.2.0.
"""

from typing import Any

import pytest

from harness import bundle
from toolc.ir import ServerInfo

SDK = """from mcp.server.fastmcp import FastMCP
mcp = FastMCP("m")


@mcp.completion()
async def complete(ref, argument, context): ...


@mcp.tool()
def f() -> str: ...
"""
FAST = SDK.replace("mcp.server.fastmcp", "fastmcp").replace("@mcp.completion()", "@mcp._mcp_server.completion()")
LOW = """from mcp.server.lowlevel import Server
from mcp.types import Tool
server = Server("low")


@server.list_tools()
async def tools():
    return [Tool(name="f", inputSchema={"type": "object"})]


async def run(read, write, options):
    await server.run(read, write, %s)
"""


def server_info(text: str, **versions: str) -> ServerInfo:
    (package,) = bundle(text, versions=versions).packages
    (server,) = package.servers
    assert server.info is not None
    return server.info


def capabilities(text: str, **versions: str) -> dict[str, Any]:
    found = server_info(text, **versions).capabilities
    assert found is not None
    return found


@pytest.mark.parametrize(("version", "completes"), [("1.9.4", False), ("1.10.1", False), ("1.11.0", True), ("1.30.0", True)])
def test_completions_are_said_since_mcp_1_11(version: str, completes: bool) -> None:
    assert ("completions" in capabilities(SDK, mcp=version)) is completes


@pytest.mark.parametrize(("version", "tasks"), [("2.11.3", False), ("2.13.3", False), ("2.14.4", True), ("2.14.7", True)])
def test_tasks_are_said_since_fastmcp_2_14_4(version: str, tasks: bool) -> None:
    assert ("tasks" in capabilities(FAST, fastmcp=version)) is tasks


@pytest.mark.parametrize("version", ["2.14.2", "3.0.0"])
def test_what_was_not_looked_at_is_not_said(version: str) -> None:
    assert server_info(FAST, fastmcp=version).capabilities is None


def test_tasks_of_fastmcp_3_need_what_runs_them() -> None:
    assert "tasks" not in capabilities(FAST, fastmcp="3.4.10")
    assert "tasks" in capabilities(FAST, fastmcp="3.4.10", pydocket="0.20.0")


def test_extensions_are_not_followed() -> None:
    given = SDK.replace("fastmcp import FastMCP", "mcpserver import MCPServer as FastMCP").replace(
        '"m")', '"m", extensions=[x])'
    )
    info = server_info(f"from y import x\n{given}", mcp="2.3.0")
    assert info.capabilities is None and info.fidelity == "approximate"


def test_options_that_somebody_passes_leave_a_server_in_doubt() -> None:
    certain = server_info(LOW % "server.create_initialization_options()", mcp="1.30.0")
    assert (certain.name, certain.fidelity) == ("low", "exact")
    doubtful = server_info(LOW % "options", mcp="1.30.0")
    assert doubtful.fidelity == "approximate" and doubtful.capabilities is None
