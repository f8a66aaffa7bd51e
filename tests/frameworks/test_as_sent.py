"""Outputs for tools of langchain and openai-agents are what their own clients send to the providers."""

from typing import Any

import pytest

from effort import examples, long
from frameworks.environment import answers, locked
from frameworks.mixed import modules
from frameworks.test_single import Plain
from harness import LIVE, bundle
from oracle import canonical
from small_bundles import server, tool
from toolc.ir import Tool
from toolc.systems.sent import SENT, sent
from toolc.targets.register import TARGETS

FRAMEWORKS = {
    "langchain": ("langchain_providers", "langchain_providers", "langchain-core", 6),
    "openai-agents": ("openai_agents", "openai_agents_providers", "openai-agents", 2),
}
"""For each its environment, what asks it, its distribution and how many providers it sends to."""

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
    environment, runner, distribution, providers = FRAMEWORKS[system]
    texts = [NESTED, *modules(Plain, range(examples(60)))]
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
            for target, document in said["input_schema"].items():
                assert canonical(document) == canonical(written(owner, one, target)), f"{target} of\n{text}"
                same += 1
    assert same > providers * len(texts)


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


def test_every_pair_is_compared() -> None:
    assert {target for _, target in SENT} == {"openai", "openai-responses", "anthropic", "bedrock", "mistral", "ollama"}


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
    assert sent(one, version, target) is one
    assert server(one).tools == (one,)


def test_nothing_is_said_twice() -> None:
    one = Tool("f", "m:f", "langchain", tool().span, "Said twice.", input_schema=SCHEMA)
    assert sent(one, "1.8.1", "openai").input_schema == {"type": "object", "properties": {"title": {"type": "string"}}}
