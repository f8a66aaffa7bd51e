"""How much commands say of what they found: a line each, what to do once, notes counted, counts that are always right."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

NOTED = '''\
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shop")


@mcp.tool()
def {name}(query: str, limit: int = 1) -> str:
    """Search the web.

    Args:
        query: What to look for.
    """
    return query
'''
BROKEN = "def search(:\n"
NOTE = "TC418"


@pytest.fixture
def shop(write) -> Path:
    """A tree with two notes of one code and two errors of another."""
    tools = {f"src/{name}.py": NOTED.format(name=name) for name in ("find", "look")}
    return write({**tools, "src/one.py": f"import mcp\n{BROKEN}", "src/two.py": f"import mcp\n{BROKEN}"})


@pytest.mark.parametrize("command", ["generate", "list", "types", "stats", "ir", "lock", "schema src/find.py::find"])
def test_a_line_for_each_finding_and_what_to_do_once(command: str, shop: Path, toolc) -> None:
    said = toolc(*command.split()).err
    assert "^" not in said and NOTE not in said
    if command != "schema src/find.py::find":
        assert len(re.findall(r"^src/\w+\.py:2:\d+: error TC110 syntax-error: ", said, re.MULTILINE)) == 2
        assert said.count("(toolc explain TC110)") + said.count(": toolc explain TC110") == 1
        assert len(said.splitlines()) <= 5


def test_notes_are_counted(shop: Path, toolc) -> None:
    for command in ("generate", "list", "stats"):
        assert re.search(r", 2 notes \(-v shows them\)$", toolc(command).err.strip()), command


@pytest.mark.parametrize("words", [("check",), ("list", "-v"), ("generate", "--verbose"), ("list", "--fail-on", "note")])
def test_notes_are_shown_by_check_or_when_asked_for(words: tuple[str, ...], shop: Path, toolc) -> None:
    said = toolc(*words).err
    assert said.count(f"note {NOTE} ") == 2 and said.strip().endswith("2 notes")


def test_check_shows_the_source(shop: Path, toolc) -> None:
    assert "^" in toolc("check").err
    assert "^" in toolc("list", "--full").err
    assert "^" in toolc("list", "--output-format", "full").err
    assert "^" not in toolc("check", "--output-format", "concise").err


def test_quiet_is_about_what_is_shown(shop: Path, toolc) -> None:
    loud, quiet = toolc("list"), toolc("list", "--quiet")
    assert (loud.status, loud.out) == (quiet.status, quiet.out)
    assert len(quiet.err.splitlines()) == 3
    for form in ("json", "sarif", "gitlab", "junit", "github"):
        every, few = (toolc("check", *words, "--output-format", form).out for words in ((), ("--quiet",)))
        assert every == few and every.count(NOTE) >= 2, form


@pytest.mark.parametrize("command", ["list --format json", "types --format json", "stats --format json", "ir", "schema find"])
def test_one_document_on_one_stream(command: str, shop: Path, toolc) -> None:
    done = toolc(*command.split(), "--output-format", "json")
    assert isinstance(json.loads(done.out), dict)
    assert isinstance(json.loads(done.err[: done.err.rindex("]") + 1]), list)


@pytest.mark.parametrize("command", ["generate", "check", "lock"])
def test_findings_are_the_result_where_there_is_no_other(command: str, shop: Path, toolc) -> None:
    assert isinstance(json.loads(toolc(command, "--output-format", "json").out), list)


def test_the_demo_ends_with_the_result(here: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    shutil.copytree(root / "fixtures/monorepo", here / "fixtures/monorepo")
    done = subprocess.run([sys.executable, root / "tests/demo.py"], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert re.search(
        r"\d+ tools in \d+ files became \d+ files in build/demo in .* s:\n(  build/demo/[a-z-]+/\n)+\Z", done.stdout
    )


def test_a_diff_and_findings_for_programs_are_on_two_streams(shop: Path, toolc) -> None:
    done = toolc("generate", "--diff", "--output-format", "json")
    assert done.out.startswith("--- ") and done.err.startswith("[")


def test_what_a_provider_cannot_take_is_listed_beside_the_rest(write, toolc, here: Path) -> None:
    write(
        {"tools.py": NOTED.format(name="find").replace("limit: int = 1", "labels: dict[str, int]") + NOTED.format(name="look")}
    )
    assert toolc("generate", "--target", "openai-strict", "--out", "gen").status == 1
    [listed] = (here / "gen").rglob("left-out.json")
    assert [one["function"]["name"] for one in json.loads((listed.parent / "tools.json").read_text())] == ["look"]
    [left] = json.loads(listed.read_text())
    assert left["name"] == "find" and left["reasons"][0]["code"] == "TC502"
    write({"tools.py": NOTED.format(name="find")})
    assert toolc("generate", "--target", "openai-strict", "--out", "gen").status == 0
    assert not listed.exists()
