"""Texts and schemas that are read off a `Tool` of the MCP SDK's types."""

import pytest

from harness import tools

HEAD = """from mcp.server.fastmcp import FastMCP
from mcp.types import Tool
from elsewhere import text
mcp = FastMCP('s')
FIND = Tool(name='find', description='Find it.', inputSchema={'type': 'object', 'description': 'What to find.'})
BARE = Tool(name='bare', inputSchema={})
READ = Tool(name='read', description=text(), **text())
"""

TOLD = {
    "FIND.description": "Find it.",
    "FIND.inputSchema['description']": "What to find.",
    "FIND.name + '.'": "find.",
    "BARE.description or 'None.'": "None.",
    "FIND.meta": "",
}
UNRESOLVED = ["READ.description", "READ.title", "text().description"]
DEF = "@mcp.tool(description={})\ndef f(a: int) -> int: ...\n"


@pytest.mark.parametrize("text", TOLD)
def test_what_a_tool_is_made_with_is_what_it_holds(text: str) -> None:
    found = tools(HEAD + DEF.format(text))["f"]
    assert (found.description, found.fidelity) == (TOLD[text], "exact")


@pytest.mark.parametrize("text", UNRESOLVED)
def test_what_is_not_told_of_a_tool(text: str) -> None:
    assert tools(HEAD + DEF.format(text))["f"].fidelity == "approximate"


def test_a_text_that_the_module_sets_is_not_known() -> None:
    assert tools(HEAD + "FIND.description = text()\n" + DEF.format("FIND.description"))["f"].fidelity == "approximate"


MADE = "def texts():\n    found = [Tool(name='a', description='A.', inputSchema={{}})]\n    {}\n    return [one.description for one in found]\n"


@pytest.mark.parametrize(("then", "fidelity"), [("pass", "exact"), ("found[0].description = text()", "approximate")])
def test_a_tool_that_a_followed_function_makes(then: str, fidelity: str) -> None:
    assert tools(HEAD + MADE.format(then) + DEF.format("texts()[0]"))["f"].fidelity == fidelity
