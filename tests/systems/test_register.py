"""The register, and what holds for every system."""

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness import servers
from systems.making import BOOL, DICT, INT, LIST, STR, model, param, spelled
from toolc.signature import (
    ANY,
    NONE,
    Annotated,
    CallConstant,
    Class,
    Field,
    Generic,
    Literal,
    Plain,
    Type,
    TypeVariable,
    Union,
    Unresolved,
)
from toolc.systems.base import System
from toolc.systems.register import SYSTEMS
from toolc.targets.native import ENVELOPES

CLASSES = (
    model("m:Tree", "dataclass", Field("children", Generic("builtins.list", (Class("m:Tree"),)))),
    model("m:Person", "model", Field("home", Class("m:Tree")), Field("age", INT)),
    model("m:Color", "enum", members=(("RED", "red"), ("TWO", 2))),
    model("m:Plain", "plain"),
)

LEAVES: list[Type] = [
    STR, INT, BOOL, LIST, DICT, ANY, NONE, Plain("uuid.UUID"), Plain("app.Thing"), Literal(("a", 1)), TypeVariable("T"),
    Unresolved("TC307", "lost"), *(Class(one.qualname) for one in CLASSES), Class("m:Gone"),
]  # fmt: skip


def _deeper(inner: st.SearchStrategy[Type]) -> st.SearchStrategy[Type]:
    return st.one_of(
        inner.map(lambda one: Generic("builtins.list", (one,))),
        inner.map(lambda one: Generic("builtins.dict", (STR, one))),
        inner.map(lambda one: Annotated(one, ("text", CallConstant("pydantic.Field", (), {"ge": 1})))),
        st.lists(inner, min_size=2, max_size=3).map(lambda many: Union(tuple(many))),
    )


TYPES = st.one_of(st.none(), st.recursive(st.sampled_from(LEAVES), _deeper, max_leaves=6))


def test_names() -> None:
    assert list(SYSTEMS) == sorted(SYSTEMS)
    for name, system in SYSTEMS.items():
        assert system.name == name
        assert system.about
        assert system.envelope in ENVELOPES
        assert all(callable(mark) for mark in system.marks.values())
        assert set(system.assumed_versions(frozenset())) == set(system.versions)


def test_no_two_systems_claim_one_name() -> None:
    claimed = [callee for system in SYSTEMS.values() for callee in system.marks]
    assert len(claimed) == len(set(claimed))


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=list(SYSTEMS))
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=TYPES, second=TYPES, returns=TYPES, doc=st.one_of(st.none(), st.text(max_size=80)))
def test_any_signature_has_an_answer(
    system: System, first: Type | None, second: Type | None, returns: Type | None, doc: str | None
) -> None:
    if system.name in ("mcp", "toolc", "basic_agent"):
        pytest.importorskip("toolc.schema.pydantic")
    found = spelled(system, param("a", first), param("b", second, None), returns=returns, doc=doc, classes=CLASSES)
    unfit = any(finding.fidelity in ("unknown", "refused") for finding in found.findings)
    assert (found.input_schema is None) == unfit
    assert msgspec.json.encode(found.input_schema)


@pytest.mark.parametrize("name", ["basic_agent", "function_to_tool", "mcp", "orbiter", "toolc"])
def test_a_method_is_not_bound(name: str) -> None:
    found = spelled(SYSTEMS[name], param("self"), param("a", INT), callable="method")
    assert "TC321" in [finding.diagnostic.code for finding in found.findings]
    assert found.input_schema is not None


def test_the_version_is_the_frameworks_own() -> None:
    assert {name: system.distribution for name, system in SYSTEMS.items() if system.distribution} == {
        "agent-framework": "agent-framework-core",
        "agno": "agno",
        "anthropic": "anthropic",
        "camel": "camel-ai",
        "instructor": "instructor",
        "crewai": "crewai",
        "autogen": "autogen-core",
        "fastmcp": "fastmcp",
        "google-adk": "google-adk",
        "google-genai": "google-genai",
        "langchain": "langchain-core",
        "llama-index": "llama-index-core",
        "mcp": "mcp",
        "mcp-lowlevel": "mcp",
        "strands": "strands-agents",
        "openai": "openai",
        "openai-agents": "openai-agents",
        "pydantic-ai": "pydantic-ai-slim",
        "semantic-kernel": "semantic-kernel",
        "smolagents": "smolagents",
        "transformers": "transformers",
    }
    assert all(system.distribution in ("", *system.versions) for system in SYSTEMS.values())


def test_one_function_in_two_systems_is_two_tools() -> None:
    source = """
        from basic_agent import tool
        from mcp.server.fastmcp import FastMCP

        mcp = FastMCP("demo")

        @mcp.tool()
        def search(query: str) -> str:
            \"\"\"Search.\"\"\"

        both = tool(search)
    """
    assert servers(source) == {"basic_agent": ["search"], "demo": ["search"]}
