"""Ten realistic faults: each is one line that says what is wrong, and one that says what to do."""

import errno
import os
import re
from pathlib import Path

import pytest

from toolc.config import Config
from toolc.write import staging

SERVER = 'from mcp.server.fastmcp import FastMCP\n{above}\nmcp = FastMCP("shop")\n'
TOOL = '\n\n@mcp.tool()\ndef {name}(query: {type}) -> str:\n    """Search."""\n    return ""\n'


def server(name: str = "search", type: str = "str", above: str = "") -> str:
    return SERVER.format(above=above) + TOOL.format(name=name, type=type)


def project(folder: str, name: str, tool: str) -> dict[str, str]:
    return {f"{folder}/pyproject.toml": f'[project]\nname = "{name}"\n', f"{folder}/server.py": server(tool)}


def advice(err: str, code: str) -> str:
    """What to do about the one finding of a code."""
    [found] = re.findall(rf"^(?:\S+: )?(?:error|warning) {code} [a-z-]+: \S.*$", err, re.MULTILINE)
    [told] = re.findall(rf"^{code}: (.*) \(toolc explain {code}\)$", err, re.MULTILINE)
    assert len([line for line in err.splitlines() if re.match(r"(\S+: )?(error|warning|note) TC", line)]) == 1, err
    assert found
    return str(told)


def test_a_typo_in_the_configuration(write, toolc) -> None:
    write({"server.py": server(), "toolc.toml": 'strict = true\ntargts = ["mcp"]\n'})
    done = toolc("generate")
    assert done.status == 2 and done.err.startswith("toolc.toml:2:1: error TC604")
    assert advice(done.err, "TC604") == 'did you mean "targets"?'


def test_a_missing_package(write, toolc) -> None:
    write({"server.py": server(type="Query", above="from acme import Query\n")})
    done = toolc("generate")
    told = advice(done.err, "TC333")
    assert "`acme`" in done.err and "--search-path" in told and "--python" in told


def test_a_syntax_error(write, toolc) -> None:
    write({"server.py": server() + "def (:\n"})
    done = toolc("generate")
    assert done.status == 1 and "server.py:10:5: error" in done.err
    assert advice(done.err, "TC110").startswith("correct the file")


@pytest.mark.parametrize(
    ("folder", "code", "told"),
    [
        ("servces", "TC101", 'did you mean "services"?'),
        ("nowhere", "TC101", "name a file"),
        ("empty", "TC102", "name the folder"),
    ],
)
def test_a_wrong_folder(folder: str, code: str, told: str, write, toolc, here: Path) -> None:
    write({"services/server.py": server(), "empty/": ""})
    assert toolc("generate", "services").status == 0
    before = sorted(here.rglob("*"))
    done = toolc("generate", folder)
    assert done.status == 1 and sorted(here.rglob("*")) == before
    assert advice(done.err, code).startswith(told)


def test_a_folder_without_tools(write, toolc) -> None:
    write({"plain/models.py": "x = 1\n"})
    done = toolc("generate", "plain")
    assert done.status == 1 and "name the folder that the tools are in" in advice(done.err, "TC641")


def test_an_output_folder_that_is_read_only(write, toolc, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), "gen")

    write({"server.py": server()})
    monkeypatch.setattr(staging, "replace_all", refused)
    monkeypatch.setattr("toolc.write.replace_all", refused)
    done = toolc("generate", "--out", "gen")
    assert done.status == 2 and not list(here.glob("gen/*"))
    assert "--out DIR" in advice(done.err, "TC605")


def test_an_output_folder_that_is_a_file(write, toolc) -> None:
    write({"server.py": server(), "gen": "mine"})
    done = toolc("generate", "--out", "gen")
    assert done.status == 2 and "--out DIR" in advice(done.err, "TC605")


def test_two_units_of_one_name(write, toolc) -> None:
    write({**project("a", "shop", "search"), **project("b", "shop", "find")})
    done = toolc("generate")
    assert "2 projects are called `shop`, so their outputs are one package: a, b" in done.err
    assert "pyproject.toml" in advice(done.err, "TC645") and "`packages`" in advice(done.err, "TC645")
    write({**project("b", "other", "find")})
    assert "TC645" not in toolc("generate").err


def test_an_unknown_target(write, toolc) -> None:
    write({"server.py": server()})
    done = toolc("generate", "--target", "opnai")
    assert done.status == 2 and advice(done.err, "TC602") == 'did you mean "openai"?'


@pytest.mark.parametrize("command", ["init", "generate"])
def test_an_output_folder_that_is_ignored(command: str, write, toolc, here: Path) -> None:
    write({"server.py": server(), ".gitignore": f"{Config().out}/\n"})
    done = toolc(command)
    [told] = [line for line in done.out.splitlines() if "ignore" in line]
    assert done.status == 0 and "name another `out`, or take it out of .gitignore" in told


def test_an_undefined_name(write, toolc) -> None:
    write({"server.py": server(type="Query")})
    done = toolc("generate")
    assert done.status == 1 and advice(done.err, "TC332") == "import or define it"


def test_a_stale_lock(write, toolc) -> None:
    write({"server.py": server()})
    assert toolc("lock").status == 0
    write({"server.py": server(type="int")})
    done = toolc("generate", "--locked")
    assert done.status == 1 and "toolc lock" in advice(done.err, "TC701")
