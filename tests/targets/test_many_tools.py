"""What options of the JSON targets add for many tools: namespaces, tools that are loaded later, calls by programs, examples."""

import pytest

from harness import LIVE, bundle
from json_outputs import made
from toolc.config import AnthropicOptions, OpenaiResponsesOptions, TargetOptions

SHOP = '''
from typing import Annotated

from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations
from pydantic import Field

shop = FastMCP("shop", instructions="Cups and plates.")
till = FastMCP("till")


@shop.tool(annotations=ToolAnnotations(readOnlyHint=True))
def search(query: Annotated[str, Field(examples=["cups", "plates"])], limit: Annotated[int, Field(examples=[3], le=9)] = 5) -> int:
    """Search.

    >>> search("lamps", limit=2)
    7
    >>> await search(query="lamps",
    ...     limit=12)
    >>> search(other)
    >>> found = search("a", 1, 2)
    """


@till.tool()
def pay(amount: float, note: Annotated[str, Field(examples=["thanks"])] = "") -> int:
    """Pay."""
'''


def test_servers_are_namespaces() -> None:
    own = TargetOptions(openai_responses=OpenaiResponsesOptions(namespaces=True, defer_loading=True, allowed_callers="hints"))
    written, _ = made(bundle(SHOP, versions=LIVE), "openai-responses", own=own)
    [document] = written.values()
    assert [(one["type"], one["name"], one["description"]) for one in document] == [
        ("namespace", "shop", "Cups and plates."),
        ("namespace", "till", "Tools of till."),
    ]
    search, pay = (one["tools"][0] for one in document)
    assert (search["name"], search["defer_loading"], search["allowed_callers"]) == ("search", True, ["direct", "programmatic"])
    assert (pay["name"], pay["defer_loading"], pay["allowed_callers"]) == ("pay", True, ["direct"])


def test_examples_are_the_authors_and_fit() -> None:
    own = TargetOptions(anthropic=AnthropicOptions(input_examples=True, allowed_callers="code_execution_20260120"))
    written, codes = made(bundle(SHOP, versions=LIVE), "anthropic", own=own)
    [(search, pay)] = written.values()
    assert search["input_examples"] == [
        {"query": "lamps", "limit": 2},
        {"query": "cups", "limit": 3},
        {"query": "plates", "limit": 3},
    ]
    assert codes.count("TC517") == 1  # 12 is more than the tool takes; names and too many arguments are no examples
    assert search["allowed_callers"] == ["direct", "code_execution_20260120"] and pay["allowed_callers"] == ["direct"]
    assert "input_examples" not in pay  # nobody gave an amount


@pytest.mark.parametrize("target", ["openai-responses", "anthropic"])
def test_nothing_is_added_unasked(target: str) -> None:
    written, codes = made(bundle(SHOP, versions=LIVE), target)
    [document] = written.values()
    assert [one["name"] for one in document] == ["search", "pay"] and "TC517" not in codes
    assert not {"defer_loading", "allowed_callers", "input_examples"} & {key for one in document for key in one}
