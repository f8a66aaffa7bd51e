"""What files say, kept by their text: nothing is read twice, and everything comes out as if it were."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from toolc.cache.modules import KeptReader
from toolc.cache.store import Store
from toolc.limits import Limits
from toolc.read import cut
from toolc.read import read as read_anew
from toolc.source import SourceFile

LIBRARY = "from pydantic import BaseModel\n\n\n" + "".join(
    f"class Filter{number}(BaseModel):\n    words: list[str]\n    most: int = {number}\n    check = lambda self: {number}\n\n\n"
    for number in range(20)
)
TOOLS = """\
from mcp.server.fastmcp import FastMCP
from library import Filter3, Filter7

mcp = FastMCP("shop")


@mcp.tool()
def search(first: Filter3, second: "Filter7 | None" = None, least: int = 2 * 3) -> list[str]:
    '''Search for what fits.'''
    return [word for word in first.words if len(word) > least]
"""
FILES = {"shop/tools.py": TOOLS, "shop/library.py": LIBRARY, "other/tools.py": TOOLS, "other/library.py": LIBRARY}


@pytest.fixture
def cut_now(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements that LibCST reads from now on."""
    found: list[str] = []
    statement = cut.statement
    monkeypatch.setattr(cut, "statement", lambda text, node: (found.append(text[node.at : node.end]), statement(text, node))[1])
    return found


def room() -> Path:
    return Path(os.environ["TOOLC_CACHE_DIR"])


@pytest.fixture(autouse=True)
def a_cache_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOLC_CACHE_DIR", str(tmp_path / "cache"))


def forget_the_rest() -> None:
    """Only what files say is left of the cache."""
    for folder in room().iterdir():
        if folder.name != "modules":
            shutil.rmtree(folder)


def test_no_definition_is_read_twice_in_whatever_project(write, toolc, cut_now: list[str], here: Path) -> None:
    write(FILES)
    os.chdir(here / "shop")
    first = toolc("ir", "tools.py")
    assert any("Filter7" in text for text in cut_now)
    cut_now.clear()
    forget_the_rest()
    assert toolc("ir", "tools.py") == first
    os.chdir(here / "other")
    other = toolc("ir", "tools.py")
    assert cut_now == []
    assert toolc("ir", "tools.py", "--no-cache") == other


def test_another_definition_of_a_known_file_is_read_and_kept(write, toolc, cut_now: list[str], here: Path) -> None:
    write({**FILES, "shop/more.py": TOOLS.replace("Filter7", "Filter9")})
    os.chdir(here / "shop")
    toolc("ir", "tools.py")
    cut_now.clear()
    first = toolc("ir", "more.py")
    read = "".join(cut_now)
    assert "Filter9" in read and "class Filter3" not in read
    assert toolc("ir", "more.py", "--no-cache") == first
    cut_now.clear()
    forget_the_rest()
    assert toolc("ir", "more.py") == first
    assert cut_now == []


@pytest.mark.parametrize("damage", [lambda data: b"", lambda data: data[:-3], lambda data: data[:40] + b"\xc1" + data[41:]])
def test_damage_is_a_miss(damage, write, toolc, here: Path) -> None:
    write(FILES)
    first = toolc("ir", "shop")
    forget_the_rest()
    kept = list((room() / "modules").iterdir())
    assert len(kept) == 2
    for path in kept:
        path.write_bytes(damage(path.read_bytes()))
    assert toolc("ir", "shop") == first


@pytest.mark.parametrize("effort", [20, 60, 100, 140, 180, 260, 400])
def test_what_a_file_may_take_is_counted_as_ever(effort: int, write, toolc, here: Path) -> None:
    """A file whose definitions take too much is cut off at the same one, whatever was read of it before."""
    write({**FILES, "toolc.toml": f"[limits]\neffort = {effort}\n"})
    alone = toolc("ir", "shop/tools.py", "--no-cache")
    toolc("ir", "shop")
    forget_the_rest()
    assert toolc("ir", "shop/tools.py") == alone
    forget_the_rest()
    assert toolc("ir", "shop/tools.py") == alone


def test_other_limits_are_another_text(tmp_path: Path) -> None:
    store = Store(str(tmp_path), "1", "modules")
    deep = "x = " + "[" * 30 + "]" * 30 + "\n" + LIBRARY
    reader = KeptReader(store)
    assert reader.read(SourceFile("a.py", "a", deep))[0] is not None
    reader.keep()
    strict = SourceFile("a.py", "a", deep, limits=Limits(brackets=20))
    assert KeptReader(store).read(strict) == read_anew(strict)
    assert KeptReader(store).read(strict)[0] is None


def test_what_was_not_asked_for_longest_makes_room(tmp_path: Path) -> None:
    store = Store(str(tmp_path), "1", "modules", 10_000)
    for number in range(10):
        store.save(f"value {number}", "x" * 2000, str)
        path = max((tmp_path / "modules").iterdir(), key=lambda path: path.stat().st_mtime_ns)
        os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 1000 + number))
    store.sweep()
    assert sum(path.stat().st_size for path in (tmp_path / "modules").iterdir()) <= 9000
    assert [number for number in range(10) if store.load(f"value {number}", str) is not None] == [6, 7, 8, 9]


def test_several_processes_may_use_it_at_once(write, here: Path) -> None:
    write(FILES)
    command = [sys.executable, "-m", "toolc", "ir", "shop"]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
    said = [process.communicate() for process in running]
    assert [process.returncode for process in running] == [0] * 4
    assert len(set(said)) == 1 and said[0][0]
