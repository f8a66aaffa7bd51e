"""A `NewType` of a name in quotes, which no framework reads with the annotation: live answers of the locked versions."""

import pytest

from harness import bundle
from toolc.ir import Tool

HEAD = "from typing import NewType, Optional\nfrom pydantic import BaseModel\n\nclass M(BaseModel):\n    x: int\n\n"
SEALED = HEAD + 'N = NewType("N", list["M"])\n\n'
DOC = '    """Do.\n\n    Args:\n        a: The a.\n    """\n'
TAKES = f"def f(a: N) -> str:\n{DOC}"
GIVES = f"def f(a: int) -> Optional[N]:\n{DOC}"


def made(text: str, system: str) -> Tool:
    (found,) = (
        tool for package in bundle(text, declared={"app.py": system}).packages for one in package.servers for tool in one.tools
    )
    return found


@pytest.mark.parametrize("system", ["crewai", "llama-index", "strands"])
def test_models_of_other_modules_miss_it(system: str) -> None:
    assert made(SEALED + TAKES, system).fidelity == "refused"


def test_google_genai_asks_for_both() -> None:
    assert made(SEALED + TAKES, "google-genai").fidelity == "unknown"
    assert made(SEALED + GIVES, "google-genai").fidelity == "approximate"


@pytest.mark.parametrize("future", ["", "from __future__ import annotations\n"])
def test_fastmcp_asks_elsewhere_for_the_result_only(future: str) -> None:
    assert made(future + SEALED + TAKES, "fastmcp").fidelity == "exact"
    assert made(future + SEALED + GIVES, "fastmcp").fidelity == "refused"


def test_an_alias_of_its_own_module_hides_it() -> None:
    text = SEALED + 'from typing_extensions import TypeAliasType\nA = TypeAliasType("A", N)\n'
    assert made(text + GIVES.replace("[N]", "[A]"), "fastmcp").fidelity == "exact"


def test_quotes_within_quotes_are_read_once() -> None:
    text = "from __future__ import annotations\n" + HEAD + f"def f(a: \"list['M']\") -> str:\n{DOC}"
    assert made(text, "semantic-kernel").fidelity == "unknown"
