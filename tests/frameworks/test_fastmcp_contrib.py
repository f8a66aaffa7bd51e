"""`MCPMixin`, which fastmcp ships and which is executed as it is installed, against fastmcp itself."""

import json
from pathlib import Path

import pytest

from frameworks.environment import answers, python

PROGRAM = '''\
from fastmcp import FastMCP
from fastmcp.contrib.mcp_mixin import MCPMixin, mcp_prompt, mcp_resource, mcp_tool


class Stock(MCPMixin):
    limit = 3

    def __init__(self, folder: str) -> None:
        self.folder = folder

    @mcp_tool(name="find_item", description="Find it.")
    def find(self, q: str, most: int = 5) -> list[str]:
        return [q]

    @mcp_tool()
    async def count(self, sku: str) -> int:
        """Count what is left."""
        return 1

    @mcp_resource("stock://all")
    def everything(self) -> str:
        return ""

    @mcp_prompt()
    def ask(self, sku: str) -> str:
        """Ask for it."""
        return sku

    def not_a_tool(self) -> None: ...


mcp = FastMCP("shop")
Stock("a").register_all(mcp)
Stock("b").register_tools(mcp, prefix="b")
'''


@pytest.mark.parametrize("environment", ["fastmcp2", "fastmcp3", "fastmcp4"])
def test_tools_of_methods(environment: str, toolc, write) -> None:
    [live] = answers(environment, "fastmcp", [PROGRAM])
    truth = {one["name"]: (one["description"], one["input_schema"]) for one in live["servers"]["mcp"]}
    write({"server.py": PROGRAM})
    folder = python(environment).parents[1]
    said = toolc("list", "server.py", "--python", str(folder), "--format", "json", "--no-cache")
    listed = json.loads(said.out)["tools"]
    assert {one["name"]: (one["description"], one["input_schema"]) for one in listed} == truth
    assert {one["fidelity"] for one in listed} == {"exact"} and said.err.count("warning TC") == 0


def test_it_is_said_where_fastmcp_is_not_installed(toolc, write, here: Path) -> None:
    write({"server.py": PROGRAM})
    said = toolc("list", "server.py", "--format", "json", "--no-cache")
    assert json.loads(said.out)["tools"] == [] and "TC232" in said.err
