"""One vocabulary in help, README, guides, hooks and the action of GitHub: generate, check (lint), diff (breaking), lock."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README, GUIDE = ((ROOT / name).read_text("utf-8") for name in ("README.md", "docs/guides/monorepo.md"))
yaml = pytest.importorskip("yaml", reason="pre-commit is missing: `make setup`")

HOOKS = {one["id"]: one for one in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
WORDS = ("generate", "check", "diff", "lock")
TOOL = "from orbiter.tool import tool\n\n\n@tool\ndef search(query: str{}) -> str:\n    '''Search.'''\n    return query\n"


def git(*words: str) -> None:
    subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t.example", *words], check=True)


@pytest.fixture
def repository(write, here: Path, toolc) -> Path:
    """A repository with a tool, its outputs and its lock, all committed."""
    write({"src/tools.py": TOOL.format(""), "toolc.toml": 'targets = ["mcp"]\nout = "gen"\n'})
    (here / ".git").rmdir()
    assert toolc("generate").status == toolc("lock").status == 0
    git("init", "-qb", "main")
    git("add", "-A")
    git("commit", "-qm", "one")
    return here


def hook(name: str) -> list[str]:
    """The words of a hook without arguments of its user's."""
    program, *words = shlex.split(HOOKS[name]["entry"])
    assert program == "toolc" and not HOOKS[name]["pass_filenames"]
    return [*words, *HOOKS[name].get("args", ())]


def test_hooks_are_named_by_what_they_do() -> None:
    assert list(HOOKS) == ["toolc-generate", "toolc-up-to-date", "toolc-lint", "toolc-breaking"]
    assert all(f"`{name}`" in GUIDE for name in HOOKS)


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_passes_where_nothing_has_changed(name: str, repository: Path, toolc) -> None:
    assert toolc(*hook(name)).status == 0


@pytest.mark.parametrize(
    ("name", "status"), [("toolc-up-to-date", 1), ("toolc-lint", 0), ("toolc-breaking", 1), ("toolc-generate", 0)]
)
def test_a_hook_after_a_change_that_breaks(name: str, status: int, repository: Path, write, toolc) -> None:
    write({"src/tools.py": TOOL.format(", limit: int")})
    assert toolc(*hook(name)).status == status


def test_the_action_has_the_same_words() -> None:
    """What it does with them, test_action.py shows."""
    words = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["inputs"]["commands"]
    assert set(words["default"].split()) < set(WORDS)
    assert all(f"{word} (" in words["description"] for word in WORDS) and "lint" in words["description"]


def test_help_and_readme_say_the_same_words(toolc) -> None:
    for said in (toolc().out, toolc("--help").out, README, GUIDE):
        assert all(re.search(rf"\b{word}\b", said) for word in (*WORDS, "lint", "breaking"))
