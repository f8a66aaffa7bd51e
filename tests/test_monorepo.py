"""The example monorepo from end to end: what its README promises is found, what is generated compiles."""

import re
import shutil
from pathlib import Path

import msgspec
import pytest

from node import tsc

ROOT = Path(__file__).resolve().parents[1]
MONOREPO = ROOT / "fixtures/monorepo"


def promised() -> set[tuple[str, str, str, str]]:
    """Wire name, system, package and file of every row of the README's table of tools."""
    rows = re.findall(
        r"^\| `(\w+)` \| (\w+) \| (\w+) \| `([^`]+)` \|", (MONOREPO / "README.md").read_text("utf-8"), re.MULTILINE
    )
    assert len(rows) >= 25
    return set(rows)


def test_what_the_readme_promises_is_found(toolc, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(MONOREPO)
    done = toolc("list", ".", "--format", "json")
    assert done.status == 0, done.err
    tools = msgspec.json.decode(done.out)["tools"]
    assert {(tool["name"], tool["system"], tool["package"], tool["path"]) for tool in tools} == promised()
    assert {tool["fidelity"] for tool in tools} == {"exact"}
    assert [diagnostic for tool in tools for diagnostic in tool["diagnostics"]] == []


@pytest.fixture
def generated(toolc, here: Path) -> Path:
    """A copy of the monorepo, compiled into `gen`."""
    shutil.copytree(MONOREPO, here / "monorepo")
    done = toolc("generate", "monorepo", "--out", "gen")
    assert done.status == 0, done.err
    return here / "gen"


def test_a_second_run_rewrites_nothing(toolc, generated: Path) -> None:
    before = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in generated.rglob("*") if path.is_file()}
    assert len(before) > 40
    done = toolc("generate", "monorepo", "--out", "gen")
    assert " 0 written" in done.err, done.err
    assert before == {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in generated.rglob("*") if path.is_file()}


def test_the_front_end_compiles_against_the_clients(generated: Path) -> None:
    """`@ts-expect-error` in the front end makes every mistake it shows a compile error that must happen."""
    shutil.copytree(MONOREPO / "frontend", generated / "frontend")
    assert tsc(generated, "--skipDefaultLibCheck", "-p", "frontend") == ""
    sources = "".join(path.read_text("utf-8") for path in (generated / "frontend").rglob("*.ts"))
    assert sources.count("@ts-expect-error") >= 9
