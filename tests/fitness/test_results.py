"""Results that code learns nothing about are named at their annotation."""

import re

import pytest

START = """import json
from typing import Any

import orjson
from mcp.server.fastmcp import FastMCP
from pydantic import BaseModel

mcp = FastMCP("m")


class Item(BaseModel):
    id: str


"""


def findings(write, toolc, body: str, *words: str) -> list[tuple[str, str]]:
    """Return each code with what is underlined."""
    write({"app/tools.py": f"{START}@mcp.tool()\n{body}"})
    done = toolc("check", "app", "--target", "code-mode", "--select", "TC515,TC516", *words)
    assert done.status == 0, done.err
    lines = done.err.splitlines()
    found = []
    for at, line in enumerate(lines):
        if code := re.search(r" (TC51[56]) ", line):
            marks = re.search(r"\^+", lines[at + 2])
            assert marks is not None
            found.append((code[1], lines[at + 1][marks.start() : marks.end()]))
    return found


@pytest.mark.parametrize(
    ("result", "place"),
    [
        (" -> dict", "dict"),
        (" -> Any", "Any"),
        (" -> list[dict[str, Any]]", "list[dict[str, Any]]"),
        (" -> list", "list"),
        ("", "f"),
    ],
)
def test_untyped_results(write, toolc, result: str, place: str) -> None:
    assert findings(write, toolc, f'def f(q: str){result}:\n    """F."""\n') == [("TC515", place)]


@pytest.mark.parametrize("result", ["dict[str, int]", "Item", "list[Item]", "str", "None", "int", "dict[str, list[int]]"])
def test_results_with_a_type(write, toolc, result: str) -> None:
    assert findings(write, toolc, f'def f(q: str) -> {result}:\n    """F."""\n    return q\n') == []


@pytest.mark.parametrize(
    "given", ["json.dumps([q])", "orjson.dumps([q]).decode()", "Item(id=q).model_dump_json()", "await asyncio.to_json(q)"]
)
def test_json_in_a_text(write, toolc, given: str) -> None:
    body = f'async def f(q: str) -> str:\n    """F."""\n    if q:\n        return {given}\n    return ""\n'
    assert findings(write, toolc, body) == [("TC516", "str")]
    assert findings(write, toolc, body, "--untrusted", "--sandbox", "off") == [("TC516", "str")]


@pytest.mark.parametrize(
    "body",
    [
        'def f(q: str) -> str:\n    """F."""\n    def inner():\n        return json.dumps(q)\n    return q\n',
        'def f(q: str) -> str:\n    """F."""\n    return str(json.dumps(q) == q)\n',
        'def f(q: str) -> list[str]:\n    """F."""\n    return json.dumps(q)\n',
    ],
)
def test_what_is_no_json_in_a_text(write, toolc, body: str) -> None:
    assert findings(write, toolc, body) == []


def test_a_recorded_list_is_asked_too(write, toolc) -> None:
    write({"tools.json": '{"tools": [{"name": "search", "inputSchema": {"type": "object"}}]}'})
    done = toolc("check", "tools.json", "--target", "code-mode")
    assert "TC515" in done.err and "compile its source" in done.err
    assert "TC515" not in toolc("check", "tools.json").err
