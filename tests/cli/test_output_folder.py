"""Where outputs go: to a folder that people commit, and words for those that cannot be written or are ignored."""

import errno
from pathlib import Path

import pytest

from toolc.config import Config
from toolc.discover.ignoring import globs
from toolc.write.anchor import Anchor

TOOL = "from orbiter.tool import tool\n\n\n@tool\ndef search(query: str) -> str:\n    '''Search.'''\n    return query\n"
USUAL = (
    "build/", "dist/", "out/", "gen/", "generated/", "target/", "bin/", "obj/", "lib/", "lib64/", "var/", "tmp/", "env/", "venv/",
    ".venv/", "ENV/", "node_modules/", "site/", "wheels/", "sdist/", "parts/", "downloads/", "eggs/", "develop-eggs/", "htmlcov/",
    "coverage/", "docs/_build/", "*.egg-info/", "__pycache__/", ".cache/", "vendor/", "logs/", "*.log", "client/dist", "_*", ".*",
)  # fmt: skip
"""Folders in the .gitignore of Python, Node, Java, Go, Rust and C# projects."""


def test_no_usual_rule_hides_the_folder() -> None:
    assert not globs(USUAL).match_file(f"{Config().out}/mcp/shop/main.json")


@pytest.mark.parametrize(
    ("rules", "out", "where"),
    [
        ({".gitignore": "build/\n"}, "build/tools", ".gitignore"),
        ({".gitignore": "*\n!*.py\n"}, "gen", ".gitignore"),
        ({"services/.gitignore": "made\n"}, "services/made", "services/.gitignore"),
        ({".gitignore": "gen/*\n"}, "gen", None),  # what is in it is, but the folder itself may hold other things
        ({".gitignore": "build/\n!build/tools/\n"}, "build/tools", ".gitignore"),  # git looks into no folder it ignores
        ({".gitignore": "# build\n"}, "build", None),
    ],
)
def test_that_git_ignores_it_is_said(rules: dict[str, str], out: str, where: str | None, write, toolc) -> None:
    write({"src/tools.py": TOOL, "services/keep.txt": "", **rules})
    done = toolc("generate", "src", "--out", out)
    said = [line for line in done.out.splitlines() if line.startswith("git ignores")]
    assert done.status == 0
    assert said == ([] if where is None else [f"git ignores {out} ({where}): what is in it reaches no other checkout; name another `out`, "
                                              f"or take it out of {where}"])  # fmt: skip
    assert "git ignores" not in toolc("generate", "src", "--out", out).out  # nothing was written


def test_outside_of_a_repository_nothing_is_said(write, toolc, here: Path) -> None:
    write({"src/tools.py": TOOL, ".gitignore": "gen/\n"})
    (here / ".git").rmdir()
    assert "git ignores" not in toolc("generate", "src", "--out", "gen").out


def test_init_says_so_too(write, toolc) -> None:
    write({"tools.py": TOOL, ".gitignore": "tool-clients/\n"})
    assert "git ignores tool-clients (.gitignore)" in toolc("init").out


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.EACCES, "make it writable"), (errno.EROFS, "the file system is read-only"), (errno.ENOSPC, "make room")],
)
def test_a_folder_that_cannot_be_written_says_what_to_do(number: int, words: str, write, toolc, monkeypatch) -> None:
    write({"tools.py": TOOL})

    def make(anchor: Anchor, path: str) -> bool:
        raise OSError(number, "No", path)

    monkeypatch.setattr(Anchor, "make", make)
    done = toolc("generate", "tools.py")
    [line] = [line for line in done.err.splitlines() if line.startswith("TC605")]
    assert done.status == 2 and words in line and "--out DIR" in line


@pytest.mark.parametrize("name", [".venv", "node_modules", ".git"])
def test_environments_are_never_read_and_never_an_error(name: str, write, toolc, here: Path, tmp_path: Path) -> None:
    write({"src/tools.py": TOOL})
    (tmp_path / "elsewhere/lib").mkdir(parents=True)
    (tmp_path / "elsewhere/lib/tools.py").write_text(TOOL.replace("search", "wrong"))
    (here / "src" / name).symlink_to(tmp_path / "elsewhere")
    for command in ("list", "check", "generate", "lock"):
        done = toolc(command, "src")
        assert done.status == 0 and "TC103" not in done.err and "wrong" not in done.out, done.err
