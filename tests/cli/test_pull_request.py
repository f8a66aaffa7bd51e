"""The walk-through of docs/guides/review.md: a model of the example monorepo changes, and `toolc diff` says who is hit."""

import html
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs/guides/review.md").read_text("utf-8")
BEFORE, AFTER = "Field(default=1, ge=1, le=999)", "Field(default=1, ge=1, le=99)"


def git(*words: str) -> None:
    subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t.example", *words], check=True, capture_output=True)


@pytest.fixture
def monorepo(here: Path) -> Path:
    """The example with one commit, and the change of the walk-through in the work tree."""
    (here / ".git").rmdir()
    shutil.copytree(ROOT / "fixtures/monorepo", here, dirs_exist_ok=True, ignore=shutil.ignore_patterns("expected"))
    git("init", "-qb", "main")
    git("add", "-A")
    git("commit", "-qm", "one")
    git("update-ref", "refs/remotes/origin/main", "HEAD")
    model = here / "libs/shared/src/shared_models/orders.py"
    text = model.read_text("utf-8")
    assert BEFORE in text
    model.write_text(text.replace(BEFORE, AFTER), "utf-8")
    return here


def test_who_is_hit(monorepo: Path, toolc) -> None:
    assert f"`quantity: int = {BEFORE}`" in GUIDE
    [shown] = re.findall(r"```console\n\$ toolc diff git:main services\n(.*?)```", GUIDE, re.DOTALL)
    done = toolc("diff", "git:main", "services")
    assert done.status == 1
    assert done.out + done.err == shown


def test_the_comment(monorepo: Path, toolc) -> None:
    [quoted] = re.findall(r"((?:^>.*\n)*^> ### Tool contract.*\n(?:^>.*\n)*)", GUIDE, re.MULTILINE)
    shown = re.sub(r"^> ?", "", quoted, flags=re.MULTILINE)
    done = toolc("diff", "git:origin/main", "services", "--quiet", "--output-format", "markdown")
    assert html.unescape(done.out) == shown


def test_untrusted_the_same_is_found(monorepo: Path, toolc) -> None:
    """But for the search path, which the configuration of an untrusted tree has no say in."""
    done = toolc("diff", "git:main", "services", "--untrusted", "--sandbox", "off", "--search-path", "libs/shared/src")
    assert done.status == 1
    assert "error TD112 parameter-narrowed: lines[].quantity" in done.out


def test_a_library_that_is_named_is_read_as_it_was(monorepo: Path, toolc) -> None:
    """Also by an absolute path, which leads to the work tree."""
    library = str(monorepo / "libs/shared/src")
    assert "TD112" in toolc("diff", "git:main", "services", "--search-path", library).out


def test_what_is_called_after_its_folder_is_called_the_same(here: Path, write, toolc) -> None:
    (here / ".git").rmdir()
    tool = 'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("m")\n\n\n@mcp.tool()\ndef f(a: {}) -> str:\n    """F."""\n'
    write({"tool.py": tool.format("int")})
    git("init", "-qb", "main")
    git("add", "-A")
    git("commit", "-qm", "one")
    assert toolc("diff", "git:main").out == ""
    write({"tool.py": tool.format("bool")})
    assert f"f ({here.name}/m)  tool.py:7\n  error TD112" in toolc("diff", "git:main").out
