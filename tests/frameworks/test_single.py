"""Plain functions as toolc reads them against langchain, anthropic and google-adk themselves."""

import os
from random import Random

import pytest

from frameworks.comparing import compare
from frameworks.test_fastmcp import Functions

VERSIONS = {"anthropic": "2.10.0", "google-adk": "2.13.0", "langchain": "1.8.1"}
EXAMPLES = int(os.environ.get("TOOLC_EXAMPLES", "150"))


class Plain(Functions):
    """Writes modules of functions that need no framework."""

    HEAD = "T = TypeVar"


@pytest.mark.parametrize("system", VERSIONS)
def test_random_functions(system: str) -> None:
    texts = [Plain(Random(seed)).module_of(2, 3) for seed in range(EXAMPLES)]
    distribution = {"langchain": "langchain-core"}.get(system, system)
    assert compare(system, {distribution: VERSIONS[system]}, texts) > len(texts) / 2
