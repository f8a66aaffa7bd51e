"""Options of a server that are unpacked from a dict which the program builds up."""

from harness import bundle, tools

SERVER = "from fastmcp import FastMCP\nfrom other import f\ndef make():\n    more = {{'name': 's'}}\n    {}\n    return FastMCP(**more)\nmcp = make()\n@mcp.tool\ndef add(a: int): ...\n"


def test_options_of_a_server_that_cannot_be_there_are_no_doubt() -> None:
    [tool] = tools(SERVER.format("if f():\n        more['auth'] = f()")).values()
    assert (tool.fidelity, tool.diagnostics) == ("exact", ())


def test_options_of_a_server_that_may_be_there_are() -> None:
    [tool] = tools(SERVER.format("if f():\n        more['transforms'] = f()")).values()
    assert [one.code for one in tool.diagnostics] == ["TC215"]
    assert bundle(SERVER.format("more.update(f())")).packages
