"""Outputs for tools of frameworks are what the frameworks' own clients send to the providers."""

from collections import Counter
from functools import cache
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
from toolc.systems.register import SYSTEMS
from toolc.systems.sent import SENT, SINCE, sent_form
from toolc.systems.sent.absent import ABSENT, LIKE, PROVIDERS
from toolc.targets.register import TARGETS

FRAMEWORKS = {
    "agent-framework": ("agent_framework_providers", "agent-framework-core"),
    "agno": ("agno_providers", "agno"),
    "anthropic": ("anthropic", "anthropic"),
    "autogen": ("autogen_providers", "autogen-core"),
    "camel": ("camel_providers", "camel-ai"),
    "crewai": ("crewai_providers", "crewai"),
    "google-adk": ("google_adk_providers", "google-adk"),
    "google-genai": ("google_genai", "google-genai"),
    "langchain": ("langchain_providers", "langchain-core"),
    "llama-index": ("llama_index_providers", "llama-index-core"),
    "openai-agents": ("openai_agents_providers", "openai-agents"),
    "pydantic-ai": ("pydantic_ai_providers", "pydantic-ai-slim"),
    "semantic-kernel": ("semantic_kernel_providers", "semantic-kernel"),
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


@cache
def sent(system: str) -> dict[str, Any]:
    """What the framework sends of each module. It is asked of all at once: loading one with all its clients takes seconds."""
    further = [FURTHER[system]] if system in FURTHER else []
    texts = [NESTED, *modules(WRITERS.get(system, Plain), range(examples(60))), *further]
    runner = f"{system.replace('-', '_')}_providers"
    return dict(zip(texts, answers(FRAMEWORKS[system][0], runner, texts), strict=True))


@long
@pytest.mark.parametrize("system", FRAMEWORKS)
def test_random_functions_are_sent_as_the_framework_sends_them(system: str) -> None:
    environment, distribution = FRAMEWORKS[system]
    versions = {**LIVE, "pydantic": locked(environment, "pydantic"), distribution: locked(environment, distribution)}
    same: Counter[str] = Counter()
    texts = sent(system)
    for text, answer in texts.items():
        if answer is None or text == FURTHER.get(system):
            continue
        made = bundle(text, versions=versions, declared={"app.py": system})
        for _, owner, one in made.tools:
            said = answer[one.qualname.rpartition(":")[2]]
            if one.fidelity != "exact" or "error" in said:
                continue
            documents = said["input_schema"]
            for target, reason in ABSENT.get(system, {}).items():
                assert reason not in LIKE or canonical(documents[target]) == canonical(documents[LIKE[reason]])
            for target in SENT[system]:
                if (document := documents.get(target)) is None:
                    assert sent_form(one, owner.version, target) is None, f"{target} raises for\n{text}"
                    continue
                assert canonical(document) == canonical(written(owner, one, target)), f"{target} of\n{text}"
                same[target] += 1
    assert same.keys() == SENT[system].keys()
    assert same.total() > len(SENT[system]) * len(texts) / LEAST.get(system, 1)


LOOSE = '''
from agents import FunctionTool, function_tool


@function_tool(strict_mode=False)
def loose(labels: dict[str, int], top: int = 3) -> str:
    """Loose."""


@function_tool
def strict(top: int = 3) -> str:
    """Strict."""
'''


ASKED = """
from enum import Enum
from typing import Annotated, Any, Literal, Union

from pydantic import BaseModel, Field
from pydantic_ai import Tool


class Colour(Enum):
    RED = "red"


class Cat(BaseModel):
    kind: Literal["cat"] = "cat"
    names: Annotated[list[str], Field(min_length=1, max_length=3)] = []


class Dog(BaseModel):
    kind: Literal["dog"]
    size: Annotated[float, Field(gt=0)]


def strict_pets(pet: Annotated[Union[Cat, Dog], Field(discriminator="kind")], note: Annotated[str, Field(max_length=3)] = "") -> str:
    '''Strict.'''


def strict_set(words: set[str], pair: tuple[int], code: Annotated[str, Field(pattern="a+", description="Code")]) -> str:
    '''Strict.'''


def strict_colours(colour: Colour, top: int = 3) -> str:
    '''Strict.'''


def loose_pets(pet: Annotated[Union[Cat, Dog], Field(discriminator="kind")], pair: tuple[int], free: dict[str, int]) -> str:
    '''Loose.'''


tools = [
    Tool(strict_pets, strict=True),
    Tool(strict_set, strict=True),
    Tool(strict_colours, strict=True),
    Tool(loose_pets, strict=False),
]
"""


def test_pydantic_ai_sends_what_is_asked_of_strict_mode() -> None:
    environment, distribution = FRAMEWORKS["pydantic-ai"]
    versions = {**LIVE, "pydantic": locked(environment, "pydantic"), distribution: locked(environment, distribution)}
    said = sent("pydantic-ai")[ASKED]
    compared = []
    for _, owner, one in bundle(ASKED, versions=versions).tools:
        for target, document in said[one.name]["input_schema"].items():
            if sent_form(one, owner.version, target) is not None:
                assert canonical(document) == canonical(written(owner, one, target)), (one.name, target)
                compared.append((one.name, target))
    assert len(compared) > 20 and {target for _, target in compared} == SENT["pydantic-ai"].keys()


PLUGIN = '''
from typing import Annotated

from semantic_kernel import Kernel
from semantic_kernel.functions import kernel_function

PLUGIN = "shop"
Hidden = {"include_in_function_choices": False}


@kernel_function(name="find-it")
def find(query: Annotated[str, "What"], tenant: Annotated[str, "Whose", Hidden], limits: Annotated[list[int], Hidden] = ()) -> str:
    """Find it."""


@kernel_function
def ping() -> str:
    """Ping."""


def weigh(kilos: float) -> str:
    """Weigh it."""


kernel = Kernel()
kernel.add_functions(PLUGIN, [find, ping])
kernel.add_function(PLUGIN, kernel_function(weigh))
'''


FURTHER = {"pydantic-ai": ASKED, "semantic-kernel": PLUGIN}
"""What a test of its own asks."""


def test_semantic_kernel_sends_hidden_parameters_to_some() -> None:
    environment, distribution = FRAMEWORKS["semantic-kernel"]
    said = sent("semantic-kernel")[PLUGIN]
    made = bundle(PLUGIN, versions={**LIVE, distribution: locked(environment, distribution)})
    compared = set()
    for _, owner, one in made.tools:
        for target, document in said[one.qualname.rpartition(":")[2]]["input_schema"].items():
            assert canonical(document) == canonical(written(owner, one, target)), (one.name, target)
            compared.add((one.name, "tenant" in str(document)))
    assert compared == {("shop-find-it", True), ("shop-find-it", False), ("shop-ping", False), ("shop-weigh", False)}


def test_openais_library_sends_models_as_strict_tools() -> None:
    classes = NESTED.partition("def order")[0]
    text = f"{classes}\n\nfrom openai import pydantic_function_tool\n\ntools = [pydantic_function_tool(Order), pydantic_function_tool(Place)]"
    [said] = answers("providers", "openai_providers", [classes])
    made = bundle(text, versions={**LIVE, **{name: locked("providers", name) for name in ("openai", "pydantic")}})
    assert [one.fidelity for _, _, one in made.tools] == ["exact", "exact"]
    for _, owner, one in made.tools:
        for target, document in said[one.name]["input_schema"].items():
            assert canonical(document) == canonical(written(owner, one, target)), (one.name, target)


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
    assert {*FRAMEWORKS, "openai"} == SENT.keys() == SINCE.keys()
    for system, (distribution, begins) in SINCE.items():
        assert SYSTEMS[system].distribution in ("", distribution)
        assert SYSTEMS[system].versions[distribution].startswith(begins)


def test_every_pair_is_compared_or_has_a_reason() -> None:
    assert all(target in TARGETS for target in PROVIDERS)
    for system, rules in SENT.items():
        assert not rules.keys() & ABSENT.get(system, {}).keys()
        assert rules.keys() | ABSENT.get(system, {}).keys() == {*PROVIDERS}


SCHEMA = {
    "type": "object",
    "title": "f",
    "description": "Outcome twice.",
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
    assert sent_form(one, version, target) is None


def test_nothing_is_said_twice() -> None:
    one = Tool("f", "m:f", "langchain", tool().span, "Outcome twice.", input_schema=SCHEMA)
    found = sent_form(one, "1.8.1", "openai")
    assert found is not None and found.schema == {"type": "object", "properties": {"title": {"type": "string"}}}
