"""Static = live: what the compiler reads in a source, and what the run-time half makes of the same source when it runs."""

from pathlib import Path

import pytest

from harness import bundle
from runtime.replay import replay
from toolc.ir import Tool

pytest.importorskip("pydantic", reason="fixtures with models need pydantic")

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
SYSTEMS = ("basic_agent", "function_to_tool", "orbiter", "pba", "tinyagent")
CASES = sorted(path.parent for system in SYSTEMS for path in FIXTURES.glob(f"{system}/*/input.py"))


def facts(tools: list[Tool]) -> dict[str, tuple[object, ...]]:
    """What callers and back ends see of each tool; places, diagnostics and qualified names left out."""
    return {tool.name: (tool.description, tool.input_schema, tool.parameters, tool.is_async) for tool in tools if tool.written}


def static(source: str) -> list[Tool]:
    made = bundle({"input.py": source})
    return [tool for package in made.packages for server in package.servers for tool in server.tools]


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.relative_to(FIXTURES).as_posix())
def test_fixture(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WRITE_TOOL", "write_file")
    source = (folder / "input.py").read_text("utf-8")
    expected, live = static(source), replay(source)
    told, more = facts(expected), facts(live.tools)
    assert {name: more.get(name) for name in told} == told
    assert len(more) - len(told) <= sum(tool.fidelity == "unknown" for tool in expected)
    assert len(live.refused) >= sum(tool.fidelity == "refused" for tool in expected)
