"""The pages of this folder say what executing their programs gives. `make golden` writes them anew."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from analysis.pages import Section, collect, with_current_output
from warm_python import warm_python

HERE = Path(__file__).resolve().parent
PAGES = sorted(HERE.glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = page.read_text("utf-8")
    now = text
    for section in collect(page):
        now = now.replace(section.text, with_current_output(section, monkeypatch))
    if os.environ.get("TOOLC_GOLDEN"):
        page.write_text(now, "utf-8")
    else:
        assert now == text


LIVE = """
import builtins, json, sys
found = []
def reveal(value):
    frame = sys._getframe(1)
    found.append((frame.f_code.co_filename.rpartition("/here/")[2], frame.f_lineno, repr(value)))
builtins.reveal = reveal
sys.path.insert(0, sys.argv[1])
import server
print(json.dumps(found))
"""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_python_has_the_same_values(page: Path, tmp_path: Path) -> None:
    """What is a constant on the page is what the running program has, where all that it imports is there."""
    compared = 0
    for index, section in enumerate(collect(page)):
        for path, text in section.files.items():
            file = tmp_path / str(index) / "here" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        compared += _compare(section, tmp_path / str(index) / "here")
    assert compared or page.stem in ("doubts", "servers"), "no program of the page can be run"


def _compare(section: Section, here: Path) -> int:
    """Run a program, and compare what it reveals. Returns how many values were compared."""
    written = {place: [_constant(value) for value in values] for place, values in section.revealed.items()}
    if not any(value is not None for values in written.values() for value in values):
        return 0
    clean = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME")}
    live = warm_python(sys.executable, "pydantic", "mcp.server.fastmcp")
    done = subprocess.run([live, "-c", LIVE, str(here)], capture_output=True, text=True, env=clean, check=False)
    if "No module named" in done.stderr:
        return 0
    assert done.returncode == 0, f"{section.title}: {done.stderr}"
    real: dict[tuple[str, int], list[str]] = {}
    for path, line, value in json.loads(done.stdout.splitlines()[-1]):
        real.setdefault((path, line), []).append(value)
    pairs = [
        (section.title, place, value, shown)
        for place, values in written.items()
        for value, shown in zip(values, real.get(place, ["never"] * len(values)), strict=True)
        if value is not None
    ]
    assert [pair for pair in pairs if pair[3] not in pair[2]] == []
    return len(pairs)


def _constant(shown: str) -> list[str] | None:
    """The values that a text of a page stands for, as Python writes them; None where one is no constant."""
    parts = shown.partition(" unless ")[0].split(" or ")
    try:
        return [repr(ast.literal_eval(part)) for part in parts]
    except (ValueError, SyntaxError):
        return None


def test_there_is_a_page_for_each_construct() -> None:
    assert len(PAGES) >= 12
    assert all(len(list(collect(page))) >= 3 for page in PAGES)
