"""`toolc generate` that writes nothing: `--check`, `--diff`, `--list-outputs`; and `--depfile`, which says what was read."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = '''\
from orbiter.tool import tool

@tool
def search(query: str) -> str:
    """Search the web.

    Args:
        query: What to look for.
    """
    return query
'''
SERVER = """\
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("more")


@mcp.tool()
def find(query: str) -> str:
    return query
"""
WORDS = ("generate", "src", "--target", "openai", "--target", "mcp", "--out", "out")


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def written(here: Path) -> str:
    return next((here / "out/mcp").rglob("*.json")).read_text()


def test_check_of_what_is_up_to_date(write, toolc) -> None:
    write({"src/tools.py": TOOL})
    toolc(*WORDS)
    outcome = toolc(*WORDS, "--check")
    assert (outcome.status, outcome.out) == (0, "")
    assert "0 to write, 2 up to date, 0 to remove in out" in outcome.err


def test_check_tells_missing_stale_and_orphaned_and_writes_nothing(write, toolc, here: Path) -> None:
    write({"src/tools.py": TOOL, "src/pyproject.toml": '[project]\nname = "one"\n', "src/more.py": SERVER})
    toolc(*WORDS)
    (here / "out/mcp/one/orbiter.json").unlink()
    (here / "src/more.py").unlink()
    write({"src/tools.py": TOOL.replace("Search the web", "Look")})
    before = everything(here)
    outcome = toolc(*WORDS, "--check")
    assert outcome.status == 1
    assert everything(here) == before
    [said] = [line for line in outcome.err.splitlines() if " TC620 " in line]
    assert "outputs of one in out are not up to date: 3 files (1 stale, 1 missing, 1 orphaned)" in said
    assert outcome.out == ""  # one of the documents is gone that say what callers were told
    outcome = toolc(*WORDS, "--check", "--diff")
    assert outcome.status == 1 and " TC620 " in outcome.err
    assert "-" in outcome.out and any(line.startswith("+++ out/") for line in outcome.out.splitlines())
    assert any(line.startswith("+") and "Look" in line for line in outcome.out.splitlines())
    assert "+++ /dev/null" in outcome.out and "--- /dev/null" in outcome.out


def test_check_tells_what_changed_for_callers_and_shows_no_files(write, toolc, here: Path) -> None:
    folders = {
        name: {f"{name}/pyproject.toml": f'[project]\nname = "{name}"\n', f"{name}/tools.py": TOOL} for name in ("one", "two")
    }
    write({**folders["one"], **folders["two"], "toolc.toml": 'targets = ["mcp", "typescript", "openai"]\n'})
    assert toolc("generate").status == 0
    write({"one/tools.py": TOOL.replace("query: str", "query: int").replace("the web", "it all")})
    outcome = toolc("generate", "--check")
    said = [line for line in outcome.err.splitlines() if " TC620 " in line]
    assert outcome.status == 1 and len(said) == 1 and len(outcome.err.splitlines()) == 3
    assert "outputs of one in " in said[0] and "; for callers: 2 changes, 1 breaks calls" in said[0]
    assert "--- " not in outcome.out and "+++" not in outcome.out and len(outcome.out.splitlines()) <= 6
    assert "error TD112 parameter-narrowed: query: was string, is integer" in outcome.out
    assert "TD150 description-changed" in outcome.out and "one/tools.py:4" in outcome.out
    quiet = toolc("generate", "--check", "--quiet")
    assert quiet.out == "" and said[0] in quiet.err
    assert toolc("generate", "--check", "--output-format", "json").out.startswith("[")
    assert toolc("generate").status == toolc("generate", "--check").status == 0


def test_check_where_nothing_changed_for_callers(write, toolc, here: Path) -> None:
    write({"src/tools.py": TOOL})
    toolc(*WORDS)
    document = next((here / "out/mcp").rglob("*.json"))
    document.write_text(document.read_text() + "\n")
    outcome = toolc(*WORDS, "--check")
    assert outcome.status == 1 and outcome.out == "" and "for callers: no changes" in outcome.err


def test_only_what_the_list_owns_is_orphaned(write, toolc, here: Path) -> None:
    write({"src/tools.py": TOOL})
    toolc(*WORDS)
    write({"out/mcp/src/mine.json": "{}", "out/notes.txt": ""})
    assert toolc(*WORDS, "--check").status == 0


def test_diff_is_no_verdict(write, toolc, here: Path) -> None:
    write({"src/tools.py": TOOL})
    outcome = toolc(*WORDS, "--diff")
    assert outcome.status == 0 and "--- /dev/null" in outcome.out
    assert not (here / "out").exists()


def test_list_outputs(write, toolc, here: Path) -> None:
    write({"src/tools.py": TOOL})
    outcome = toolc(*WORDS, "--list-outputs")
    assert outcome.status == 0 and not (here / "out").exists()
    assert toolc(*WORDS).status == 0
    assert set(outcome.out.split()) == {f"out/{path}" for path in everything(here / "out") if not path.startswith(".toolc")}


def test_diffs_show_nothing_that_a_terminal_would_obey(write, toolc) -> None:
    write({"src/tools.py": TOOL.replace("the web", "\\x1b[31mred\\u202e")})
    outcome = toolc(*WORDS, "--diff")
    assert "\x1b" not in outcome.out and "\u202e" not in outcome.out


def test_a_depfile_names_all_that_was_read(write, toolc, here: Path) -> None:
    write({"src/a tool.py": TOOL, "src/$x#.py": "", "src/pkg/types.py": "", "toolc.toml": ""})
    assert toolc(*WORDS, "--depfile", "out.d").status == 0
    text = (here / "out.d").read_text()
    rule, _, gone = text.replace("\\\n", "").partition("\n")
    target, _, inputs = rule.partition(": ")
    assert "src/pkg/types.py:\n" in gone
    assert target == "out/.toolc-outputs.json"
    assert {r"src/a\ tool.py", r"src/$$x\#.py", "src/pkg/types.py", "src", "src/pkg", "toolc.toml"} <= set(
        inputs.replace("\\ ", "\0").replace(" ", "\n").replace("\0", "\\ ").split("\n")
    )
    assert "out/mcp" not in inputs


NINJA = """\
rule toolc
  command = {toolc} generate src --out out --target mcp --depfile out.d --quiet
  depfile = out.d
  restat = 1
  description = toolc

build out/.toolc-outputs.json: toolc
"""


@pytest.mark.skipif(not shutil.which("ninja", path=str(Path(sys.executable).parent)), reason="needs ninja")
def test_ninja_builds_what_changed_and_nothing_else(write, here: Path, quick_toolc: Path) -> None:
    write({"src/tools.py": TOOL, "src/other.py": "", "build.ninja": NINJA.format(toolc=quick_toolc)})
    ninja = str(Path(sys.executable).with_name("ninja"))

    def build() -> str:
        return subprocess.run([ninja], capture_output=True, text=True, check=True).stdout

    later = 0

    def edit(path: str, text: str) -> None:
        nonlocal later
        later += 5
        place = here / path
        place.write_text(text)
        stamp = place.stat().st_mtime + later
        os.utime(place, (stamp, stamp))
        os.utime(place.parent, (stamp, stamp))

    assert "toolc" in build()
    build()  # the folder that the outputs are in was made by the first one
    assert "no work to do" in build()
    edit("src/tools.py", TOOL.replace("the web", "all of it"))
    assert "toolc" in build()
    assert "all of it" in written(here)
    edit("src/new.py", TOOL.replace("search", "find"))
    assert "toolc" in build()
    assert '"find"' in written(here)
    (here / "src/new.py").unlink()
    edit("src/other.py", "x = 1\n")
    assert "toolc" in build()
    assert '"find"' not in written(here)


MAKEFILE = """\
out/.toolc-outputs.json:
\t{toolc} generate src --out out --target mcp --depfile out.d --quiet
\t@touch $@
-include out.d
"""


@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
def test_make_builds_what_changed_and_nothing_else(write, here: Path, quick_toolc: Path) -> None:
    write(
        {
            "src/tools.py": TOOL,
            "src/other.py": TOOL.replace("search", "find"),
            "Makefile": MAKEFILE.format(toolc=quick_toolc),
        }
    )

    def build() -> str:
        return subprocess.run(["make"], capture_output=True, text=True, check=True).stdout

    def later(*paths: str) -> None:
        for path in paths:
            stamp = (here / path).stat().st_mtime + 5
            os.utime(here / path, (stamp, stamp))

    assert "toolc" in build() and "up to date" in build()
    write({"src/tools.py": TOOL.replace("the web", "all of it")})
    later("src/tools.py")
    assert "toolc" in build() and "all of it" in written(here)
    (here / "src/other.py").unlink()
    later("src")
    assert "toolc" in build() and '"find"' not in written(here)
