"""Functions that register tools on a parameter that is annotated as a server, where calls of them are found."""

import pytest

from harness import program

HEAD = "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('s')\n"
OFFER = """def offer(server: FastMCP, more: bool = False):
    @server.tool()
    def one(): ...
    if more:
        @server.tool()
        def two(): ...
"""
GATE = """class Gate:
    def __init__(self, server, names):
        self._server = server
        self._names = names

    def tool(self, **options):
        def decorator(function):
            if function.__name__ in self._names:
                return self._server.tool(**options)(function)
            return function
        return decorator
"""

KIT = """class Kit:
    def __init__(self, server: FastMCP):
        self.server = server

    def offer(self, more: bool = False):
        @self.server.tool()
        def one(): ...
        if more:
            @self.server.tool()
            def two(): ...
"""

CALLS = {
    "as it stands": ("offer(mcp)", ["one"]),
    "with more": ("offer(mcp, more=True)", ["one", "two"]),
    "by another function": ("def both(server: FastMCP):\n    offer(server)\nALL = [both]", ["one"]),
    "with what is not told": ("from lib import made\noffer(made())", ["one"]),
    "in a loop": ("for add in (offer,):\n    add(mcp, True)", ["one", "two"]),
    "of an object": (f"{KIT}Kit(mcp).offer()", ["one"]),
    "of an object with what is not told": (f"{KIT}from lib import made\nKit(made()).offer()", ["one"]),
    "through a class around the server": ("offer(Gate(mcp, {'two'}), True)", ["two"]),
}


@pytest.mark.parametrize("case", CALLS)
def test_a_call_says_what_is_registered(case: str) -> None:
    call, names = CALLS[case]
    offering = GATE if "class Kit" in call else f"{OFFER}{GATE}"
    linked = program(f"{HEAD}{offering}{call}\n")
    assert sorted(one.target.stmt.name for one in linked.tools if one.target is not None) == names
    assert "TC221" not in [one.code for one in linked.diagnostics]
