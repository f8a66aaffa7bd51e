"""Parts of the standard library that are written in Python: the names that programs get, and what a guarded run makes of them."""

import ast
import importlib

import msgspec
import pytest

from toolc.analysis.values import WRITTEN_BASES
from toolc.analysis.written import HOME, NAMES

FILES = {module: HOME / f"{module.replace('.', '_')}.py" for module in (*NAMES, "collections.abc")}


def defined(module: str) -> set[str]:
    body = ast.parse(FILES[module].read_text("utf-8")).body
    names = {node.name for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}
    targets = [target for node in body if isinstance(node, ast.Assign) for target in node.targets]
    names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return {name for name in names if not name.startswith("_")}


@pytest.mark.parametrize("module", NAMES)
def test_names_are_written_and_are_those_of_the_library(module: str) -> None:
    real = importlib.import_module(module)
    assert NAMES[module] <= defined(module)
    assert {name for name in NAMES[module] if not hasattr(real, name)} <= {"batched"}  # newer than the oldest Python


def test_every_file_is_used() -> None:
    assert {path.name for path in HOME.glob("*.py")} == {path.name for path in FILES.values()} | {"__init__.py"}
    assert defined("collections.abc") == WRITTEN_BASES


@pytest.mark.parametrize("options", [(), ("--untrusted",)])
def test_a_program_is_read_with_them(toolc, write, options: tuple[str, ...]) -> None:
    program = (
        "from collections import ChainMap\nfrom datetime import date\nfrom mcp.server.fastmcp import FastMCP\nmcp = FastMCP('shop')\n"
        "def find(q: str) -> str:\n    '''Finds.'''\n    return q\n"
        "names = ChainMap({'a': date(2024, 1, 2).isoformat()}, {'b': 'second'})\n"
        "for key in sorted(names):\n    mcp.add_tool(find, name=names[key])\n"
    )
    write({"tools.py": program})
    done = toolc("list", "tools.py", "--format", "json", *options)
    tools = msgspec.json.decode(done.out)["tools"]
    assert [(tool["name"], tool["fidelity"]) for tool in tools] == [("2024-01-02", "exact"), ("second", "exact")]
