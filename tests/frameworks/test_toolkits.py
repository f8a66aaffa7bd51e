"""Functions and models as toolc reads them against agno, camel and instructor themselves."""

from random import Random

import pytest

from effort import long
from frameworks.comparing import SEEDS, compare
from frameworks.test_agents import Agents
from frameworks.test_fastmcp import Functions


class Agno(Agents):
    """Modules of functions with parameters that agno fills in."""

    HEAD = "from agno.agent import Agent\nfrom agno.run import RunContext\n\nT = TypeVar"
    CONTEXTS = ("RunContext", "Agent", "list[RunContext]", "'RunContext'", "Annotated[RunContext, 'c']")


class Camel(Agents):
    """Modules of functions that need no framework."""

    HEAD = "T = TypeVar"
    CONTEXTS = ("int",)


class Models(Functions):
    """Modules of models, many with texts about their fields."""

    HEAD = "T = TypeVar"

    def module_of(self, types: int, count: int) -> str:
        return super().module_of(types + count, 0)


SYSTEMS: dict[str, tuple[type[Functions], dict[str, str], int]] = {
    "agno": (Agno, {"agno": "3.1.10"}, 2),
    "camel": (Camel, {"camel-ai": "0.2.80"}, 2),
    "instructor": (Models, {"instructor": "1.17.0"}, 3),
}
"""By system the writer, its versions, and one in how many modules has at least a tool that is exact."""


@long
@pytest.mark.parametrize("system", SYSTEMS)
def test_random_tools(system: str) -> None:
    writer, versions, least = SYSTEMS[system]
    texts = [writer(Random(seed)).module_of(2, 3) for seed in SEEDS]
    assert compare(system, versions, texts) > len(texts) / least
