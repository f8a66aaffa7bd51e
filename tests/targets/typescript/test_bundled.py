"""Size in a page: what esbuild leaves of a client, and that a tool which nobody calls is not there."""

import gzip
import json
import subprocess
from pathlib import Path

import pytest
from support import write

from client_bundles import PRIORITY, bundle, tell_priority, tool
from node import node_module
from toolc.config import TargetOptions, TypescriptOptions
from toolc.emit import Options, emit
from toolc.ir import Bundle
from toolc.schema.view.names import Names
from toolc.targets.typescript import TARGET

SEARCH = {
    "type": "object",
    "properties": {
        "query": {"type": "string"},
        "sort": {"enum": ["price", "name"], "type": "string", "default": "name"},
        "limit": {"type": "integer", "default": 10},
    },
    "required": ["query"],
}
FOUND = {"type": "object", "properties": {"result": {"type": "array", "items": {"type": "string"}}}, "required": ["result"]}


def _tools(count: int) -> Bundle:
    names = Names()
    tools = [
        tool(f"search{at}", SEARCH, names, FOUND, unwrap="result", description=f"Words about tool {at}.") for at in range(count)
    ]
    tell_priority(names)
    return bundle([*tools, *([tool("raise_to", PRIORITY, names)] if count > 1 else [])], names, "shop")


def _bundled(given: Bundle, layout: str, program: str, folder: Path) -> str:
    """All that a page loads: the program with what it uses, without a name or a space too many."""
    esbuild = node_module("esbuild/bin/esbuild")
    files, _ = emit(given, [TARGET], Options(own=TargetOptions(typescript=TypescriptOptions(layout=layout))))  # type: ignore[arg-type]
    write({**{file.path: file.text for file in files}, "page.mjs": program}, folder)
    words = ["page.mjs", "--bundle", "--minify", "--format=esm", "--platform=browser", "--charset=utf8"]
    done = subprocess.run([str(esbuild), *words], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout


CALLED = {
    "package": """import {{ createClient, {0} }} from "./typescript/shop/js/index.js";
console.log(await createClient({0}({1})).search0({{ query: "x" }}));""",
    "per-tool": """import {{ connect, {0}, search0 }} from "./typescript/shop/index.ts";
connect({0}({1})); console.log(await search0({{ query: "x" }}));""",
}


@pytest.mark.parametrize("layout", CALLED)
@pytest.mark.parametrize(
    ("transport", "most"),
    [("localTransport({})", 3_600), ("mcpTransport(self.sdk)", 3_600), ("mcpHttpTransport('/mcp')", 6_000)],
)
def test_a_client_of_one_tool_is_small(layout: str, transport: str, most: int, tmp_path: Path) -> None:
    name, _, given = transport.rstrip(")").partition("(")
    page = _bundled(_tools(1), layout, CALLED[layout].format(name, given), tmp_path)
    assert len(gzip.compress(page.encode(), 9)) <= most


ONE_TOOL = {
    "package": """import { callTool, localTransport } from "./typescript/shop/js/index.js";
import { search0 } from "./typescript/shop/js/tools.js";
console.log(await callTool(localTransport({}), search0, { query: "x" }));""",
    "per-tool": CALLED["per-tool"].format("localTransport", "{}"),
}


@pytest.mark.parametrize("layout", ONE_TOOL)
def test_a_tool_that_nobody_calls_is_not_there(layout: str, tmp_path: Path) -> None:
    page = _bundled(_tools(20), layout, ONE_TOOL[layout], tmp_path)
    assert "Words about tool 0." in page and page.count("Words about tool") == 1
    assert json.dumps("search1") not in page and "HIGH" not in page


def test_support_code_that_nobody_calls_is_not_there(tmp_path: Path) -> None:
    page = _bundled(_tools(1), "package", CALLED["package"].format("localTransport", "{}"), tmp_path)
    assert "Mcp-Session-Id" not in page and "mcp-protocol-version" not in page.lower()
    assert "parametersJsonSchema" not in page
