"""What can be told of the kind of a value."""

import pytest

from harness import tools

HEAD = "import inspect\nfrom mcp.server.fastmcp import FastMCP\nmcp = FastMCP('s')\ndef h(): ...\nclass K: ...\n"

TOLD = {
    "callable(h)": True,
    "callable(K)": True,
    "callable('h')": False,
    "callable([h])": False,
    "inspect.isroutine(h)": True,
    "inspect.isfunction(K)": False,
    "inspect.isclass(K)": True,
    "inspect.isroutine(None)": False,
    "isinstance('h', str)": True,
    "isinstance(None, (str, int))": False,
    "isinstance(True, int)": True,
    "isinstance(h, str)": False,
    "isinstance([h], list)": True,
    "isinstance({'a': h}, (list, dict))": True,
    "isinstance({'a': h}, list)": False,
    "h is None": False,
    "h is not None": True,
    "[h] is None": False,
    "callable(unknown())": None,
    "isinstance(h, K)": False,
    "isinstance('h', unknown)": None,
    "unknown() is None": None,
}


@pytest.mark.parametrize("test", TOLD)
def test_told(test: str) -> None:
    registered = tools(HEAD + f"from x import unknown\nif {test}:\n    @mcp.tool()\n    def f(): ...\n")
    found = [(name, bool(tool.diagnostics)) for name, tool in registered.items()]
    assert found == {True: [("f", False)], False: [], None: [("f", True)]}[TOLD[test]]
