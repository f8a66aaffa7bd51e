"""Outputs for tools of langchain are what langchain's own clients send to the providers."""

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

ENVIRONMENT = "langchain_providers"
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
def test_random_functions_are_sent_as_langchain_sends_them() -> None:
    texts = [NESTED, *modules(Plain, range(examples(60)))]
    versions = {**LIVE, "pydantic": locked(ENVIRONMENT, "pydantic"), "langchain-core": locked(ENVIRONMENT, "langchain-core")}
    same = 0
    for text, answer in zip(texts, answers(ENVIRONMENT, "langchain_providers", texts), strict=True):
        if answer is None:
            continue
        made = bundle(text, versions=versions, declared={"app.py": "langchain"})
        for _, owner, one in made.tools:
            said = answer[one.qualname.rpartition(":")[2]]
            if one.fidelity != "exact" or "error" in said:
                continue
            for target, document in said["input_schema"].items():
                assert canonical(document) == canonical(written(owner, one, target)), f"{target} of\n{text}"
                same += 1
    assert same > 6 * len(texts)


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
