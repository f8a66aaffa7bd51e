"""Tests, examples and docs hold no tools of a run over a folder; they can be imported, asked for, and are counted."""

import json
from pathlib import Path

import pytest

TOOL = '''\
from mcp.server.fastmcp import FastMCP
{above}
mcp = FastMCP("{name}")


@mcp.tool()
def {name}(query: {type}) -> str:
    """Search."""
    return query
'''
LEFT_OUT = (
    "tests/fake.py",
    "pkg/tests/deep/fake.py",
    "examples/server.py",
    "docs/snippets/server.py",
    "pkg/test_it.py",
    "pkg/it_test.py",
    "conftest.py",
)
KEPT = ("pkg/server.py", "pkg/testing.py", "pkg/latest.py", "contests/one.py")


def tool(name: str, type: str = "str", above: str = "") -> str:
    return TOOL.format(name=name, type=type, above=above)


def found(done) -> list[str]:
    return sorted(one["path"] for one in json.loads(done.out)["tools"])


@pytest.fixture
def tree(write) -> Path:
    return write({path: tool(f"t{number}") for number, path in enumerate((*LEFT_OUT, *KEPT))})


def test_a_folder_is_walked_without_them(tree: Path, toolc) -> None:
    done = toolc("list", ".", "--format", "json")
    assert found(done) == sorted(KEPT)
    assert f"4 files, {len(LEFT_OUT)} of tests, examples and docs left out (--include-tests), 4 tools" in done.err


@pytest.mark.parametrize("command", ["generate", "list", "check", "stats", "types", "ir", "lock", "schema"])
def test_every_command_says_how_many(command: str, tree: Path, toolc) -> None:
    assert toolc(command).err.count(f"{len(LEFT_OUT)} of tests, examples and docs left out") == 1


@pytest.mark.parametrize("path", LEFT_OUT)
def test_a_file_that_is_named_is_read(path: str, tree: Path, toolc) -> None:
    assert found(toolc("list", path, "--format", "json")) == [path]


@pytest.mark.parametrize("folder", ["tests", "examples", "docs", "docs/snippets", "pkg/tests/deep"])
def test_a_folder_that_is_named_is_read(folder: str, tree: Path, toolc) -> None:
    done = toolc("list", folder, "--format", "json")
    assert found(done) == [path for path in sorted(LEFT_OUT) if path.startswith(f"{folder}/")]
    assert "left out" not in done.err
    assert found(toolc("list", ".", folder, "--format", "json")) == sorted({*KEPT, *found(done)})


def test_all_are_read_when_asked_for(tree: Path, toolc, write) -> None:
    assert found(toolc("list", "--include-tests", "--format", "json")) == sorted((*LEFT_OUT, *KEPT))
    write({"toolc.toml": "include-tests = true\n"})
    done = toolc("list", "--format", "json")
    assert found(done) == sorted((*LEFT_OUT, *KEPT)) and "left out" not in done.err


def test_a_package_that_is_configured_is_no_example(tree: Path, toolc, write) -> None:
    write({"toolc.toml": '[packages]\ndemo = "examples"\n', "examples/tests/fake.py": tool("fake")})
    assert found(toolc("list", "--format", "json")) == sorted((*KEPT, "examples/server.py"))


def test_nothing_of_them_is_written(tree: Path, toolc) -> None:
    assert toolc("generate", "--target", "mcp", "--out", "gen").status == 0
    made = {path.stem for path in (tree / "gen/mcp").rglob("*.json")}
    assert made == {f"t{len(LEFT_OUT) + number}" for number in range(len(KEPT))}


def test_a_broken_test_is_no_error(write, toolc) -> None:
    write({"pkg/server.py": tool("search"), "tests/broken.py": "import mcp\ndef (:\n"})
    done = toolc("generate")
    assert done.status == 0 and "0 errors" in done.err


def test_they_can_be_imported(write, toolc) -> None:
    """Also what only their being there makes importable: the folder above a package of tests, a root of modules of its own."""
    write(
        {
            "src/shop/__init__.py": "",
            "src/shop/server.py": tool("search", "Query", "from tests.models import Query\nfrom examples.kinds import Kind\n"),
            "tests/__init__.py": "",
            "tests/models.py": "from typing import Literal\n\nQuery = Literal['a', 'b']\n",
            "examples/kinds.py": "Kind = int\n",
            "docs/plain.py": "Word = str\n",
            "src/shop/more.py": tool("more", "Word", "from plain import Word\n"),
        }
    )
    every, few = (toolc("list", "--format", "json", *words) for words in (("--include-tests",), ()))
    assert [one["fidelity"] for one in json.loads(few.out)["tools"]] == ["exact", "exact"]
    assert every.out == few.out


def test_help_where_there_is_nothing_else(write, toolc) -> None:
    write({"tests/fake.py": tool("fake")})
    for command in ("list", "generate"):
        assert "--include-tests reads tests, examples and docs too" in toolc(command).err
