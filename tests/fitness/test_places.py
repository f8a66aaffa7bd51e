"""Findings of providers stand at the annotation that causes them."""

import re

import pytest

START = "from typing import Annotated\n\nfrom mcp.server.fastmcp import FastMCP\nfrom pydantic import BaseModel, Field\n\n"
CODE = 'Annotated[str, Field(pattern="^a")]'

CASES = {
    # what stands at the place of the finding: source
    "a parameter": (CODE, f'mcp = FastMCP("m")\n\n@mcp.tool()\ndef f(a: int, code: {CODE}) -> str:\n    """F."""\n'),
    "a parameter of a method": (
        CODE,
        f'mcp = FastMCP("m")\n\nclass Desk:\n    def f(self, code: {CODE}) -> str:\n        """F."""\n\nmcp.tool()(Desk().f)\n',
    ),
    "a field of a model": (
        CODE,
        f'mcp = FastMCP("m")\n\nclass Item(BaseModel):\n    n: int\n    code: {CODE}\n\n@mcp.tool()\ndef f(item: Item) -> str:\n    """F."""\n',
    ),
    "a field of a model elsewhere": (
        "Part", 'from parts import Part\n\nmcp = FastMCP("m")\n\n@mcp.tool()\ndef f(item: Part) -> str:\n    """F."""\n',
    ),
    "a field in a list": (
        f"list[{CODE}]", f'mcp = FastMCP("m")\n\n@mcp.tool()\ndef f(codes: list[{CODE}]) -> str:\n    """F."""\n',
    ),
    "a name on the wire": (
        "f", f'mcp = FastMCP("m")\n\n@mcp.tool()\ndef f(code: {CODE[:-2]}, alias="word")]) -> str:\n    """F."""\n',
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_the_annotation_is_underlined(case: str, write, toolc) -> None:
    expected, source = CASES[case]
    parts = f"{START}class Part(BaseModel):\n    code: {CODE}\n"
    write({"app/tools.py": START + source, "app/parts.py": parts})
    done = toolc("check", "app", "--provider", "gemini", "--select", "TC452", "--untrusted", "--sandbox", "off")
    assert done.status == 0, done.err
    lines = done.err.splitlines()
    [at] = [index for index, line in enumerate(lines) if " TC452 " in line]
    carets = re.search(r"\^+", lines[at + 2])
    assert carets is not None
    assert lines[at + 1][carets.start() : carets.end()] == expected
