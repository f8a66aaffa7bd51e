"""The examples of basic_agent's document as programs of ours: the same calls, the import line changed."""

from typing import Any, Literal

import jsonschema
import pytest

from harness import tools
from toolc.runtime.basic_agent import Agent, ToolDefinition, ToolRegistry, to_anthropic, to_openai, tool
from toolc.runtime.tool_holder import ToolCall


@tool
def get_weather(city: str) -> str:
    """Tell the weather of a city."""
    return f"Sunny in {city}"


def definition(func: Any) -> ToolDefinition:
    made = func._tool_definition
    assert isinstance(made, ToolDefinition)
    return made


def test_weather() -> None:
    assert get_weather("Oslo") == get_weather(city="Oslo") == "Sunny in Oslo"
    assert get_weather.__name__ == "get_weather"
    assert definition(get_weather).name == "get_weather"


def test_agent_with_weather() -> None:
    agent = Agent(tools=[get_weather])
    assert isinstance(agent.registry, ToolRegistry)
    assert agent.registry.get("get_weather") is definition(get_weather)
    (result,) = agent.execute_tools_sync([ToolCall("1", "get_weather", '{"city": "Rome"}')])
    assert (result.content, result.error) == ("Sunny in Rome", None)


@tool
def create_order(sku: str, count: int = 1, tags: list[str] | None = None, speed: Literal["slow", "fast"] = "slow") -> str:
    """Order something.

    The second paragraph belongs to it.

    Args:
        sku: What to order.
        count: How many.
    """
    return sku


def test_create_order() -> None:
    made = definition(create_order)
    assert made.parameters["required"] == ["sku"]
    assert made.parameters["properties"] == {
        "sku": {"type": "string", "description": "What to order."},
        "count": {"type": "integer", "description": "How many."},
        "tags": {"type": "array", "items": {"type": "string"}},
        "speed": {"type": "string", "enum": ["slow", "fast"]},
    }


def test_described() -> None:
    described = definition(create_order).parameters["properties"]
    assert [name for name in described if "description" in described[name]] == ["sku", "count"]


def test_whole_docstring() -> None:
    assert definition(create_order).description == (
        "Order something.\n\nThe second paragraph belongs to it.\n\nArgs:\n    sku: What to order.\n    count: How many."
    )


def test_parameters_are_json_schema() -> None:
    schema = definition(create_order).parameters
    jsonschema.Draft202012Validator.check_schema(schema)
    checker = jsonschema.Draft202012Validator(schema)
    assert checker.is_valid({"sku": "x", "count": 2, "speed": "fast"})
    assert not checker.is_valid({"count": 2})


def test_nested() -> None:
    @tool
    def act(a: dict[str, list[int | None]], b: list[dict[str, bool]] | None = None) -> None: ...

    assert definition(act).parameters["properties"] == {
        "a": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "integer"}}},
        "b": {"type": "array", "items": {"type": "object", "additionalProperties": {"type": "boolean"}}},
    }


def test_model_with_definitions() -> None:
    """References of a model's own schema point to the root, so its definitions stand there."""
    pydantic = pytest.importorskip("pydantic")
    address = pydantic.create_model("Address", street=(str, ...))
    person = pydantic.create_model("Person", home=(address, ...), work=(address | None, None))

    def act(who): ...  # type: ignore[no-untyped-def]

    act.__annotations__ = {"who": person}
    schema = definition(tool(act)).parameters
    reported = person.model_json_schema()
    assert schema["$defs"] == reported.pop("$defs")
    assert schema["properties"]["who"] == reported


def test_definition_by_hand() -> None:
    schema = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
    made = ToolDefinition(name="shout", description="Shout.", parameters=schema, func=lambda text: text.upper())
    assert made.execute(text="hey") == "HEY"
    assert (made.func("a"), made.parameters) == ("A", schema)
    with pytest.raises(TypeError):
        made.execute(wrong=1)


def test_registry_in_use() -> None:
    def add(a: int, b: int) -> int:
        """Add two numbers."""
        return a + b

    registry = ToolRegistry()
    registry.register(add)
    registry.register(get_weather)
    found = registry.get("add")
    assert found is not None
    assert (found.execute(a=1, b=2), registry.get("subtract")) == (3, None)
    assert [one.name for one in registry.list_tools()] == [one["name"] for one in registry.schemas()] == ["add", "get_weather"]


def test_provider_forms() -> None:
    neutral = definition(get_weather).to_schema()
    assert set(neutral) == {"name", "description", "parameters"}
    assert set(to_anthropic(neutral)) == {"name", "description", "input_schema"}
    assert set(to_openai(neutral)) == {"type", "function"}
    assert set(to_openai(neutral)["function"]) == {"name", "description", "parameters"}
    agent = Agent(tools=[get_weather])
    assert agent.schemas() == [neutral]
    assert agent.schemas("anthropic") == [to_anthropic(neutral)]


@pytest.mark.parametrize("module", ["basic_agent", "basic_agent.tools", "toolc.runtime.basic_agent"])
def test_where_names_come_from(module: str) -> None:
    """The compiler knows the decorator under every name; at run time it is ours."""
    made = tools(f"from {module} import tool\n@tool\ndef act(a: int) -> int:\n    'Act.'\n")["act"]
    assert (made.system, made.fidelity) == ("basic_agent", "exact")
