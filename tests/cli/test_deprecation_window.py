"""A repository that deprecates: what may go, and when, as `toolc lock` and `toolc diff` tell it."""

import subprocess
from pathlib import Path

import pytest

HEAD = """\
from typing import Annotated
from warnings import deprecated

from mcp.server.fastmcp import FastMCP
from pydantic import Field

mcp = FastMCP("shop")
"""
FIND = '\n\n@mcp.tool()\ndef find(query: str{}) -> str:\n    """Find products."""\n'
LIMIT = ", limit: Annotated[int, Field(deprecated=True)] = 10"
SEARCH = '\n\n@mcp.tool()\n@deprecated("Use find.")\ndef search(query: str) -> str:\n    """Search the catalogue."""\n'
OLD, NEW = HEAD + FIND.format(LIMIT) + SEARCH, HEAD + FIND.format("")
PROJECT = '[project]\nname = "shop"\nversion = "{}"\n\n[tool.toolc.diff]\ndeprecation-window = "2 minor"\n'
EARLY, IN_TIME = {"TD107", "TD116"}, {"TD106", "TD115"}


def git(*arguments: str) -> None:
    subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t.example", *arguments], check=True, capture_output=True)


@pytest.fixture
def repository(here: Path, write, toolc) -> Path:
    """Deprecated in 1.4.0; the last release is 1.5.0, and a lock was written at both."""
    (here / ".git").rmdir()
    git("init", "-q", "-b", "main")
    for version in ("1.4.0", "1.5.0"):
        write({"pyproject.toml": PROJECT.format(version), "shop.py": OLD})
        assert toolc("lock").status == 0
        git("add", "-A")
        git("commit", "-q", "-m", version)
    return here


def codes(out: str) -> set[str]:
    return {word for line in out.splitlines() for word in line.split() if word.startswith("TD")}


@pytest.mark.parametrize("old", ["toolc.lock", "git:main"])
@pytest.mark.parametrize(("version", "told", "status"), [("1.5.1", EARLY, 1), ("1.6.0", IN_TIME, 0), ("2.0.0", IN_TIME, 0)])
def test_what_is_deprecated_stays_as_long_as_was_promised(
    old: str, version: str, told: set[str], status: int, repository, write, toolc
) -> None:
    write({"pyproject.toml": PROJECT.format(version), "shop.py": NEW})
    done = toolc("diff", old)
    assert (codes(done.out), done.status) == (told, status), done.out
    assert ("deprecated since 1.4.0, it stays until 1.6.0 (deprecation-window), and this is 1.5.1" in done.out) is (status == 1)


def test_a_package_without_tools_has_a_version_too(repository, write, toolc) -> None:
    write({"pyproject.toml": PROJECT.format("1.6.0"), "shop.py": HEAD})
    assert codes(toolc("diff", "git:main").out) == {"TD101", "TD106"}  # find was not deprecated


def test_without_a_window_a_warning_is_enough(repository, write, toolc) -> None:
    write({"pyproject.toml": PROJECT.format("1.5.1").partition("[tool")[0], "shop.py": NEW})
    done = toolc("diff", "git:main")
    assert (codes(done.out), done.status) == (IN_TIME, 0)


def test_a_lock_that_is_written_again_says_the_same(repository: Path, write, toolc) -> None:
    before = (repository / "toolc.lock").read_bytes()
    write({"pyproject.toml": PROJECT.format("1.9.0")})
    assert toolc("lock").status == 0 and (repository / "toolc.lock").read_bytes() == before
    assert before.count(b'"1.4.0"') == 2


@pytest.mark.parametrize("window", ["2", "2 weeks", "0 minor", "minor"])
def test_a_window_that_is_none_is_said(window: str, write, toolc) -> None:
    write({"pyproject.toml": PROJECT.format("1.0").replace("2 minor", window), "shop.py": NEW})
    done = toolc("diff", "shop.py", "shop.py")
    assert done.status == 2 and "deprecation-window" in done.err
