"""What a result depends on of a file's text: edits that cannot change it, and edits that look like these."""

from pathlib import Path

import pytest

from toolc import tracked_files
from toolc.driver import parts
from toolc.text_questions import QUESTIONS

SERVER = '''\
import helpers
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shop")
limit = 3


@mcp.tool()
def find(query: str, most: int = limit) -> str:
    """Find a thing.

    Args:
        query: The words.
    """
    found = helpers.look(query)
    return found[:most]


def offer(server):
    server.add_tool(order)


def order(thing: str) -> str:
    """Order a thing."""
    return thing


offer(mcp)


@mcp.tool()
def lose(thing: str, *args) -> None:
    """Lose a thing."""
    del thing


def main():
    mcp.run()
'''
HELPERS = """\
def look(query):
    return [query]
"""

SAME = {
    "a comment at the end": ("server.py", "    mcp.run()\n", "    mcp.run()\n\n# touched\n"),
    "a comment at the start": ("server.py", "import helpers\n", "# Copyright\n\nimport helpers\n"),
    "a comment beside a statement": ("server.py", "limit = 3\n", "limit = 3  # things\n"),
    "empty lines": ("server.py", "\n\ndef offer", "\n\n\n\ndef offer"),
    "another body": ("server.py", "    return found[:most]\n", "    found.sort()\n    return found[:most]\n"),
    "a shorter body": ("server.py", "    found = helpers.look(query)\n", ""),
    "a function that is not entered": ("helpers.py", "    return [query]\n", "    query += 'x'\n    return [query]\n"),
    "a body of one line": ("server.py", "    del thing\n", "    pass\n"),
}
OTHER = {
    "a default": ("server.py", "limit = 3", "limit = 4"),
    "a docstring": ("server.py", "Find a thing.", "Find things."),
    "a parameter": ("server.py", "def order(thing: str)", "def order(thing: int)"),
    "what a function registers": ("server.py", "server.add_tool(order)", "server.add_tool(main)"),
    "a function that registers now": ("server.py", "    del thing\n", "    mcp.add_tool(order)\n"),
    "a function that changes a name of the module": (
        "server.py",
        "    mcp.run()\n",
        "    global limit\n    limit = 4\n    mcp.run()\n",
    ),
    "a statement": ("server.py", "offer(mcp)\n", ""),
    "one more tool": ("server.py", "def main", "@mcp.tool()\ndef main"),
    "a column": ("server.py", "@mcp.tool()\ndef lose(thing: str,", "@mcp.tool()\ndef lose( thing: str,"),
    "an import in a function": ("helpers.py", "    return [query]\n", "    import json\n    return [query]\n"),
    "a name that leads to a tool": ("server.py", "    del thing\n", "    offer(mcp)\n"),
    "a file that is no Python": ("server.py", "limit = 3", "limit = = 3"),
}


@pytest.fixture
def made(write, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A server in two files, and a list of the parts that are compiled from now on."""
    monkeypatch.setattr(tracked_files, "SLACK", 0)
    write({"app/server.py": SERVER, "app/helpers.py": HELPERS})
    compiled: list[str] = []
    whole = parts._Run._make_part

    def counted(self, group):
        compiled.append(" ".join(sorted(Path(path).name for path in group)))
        return whole(self, group)

    monkeypatch.setattr(parts._Run, "_make_part", counted)
    return compiled


def edit(file: str, old: str, new: str) -> None:
    path = Path("app", file)
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))


@pytest.mark.parametrize("name", SAME)
def test_a_result_stays_where_nothing_it_depends_on_has_changed(name: str, toolc, made: list[str]) -> None:
    toolc("ir", "app")
    edit(*SAME[name])
    kept = toolc("ir", "app")
    assert len(made) == 1
    assert kept == toolc("ir", "app", "--no-cache")
    assert toolc("ir", "app") == kept


@pytest.mark.parametrize("name", OTHER)
def test_a_result_is_made_anew_where_it_may_depend_on_a_change(name: str, toolc, made: list[str]) -> None:
    toolc("ir", "app")
    edit(*OTHER[name])
    kept = toolc("ir", "app")
    assert len(made) == 2
    assert kept == toolc("ir", "app", "--no-cache")


def test_several_edits_in_turn_equal_clean_builds(toolc, made: list[str]) -> None:
    toolc("ir", "app")
    for name in SAME:
        edit(*SAME[name])
        assert toolc("ir", "app") == toolc("ir", "app", "--no-cache"), name
    assert len(made) == 1 + len(SAME)


def test_a_message_that_says_a_line_is_made_anew_when_lines_move(write, toolc, made: list[str]) -> None:
    edit("server.py", "offer(mcp)\n", "tools = []\nunknown.fill(tools)\nfor one in tools:\n    mcp.add_tool(one)\n")
    edit("server.py", "import helpers\n", "import helpers\nimport unknown\n")
    first = toolc("list", "app", "-v")
    edit("server.py", "import unknown\n", "import unknown\n\n")
    assert toolc("list", "app", "-v") == toolc("list", "app", "-v", "--no-cache") != first


def test_questions_say_nothing_of_places() -> None:
    """Their answers are compared while lines move."""
    assert {question.__annotations__["return"] for question in QUESTIONS.values()} <= {
        "bool",
        "frozenset[str]",
        bool,
        frozenset[str],
    }
