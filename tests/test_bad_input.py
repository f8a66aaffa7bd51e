"""Bad input costs itself only: a clear error with a code, the exit status as designed, everything else still built."""

import os
from pathlib import Path

import pytest

TOOL = 'from orbiter.tool import tool\n\n\n@tool\ndef {0}(query: str) -> str:\n    """Search."""\n    return query\n'
GOOD = TOOL.format("search")
TWINS = '''\
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")


@mcp.tool()
def search(query: str) -> str:
    """Search."""
    return ""


@mcp.tool(name="search")
def find(query: str) -> str:
    """Find."""
    return ""
'''


@pytest.mark.parametrize(
    ("files", "paths", "code", "where"),
    [
        ({}, ["missing.py"], "TC101", ""),
        ({"empty/": ""}, ["empty"], "TC102", ""),
        ({"bad.py": "def f(:\n    pass\n"}, ["bad.py"], "TC110", "bad.py:1:7"),
        ({"bad.py": "# coding: utf-7\nx = 1\n"}, ["bad.py"], "TC105", "bad.py"),
        ({"bad.py": "x = 1\0\n"}, ["bad.py"], "TC105", "bad.py"),
        ({"x-1.0-py3-none-any.whl": "PK"}, ["x-1.0-py3-none-any.whl"], "TC127", "it is not a ZIP archive that can be read"),
        ({"x.tar.gz": "\x1f"}, ["x.tar.gz"], "TC127", "it is not a tar archive that can be read"),
        ({"x.py": ""}, ["git:HEAD"], "TC127", "git:HEAD: "),
        ({"bad.py": "x = " + "[" * 150 + "]" * 150}, ["bad.py"], "TC111", "bad.py:1"),
        ({"folder.py/": ""}, ["folder.py/"], "TC10", "folder.py"),
        ({"twins.py": TWINS}, ["twins.py"], "TC401", "twins.py:13:5"),
    ],
    ids=["missing", "empty", "syntax", "codec", "nul", "wheel", "tar", "revision", "nesting", "folder", "twins"],
)
def test_everything_else_is_built(toolc, write, files, paths, code, where) -> None:
    write({"good.py": GOOD, **files})
    done = toolc("generate", "good.py", *paths, "--target", "openai", "--out", "out")
    assert done.status == 1
    assert code in done.err
    assert where in done.err
    assert "Traceback" not in done.err
    assert any('"search"' in path.read_text("utf-8") for path in Path("out/openai").glob("here*/tools.json"))


def test_an_unreadable_file(toolc, write) -> None:
    os.mkfifo(write({"good.py": GOOD}) / "pipe.py")
    done = toolc("generate", "good.py", "pipe.py", "--target", "openai", "--out", "out")
    assert (done.status, "TC103" in done.err, Path("out/openai/here/tools.json").exists()) == (1, True, True)


@pytest.mark.parametrize(
    ("words", "code", "hint"),
    [
        (["generate", "good.py", "--target", "opnai", "--out", "out"], "TC602", "openai"),
        (["generate", "good.py", "--targt", "openai"], "TC601", "--target"),
        (["list", "good.py", "--system", "orbit"], "TC603", "orbiter"),
        (["list", "good.py", "--assume", "mcp"], "TC601", "NAME=VERSION"),
        (["schema", "good.py::serch", "--target", "openai"], "TC607", "search"),
        (["explain", "TC999"], "TC606", ""),
    ],
)
def test_usage_errors_say_what_was_meant(toolc, write, words, code, hint) -> None:
    write({"good.py": GOOD})
    done = toolc(*words)
    assert done.status == 2
    assert code in done.err
    assert hint in done.err
    assert not Path("out").exists()


def test_the_first_twin_is_kept(toolc, write) -> None:
    write({"twins.py": TWINS})
    done = toolc("generate", "twins.py", "--target", "mcp", "--out", "out")
    assert done.status == 1
    assert Path("out/mcp/here/demo.json").read_text("utf-8").count('"search"') == 1


def test_one_broken_file_of_many(toolc, write) -> None:
    """Ninety-nine good files beside a bad one are ninety-nine tools."""
    write({f"pkg/m{n}.py": TOOL.format(f"t{n}") for n in range(99)} | {"pkg/bad.py": "import orbiter\nclass :\n"})
    done = toolc("list", "pkg", "--format", "json")
    assert (done.status, done.out.count('"qualname"')) == (1, 99)
    assert done.err.count("TC110") >= 1
