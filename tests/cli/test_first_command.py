"""The first command works: what a new user types without arguments, and the help that is read before it."""

import json
import subprocess
from pathlib import Path

import pytest

from toolc.cli.app import app

TOOL = '''\
from orbiter.tool import tool

@tool
def {name}(query: str) -> str:
    """Search the web.

    Args:
        query: What to look for.
    """
    return query
'''
SCREEN = 40
BRIEF = 24


def tools(*names: str) -> dict[str, str]:
    return {f"{name}/tools.py": TOOL.format(name=name) for name in names}


@pytest.mark.parametrize("command", ["list", "generate", "check", "stats", "types", "ir", "report", "lock", "config", "schema"])
def test_every_command_reads_what_is_here(command: str, write, toolc) -> None:
    write(tools("src"))
    done = toolc(command)
    assert (done.status, "TC" in done.err) == (0, False), done.err


def test_paths_default_to_the_root_of_the_configuration(write, toolc, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write({"repo/toolc.toml": 'root = "services"\ntargets = ["mcp"]\nout = "gen"\n', **tools("other")})
    write({f"repo/services/{path}": text for path, text in tools("one", "two").items()})
    write({f"repo/{path}": text for path, text in tools("elsewhere").items()})
    monkeypatch.chdir(here / "repo/services/one")
    found = json.loads(toolc("list", "--format", "json").out)["tools"]
    assert sorted(tool["path"] for tool in found) == ["../two/tools.py", "tools.py"]
    assert toolc("generate").status == 0
    assert sorted((here / "repo/services/gen").glob("mcp/*"))


def test_a_root_outside_of_its_folder_does_not_choose_what_is_read(write, toolc, here: Path, monkeypatch) -> None:
    write({"tree/toolc.toml": 'root = ".."\n', **tools("tree", "beside")})
    monkeypatch.chdir(here / "tree")
    done = toolc("list")
    assert done.status == 2 and "name PATHS, or say --trust-config" in done.err
    assert toolc("list", "--trust-config").out.count("tools.py") == 2
    assert toolc("list", ".").status == 0


def test_an_untrusted_tree_is_the_current_folder(write, toolc, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write({"toolc.toml": "", **tools("one", "two")})
    monkeypatch.chdir(here / "one")
    assert toolc("list", "--untrusted").out.count("tools.py") == 1


def test_diff_without_a_new_side_compares_the_root(write, toolc, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write({"toolc.toml": "", **tools("one", "two")})
    (here / ".git").rmdir()
    for words in ("init -qb main", "add -A", "commit -qm one"):
        subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t.example", *words.split()], cwd=here, check=True)
    (here / "two/tools.py").unlink()
    for folder in (here, here / "one"):
        monkeypatch.chdir(folder)
        done = toolc("diff", "git:main")
        assert done.status == 1 and "TD101 tool-removed" in done.out, done.err


def test_init_ends_with_the_next_command(write, toolc) -> None:
    write(tools("src"))
    said = toolc("init").out
    assert said.splitlines()[-1].startswith("next: ")
    assert toolc(*said.splitlines()[-1].split()[2:]).status == 0


def test_bare_toolc_is_a_short_help(toolc) -> None:
    done = toolc()
    assert (done.status, done.err) == (0, "")
    assert 5 <= len(done.out.splitlines()) <= BRIEF
    for word in ("init", "generate", "check", "diff", "lock", "--help"):
        assert word in done.out


@pytest.mark.parametrize("command", ["", *(str(command.name) for command in app.registered_commands)])
def test_help_fits_a_screen(command: str, toolc, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = toolc(*command.split(), "--help")
    lines = done.out.splitlines()
    assert done.status == 0 and len(lines) <= SCREEN
    assert [line for line in lines if len(line) > 80] == []


def test_all_help_explains_what_the_short_one_names(toolc) -> None:
    short, whole = toolc("generate", "--help").out, toolc("generate", "--help-all").out
    assert "--search-path DIR" in short and "Also read modules from this folder" not in short
    assert "Also read modules from this folder" in whole and "--sandbox" in whole
    assert "function_to_tool" not in whole


def test_systems_are_listed_by_a_command_of_their_own(toolc) -> None:
    assert "langchain  " in toolc("systems").out
    assert "fastmcp" in [one["name"] for one in json.loads(toolc("systems", "--format", "json").out)["systems"]]


def test_a_schema_is_printed_by_a_bare_name(write, toolc) -> None:
    write({**tools("one"), "two.py": TOOL.format(name="two")})
    assert json.loads(toolc("schema", "two").out)["name"] == "two"
    assert json.loads(toolc("schema", "two.py").out)["name"] == "two"
    done = toolc("schema", "three")
    assert done.status == 2 and 'no tool "three"' in done.err and "TC101" not in done.err
    assert "TC101" in toolc("schema", "three.py").err
