"""Registration in an order that differs from run to run, or from machine to machine, is noted; any other is not."""

import pytest

from harness import program

HEAD = "import glob, os\nfrom pathlib import Path\nfrom mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP('m')\n\n\ndef f(): ...\n\n\n"
UNORDERED = (
    "{'a', 'b'}", "frozenset(['a', 'b'])", "os.listdir('d')", "Path('d').iterdir()", "Path(__file__).parent.glob('*.md')",
    "glob.glob('*.md')", "os.scandir('d')", "Path('d').resolve().rglob('*')",
)  # fmt: skip
ORDERED = (
    "['a', 'b']",
    "sorted({'a', 'b'})",
    "sorted(os.listdir('d'))",
    "sorted(Path('d').iterdir())",
    "{'a'}",
    "mcp.settings.names",
)


@pytest.mark.parametrize("body", ["mcp.add_tool(f, name=str(one))", "mcp.resource(f'a://{one}')(f)"])
@pytest.mark.parametrize("order", [*UNORDERED, *ORDERED])
def test_an_order_that_differs_is_noted(order: str, body: str) -> None:
    linked = program(f"{HEAD}for one in {order}:\n    {body}\n")
    declared = [*linked.tools, *linked.components]
    said = {one.code for each in declared for one in each.diagnostics} | {one.code for one in linked.diagnostics}
    assert ("TC243" in said) == (order in UNORDERED), said
