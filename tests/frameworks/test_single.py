"""Plain functions as toolc reads them against frameworks that take them as they are."""

import re

import pytest

from effort import long
from frameworks.comparing import SEEDS, compare
from frameworks.mixed import modules
from frameworks.test_fastmcp import Functions

VERSIONS = {
    "agent-framework": "1.23.0",
    "anthropic": "2.10.0",
    "autogen": "0.7.5",
    "crewai": "1.15.30",
    "google-adk": "2.13.0",
    "google-genai": "3.3.0",
    "langchain": "1.8.1",
    "llama-index": "0.14.25",
    "semantic-kernel": "1.45.0",
    "smolagents": "1.26.0",
    "strands": "1.62.0",
    "transformers": "5.23.0",
}
DISTRIBUTIONS = {
    "agent-framework": "agent-framework-core",
    "autogen": "autogen-core",
    "langchain": "langchain-core",
    "llama-index": "llama-index-core",
    "strands": "strands-agents",
}


class Plain(Functions):
    """Writes modules of functions that need no framework."""

    HEAD = "T = TypeVar"

    def parameters(self) -> list[str]:
        return [one for one in super().parameters() if not one.startswith(("ctx", "db"))]


class Described(Plain):
    """The same with a text for each parameter, which some frameworks ask for."""

    def parameters(self) -> list[str]:
        made = super().parameters()
        self.named = [found[1] for one in made if (found := re.match(r"\*{0,2}(\w+)", one))]
        return made

    def doc(self) -> str:
        texts = [f"        {name}: {self.rng.choice(TEXTS)}" for name in self.named]
        return "\n".join(["Find it.", "", "    Args:", *texts]) + "\n    "


TEXTS = ("What.", 'What (choices: ["a", "b"])', "Where: there.", "How.\n            And why.")
WRITERS = {"smolagents": Described, "transformers": Described}
LEAST = {"smolagents": 5, "transformers": 20}
"""The rest of the functions is refused: their types are in no table."""


@long
@pytest.mark.parametrize("system", VERSIONS)
def test_random_functions(system: str) -> None:
    texts = modules(WRITERS.get(system, Plain), SEEDS)
    exact = compare(system, {DISTRIBUTIONS.get(system, system): VERSIONS[system]}, texts)
    assert exact > len(texts) / LEAST.get(system, 2)
