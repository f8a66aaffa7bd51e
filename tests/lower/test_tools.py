"""Declared tools as tools of the bundle: overrides, findings, places, literal schemas."""

import pytest

from harness import tools

HEAD = "from mcp.server.fastmcp import FastMCP\nimport os\nm = FastMCP('s')\n"

OVERRIDES = {
    "name": ("@m.tool(name='x')\ndef f(): 'Doc.'", "x", "Doc.", "exact", ()),
    "description": ("@m.tool(description='D')\ndef f(): 'Doc.'", "f", "D", "exact", ()),
    "description of constants": ("T = 'a'\n@m.tool(description=f'{T}' + '!')\ndef f(): 'Doc.'", "f", "a!", "exact", ()),
    "explicit None": ("@m.tool(name=None, description=None)\ndef f(): 'Doc.'", "f", "Doc.", "exact", ()),
    "name nobody knows": ("@m.tool(name=os.environ['N'])\ndef f(): ...", "f", "", "unknown", ("TC201",)),
    "description nobody knows": ("@m.tool(description=os.environ['D'])\ndef f(): ...", "f", "", "approximate", ("TC202",)),
    "type nobody knows": ("@m.tool()\ndef f(a: nowhere): ...", "f", "", "unknown", ("TC332",)),
    "quoted type of the function around": (
        "def g():\n    class A: ...\n    @m.tool()\n    def f(a: 'A'): ...\ng()",
        "f",
        "",
        "unknown",
        ("TC332",),
    ),
    "default nobody knows": ("@m.tool()\ndef f(a: int = os.getpid()): ...", "f", "", "approximate", ("TC309",)),
    "default or another": ("@m.tool()\ndef f(a: str = os.getenv('A') or 'b'): ...", "f", "", "exact", ("TC222",)),
}


@pytest.mark.parametrize("name", OVERRIDES)
def test_overrides(name: str) -> None:
    source, called, description, fidelity, codes = OVERRIDES[name]
    (tool,) = tools(HEAD + source).values()
    assert (tool.name, tool.description or "", tool.fidelity) == (called, description, fidelity)
    assert tuple(one.code for one in tool.diagnostics) == codes


def test_facts() -> None:
    source = "@m.tool(title='T', annotations={'readOnlyHint': True})\nasync def f(a: int, b: 'list[int]' = []) -> int: ..."
    tool = tools(HEAD + source)["f"]
    assert (tool.title, tool.annotations, tool.is_async, tool.unwrap) == ("T", {"readOnlyHint": True}, True, "result")
    assert (tool.qualname, tool.system, (tool.span.line, tool.span.column)) == ("app:f", "mcp", (5, 11))
    assert [(one.property.name, one.display, one.property.required) for one in tool.parameters] == [
        ("a", "int", True),
        ("b", "list[int]", False),
    ]


LITERAL = {
    "a schema": ("{'type': 'object', 'properties': {}}", "exact"),
    "a schema of constants": ("{**BASE, 'x': [1, None]}", "exact"),
    "nobody knows": ("make()", "unknown"),
    "a part nobody knows": ("{'type': make()}", "unknown"),
    "no object": ("[1]", "unknown"),
    "no JSON": ("{'a': b'x'}", "unknown"),
}


@pytest.mark.parametrize("name", LITERAL)
def test_literal_schemas(name: str) -> None:
    schema, fidelity = LITERAL[name]
    source = f"from pba import Tool\nBASE = {{'type': 'object'}}\ndef make(): ...\nt = Tool(name='x', description='d', schema={schema})"
    found = tools(source)
    assert [tool.fidelity for tool in found.values()] == ([fidelity] if found else [])
