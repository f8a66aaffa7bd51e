"""Calls and replies in the forms of the providers, and what becomes of calls that no model should have made."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field

import toolc
from toolc.runtime import wire


def add(a: int, b: int = 1) -> int:
    """Add."""
    return a + b


class Point(BaseModel):
    x: int
    label: str = "none"


def place(points: list[Point], at: Point | None, scale: float = 2.0) -> str:
    """Place."""
    return f"{points} {at} {scale}"


def fail(kind: str = "") -> None:
    """Fail."""
    raise toolc.ToolError("no such place") if kind == "told" else KeyError("place")


@pytest.fixture
def registry() -> toolc.ToolRegistry:
    return toolc.ToolRegistry([add, place, fail])


FORMS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "openai": (
        {"id": "1", "type": "function", "function": {"name": "add", "arguments": '{"a": 2}'}},
        {"role": "tool", "tool_call_id": "1", "content": "3"},
    ),
    "openai-responses": (
        {"type": "function_call", "call_id": "1", "name": "add", "arguments": '{"a": 2}'},
        {"type": "function_call_output", "call_id": "1", "output": "3"},
    ),
    "anthropic": (
        {"type": "tool_use", "id": "1", "name": "add", "input": {"a": 2}},
        {"type": "tool_result", "tool_use_id": "1", "content": "3"},
    ),
    "gemini": (
        {"functionCall": {"name": "add", "args": {"a": 2}}},
        {"functionResponse": {"name": "add", "response": {"output": 3}}},
    ),
    "mcp": (
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "add", "arguments": {"a": 2}}},
        {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "3"}], "isError": False}},
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_dispatch(form: str, registry: toolc.ToolRegistry) -> None:
    call, reply = FORMS[form]
    assert registry.dispatch(call) == reply
    assert asyncio.run(registry.adispatch(call)) == reply
    assert registry.dispatch_all([call, call]) == [reply, reply]


# --- objects of the providers' libraries, with the fields of the versions that `wire` names --------------------------


class Function(BaseModel):
    name: str
    arguments: str


class ChatCompletionMessageFunctionToolCall(BaseModel):
    id: str
    function: Function
    type: Literal["function"] = "function"


class ResponseFunctionToolCall(BaseModel):
    arguments: str
    call_id: str
    name: str
    type: Literal["function_call"] = "function_call"
    id: str | None = None
    async_: bool | None = Field(None, alias="async")
    caller: None = None
    namespace: str | None = None
    status: str | None = None


class ToolUseBlock(BaseModel):
    id: str
    caller: None = None
    input: dict[str, object]
    name: str
    type: Literal["tool_use"] = "tool_use"
    toolset_name: str | None = None


class FunctionCall(BaseModel):
    id: str | None = None
    args: dict[str, Any] | None = None
    name: str | None = None
    partial_args: list[Any] | None = None
    will_continue: bool | None = None


class Part(BaseModel):
    function_call: FunctionCall | None = None
    function_response: None = None
    text: str | None = None


GIVEN = {"a": 2}
OBJECTS = {
    "openai": [
        ChatCompletionMessageFunctionToolCall(id="1", function=Function(name="add", arguments='{"a": 2}')),
        SimpleNamespace(id="1", type="function", function=SimpleNamespace(name="add", arguments='{"a": 2}')),
    ],
    "openai-responses": [
        ResponseFunctionToolCall(call_id="1", name="add", arguments='{"a": 2}', id="fc_1", status="completed")
    ],
    "anthropic": [
        ToolUseBlock(id="1", name="add", input=GIVEN),
        SimpleNamespace(type="tool_use", id="1", name="add", input=GIVEN),
    ],
    "gemini": [FunctionCall(name="add", args=GIVEN), Part(function_call=FunctionCall(name="add", args=GIVEN))],
}


@pytest.mark.parametrize(("form", "call"), [(form, call) for form, calls in OBJECTS.items() for call in calls], ids=repr)
def test_objects(form: str, call: Any, registry: toolc.ToolRegistry) -> None:
    assert registry.dispatch(call) == FORMS[form][1]


def test_objects_of_mcp(registry: toolc.ToolRegistry) -> None:
    types = pytest.importorskip("mcp.types")
    params = types.CallToolRequestParams(name="add", arguments=GIVEN)
    asked = types.JSONRPCRequest(jsonrpc="2.0", id=1, method="tools/call", params={"name": "add", "arguments": GIVEN})
    result = FORMS["mcp"][1]["result"]
    assert registry.dispatch(params) == registry.dispatch(types.CallToolRequest(params=params)) == result
    assert registry.dispatch(asked) == FORMS["mcp"][1]
    assert types.CallToolResult.model_validate(result).isError is False


def test_a_call_without_arguments_keeps_its_form() -> None:
    registry = toolc.ToolRegistry()

    @registry.tool
    def now() -> str:
        """Now."""
        return "noon"

    for call in (FunctionCall(name="now"), {"functionCall": {"name": "now"}}, {"name": "now", "args": {}}):
        assert registry.dispatch(call) == {"functionResponse": {"name": "now", "response": {"output": "noon"}}}
    for text in ("", "  ", "{}", "null"):
        assert (
            registry.dispatch({"type": "function_call", "call_id": "1", "name": "now", "arguments": text})["output"] == "noon"
        )
    assert registry.dispatch({"name": "now"})["content"][0]["text"] == "noon"


# --- what goes wrong is said to the model ----------------------------------------------------------------------------

WRONG: list[tuple[Any, Any, str]] = [
    ("sub", {"a": 1}, "There is no tool `sub`; there are: `add`, `place`, `fail`."),
    (None, {"a": 1}, "There is no tool ``"),
    (["add"], {"a": 1}, "There is no tool `['add']`"),
    ("add", '{"a": 1', "are not valid JSON"),
    ("add", "\ud800", "are not valid JSON"),
    ("add", "[" * 100_000, "are nested too deeply"),
    ("add", "[1]", "must be a JSON object, not an array"),
    ("add", 5, "must be a JSON object, not a number"),
    ("add", {}, "a: this required argument is missing"),
    ("add", {"a": "x"}, "a: input should be a valid integer"),
    ("add", {"a": 1, "c": 1}, "c: there is no such parameter"),
    ("fail", {}, "`fail` failed."),
    ("fail", {"kind": "told"}, "no such place"),
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("name", "arguments", "words"), WRONG, ids=lambda value: str(value)[:20])
def test_wrong_calls(form: str, name: Any, arguments: Any, words: str, registry: toolc.ToolRegistry) -> None:
    call = {
        "openai": {"id": "1", "type": "function", "function": {"name": name, "arguments": arguments}},
        "openai-responses": {"type": "function_call", "call_id": "1", "name": name, "arguments": arguments},
        "anthropic": {"type": "tool_use", "id": "1", "name": name, "input": arguments},
        "gemini": {"functionCall": {"name": name, "args": arguments}},
        "mcp": {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}},
    }[form]
    (reply,) = registry.dispatch_all([call])
    assert reply == registry.dispatch(call)
    said = {
        "openai": lambda: reply["content"].removeprefix("Error: "),
        "openai-responses": lambda: reply["output"].removeprefix("Error: "),
        "anthropic": lambda: reply["content"] if reply["is_error"] else "",
        "gemini": lambda: reply["functionResponse"]["response"]["error"],
        "mcp": lambda: reply["result"]["content"][0]["text"] if reply["result"]["isError"] else "",
    }[form]()
    assert words in said


@pytest.mark.parametrize("stranger", [{"x": 1}, None, 5, [], {"type": "tool_call", "name": "add", "args": {}}, Part(text="hi")])
def test_no_call(stranger: Any, registry: toolc.ToolRegistry) -> None:
    with pytest.raises(toolc.ToolError, match="not a tool call"):
        registry.dispatch(stranger)


# --- strict mode -----------------------------------------------------------------------------------------------------


def test_strict_mode(registry: toolc.ToolRegistry) -> None:
    """OpenAI then sends every key, null for those that are left out."""
    function = registry["place"].schema("openai-strict")["function"]
    assert function["strict"] and function["parameters"]["required"] == ["points", "at", "scale"]
    arguments = {"points": [{"x": 1, "label": None}, {"x": 2, "label": "b"}], "at": None, "scale": None}
    call = {"id": "1", "type": "function", "function": {"name": "place", "arguments": json.dumps(arguments)}}
    assert registry.dispatch(call)["content"] == place([Point(x=1), Point(x=2, label="b")], None)
    with pytest.raises(toolc.ArgumentError):
        registry["place"].call(arguments)


def test_what_strict_mode_cannot_say() -> None:
    def act(words: dict[str, int]) -> None:
        """Act."""

    with pytest.raises(toolc.ToolDefinitionError, match=r"`act` cannot be called in OpenAI's strict mode: keys are free"):
        toolc.ToolRegistry([act]).schemas(target="openai-strict")


def test_every_form_has_a_call() -> None:
    assert {*FORMS} == {*wire.Form.__args__}  # type: ignore[attr-defined]
