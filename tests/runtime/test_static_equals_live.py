"""Static = live: what the compiler reads in a source, and what the run-time half makes of the same source when it runs.

One kind of difference is left: typing keeps one order for equal unions, by what ran first. Within a module the compiler says so
(TC328); across modules nobody knows what typing has forgotten again, and the order is taken as written.
Programs that Python itself refuses are not compared. PEP 695 is compared with the older spelling of the same program.
"""

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from effort import examples, long
from harness import VERSIONS, bundle
from oracle import canonical, running
from runtime.replay import noted, replay
from runtime.signatures import DECORATORS, Signatures
from toolc.ir import Tool
from toolc.runtime.errors import ToolDefinitionError

pytest.importorskip("pydantic", reason="fixtures with models need pydantic")

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
EXAMPLES = examples(150)
SYSTEMS = ("basic_agent", "function_to_tool", "orbiter", "pba", "tinyagent", "toolc")
CASES = sorted(path.parent for system in SYSTEMS for path in FIXTURES.glob(f"{system}/*/input.py"))


def facts(tools: list[Tool]) -> dict[str, tuple[object, ...]]:
    """What callers and back ends see of each tool; places, diagnostics and qualified names left out."""
    return {
        tool.name: (tool.description, canonical(tool.input_schema), repr(tool.parameters), tool.is_async)
        for tool in tools
        if tool.is_written
    }


def static(source: str, path: str = "input.py", versions: dict[str, str] = VERSIONS) -> list[Tool]:
    made = bundle({path: source}, versions=versions)
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


# --- random signatures -----------------------------------------------------------------------------------------------


@long
@given(st.integers(0, 2**32), st.sampled_from(sorted(DECORATORS)))
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
def test_random_signatures(seed: int, system: str) -> None:
    source = Signatures(Random(seed)).source(system)
    made: list[Tool] = []
    with noted(made):
        try:
            with running(source):
                pass
        except ToolDefinitionError:
            pass
        except Exception:
            return  # the module itself does not run
    (expected,) = static(source, "app.py")
    if expected.fidelity == "exact":
        assert facts(made) == facts([expected]), source
    elif expected.fidelity == "refused":
        assert made == [], source


# --- the syntax of PEP 695 -------------------------------------------------------------------------------------------

MODERN = (
    (re.compile(r"^(\w+) = TypeAliasType\('\1', (.*)\)$", re.MULTILINE), r"type \1 = \2"),
    (re.compile(r"^class (\w+)\((?:(\w+), )?Generic\[T\]\):$", re.MULTILINE), r"class \1[T](\2):"),
)


@long
@given(st.integers(0, 2**32), st.sampled_from(sorted(DECORATORS)))
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
def test_modern_spelling(seed: int, system: str) -> None:
    """`type X = …` and `class C[T]` say what `TypeAliasType` and `Generic[T]` say; read on any Python."""
    writer = Signatures(Random(seed))
    writer.rng.choice([writer.alias, writer.generic])("First")
    source = modern = writer.source(system)
    for pattern, replacement in MODERN:
        modern = pattern.sub(replacement, modern)
    versions = {**VERSIONS, "python": "3.12"}
    (old,), (new,) = static(source, "app.py", versions), static(modern, "app.py", versions)
    assert (facts([new]), new.fidelity) == (facts([old]), old.fidelity), modern
