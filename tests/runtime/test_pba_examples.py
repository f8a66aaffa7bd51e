"""What pba's document shows, as programs of ours: the same classes and calls, the import line changed."""

import asyncio
import inspect
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from toolc.runtime.errors import ToolError
from toolc.runtime.pba import Agent, Tool, callable_to_schema
from toolc.runtime.tool_holder import ToolCall as Request


def add(self: Any, a: int, b: int = 1) -> Any:
    """Add two numbers."""
    return self.name, a + b


async def tell(agent: Any, to: str, text: str) -> str:
    """Send a message.

    Args:
        to: Who reads it.
    """
    return f"{agent.name} to {to}: {text}"


class Caller:
    name = "proxy"


def test_constructor() -> None:
    parameters = inspect.signature(Tool).parameters
    assert list(parameters) == ["name", "description", "callable", "schema", "mcp_server"]
    assert [one.default for one in parameters.values()] == [inspect.Parameter.empty, None, None, None, None]


def test_calculator() -> None:
    calculator = Tool("calculator", "Adds.", add)
    assert inspect.iscoroutinefunction(calculator.call)
    assert asyncio.run(calculator.call(Caller(), a=1, b=2)) == ("proxy", 3)
    assert asyncio.run(Tool("send_message", callable=tell).call(Caller(), to="Ann", text="hi")) == "proxy to Ann: hi"


def test_callable_to_schema() -> None:
    assert callable_to_schema(tell) == Tool("any", callable=tell).schema
    assert callable_to_schema(tell) == {
        "type": "object",
        "properties": {"to": {"type": "string", "description": "Who reads it."}, "text": {"type": "string"}},
        "required": ["to", "text"],
    }


def test_call_schema() -> None:
    """What `to_dict` describes is what `ToolCall` reads."""
    pytest.importorskip("pydantic")
    from toolc.runtime.pba import ToolCall

    schema = Tool("send_message", callable=tell).to_dict()
    checker = jsonschema.Draft202012Validator(schema)
    call = {"intention": "greet", "name": "send_message", "arguments": {"to": "Ann", "text": "hi"}}
    assert checker.is_valid(call)
    assert not checker.is_valid({"name": "send_message", "arguments": call["arguments"]})
    assert not checker.is_valid({**call, "arguments": {"to": 1}})
    assert ToolCall(**call).arguments == call["arguments"]
    silent = Tool("ping", schema={"type": "object", "properties": {}}).to_dict()
    assert jsonschema.Draft202012Validator(silent).is_valid({"intention": "see", "name": "ping"})


def test_folder_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "agent" / "tools"
    folder.mkdir(parents=True)
    (folder / "greet.py").write_text("def greet(self, who: str) -> str:\n    'Greet.'\n    return 'hello ' + who\n")
    (folder / "leave.py").write_text("async def leave(self) -> str:\n    'Leave.'\n    return 'bye'\n")
    (folder / "__init__.py").write_text("")
    loaded = Tool.load()
    assert [(one.name, one.description) for one in loaded] == [("greet", "Greet."), ("leave", "Leave.")]
    assert [one.name for one in Tool.load(file_name="leave")] == ["leave"]
    assert [one.name for one in Tool.load(str(folder), ["leave", "greet"])] == ["leave", "greet"]
    assert [asyncio.run(one.call(Caller(), **given)) for one, given in zip(loaded, ({"who": "Ann"}, {}), strict=True)] == [
        "hello Ann",
        "bye",
    ]


def test_file_without_a_tool(tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_text("LIMIT = 3\n")
    assert Tool.from_file(str(tmp_path / "empty.py")) is None


def test_agent_uses_tools() -> None:
    pytest.importorskip("pydantic")
    from toolc.runtime.pba import ToolCall

    agent = Agent([Tool("calculator", callable=add)], name="proxy")
    call = ToolCall.model_validate_json('{"intention": "count", "name": "calculator", "arguments": {"a": 2}}')
    assert asyncio.run(agent.use_tool(call.name, call.arguments)) == ("proxy", 3)
    with pytest.raises(ToolError, match="There is no tool `other`"):
        asyncio.run(agent.use_tool("other"))


def test_arguments_that_do_not_fit() -> None:
    with pytest.raises(ToolError, match="- a"):
        asyncio.run(Agent([Tool("calculator", callable=add)], name="proxy").use_tool("calculator", {"a": "x"}))


def test_agent_of_strangers() -> None:
    with pytest.raises(TypeError, match="Expected a Tool, not function"):
        Agent([add])  # type: ignore[list-item]


def test_agent_runs_calls() -> None:
    remote = Tool("weather", schema={"type": "object", "properties": {}}, mcp_server="far")
    agent = Agent([Tool("calculator", callable=add), remote], name="proxy")
    good, bad, far = agent.execute_tools_sync(
        [Request("1", "calculator", {"a": 1}), Request("2", "calculator", {}), Request("3", "weather", {})]
    )
    assert (good.content, bad.content) == (("proxy", 2), None)
    assert bad.error is not None
    assert far.error == "`weather` runs on the MCP server `far`: it has nothing to call here"
