"""Functions that register on a parameter of which nothing tells that it is a server."""

import pytest

from harness import program

SERVER = "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('s')\n@mcp.tool()\ndef own(): ...\n"
OFFER = "def offer({}):\n    @server.tool()\n    def extra(): ...\n"

SAID = {
    "nobody is seen to call it": (SERVER + OFFER.format("server"), ["TC221"]),
    "as a later parameter": (SERVER + OFFER.format("a, *, server=None"), ["TC221"]),
    "what it holds": (SERVER + OFFER.replace("@server", "@server.tools").format("server"), ["TC221"]),
    "a method": (
        SERVER + "class Plugin:\n    def offer(self, server):\n        @server.tool()\n        def extra(): ...\n",
        ["TC221"],
    ),
    "a method that is called": (
        SERVER
        + "class Plugin:\n    def offer(self, server):\n        @server.tool()\n        def extra(): ...\nPlugin().offer(mcp)\n",
        [],
    ),
    "its own server": (
        SERVER + "class Plugin:\n    def offer(self):\n        @self.server.tool()\n        def extra(): ...\n",
        ["TC227"],
    ),
    "it is called": (SERVER + OFFER.format("server") + "offer(mcp)\n", []),
    "it is annotated": (SERVER + OFFER.format("server: FastMCP") + "ALL = [offer]\n", []),
    "no parameter": (SERVER + "from other import server\n" + OFFER.format("one"), []),
    "no server": ("import mcp.server.fastmcp\n" + OFFER.format("server"), []),
    "another method": (SERVER + "def offer(server):\n    @server.custom_route()\n    def extra(): ...\n", []),
    "a resource": (SERVER + "def offer(server):\n    @server.resource('a://b')\n    def extra(): ...\n", ["TC221"]),
}


@pytest.mark.parametrize("case", SAID)
def test_what_is_registered_on_an_unknown_parameter_is_said(case: str) -> None:
    source, codes = SAID[case]
    linked = program(source)
    assert [one.target.stmt.name for one in linked.tools if one.target is not None] or "no server" in case
    assert [one.code for one in linked.diagnostics] == codes


def test_a_file_that_names_no_framework_is_looked_at() -> None:
    files = {"pack/main.py": SERVER + "from plugins import load\nload('pack.more')\n", "pack/more.py": OFFER.format("server")}
    linked = program(files)
    assert len(linked.tools) == 1
    [said] = linked.diagnostics
    assert said.code == "TC221"
    assert said.span is not None
    assert said.span.path == "pack/more.py"
