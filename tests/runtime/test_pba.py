"""pba's document, statement by statement; its fixtures of tool files, loaded."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from harness import tools as static_tools
from runtime.replay import files
from runtime.test_static_equals_live import FIXTURES, facts
from toolc.ir import Tool as Spec
from toolc.runtime.errors import ToolDefinitionError, ToolError, ToolWarning
from toolc.runtime.pba import Tool


def multiply(self: Any, a: float, b: float = 2.0) -> Any:
    """Multiply two numbers."""
    return self.name, a * b


async def ask(agent: Any, question: str) -> Any:
    """Ask."""
    return agent.name, question


SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}


def test_callable() -> None:
    tool = Tool("times", callable=multiply)
    assert (tool.name, tool.description, tool.callable, tool.mcp_server) == ("times", "Multiply two numbers.", multiply, None)
    numbers = {"a": {"type": "number"}, "b": {"type": "number"}}
    assert tool.schema == {"type": "object", "properties": numbers, "required": ["a"]}
    assert Tool("times", "Own.", multiply).description == "Own."


def test_schema() -> None:
    tool = Tool("get_weather", schema=SCHEMA, mcp_server="weather")
    assert (tool.schema, tool.description, tool.mcp_server) == (SCHEMA, None, "weather")
    with pytest.raises(ToolError, match="MCP server `weather`"):
        asyncio.run(tool.call(None, city="Rome"))


def test_nothing() -> None:
    with pytest.raises(ToolDefinitionError, match="neither a callable nor a schema"):
        Tool("nothing")


def test_call() -> None:
    caller = SimpleNamespace(name="agent")
    assert asyncio.run(Tool("times", callable=multiply).call(caller, a=3)) == ("agent", 6)
    assert asyncio.run(Tool("ask", callable=ask).call(caller, question="why")) == ("agent", "why")
    assert asyncio.run(Tool("times", callable=multiply).checked_call(caller, '{"a": "3"}')) == ("agent", 6)
    with pytest.raises(ToolError, match="a: this required argument is missing"):
        asyncio.run(Tool("times", callable=multiply).checked_call(caller, {"self": 1}))


def test_to_dict() -> None:
    made = Tool("times", callable=multiply).to_dict()
    assert made["required"] == ["intention", "name", "arguments"]
    assert made["properties"]["arguments"] == Tool("times", callable=multiply).schema
    assert made["properties"]["name"] == {"type": "string", "const": "times"}
    assert Tool("ping", schema={"type": "object", "properties": {}}).to_dict()["required"] == ["intention", "name"]


def folder(name: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = FIXTURES / "pba" / name / "input"
    monkeypatch.chdir(place)
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    return place


def test_load(monkeypatch: pytest.MonkeyPatch) -> None:
    folder("load", monkeypatch)
    assert [tool.name for tool in Tool.load("tools")] == ["flip_coin", "roll_dice"]
    assert [tool.name for tool in Tool.load("tools", file_name="flip_coin")] == ["flip_coin"]
    assert [tool.name for tool in Tool.load("tools", file_name=["roll_dice", "flip_coin.py"])] == ["roll_dice", "flip_coin"]
    folder("load_default_folder", monkeypatch)
    assert [tool.name for tool in Tool.load()] == ["flip_coin", "roll_dice"]
    with pytest.raises(FileNotFoundError):
        Tool.load("nowhere")


def test_from_file(monkeypatch: pytest.MonkeyPatch) -> None:
    tool = Tool.from_file(str(folder("load", monkeypatch) / "tools" / "flip_coin.py"))
    assert tool is not None
    assert (tool.name, tool.description) == ("flip_coin", "Flip a coin.")
    folder("ambiguous_file", monkeypatch)
    with pytest.warns(ToolWarning, match="which of"):
        assert [Tool.from_file(str(path)) for path in Path().rglob("*.py")].count(None) >= 1


def test_from_mcp_tool() -> None:
    listed = {"name": "get_weather", "description": "Weather.", "inputSchema": SCHEMA}
    for one in (listed, SimpleNamespace(**listed)):
        tool = Tool.from_mcp_tool(one, "weather")
        assert (tool.name, tool.description, tool.schema, tool.mcp_server) == ("get_weather", "Weather.", SCHEMA, "weather")


class Slotted:
    """A tool object without a `__dict__`."""

    __slots__ = ("description", "input_schema", "name")

    def __init__(self) -> None:
        self.name, self.description, self.input_schema = "get_weather", "Weather.", SCHEMA


def test_whatever_has_the_attributes_of_a_listed_tool() -> None:
    """mcp 2 spells it `input_schema`."""
    for one in (Slotted(), {"name": "get_weather", "description": "Weather.", "input_schema": SCHEMA}):
        tool = Tool.from_mcp_tool(one, "weather")
        assert (tool.name, tool.description, tool.schema) == ("get_weather", "Weather.", SCHEMA)


@pytest.mark.parametrize(
    ("wrong", "words"), [({"inputSchema": {}}, "has a `name`"), (SimpleNamespace(name="a"), "has a `inputSchema`")]
)
def test_no_tool_of_a_server(wrong: Any, words: str) -> None:
    with pytest.raises(ToolDefinitionError, match=words):
        Tool.from_mcp_tool(wrong, "weather")


def test_official_tool() -> None:
    types = pytest.importorskip("mcp.types")
    tool = Tool.from_mcp_tool(types.Tool(name="get_weather", inputSchema=SCHEMA), "weather")
    assert (tool.name, tool.schema) == ("get_weather", SCHEMA)


def test_tool_call() -> None:
    pydantic = pytest.importorskip("pydantic")
    from toolc.runtime.pba import ToolCall

    call = ToolCall.model_validate_json('{"intention": "know", "name": "ask"}')
    assert issubclass(ToolCall, pydantic.BaseModel)
    assert (call.intention, call.name, call.arguments) == ("know", "ask", None)
    with pytest.raises(pydantic.ValidationError):
        ToolCall.model_validate({"name": "ask"})


CASES = ["caller", "docstrings", "file_named_as_function", "file_with_helpers", "missing", "missing_caller", "only_public_function", "several_files", "types"]  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_files(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place = folder(case, monkeypatch)
    sources = {path.relative_to(place).as_posix(): path.read_text("utf-8") for path in place.rglob("*.py")}
    live: list[Spec] = []
    files(place, live)
    expected = static_tools(sources, declared=dict.fromkeys(sources, "pba"))
    assert facts(live) == facts(list(expected.values()))
