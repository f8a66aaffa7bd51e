"""The examples of tinyagent's document as programs of ours: the same calls, the import line changed."""

import dataclasses
import typing
import warnings
from types import ModuleType
from typing import Any

import pytest

from harness import tools
from toolc.runtime.errors import ToolWarning
from toolc.runtime.tinyagent import ReactAgent, Tool, ToolDefinitionError, tool
from toolc.runtime.tool_holder import ToolCall


@tool
def search_web(query: str) -> str:
    """Look something up on the web"""
    return f"pages about {query}"


@tool(name="web_search")
def search_again(query: str) -> str:
    """Look something up on the web"""
    return f"more about {query}"


@tool
def get_weather(city: str, days: int = 1) -> dict[str, int]:
    """Forecast the weather

    Args:
        city: Where.
    """
    return {city: days}


def test_search() -> None:
    assert type(search_web) is Tool
    assert search_web.func("x") == "pages about x"
    assert (search_web.name, search_web.description) == ("search_web", "Look something up on the web")
    assert search_web.parameters["properties"]["query"]["description"] == "Parameter query of type str"


def test_web_search() -> None:
    assert (type(search_again), search_again.name) == (Tool, "web_search")
    assert search_again("x") == "more about x"


def test_described() -> None:
    told = {name: one["description"] for name, one in get_weather.parameters["properties"].items()}
    assert told == {"city": "Where.", "days": "Parameter days of type int"}


def test_research_agent() -> None:
    search_tool, weather_tool = search_web, get_weather
    agent = ReactAgent(model="gpt-4", tools=[search_tool, weather_tool], task="Search for weather in Tokyo")
    assert (agent.model, agent.task) == ("gpt-4", "Search for weather in Tokyo")  # type: ignore[attr-defined]
    by_name = {"search": search_tool, "weather": weather_tool}
    assert by_name["weather"]("Tokyo") == agent._tool_map["get_weather"](city="Tokyo") == {"Tokyo": 1}


def test_tool_map() -> None:
    agent = ReactAgent(tools=[search_web, search_again])
    assert agent._build_tool_map() == agent._tool_map == {"search_web": search_web, "web_search": search_again}


def test_bad() -> None:
    with pytest.raises(ToolDefinitionError) as caught:

        @tool
        def bad_tool(arg):  # type: ignore[no-untyped-def]
            return "fail"

    assert "`arg`" in str(caught.value)
    assert "no return type" in str(caught.value)


def test_quiet() -> None:
    with pytest.warns(ToolWarning, match="`quiet_tool` has no docstring"):

        @tool
        def quiet_tool(arg: str) -> str:
            return "ok"

    assert (quiet_tool("x"), quiet_tool.description) == ("ok", "")


def test_error_class() -> None:
    assert issubclass(ToolDefinitionError, Exception)
    assert ToolDefinitionError.__doc__


@pytest.mark.parametrize("parameters", ["a, b: int", "a: int, *rest", "a: int, **more", "*, a"])
def test_every_parameter(parameters: str) -> None:
    space: dict[str, Any] = {}
    exec(f"def act({parameters}) -> int:\n    'Act.'\n", space)
    with pytest.raises(ToolDefinitionError, match="has no type hint"):
        tool(space["act"])


class Strange:
    """Nothing that JSON knows."""


@pytest.mark.parametrize("tp", [complex, Strange, list[Strange], dict[str, complex], typing.Callable[[int], str], type])
def test_complex_types(tp: Any) -> None:
    def act(a) -> int:  # type: ignore[no-untyped-def]
        """Act."""
        return 1

    act.__annotations__["a"] = tp
    with pytest.raises(ToolDefinitionError, match="has no JSON form"):
        tool(act)


def test_import_fails() -> None:
    """The error comes when the module is run, before anything is called."""
    source = "from toolc.runtime.tinyagent import tool\n@tool\ndef act(a):\n    return a\nreached = True\n"
    module = ModuleType("broken")
    with pytest.raises(ToolDefinitionError):
        exec(source, vars(module))
    assert not hasattr(module, "reached")


def test_direct_call() -> None:
    @tool
    def join(a: str, b: str, *rest: str, sep: str = "-") -> str:
        """Join"""
        return sep.join([a, b, *rest])

    assert join("x", "y") == "x-y"
    assert join("x", "y", "z", sep="+") == "x+y+z"


def test_the_whole_way() -> None:
    agent = ReactAgent(tools=[get_weather])
    calls = [ToolCall("1", "get_weather", {"city": "Rome", "days": "2"}), ToolCall("2", "search_web", {"query": "x"})]
    good, bad = agent.execute_tools_sync(calls)
    assert (good.content, good.error) == ({"Rome": 2}, None)
    assert bad.error == "There is no tool `search_web`; there are: `get_weather`."


def test_migrated() -> None:
    with pytest.warns(ToolWarning):

        @tool
        def find(query: str) -> str:
            return query

    find_tool = find
    agent = ReactAgent(model="gpt-4", tools=[find_tool])
    assert isinstance(find_tool, Tool)
    assert agent._tool_map["find"]("x") == "x"


def test_two_agents_share_nothing() -> None:
    first, second = ReactAgent(tools=[search_web]), ReactAgent(tools=[get_weather])
    assert (list(first._tool_map), list(second._tool_map)) == (["search_web"], ["get_weather"])


def test_type_checkers_know() -> None:
    """The overloads say it: a function gives a tool, a name gives a decorator."""
    bare, called = typing.get_overloads(tool)
    assert typing.get_type_hints(bare)["return"] is Tool
    assert typing.get_args(typing.get_type_hints(called)["return"])[-1] is Tool


def test_fake() -> None:
    fake = Tool(name="fake_search", func=lambda q: f"nothing about {q}", description="A fake", parameters={"q": "string"})
    assert ReactAgent(tools=[fake])._tool_map["fake_search"](q="x") == "nothing about x"
    assert dataclasses.asdict(dataclasses.replace(fake, func=str))["parameters"] == {"q": "string"}


def test_behaves_as_its_function() -> None:
    @tool
    def fail(why: str) -> str:
        """Fail"""
        raise KeyError(why)

    with pytest.raises(KeyError, match="because"):
        fail("because")


def test_checked_arguments() -> None:
    (result,) = ReactAgent(tools=[get_weather]).execute_tools_sync([ToolCall("1", "get_weather", {"city": 1, "days": "x"})])
    assert result.error is not None
    assert "- days" in result.error


@pytest.mark.parametrize("module", ["tinyagent", "tinyagent.core", "tinyagent.core.registry", "toolc.runtime.tinyagent"])
def test_where_names_come_from(module: str) -> None:
    """The compiler knows the decorator under every name; at run time it is ours."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = tools(f"from {module} import tool\n@tool\ndef act(a: int) -> int:\n    'Act.'\n")["act"]
    assert (made.system, made.fidelity) == ("tinyagent", "exact")
