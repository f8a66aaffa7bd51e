"""A long run in a terminal: it shows how far it is, and an interrupt ends it at once, with all its processes and nothing half."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from terminal import INTERRUPT, Terminal
from toolc.cli.bar import Bar
from toolc.progress import count_results, listen

FILE = "from orbiter.tool import tool\n" + "".join(
    f'\n\n@tool\ndef search_{{0}}_{number}(query: str, limit: int = 10) -> list[str]:\n    """Search the web."""\n    return []\n'
    for number in range(12)
)
WORDS = ("generate", "tree", "--out", "out", "--target", "mcp", "--no-cache", "-j", "2", "--fail-on", "never")


def processes(of: int) -> list[str]:
    children = Path(f"/proc/{of}/task/{of}/children")
    return children.read_text().split() if children.exists() else []


def test_an_interrupt_in_a_terminal_ends_a_long_run_at_once(here: Path) -> None:
    for number in range(400):
        folder = here / f"tree/package_{number // 10}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "pyproject.toml").write_text(f'[project]\nname = "{folder.name}"\n')
        (folder / f"module_{number}.py").write_text(FILE.format(number))
    (here / "out/mcp").mkdir(parents=True)
    (here / "out/mcp/mine.txt").write_text("before")
    terminal = Terminal(WORDS, here)
    try:
        terminal.until(" of 400 files")
        forked, limit = processes(terminal.process), time.monotonic() + 10
        while sys.platform == "linux" and len(forked) < 2 and time.monotonic() < limit:
            forked = processes(terminal.process)
        assert len(forked) == 2 or sys.platform != "linux"
        begun = time.monotonic()
        terminal.press(INTERRUPT)
        assert terminal.ended() == 130
        assert time.monotonic() - begun < 3  # on a busy machine; else a fraction of a second
        assert "Traceback" not in terminal.shown and "\x1b[?25h" in terminal.shown  # the cursor is back
    finally:
        terminal.close()
    time.sleep(0.2)
    assert not [child for child in forked if Path(f"/proc/{child}").exists()]
    assert [path.name for path in (here / "out").rglob("*") if path.is_file()] == ["mine.txt"]


def test_an_interrupt_while_toolc_is_loaded_is_no_traceback(here: Path) -> None:
    program = "import _thread, sys; sys.meta_path.insert(0, type('F', (), {'find_spec': staticmethod(lambda name, *_: (name == 'toolc.pipeline' and _thread.interrupt_main()) or None)})); from toolc.cli import main; sys.exit(main(['list', '.']))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "")


def test_results_are_told_by_the_weight_of_their_items() -> None:
    heard: list[tuple[int, int]] = []
    with listen(lambda done, total: heard.append((done, total))):
        assert list(count_results(iter("xy"), [("a", "b", "c"), ("d",)])) == ["x", "y"]
    assert heard == [(0, 4), (3, 4), (4, 4)]
    list(count_results(iter("x"), [("a",)]))
    assert len(heard) == 3


class Pretended:
    """Standard error as a terminal."""

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        pass


@pytest.mark.parametrize(
    ("wanted", "environment", "long", "shown"),
    [
        (True, {}, 0.0, True),
        (True, {}, 60.0, False),
        (False, {}, 0.0, False),
        (True, {"CI": "1"}, 0.0, False),
        (True, {"TERM": "dumb"}, 0.0, False),
    ],
)
def test_who_is_shown_a_bar(wanted, environment, long, shown, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("toolc.cli.bar._LONG", long)
    monkeypatch.setattr(sys, "stderr", terminal := Pretended())
    with Bar(wanted).doing("Compiling …"):
        list(count_results(iter("x"), [("a", "b")]))
    assert ("Compiling …" in terminal.text and "2 of 2 files" in terminal.text) == shown
    assert shown or terminal.text == ""


def test_no_bar_where_nobody_looks(write, toolc) -> None:
    write({"tools.py": FILE.format(1)})
    assert "Compiling" not in toolc("generate", "tools.py", "--out", "out").err
