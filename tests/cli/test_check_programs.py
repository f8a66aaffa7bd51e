"""Programs are checked against the tools they call, before they run; where no type checker is, that is said."""

import os
from pathlib import Path

import pytest

from node import node_module, type_checkers

SHOP = '''from typing import Literal

from mcp.server.fastmcp import FastMCP
from pydantic import BaseModel

mcp = FastMCP("shop")


class Item(BaseModel):
    id: str
    price: float


@mcp.tool()
def search(query: str, sort: Literal["price", "name"] = "name") -> list[Item]:
    """Search."""
    return []


@mcp.tool()
def count(least: float = 0) -> int:
    """Count."""
    return 0
'''
PROJECT = '[project]\nname = "shop"\n'
RIGHT = {
    "agent.ts": 'import { search } from "./servers/shop/search.ts";\n\n'
    'const found = await search({ query: "box" });\nconsole.log(found[0]?.price.toFixed(2));\n'
    'const { count } = await import("./servers/shop/count.ts");\nconsole.log((await count()) + (await count({ least: 1 })));\n',
    "agent.py": "from servers.shop.search import search\n\n\nasync def main() -> None:\n"
    '    for item in await search(query="box"):\n        print(item["price"] + 1)\n',
}
WRONG = {
    # the program, a part of it and what takes its place; the place and a part of what is said
    "a tool": ("agent.ts", "/search.ts", "/serch.ts", "1:24", "Cannot find module"),
    "an argument": ("agent.ts", "query:", "text:", "3:30", "'text' does not exist in type 'SearchArgs'"),
    "a result": ("agent.ts", ".price", ".prize", "4:23", "Did you mean 'price'"),
    "no arguments": ("agent.ts", '{ query: "box" }', "", "3:21", "Expected 1 arguments, but got 0"),
    "no keywords": ("agent.py", 'query="box"', "", "5:23", 'Argument missing for parameter "query"'),
    "a module": ("agent.py", "shop.search", "shop.serch", "1:6", "could not be resolved"),
    "a value": ("agent.py", 'query="box"', 'query="box", sort="id"', "5:48", '"Literal'),
    "a key": ("agent.py", '["price"]', '["prize"]', "6:15", '"prize" is not a defined key'),
}


@pytest.fixture
def checkers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the type checkers of the tests on PATH."""
    folder = node_module(".bin/tsc").parent
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def shared_checkers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Put on PATH those that all tests share, which start at once and say the same."""
    monkeypatch.setenv("PATH", f"{type_checkers(tmp_path / 'checkers')}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def nothing(monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    """Let there be no type checker anywhere."""
    monkeypatch.setenv("PATH", str(here))
    monkeypatch.setattr("sys.executable", str(here / "bin/python"))


def test_programs_that_fit(write, toolc, checkers: None) -> None:
    write({"shop.py": SHOP, "pyproject.toml": PROJECT, **RIGHT})
    done = toolc("check", "shop.py", *(word for name in RIGHT for word in ("--program", name)))
    assert (done.status, "TC65" in done.err) == (0, False), done.err


@pytest.mark.parametrize("case", WRONG)
def test_programs_that_do_not_fit(case: str, write, toolc, shared_checkers: None) -> None:
    name, old, new, place, words = WRONG[case]
    assert old in RIGHT[name]
    write({"shop.py": SHOP, "pyproject.toml": PROJECT, name: RIGHT[name].replace(old, new)})
    done = toolc("check", "shop.py", "--program", name)
    assert done.status == 1
    [line] = [line for line in done.err.splitlines() if "error TC655 program-type-error" in line]
    assert line.startswith(f"{name}:{place}: ") and words in line, line


@pytest.mark.parametrize(("name", "what"), [("agent.ts", "the TypeScript compiler"), ("agent.py", "pyright")])
def test_without_a_type_checker_the_way_out_is_reported(name: str, what: str, write, toolc, nothing: None) -> None:
    write({"shop.py": SHOP, "pyproject.toml": PROJECT, name: RIGHT[name]})
    done = toolc("check", "shop.py", "--program", name)
    assert done.status == 2
    assert f"error TC656 unchecked-program: {name} was not checked: {what} is not installed" in done.err
    assert "install" in done.err.partition("TC656: ")[2]


@pytest.mark.parametrize(("name", "words"), [("gone.ts", "cannot be read"), ("agent.rb", "neither TypeScript")])
def test_what_is_no_program_to_check(name: str, words: str, write, toolc) -> None:
    write({"shop.py": SHOP, "agent.rb": "puts 1\n"})
    done = toolc("check", "shop.py", "--program", name)
    assert (done.status, words in done.err) == (2, True)


def test_a_type_checker_beside_a_tree_that_is_not_trusted_is_not_run(write, toolc, nothing: None, here: Path) -> None:
    write({"shop.py": SHOP, "pyproject.toml": PROJECT, **RIGHT, "node_modules/.bin/tsc": "#!/bin/sh\ntouch ran\n"})
    (here / "node_modules/.bin/tsc").chmod(0o755)
    done = toolc("check", "shop.py", "--program", "agent.ts", "--untrusted", "--sandbox", "off")
    assert "TypeScript compiler is not installed" in done.err
    assert not list(here.rglob("ran"))


def test_what_another_checker_says_is_passed_on(write, toolc, nothing: None, here: Path) -> None:
    write({"shop.py": SHOP, "pyproject.toml": PROJECT, **RIGHT, "node_modules/.bin/tsc": "#!/bin/sh\necho out of order\n"})
    (here / "node_modules/.bin/tsc").chmod(0o755)
    done = toolc("check", "shop.py", "--program", "agent.ts")
    assert (done.status, "tsc says: out of order" in done.err) == (2, True)
