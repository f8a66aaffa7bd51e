"""`toolc watch`: what changes is built, what is broken is shown until it is mended, and nothing else happens."""

import os
import re
import sys
import time
from pathlib import Path

import pytest

from terminal import INTERRUPT, Terminal
from toolc import tracked_files
from toolc.cli import stages
from toolc.cli.watch_inputs import WatchInputs
from toolc.diagnostics import Diagnostic

TOOL = """\
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("{name}")


@mcp.tool()
def {name}(query: str) -> str:
    '''Search {where}.'''
    return query
"""
WORDS = ("src", "--target", "mcp", "--out", "out")
CLEAR = "\x1b[2J\x1b[3J\x1b[H"


def tool(name: str = "search", where: str = "the web") -> str:
    return TOOL.format(name=name, where=where)


@pytest.fixture
def watched(write, toolc, here: Path) -> WatchInputs:
    """What a build depended on that has just been done."""
    write({"src/tools.py": tool(), "src/lib/__init__.py": "", "src/other.py": "import later.models\nfrom mcp import x\n"})
    started = time.time_ns()
    with tracked_files.tracing(tracked_files.AccessTrace()) as notes:
        assert toolc("generate", *WORDS).status == 0
    return WatchInputs(notes, [str(here / "out")], started)


def test_what_a_build_writes_is_no_change(watched: WatchInputs, here: Path) -> None:
    made = [str(path) for path in (here, here / "out", *(here / "out").rglob("*"))]
    assert watched.changed_paths(made) == [] and watched.stale() == []


def test_what_was_touched_is_no_change(watched: WatchInputs, here: Path) -> None:
    (here / "src/tools.py").touch()
    assert watched.changed_paths([str(here / "src/tools.py")]) == [] and watched.stale() == []


def test_what_nobody_asked_for_is_no_change(watched: WatchInputs, here: Path) -> None:
    (here / "notes.txt").touch()
    (here / "out/mcp/.swap").touch()
    assert watched.changed_paths([str(here / "out/mcp/.swap"), "/elsewhere/x.py"]) == []


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("src/tools.py", tool(where="it all")),
        ("src/tools.py", None),
        ("src/new.py", ""),
        ("src/lib/new", ""),
        ("toolc.toml", "strict = true\n"),
        ("out/.toolc-outputs.json", None),
        ("out/mcp/here/search.json", "{}"),
    ],
)
def test_what_a_build_would_find_otherwise_is_a_change(place: str, text: str | None, watched: WatchInputs, here: Path) -> None:
    path = here / place
    assert not path.exists() or str(path.parent) in watched.folders
    path.unlink() if text is None else path.write_text(text)
    assert watched.changed_paths([str(path)]) == [str(path)] and watched.stale()


def test_a_folder_that_was_looked_into_in_vain(write, toolc, here: Path) -> None:
    write({"src/tools.py": tool(), "toolc.toml": 'search-path = ["libs/python"]\n'})
    with tracked_files.tracing(tracked_files.AccessTrace()) as notes:
        toolc("generate", *WORDS)
    watched = WatchInputs(notes, [str(here / "out")], time.time_ns())
    assert str(here) in watched.folders
    write({"libs/python/models.py": ""})
    assert watched.changed_paths([str(here / "libs")]) == [str(here / "libs")]


def test_a_link_is_watched_where_it_leads(write, toolc, here: Path) -> None:
    write({"src/tools.py": tool(), "elsewhere/real.py": tool("find")})
    (here / "linked.py").symlink_to("elsewhere/real.py")
    with tracked_files.tracing(tracked_files.AccessTrace()) as notes:
        assert toolc("generate", "src", "linked.py", *WORDS[1:]).status == 0
    watched = WatchInputs(notes, [str(here / "out")], time.time_ns())
    assert str(here / "elsewhere") in watched.folders
    write({"elsewhere/real.py": tool("look")})
    assert watched.changed_paths([str(here / "elsewhere/real.py")])


def test_a_watched_tree(write, here: Path) -> None:
    """One program through all that can happen to a tree: edited, broken, mended, deleted, moved, configured, interrupted."""
    pytest.importorskip("watchfiles")
    write({"src/tools.py": tool()})
    listed = here / "out/.toolc-outputs.json"
    terminal = Terminal(("watch", *WORDS), here)
    try:
        assert "1 tool" in terminal.until("Ctrl-C ends")
        write({"src/tools.py": tool(where="it all")})
        again = terminal.until("Ctrl-C ends")
        assert re.search(
            r"\[\d\d:\d\d:\d\d\] src/tools.py changed\s.*wrote mcp/.*\[\d\d:\d\d:\d\d\] built in", again, re.DOTALL
        )
        assert "it all" in (here / "out/mcp/here/search.json").read_text()

        write({"src/tools.py": tool() + "def (\n"})
        broken = terminal.until("Ctrl-C ends")
        assert CLEAR in broken and "TC110" in broken and "kept the last good outputs of here (1 error)" in broken
        assert "it all" in (here / "out/mcp/here/search.json").read_text()
        write({"src/tools.py": tool("find")})
        mended = terminal.until("Ctrl-C ends")
        assert CLEAR in mended and "error TC" not in mended and "0 errors" in mended

        write({"src/more.py": tool("more"), "src/deep/er/tools.py": tool("deeper")})
        while "deeper" not in listed.read_text():
            terminal.until("Ctrl-C ends")
        (here / "src/deep").rename(here / "src/moved")
        (here / "src/more.py").unlink()
        while "more" in listed.read_text():
            terminal.until("Ctrl-C ends")
        write({"src/moved/er/tools.py": tool("moved")})
        while "moved" not in listed.read_text():
            terminal.until("Ctrl-C ends")

        write({"toolc.toml": "targts = 1\n"})
        assert "TC604" in terminal.until("Ctrl-C ends")
        write({"toolc.toml": "exclude = ['src/moved/**']\n"})
        assert "TC604" not in terminal.until("Ctrl-C ends")
        assert "find" in listed.read_text() and "moved" not in listed.read_text()

        with pytest.raises(AssertionError):
            terminal.until("changed", seconds=0.7)
        terminal.press(INTERRUPT)
        assert terminal.ended() == 130
        assert "Traceback" not in terminal.shown
    finally:
        terminal.close()


def test_the_first_build_has_to_be_asked_for_rightly(write, toolc) -> None:
    pytest.importorskip("watchfiles")
    write({"src/tools.py": tool()})
    outcome = toolc("watch", "src", "--target", "nothing")
    assert outcome.status == 2 and "TC602" in outcome.err
    assert toolc("watch", "-").status == 2


def test_without_the_extra_it_says_how_to_get_it(write, toolc, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    outcome = toolc("watch", "src")
    assert outcome.status == 2 and 'pip install "toolc[watch]"' in outcome.err


def test_folders_that_cannot_be_watched(write, toolc, monkeypatch: pytest.MonkeyPatch) -> None:
    def wait(*folders: str, **options: object) -> None:
        raise OSError(28, os.strerror(28))

    write({"src/tools.py": tool()})
    monkeypatch.setattr(stages, "watcher", lambda: wait)
    outcome = toolc("watch", *WORDS)
    assert outcome.status == 2 and "TC631" in outcome.err


def test_what_is_missing_is_a_diagnostic(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    assert isinstance(stages.watcher(), Diagnostic)
