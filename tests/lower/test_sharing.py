"""What one tool says of a model that holds itself, and another shows: as fastmcp 4.1.6 and anthropic 2.10.0 did at run time."""

from collections.abc import Mapping

import pytest

from harness import bundle

NODE = """
from typing import Annotated, Optional
from pydantic import BaseModel, Field

class Node(BaseModel):
    again: list["Node"] = []

class Leaf(BaseModel):
    a: int = 1
"""
SAYS = 'def says(a: Annotated[Node, Field(description="What")]) -> str: ...\n'
SHOWS = "def shows(a: list[Node]) -> str: ...\n"


def report(text: str, system: str = "fastmcp") -> Mapping[str, str]:
    made = bundle(NODE + text, declared={"app.py": system})
    tools = [tool for package in made.packages for server in package.servers for tool in server.tools]
    assert all((tool.fidelity != "exact") == any(one.code == "TC323" for one in tool.diagnostics) for tool in tools)
    return {tool.name: tool.fidelity for tool in tools}


@pytest.mark.parametrize("system", ["fastmcp", "anthropic"])
@pytest.mark.parametrize("text", [SAYS + SHOWS, SHOWS + SAYS])
def test_what_one_says_the_other_may_show(text: str, system: str) -> None:
    assert report(text, system) == {"says": "exact", "shows": "approximate"}


@pytest.mark.parametrize("system", ["fastmcp", "anthropic"])
def test_what_a_refused_tool_says_others_show(system: str) -> None:
    """pydantic keeps what it built until the refusal."""
    refused = 'def says(b: int = 1, a: Node = Field(description="What")) -> str: ...\n'
    made = bundle(NODE + refused + SHOWS, declared={"app.py": system})
    found = {tool.name: tool for package in made.packages for server in package.servers for tool in server.tools}
    assert {name: tool.fidelity for name, tool in found.items()} == {"says": "refused", "shows": "approximate"}


def test_who_says_as_much_shows_its_own() -> None:
    again = 'def again(a: Annotated[Node, Field(description="Other")]) -> str: ...\n'
    assert report(SAYS + again) == {"says": "exact", "again": "exact"}
    assert report(SAYS + again.replace("description", "title")) == {"says": "approximate", "again": "approximate"}


def test_results_come_after_parameters() -> None:
    assert report(SAYS.replace("str", "Node", 1)) == {"says": "approximate"}


def test_what_a_class_says_others_show() -> None:
    named = 'class Named(BaseModel):\n    a: list[Annotated[Node, Field(title="T")]]\n'
    assert report(named + "def whole(a: Named) -> str: ...\n") == {"whole": "exact"}
    assert report(named + "def whole(a: Named) -> str: ...\n" + SHOWS) == {"whole": "exact", "shows": "approximate"}
    assert report(named + "def both(b: Node, a: Named) -> str: ...\n") == {"both": "approximate"}


@pytest.mark.parametrize("name", ["Leaf", "int"])
def test_other_classes_are_their_own(name: str) -> None:
    assert set(report((SAYS + SHOWS).replace("Node", name)).values()) == {"exact"}


def test_models_of_arguments_say_it_at_their_fields() -> None:
    assert set(report(SAYS + SHOWS, "openai-agents").values()) == {"exact"}
