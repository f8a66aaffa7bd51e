"""basic_agent's document, statement by statement."""

import enum
from typing import Any, Literal, Optional, Union

import pytest

from toolc.runtime.basic_agent import Agent, ToolDefinition, ToolRegistry, to_anthropic, to_openai, tool
from toolc.runtime.errors import ToolDefinitionError, ToolWarning
from toolc.runtime.tool_holder import ToolCall


@tool
def get_weather(city: str) -> str:
    """Get the current weather for a city."""
    return f"Sunny in {city}"


CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}


def definition(func: Any) -> ToolDefinition:
    made = func._tool_definition
    assert isinstance(made, ToolDefinition)
    return made


def test_get_weather() -> None:
    assert get_weather("Rome") == "Sunny in Rome"
    made = definition(get_weather)
    assert (made.name, made.description, made.parameters) == ("get_weather", "Get the current weather for a city.", CITY)


def test_agent() -> None:
    agent = Agent(tools=[get_weather])
    assert agent.schemas("openai")[0]["type"] == "function"
    good, bad = agent.execute_tools_sync([ToolCall("1", "get_weather", {"city": "Rome"}), ToolCall("2", "get_weather", {})])
    assert (good.content, good.error) == ("Sunny in Rome", None)
    assert bad.error == "Invalid arguments for `get_weather`:\n- city: this required argument is missing"
    with pytest.raises(TypeError):
        Agent(tools=["get_weather"])  # type: ignore[list-item]


class Unit(enum.Enum):
    C = "c"
    F = "f"


S, INT = {"type": "string"}, {"type": "integer"}
ROWS = [
    (str, S), (int, INT), (float, {"type": "number"}), (bool, {"type": "boolean"}), (list, {"type": "array"}),
    (list[int], {"type": "array", "items": INT}), (dict, {"type": "object"}),
    (dict[str, int], {"type": "object", "additionalProperties": INT}), (Optional[int], INT), (int | None, INT),  # noqa: UP045
    (Union[int, str], {"anyOf": [INT, S]}), (Literal["a", "b"], {"type": "string", "enum": ["a", "b"]}),  # noqa: UP007
    (Unit, {"type": "string", "enum": ["c", "f"]}),
]  # fmt: skip


@pytest.mark.parametrize(("tp", "schema"), ROWS)
def test_type(tp: Any, schema: dict[str, Any]) -> None:
    def act(a): ...  # type: ignore[no-untyped-def]

    act.__annotations__ = {"a": tp}
    assert definition(tool(act)).parameters["properties"]["a"] == schema


def test_model() -> None:
    pydantic = pytest.importorskip("pydantic")
    person = pydantic.create_model("Person", name=(str, ...), age=(int, 0))

    def act(a): ...  # type: ignore[no-untyped-def]

    act.__annotations__ = {"a": person}
    assert definition(tool(act)).parameters["properties"]["a"] == person.model_json_schema()


def test_required() -> None:
    @tool
    def act(a: int, b: int = 1) -> None: ...

    assert definition(act).parameters["required"] == ["a"]


def test_unhinted() -> None:
    @tool
    def act(a: int, b=1) -> None: ...  # type: ignore[no-untyped-def]

    assert list(definition(act).parameters["properties"]) == ["a"]


def test_definition() -> None:
    made = ToolDefinition("add", "Add.", {"type": "object", "properties": {}}, lambda a, b: a + b)
    assert made.execute(a=1, b=2) == 3
    assert made.to_schema() == {"name": "add", "description": "Add.", "parameters": {"type": "object", "properties": {}}}


def test_registry() -> None:
    def plain(a: int) -> int:
        """Plain."""
        return a

    registry = ToolRegistry()
    registry.register(get_weather)
    registry.register(plain)
    assert registry.get("get_weather") is definition(get_weather)
    assert registry.get("nothing") is None
    assert [one.name for one in registry.list_tools()] == ["get_weather", "plain"]
    assert registry.schemas()[0] == {
        "name": "get_weather",
        "description": "Get the current weather for a city.",
        "parameters": CITY,
    }
    assert not hasattr(plain, "_tool_definition")


def test_translation() -> None:
    schema = definition(get_weather).to_schema()
    about = {"name": "get_weather", "description": "Get the current weather for a city."}
    assert to_anthropic(schema) == {**about, "input_schema": CITY}
    assert to_openai(schema) == {"type": "function", "function": {**about, "parameters": CITY}}


def test_what_cannot_carry_a_definition() -> None:
    with pytest.raises(ToolDefinitionError, match="cannot carry"), pytest.warns(ToolWarning, match="no type hint"):
        tool(len)
