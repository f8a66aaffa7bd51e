"""`toolc lock`, `toolc diff` and `toolc generate --locked`, with every kind of side."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from toolc.contract.examples import example
from toolc.contract.rules import RULES, Rule

TOOL = '''\
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")


@mcp.tool()
def search(query: str, limit: int = 10) -> str:
    """Search the web."""
    return query
'''
NARROWER = TOOL.replace("limit: int = 10", "limit: bool = True")
REWORDED = TOOL.replace("Search the web.", "Search | the *web*.")


def git(*arguments: str) -> None:
    subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t.example", *arguments], check=True, capture_output=True)


@pytest.fixture
def repository(here: Path, write) -> Path:
    """A repository with one commit on `main`; whatever filters, hooks or attributes it has must never take part."""
    (here / ".git").rmdir()
    git("init", "-q", "-b", "main")
    write({"src/app.py": TOOL, ".gitattributes": "*.py export-ignore filter=bad\n", "src/odd name.py": "x = 1\n"})
    git("config", "filter.bad.smudge", "touch smudged; cat")
    git("config", "filter.bad.clean", "cat")
    git("add", "-A")
    git("commit", "-q", "-m", "one")
    return here


def test_a_revision_is_compiled_as_it_was(repository: Path, write, toolc) -> None:
    write({"src/app.py": NARROWER})
    done = toolc("diff", "git:main", "src")
    assert done.status == 1
    assert "error TD112 parameter-narrowed: limit: was integer, is boolean" in done.out
    assert "src/app.py:7" in done.out
    assert not list(repository.rglob("smudged"))
    assert toolc("diff", "git:HEAD", "git:main").out == ""


def test_a_repository_cannot_fetch_or_run(repository: Path, toolc) -> None:
    """A promised object that is missing would be fetched from a remote, which may be a command."""
    (sha,) = subprocess.run(["git", "rev-parse", "HEAD:src/app.py"], capture_output=True, text=True, check=True).stdout.split()
    (repository / ".git/objects" / sha[:2] / sha[2:]).unlink()
    for key, value in (
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.url", "ext::sh -c touch% fetched"),
        ("protocol.ext.allow", "always"),
        ("core.repositoryFormatVersion", "1"),
        ("core.fsmonitor", "touch watched"),
    ):
        git("config", key, value)
    done = toolc("diff", "git:main", "src")
    assert done.status == 2 and "TC630" in done.err and "src/app.py" in done.err
    assert not [*repository.rglob("fetched"), *repository.rglob("watched")]


def test_both_sides_are_where_the_command_runs(repository: Path, write, toolc, monkeypatch: pytest.MonkeyPatch) -> None:
    write({"src/app.py": NARROWER, "other/app.py": TOOL})
    monkeypatch.chdir(repository / "src")
    done = toolc("diff", "git:main")
    assert done.status == 1 and "TD112" in done.out and "TD104" not in done.out


def test_what_was_not_there_is_new(repository: Path, write, toolc) -> None:
    write({"added/app.py": TOOL})
    done = toolc("diff", "git:main", "added")
    assert (done.status, done.out.count("TD104")) == (0, 1)


@pytest.mark.parametrize(
    ("bound", "most", "said"),
    [("_MAX_TOTAL", 50, "larger than 50 bytes"), ("_MAX_LISTED", 50, "git ls-tree lists more than 50 bytes")],
)
def test_a_repository_may_hold_more_than_memory(
    repository: Path, toolc, monkeypatch: pytest.MonkeyPatch, bound: str, most: int, said: str
) -> None:
    """A kilobyte of objects unpacks to any number of files and bytes."""
    monkeypatch.setattr(f"toolc.cli.revision.{bound}", most)
    done = toolc("diff", "git:main", "src")
    assert done.status == 2 and said in done.err


def test_a_file_too_large_is_left_out_of_a_revision(repository: Path, toolc, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolc.cli.revision._MAX_BYTES", 50)
    done = toolc("diff", "git:main", "src")
    assert done.status == 0 and "tool-added" in done.out


@pytest.mark.skipif(os.name != "posix", reason="there are no pipes with names")
def test_git_may_never_answer(repository: Path, toolc, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(repository / "never")
    git("config", "include.path", "../never")
    monkeypatch.setattr("toolc.cli.revision._SECONDS", 0.5)
    done = toolc("diff", "git:main", "src")
    assert done.status == 2 and "does not answer" in done.err


@pytest.mark.parametrize("given", ["git:nowhere", "git:--help", "git:", "missing.lock", "missing", "damaged.lock", "broken.py"])
def test_what_cannot_be_read_is_never_without_changes(given: str, repository: Path, write, toolc) -> None:
    write({"damaged.lock": "{", "broken.py": "def ("})
    done = toolc("diff", given, "src")
    assert done.status == 2 and done.out == ""
    assert "error TC630 unreadable-contract" in done.err or "TC1" in done.err
    assert "no changes" not in done.err


def test_a_lock_stands_for_the_tools(write, toolc) -> None:
    here = write({"app.py": TOOL})
    assert toolc("lock", "app.py").status == 0
    first = (here / "toolc.lock").read_bytes()
    assert "unchanged" in toolc("lock", "app.py").err and (here / "toolc.lock").read_bytes() == first
    assert toolc("diff", "toolc.lock", "app.py").out == ""
    write({"app.py": REWORDED})
    assert toolc("diff", "toolc.lock", "app.py").status == 0
    assert toolc("diff", "toolc.lock", "app.py", "--category", "prompt").status == 1


def test_nothing_is_written_when_the_lock_does_not_hold(write, toolc) -> None:
    here = write({"app.py": TOOL})
    toolc("lock", "app.py")
    assert toolc("generate", "app.py", "--locked", "--out", "out").status == 0
    before = {path: path.read_bytes() for path in (here / "out").rglob("*") if path.is_file()}
    write({"app.py": REWORDED})
    done = toolc("generate", "app.py", "--locked", "--out", "out")
    assert done.status == 1
    assert "TC701 drift-from-lock" in done.err and "description: Search{+ |+} the {+*+}web{+*+}." in done.err
    assert {path: path.read_bytes() for path in (here / "out").rglob("*") if path.is_file()} == before


def test_lines_that_moved_are_no_drift(write, toolc) -> None:
    write({"app.py": TOOL})
    toolc("lock", "app.py")
    write({"app.py": "\n\n" + TOOL})
    assert toolc("generate", "app.py", "--locked", "--out", "out").status == 0


def test_recorded_tools_and_outputs_are_sides(write, toolc) -> None:
    here = write({"app.py": TOOL})
    toolc("generate", "app.py", "--out", "out", "--target", "mcp")
    recorded = next((here / "out").glob("mcp/*/demo.json")).read_text("utf-8")
    write({"recorded.json": recorded})
    assert toolc("diff", "out", "app.py", "--category", "prompt").status == 0
    assert toolc("diff", "recorded.json", "app.py", "--category", "prompt").status == 0
    write({"app.py": NARROWER})
    assert toolc("diff", "out", "app.py").status == toolc("diff", "recorded.json", "app.py").status == 1


def test_outputs_without_schemas_are_no_side(write, toolc) -> None:
    write({"app.py": TOOL})
    toolc("generate", "app.py", "--out", "out", "--target", "typescript")
    done = toolc("diff", "out", "app.py")
    assert done.status == 2 and "--target mcp" in done.err


def test_programs_read_json(write, toolc) -> None:
    write({"old/app.py": TOOL, "new/app.py": NARROWER})
    done = toolc("diff", "old", "new", "--output-format", "json")
    change = next(one for one in json.loads(done.out)["changes"] if one["code"] == "TD112")
    assert change["breaks"] == "call" and change["at"] == "limit" and isinstance(change["examples"][0], int)
    assert (change["old"], change["new"]) == ({"path": "old/app.py", "line": 7}, {"path": "new/app.py", "line": 7})


def test_a_pull_request_shows_no_markup_of_strangers(write, toolc) -> None:
    write({"old/app.py": TOOL, "new/app.py": TOOL.replace("Search the web.", "<img src=x> | @all [x](y) ![z](w)")})
    table = toolc("diff", "old", "new", "--output-format", "markdown").out
    row = next(line for line in table.splitlines() if "TD150" in line)
    assert row.count("|") == 5 and not set("<>[]@!") & set(row)


def test_a_pull_request_is_readable_where_it_is_not_rendered(write, toolc) -> None:
    write({"old/list_them.py": TOOL, "new/list_them.py": TOOL.replace("limit: int", "max_rows: int")})
    shown = toolc("diff", "old", "new", "--output-format", "markdown").out
    assert "&#" not in shown and "`max_rows`" in shown and "list_them.py" in shown


def test_what_is_quiet_is_counted(write, toolc) -> None:
    write({"old/app.py": TOOL, "new/app.py": NARROWER.replace("the web", "it all")})
    every = toolc("diff", "old", "new")
    counts = every.err.strip()
    assert counts.startswith("3 changes, 1 breaks calls") and "TD150" in every.out
    few = toolc("diff", "old", "new", "--quiet", "--output-format", "markdown").out
    assert f"{counts}; 2 not shown here." in few and "TD150" not in few
    loud, quiet = (toolc("diff", "old", "new", "--output-format", "json", *words).out for words in ((), ("--quiet",)))
    assert loud == quiet


def test_the_configuration_says_what_is_meant(write, toolc) -> None:
    renamed = TOOL.replace("def search", "def find")
    write({"old/app.py": TOOL, "new/app.py": renamed, "toolc.toml": '[diff]\nrenamed = {find = "search"}\n'})
    assert "TD103" in toolc("diff", "old", "new").out
    write({"toolc.toml": '[diff]\ncategory = "prompt"\nseverity = {TD102 = "note", TD104 = "off"}\n'})
    done = toolc("diff", "old", "new")
    assert done.status == 0 and "note TD102" in done.out and "TD104" not in done.out


def test_an_unknown_change_in_the_configuration_is_said(write, toolc) -> None:
    write({"app.py": TOOL, "toolc.toml": '[diff]\nseverity = {TD1020 = "note"}\n'})
    done = toolc("diff", "app.py", "app.py")
    assert done.status == 2 and 'unknown change "TD1020"' in done.err and "TD102" in done.err


def test_explain_knows_changes(toolc) -> None:
    assert "breaks call" in toolc("explain", "TD112").out
    assert json.loads(toolc("explain", "parameter-narrowed", "--format", "json").out)["breaks"] == "call"


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_every_change_has_an_example_that_shows_it(rule: Rule, write, toolc) -> None:
    scene = example(rule)
    write(scene.all_files())
    done = toolc(*scene.run.split()[1:])
    assert f" {rule.number} {rule.slug}: " in done.out, done.out + done.err
    assert scene.run in toolc("explain", rule.number).out and rule.why in toolc("explain", rule.number[2:]).out + rule.why


def test_a_bare_number_is_explained(toolc) -> None:
    assert toolc("explain", "418").out == toolc("explain", "TC418").out
    assert toolc("explain", "112").out.startswith(toolc("explain", "TC112").out) and toolc("explain", "112").out.endswith(
        "toolc explain TD112\n"
    )
