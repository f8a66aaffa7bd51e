"""Outputs for tools of frameworks are what the frameworks' own clients send to the providers."""

from typing import Any

import pytest

from effort import examples, long
from frameworks.environment import answers, locked
from frameworks.mixed import modules
from frameworks.test_single import LEAST, WRITERS, Plain
from harness import LIVE, bundle
from oracle import canonical
from small_bundles import tool
from toolc.ir import Tool
from toolc.systems.sent import SENT, SINCE, sent
from toolc.targets.register import TARGETS

FRAMEWORKS = {
    "agno": ("agno_providers", "agno"),
    "camel": ("camel_providers", "camel-ai"),
    "crewai": ("crewai_providers", "crewai"),
    "google-adk": ("google_adk_providers", "google-adk"),
    "langchain": ("langchain_providers", "langchain-core"),
    "llama-index": ("llama_index_providers", "llama-index-core"),
    "openai-agents": ("openai_agents", "openai-agents"),
    "pydantic-ai": ("pydantic_ai_providers", "pydantic-ai-slim"),
    "smolagents": ("smolagents_providers", "smolagents"),
    "strands": ("strands_providers", "strands-agents"),
}
"""For each its environment and its distribution."""

NESTED = '''\
from typing import Annotated, Optional

from pydantic import BaseModel, Field


class Place(BaseModel):
    """Where."""

    title: str
    inside: list["Place"] = []


class Order(BaseModel):
    place: Annotated[Place, Field(description="Which one", title="The place")]
    other: Optional[Place] = None
    title: dict[str, int] = Field({"title": 1}, examples=[{"title": 2}])


def order(order: Order, orders: list[Order], title: str = "none") -> str:
    """Order it.

    Now.
    """


def undescribed(order: Order) -> str:
    """."""
'''


@long
@pytest.mark.parametrize("system", FRAMEWORKS)
def test_random_functions_are_sent_as_the_framework_sends_them(system: str) -> None:
    environment, distribution = FRAMEWORKS[system]
    runner = f"{system.replace('-', '_')}_providers"
    texts = [NESTED, *modules(WRITERS.get(system, Plain), range(examples(60)))]
    versions = {**LIVE, "pydantic": locked(environment, "pydantic"), distribution: locked(environment, distribution)}
    same = 0
    for text, answer in zip(texts, answers(environment, runner, texts), strict=True):
        if answer is None:
            continue
        made = bundle(text, versions=versions, declared={"app.py": system})
        for _, owner, one in made.tools:
            said = answer[one.qualname.rpartition(":")[2]]
            if one.fidelity != "exact" or "error" in said:
                continue
            assert said["input_schema"].keys() == SENT[system].keys()
            for target, document in said["input_schema"].items():
                assert canonical(document) == canonical(written(owner, one, target)), f"{target} of\n{text}"
                same += 1
    assert same > len(SENT[system]) * len(texts) / LEAST.get(system, 1)


LOOSE = '''
from agents import FunctionTool, function_tool


@function_tool(strict_mode=False)
def loose(labels: dict[str, int], top: int = 3) -> str:
    """Loose."""


@function_tool
def strict(top: int = 3) -> str:
    """Strict."""
'''


def test_openai_agents_says_what_is_strict() -> None:
    made = bundle(LOOSE, versions={**LIVE, "openai-agents": locked("openai_agents", "openai-agents")})
    said = {
        one.name: (written(owner, one, "openai")["function"]["strict"], written(owner, one, "openai-responses")["strict"])
        for _, owner, one in made.tools
    }
    assert said == {"loose": (False, False), "strict": (True, True)}


def written(owner: Any, one: Tool, target: str) -> Any:
    """What a target writes for one tool; a name that the provider refuses is no matter here."""
    import json

    from toolc.emit import single

    text, _ = single(owner, one, TARGETS[target])
    assert text is not None
    return json.loads(text)


def test_every_framework_is_compared() -> None:
    assert FRAMEWORKS.keys() == SENT.keys() == SINCE.keys()


SCHEMA = {
    "type": "object",
    "title": "f",
    "description": "Said twice.",
    "properties": {"title": {"type": "string", "title": "Title"}},
}


@pytest.mark.parametrize(
    ("system", "version", "target"),
    [("langchain", "0.3.80", "openai"), ("mcp", "1.30.0", "openai"), ("langchain", "1.8.1", "mcp")],
)
def test_others_are_sent_as_they_are(system: str, version: str, target: str) -> None:
    one = Tool(
        **{**{name: getattr(tool(), name) for name in ("name", "qualname", "span")}, "system": system, "input_schema": SCHEMA}
    )
    assert sent(one, version, target) is None


def test_nothing_is_said_twice() -> None:
    one = Tool("f", "m:f", "langchain", tool().span, "Said twice.", input_schema=SCHEMA)
    found = sent(one, "1.8.1", "openai")
    assert found is not None and found.schema == {"type": "object", "properties": {"title": {"type": "string"}}}
