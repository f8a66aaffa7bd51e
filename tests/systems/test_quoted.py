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


def test_mcp_makes_a_model_of_its_own() -> None:
    tool = made(SEALED + TAKES, "mcp")
    assert (tool.fidelity, [one.code for one in tool.diagnostics]) == ("refused", ["TC308"])
    assert made(SEALED + GIVES, "mcp").output_schema is None


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


MAP = {"properties": {"result": {"additionalProperties": {"type": "integer"}, "title": "Result", "type": "object"}}}
RESULTS = {
    "'M'": None,
    "'dict[str, M]'": None,
    "dict[str, 'M']": None,
    "'dict[str, int]'": {**MAP, "required": ["result"], "title": "fOutput", "type": "object"},
}


@pytest.mark.parametrize("returns", RESULTS)
def test_mcp_takes_what_is_left_a_text_for_any_other_type(returns: str) -> None:
    text = f"from __future__ import annotations\n{HEAD}def f(a: int) -> {returns}: ...\n"
    tool = made(text, "mcp")
    assert (tool.fidelity, tool.output_schema) == ("exact", RESULTS[returns])


def test_llama_index_shows_nested_metadata_as_one() -> None:
    text = f"from typing import Annotated\nA = Annotated[int, 'a']\ndef f(a: Annotated[A, 'b']) -> str:\n{DOC}"
    assert "a: typing.Annotated[int, 'a', 'b']" in (made(text, "llama-index").description or "")


def test_langchain_cannot_take_unpack_apart() -> None:
    head = "from typing_extensions import TypedDict, Unpack\nclass D(TypedDict):\n    x: int\n"
    assert made(f"{head}def f(a: int, **more: Unpack[D]) -> str:\n{DOC}", "langchain").fidelity == "refused"
    assert made(f"{head}def f(a: int, **more: Unpack[D]) -> str:\n{DOC}", "mcp").fidelity == "exact"


def test_mcp_defaults_that_json_cannot_hold_leave_the_result_untold() -> None:
    text = HEAD.replace("x: int", "x: float = float('inf')") + "def f() -> M: ...\n"
    tool = made(text, "mcp")
    assert (tool.fidelity, [one.code for one in tool.diagnostics]) == ("approximate", ["TC309"])
