"""tinyagent's document, statement by statement."""

import dataclasses
import functools
import warnings
from typing import Any

import pytest

from toolc.runtime.errors import ToolWarning
from toolc.runtime.tinyagent import ReactAgent, Tool, ToolDefinitionError, tool
from toolc.runtime.tool_holder import ToolCall


@tool
def search_web(query: str) -> str:
    """Search the web for information"""
    return f"found {query}"


def test_simple() -> None:
    assert isinstance(search_web, Tool)
    assert search_web("x") == search_web(query="x") == "found x"
    assert (search_web.name, search_web.description) == ("search_web", "Search the web for information")
    query = {"type": "string", "description": "Parameter query of type str"}
    assert search_web.parameters == {"type": "object", "properties": {"query": query}, "required": ["query"]}


def test_tool_is_data() -> None:
    assert [field.name for field in dataclasses.fields(Tool)] == ["name", "func", "description", "parameters"]


def test_custom_name() -> None:
    def search(query: str) -> str:
        """Search"""
        return query

    assert tool(name="web_search")(search).name == tool("web_search")(search).name == "web_search"
    assert tool()(search).name == "search"


def test_agent() -> None:
    agent = ReactAgent(model="gpt-4", tools=[search_web], task="Search for weather in Tokyo")
    assert agent._tool_map["search_web"](query="a") == "found a"
    (result,) = agent.execute_tools_sync([ToolCall("1", "search_web", '{"query": "b"}')])
    assert result.content == "found b"
    assert agent.model == "gpt-4"  # type: ignore[attr-defined]


def test_bad_tool() -> None:
    with pytest.raises(ToolDefinitionError, match="no type hint"):

        @tool
        def bad_tool(arg):  # type: ignore[no-untyped-def]
            return "fail"


def without_return(a: int):  # type: ignore[no-untyped-def]
    """Do it"""


def without_hint(a) -> int:  # type: ignore[no-untyped-def]
    """Do it"""
    return 1


def without_json(a: complex) -> int:
    """Do it"""
    return 1


@pytest.mark.parametrize(
    ("func", "words"), [(without_return, "no return type"), (without_hint, "no type hint"), (without_json, "no JSON form")]
)
def test_refused(func: Any, words: str) -> None:
    with pytest.raises(ToolDefinitionError, match=words):
        tool(func)


class Search:
    """Search"""

    def run(self, query: str) -> str:
        """Run"""
        return query

    def __call__(self, query: str) -> str:
        return query


@pytest.mark.parametrize("func", [Search, Search.run, Search().run, Search(), functools.partial(without_json, 1)])
def test_no_function(func: Any) -> None:
    with pytest.raises(ToolDefinitionError):
        tool(func)


def test_quiet_tool() -> None:
    with pytest.warns(ToolWarning, match="no docstring"):

        @tool
        def quiet_tool(arg: str) -> str:
            return "ok"

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ReactAgent(tools=[quiet_tool])
    assert quiet_tool("x") == "ok"


def test_stranger() -> None:
    with pytest.raises(TypeError, match="Expected Tool object"):
        ReactAgent(tools=[without_json])  # type: ignore[list-item]


def test_no_registry() -> None:
    assert ReactAgent(model="gpt-4")._tool_map == {}


def test_fake_tool() -> None:
    fake_tool = Tool(
        name="fake_search", func=lambda q: f"fake result for {q}", description="Fake search tool", parameters={"q": "string"}
    )
    agent = ReactAgent(tools=[fake_tool])
    (result,) = agent.execute_tools_sync([ToolCall("1", "fake_search", {"q": "x"})])
    assert result.content == "fake result for x"
