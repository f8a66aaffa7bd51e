"""Callables of every kind, with source and without, under every system: the right tool, or an error that says what to do."""

import asyncio
import functools
import operator
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import toolc
from toolc import ToolDefinitionError, function_to_tool
from toolc.runtime import basic_agent, orbiter, pba, tinyagent

SPACE: dict[str, Any] = {}
exec("from __future__ import annotations\ndef made(a: int, b: str = 'x') -> str:\n    'Made.'\n    return b * a", SPACE)


def plain(a: int, b: str = "x") -> str:
    """Plain."""
    return b * a


async def later(a: int, b: str = "x") -> str:
    """Later."""
    return b * a


def only(a: int, /, b: str = "x") -> str:
    """Only."""
    return b * a


@functools.lru_cache
def cached(a: int) -> str:
    """Cached."""
    return "x" * a


@functools.wraps(plain)
def wrapping(*args: Any, **kwargs: Any) -> Any:
    return plain(*args, **kwargs)


class Machine:
    """A machine."""

    size: str

    def __init__(self, size: int = 1) -> None: ...

    def method(self, a: int) -> str:
        """Method."""
        return "x" * a

    @classmethod
    def of_class(cls, a: int) -> str:
        """Of the class."""
        return "x" * a

    @staticmethod
    def static(a: int) -> str:
        """Static."""
        return "x" * a

    def __call__(self, a: int) -> str:
        """Called."""
        return "x" * a


class Awaited:
    async def __call__(self, a: int) -> str:
        """Called."""
        return "x" * a


class Held:
    """What is called is a static method."""

    __call__ = staticmethod(plain)


INT, STR = "integer", "string"
OTHER, NO_HINT = "is not a function", "has no type hint"

GOOD: list[tuple[str, Any, str | None, dict[str, str | None], dict[str, Any], Any, str]] = [
    # what, the callable, its name, parameters with types, arguments, what comes of them, why tinyagent refuses it
    ("function", plain, "plain", {"a": INT, "b": STR}, {"a": 2}, "xx", ""),
    ("async function", later, "later", {"a": INT, "b": STR}, {"a": 2}, "xx", ""),
    ("positional only", only, "only", {"a": INT, "b": STR}, {"a": 2, "b": "y"}, "yy", ""),
    ("exec", SPACE["made"], "made", {"a": INT, "b": STR}, {"a": 2}, "xx", ""),
    ("lambda", lambda a, b="x": b * a, None, {"a": None, "b": None}, {"a": 2}, "xx", NO_HINT),
    ("eval", eval("lambda a: a"), None, {"a": None}, {"a": 2}, 2, NO_HINT),
    ("partial", functools.partial(plain, 2), "plain", {"b": STR}, {"b": "y"}, "yy", OTHER),
    ("partial with keyword", functools.partial(plain, b="y"), "plain", {"a": INT, "b": STR}, {"a": 2}, "yy", OTHER),
    ("partial of a partial", functools.partial(functools.partial(plain, 2), b="y"), "plain", {"b": STR}, {}, "yy", OTHER),
    ("partial of async", functools.partial(later, b="y"), "later", {"a": INT, "b": STR}, {"a": 2}, "yy", OTHER),
    ("partial of a lambda", functools.partial(lambda a, b: a, b=1), None, {"a": None, "b": None}, {"a": 2}, 2, OTHER),
    ("partial of a builtin", functools.partial(divmod, 7), "divmod", {"y": None}, {"y": 2}, (3, 1), OTHER),
    ("partial of a method", functools.partial(Machine().method, a=3), "method", {"a": INT}, {}, "xxx", OTHER),
    ("builtin", len, "len", {"obj": None}, {"obj": [1]}, 1, NO_HINT),
    ("method of a builtin", "a".join, "join", {"iterable": None}, {"iterable": ["b", "c"]}, "bac", NO_HINT),
    ("bound method", Machine().method, "method", {"a": INT}, {"a": 2}, "xx", OTHER),
    ("bound class method", Machine.of_class, "of_class", {"a": INT}, {"a": 2}, "xx", OTHER),
    ("static method", Machine.static, "static", {"a": INT}, {"a": 2}, "xx", ""),
    ("bare static method", Machine.__dict__["static"], "static", {"a": INT}, {"a": 2}, "xx", ""),
    ("callable object", Machine(), None, {"a": INT}, {"a": 2}, "xx", OTHER),
    ("async callable object", Awaited(), None, {"a": INT}, {"a": 2}, "xx", OTHER),
    ("object that calls a function", Held(), None, {"a": INT, "b": STR}, {"a": 2}, "xx", OTHER),
    ("cached", cached, "cached", {"a": INT}, {"a": 2}, "xx", ""),
    ("wrapped", wrapping, "plain", {"a": INT, "b": STR}, {"a": 2}, "xx", ""),
    ("dispatching", functools.singledispatch(plain), "plain", {"a": INT, "b": STR}, {"a": 2}, "xx", ""),
]  # fmt: skip

BAD: list[tuple[str, Any, str]] = [
    # what, the stranger, words of every system's error
    ("class", Machine, "is a class"),
    ("builtin class", int, "is a class"),
    ("partial of a class", functools.partial(Machine, 1), "is a class"),
    ("unbound class method", Machine.__dict__["of_class"], "pass the bound method, `Class.method`"),
    ("builtin without a signature", max, "the parameters of `max` cannot be read: wrap it in a function"),
    ("object without a signature", operator.itemgetter("a"), "the parameters of `itemgetter` cannot be read: wrap it in a function"),
    ("partial of such a builtin", functools.partial(max, 1), "cannot be read: wrap it in a function"),
    ("generic alias", list[int], "the parameters of `list` cannot be read"),
    ("partial method", functools.partialmethod(Machine.method, 1), "a tool is made of a function, not of"),
    ("number", 3, "a tool is made of a function, not of"),
    ("text", "plain", ""),
]  # fmt: skip

Row = pytest.mark.parametrize(
    ("function", "name", "parameters", "arguments", "result", "refused"),
    [row[1:] for row in GOOD],
    ids=[row[0] for row in GOOD],
)
NAMELESS = "no name of its own: give the tool a name, or wrap it in a function"


def types(schema: dict[str, Any]) -> dict[str, str | None]:
    return {key: value.get("type") for key, value in schema["properties"].items()}


def fits(schema: dict[str, Any], parameters: dict[str, str | None]) -> None:
    """The parameters in their order, and the types of those that have a hint."""
    told = types(schema)
    assert list(told) == list(parameters)
    assert {key: told[key] for key, type_ in parameters.items() if type_} == {
        key: one for key, one in parameters.items() if one
    }


@Row
@pytest.mark.filterwarnings("ignore")
def test_toolc(
    function: Any, name: str | None, parameters: dict[str, Any], arguments: dict[str, Any], result: Any, refused: str
) -> None:
    if name is None:
        with pytest.raises(ToolDefinitionError, match=NAMELESS):
            toolc.FunctionTool(function)
    tool = toolc.FunctionTool(function, name=None if name else "given")
    assert tool.name == (name or "given")
    fits(tool.parameters, parameters)
    assert tool.call(arguments) == asyncio.run(tool.acall(arguments)) == result


@Row
@pytest.mark.filterwarnings("ignore")
def test_orbiter(
    function: Any, name: str | None, parameters: dict[str, Any], arguments: dict[str, Any], result: Any, refused: str
) -> None:
    if name is None:
        with pytest.raises(ToolDefinitionError, match=NAMELESS):
            orbiter.tool(function)
    tool = orbiter.FunctionTool(function, name=None if name else "given")
    assert tool.name == (name or "given")
    fits(tool.parameters, parameters)
    call = orbiter.ToolCall("1", tool.name, arguments)
    assert orbiter.Agent(tools=[tool]).execute_tools_sync([call])[0].content == result


@Row
@pytest.mark.filterwarnings("ignore")
def test_basic_agent(
    function: Any, name: str | None, parameters: dict[str, Any], arguments: dict[str, Any], result: Any, refused: str
) -> None:
    """A parameter without a hint is left out, and there is no way to give a name."""
    registry = basic_agent.ToolRegistry()
    if name is None:
        with pytest.raises(ToolDefinitionError, match=NAMELESS):
            registry.register(function)
        return
    registry.register(function)
    (definition,) = registry.list_tools()
    assert definition.name == name
    fits(definition.parameters, {key: type_ for key, type_ in parameters.items() if type_})
    if all(key in definition.parameters["properties"] for key in arguments):
        assert definition.core.call(arguments) == result


@Row
@pytest.mark.filterwarnings("ignore")
def test_tinyagent(
    function: Any, name: str | None, parameters: dict[str, Any], arguments: dict[str, Any], result: Any, refused: str
) -> None:
    """Functions alone, each parameter with a hint."""
    if refused:
        with pytest.raises(ToolDefinitionError, match=refused):
            tinyagent.tool("given")(function)
        return
    tool = tinyagent.tool(function)
    assert tool.name == name
    fits(tool.parameters, parameters)
    assert tinyagent.core(tool).call(arguments) == result


@Row
@pytest.mark.filterwarnings("ignore")
def test_pba(
    function: Any, name: str | None, parameters: dict[str, Any], arguments: dict[str, Any], result: Any, refused: str
) -> None:
    """The caller goes into the first parameter, so there must be one that takes it by position."""
    first, *others = parameters
    if isinstance(function, functools.partial) and first in function.keywords:
        with pytest.raises(ToolDefinitionError, match="needs a first parameter for the caller"):
            pba.Tool("given", callable=function)
        return
    tool = pba.Tool("given", callable=function)
    fits(tool.schema, {key: parameters[key] for key in others})
    if first in arguments:
        rest = {key: value for key, value in arguments.items() if key != first}
        assert asyncio.run(tool.checked_call(arguments[first], rest)) == result


@Row
@pytest.mark.filterwarnings("ignore")
def test_function_to_tool(
    function: Any, name: str | None, parameters: dict[str, Any], arguments: dict[str, Any], result: Any, refused: str
) -> None:
    """A name and a documentation are a must; a missing hint is a string."""
    if name is None:
        with pytest.raises(ToolDefinitionError, match=r"no name of its own|no docstring"):
            function_to_tool(function)
        return
    made = function_to_tool(function)["function"]
    assert made["name"] == name
    fits(made["parameters"], {key: type_ or STR for key, type_ in parameters.items()})


MAKERS: dict[str, Callable[[Any], Any]] = {
    "toolc": toolc.FunctionTool,
    "registry": lambda one: toolc.ToolRegistry([one]),
    "orbiter": orbiter.FunctionTool,
    "basic_agent": lambda one: basic_agent.ToolRegistry().register(one),
    "tinyagent": lambda one: tinyagent.tool("given")(one),
    "pba": lambda one: pba.Tool("given", callable=one),
    "function_to_tool": function_to_tool,
}


@pytest.mark.parametrize("system", MAKERS)
@pytest.mark.parametrize(("stranger", "words"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_strangers(stranger: Any, words: str, system: str) -> None:
    with pytest.raises(ToolDefinitionError, match=words.replace(".", r"\.")):
        MAKERS[system](stranger)


REPL = """
from dataclasses import dataclass
import toolc

@dataclass
class Point:
    x: int

@toolc.tool
def act(p: "Point", more: "list[Point]" = ()) -> int:
    "Act."
    return p.x

print(act.parameters["$defs"]["Point"]["properties"], act.call({"p": {"x": "3"}}))
"""


@pytest.mark.parametrize("way", ["-i", "-", "-c"])
def test_typed_in(way: str) -> None:
    """What a person types at the prompt, or hands over as a text, is in no file."""
    command = [sys.executable, "-q", way, *([REPL] if way == "-c" else [])]
    typed = None if way == "-c" else REPL
    done = subprocess.run(command, input=typed, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "{'x': {'title': 'X', 'type': 'integer'}} 3", done.stderr
