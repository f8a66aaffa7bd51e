"""The examples of orbiter's document as programs of ours: the same calls, the import line changed."""

import asyncio
import inspect
import threading
import time
from typing import Any

import pytest

import toolc.runtime.orbiter as face
from harness import tools
from toolc.runtime.orbiter import Agent, FunctionTool, Tool, ToolCall, ToolError, ToolResult, tool


@tool
def get_weather(city: str, units: str = "celsius") -> str:
    """Tell the weather of a city.

    Args:
        city: Which city.
        units: The scale (celsius or fahrenheit).
    """
    return f"22 degrees {units} in {city}"


def test_forecast() -> None:
    assert (type(get_weather), get_weather.name) == (FunctionTool, "get_weather")
    assert get_weather.description == "Tell the weather of a city."
    assert get_weather.parameters == {
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Which city."},
            "units": {"type": "string", "description": "The scale (celsius or fahrenheit)."},
        },
        "required": ["city"],
    }
    assert asyncio.run(get_weather.execute(city="Oslo")) == "22 degrees celsius in Oslo"


def test_one_option() -> None:
    def search(query: str) -> str:
        """Search the web."""
        return query

    named, described = tool(name="web_search")(search), tool(description="Search everything")(search)
    assert (named.name, named.description) == ("web_search", "Search the web.")
    assert (described.name, described.description) == ("search", "Search everything")


def test_decorator_signature() -> None:
    kinds = {name: str(one.kind) for name, one in inspect.signature(tool).parameters.items()}
    assert kinds == {"fn": "POSITIONAL_ONLY", "name": "KEYWORD_ONLY", "description": "KEYWORD_ONLY"}
    with pytest.raises(TypeError):
        tool("web_search", "Search")  # type: ignore[call-overload]


def calculate(expression: str) -> str:
    """Add numbers.

    Args:
        expression: Such as 1+2.
    """
    return str(sum(map(int, expression.split("+"))))


def test_calculator() -> None:
    calc_tool = FunctionTool(calculate, name="calculator", description="Do math")
    assert isinstance(calc_tool, Tool)
    assert (calc_tool.name, calc_tool.description) == ("calculator", "Do math")
    assert calc_tool.parameters["properties"]["expression"]["description"] == "Such as 1+2."
    assert asyncio.run(calc_tool.execute(expression="1+2")) == "3"


def test_constructor_signature() -> None:
    parameters = inspect.signature(FunctionTool).parameters
    assert [(name, parameters[name].kind, parameters[name].default) for name in ("name", "description")] == [
        ("name", inspect.Parameter.KEYWORD_ONLY, None),
        ("description", inspect.Parameter.KEYWORD_ONLY, None),
    ]


@tool
def slow_lookup(key: str) -> str:
    """Block for a while."""
    time.sleep(0.2)
    return f"Value for {key}"


ALL_THREE = threading.Barrier(3, timeout=10)


@tool
def meet(key: str) -> str:
    """Wait for two others: one after another, nobody ever comes."""
    ALL_THREE.wait()
    return f"Value for {key}"


@tool
async def quick_lookup(key: str) -> str:
    """Wait without blocking."""
    await asyncio.sleep(0)
    return f"Value for {key}"


def test_lookups() -> None:
    async def main() -> tuple[str, int]:
        pending = asyncio.create_task(slow_lookup.execute(key="a"))
        beats = 0
        while not pending.done():
            await asyncio.sleep(0.01)
            beats += 1
        return await pending, beats

    value, beats = asyncio.run(main())
    assert value == asyncio.run(quick_lookup.execute(key="a")) == "Value for a"
    assert beats > 2, "the loop stood still"


class Inventory(Tool):
    """Counts what is left."""

    def __init__(self, stock: dict[str, int]) -> None:
        self.name = "inventory"
        self.description = "Count what is left of a product."
        self.parameters = {"type": "object", "properties": {"sku": {"type": "string"}}, "required": ["sku"]}
        self._stock = stock

    async def execute(self, **kwargs: Any) -> dict[str, Any]:
        return {"left": self._stock[kwargs["sku"]]}


def test_inventory() -> None:
    one = Inventory({"x": 3})
    assert asyncio.run(one.execute(sku="x")) == {"left": 3}
    (result,) = Agent(tools=[one]).execute_tools_sync([ToolCall("1", "inventory", '{"sku": "x"}')])
    assert result == ToolResult("1", "inventory", {"left": 3})


def test_subclass_that_raises() -> None:
    (result,) = Agent(tools=[Inventory({})]).execute_tools_sync([ToolCall("1", "inventory", {"sku": "y"})])
    assert (result.content, result.error) == (None, "KeyError: 'y'")


def test_function_tool_schema() -> None:
    assert get_weather.to_schema() == {
        "type": "function",
        "function": {"name": "get_weather", "description": get_weather.description, "parameters": get_weather.parameters},
    }


@tool
def divide(a: float, b: float) -> str:
    """Divide."""
    if b == 0:
        raise ToolError("Cannot divide by zero")
    return str(a / b)


def test_second_try() -> None:
    agent = Agent(tools=[divide])
    first, other = agent.execute_tools_sync(
        [ToolCall("1", "divide", {"a": 1, "b": 0}), ToolCall("2", "divide", {"a": 9, "b": 3})]
    )
    assert (first.error, other.content) == ("Cannot divide by zero", "3.0")
    (again,) = agent.execute_tools_sync([ToolCall("3", "divide", {"a": 1, "b": 2})])
    assert (again.content, again.error) == ("0.5", None)


def test_two_cities() -> None:
    agent = Agent(name="multi_weather", tools=[meet, get_weather], max_steps=5)
    assert (agent.name, agent.max_steps) == ("multi_weather", 5)  # type: ignore[attr-defined]
    results = agent.execute_tools_sync([ToolCall(key, "meet", {"key": key}) for key in "abc"])
    assert [one.content for one in results] == ["Value for a", "Value for b", "Value for c"]


def test_results_and_calls() -> None:
    call = ToolCall(id="7", name="get_weather", arguments={"city": "Rome"})
    (result,) = asyncio.run(Agent(tools=[get_weather]).execute_tools([call]))
    assert isinstance(result, ToolResult)
    assert (result.tool_call_id, result.tool_name, result.error) == (call.id, call.name, None)


@pytest.mark.parametrize("module", ["orbiter.tool", "toolc.runtime.orbiter"])
def test_where_names_come_from(module: str) -> None:
    """The compiler knows the decorator under every name; at run time it is ours."""
    made = tools(f"from {module} import tool\n@tool\ndef act(a: int) -> int:\n    'Act.'\n")["act"]
    assert (made.system, made.fidelity) == ("orbiter", "exact")
    assert {"Tool", "FunctionTool", "tool", "ToolError", "ToolResult", "ToolCall"} <= set(face.__all__)
