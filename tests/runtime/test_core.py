"""What the five faces share: callables of every kind, arguments, timeouts, results, and calls in every provider's form."""

import asyncio
import dataclasses
import enum
import functools
import json
import subprocess
import sys
import time
from datetime import date
from typing import Annotated, Any

import pytest

import toolc
from toolc.runtime import results
from toolc.runtime.lower import lower_callable


@dataclasses.dataclass
class Point:
    x: int
    y: int = 0


def add(a: int, b: int = 1) -> int:
    """Add."""
    return a + b


class Shop:
    def find(self, word: str) -> str:
        """Find."""
        return word

    @classmethod
    def open(cls, word: str) -> str:
        """Open."""
        return word

    @staticmethod
    def clean(word: str) -> str:
        """Clean."""
        return word

    def __call__(self, word: str) -> str:
        """Call."""
        return word


CALLABLES: list[tuple[Any, str | None, list[str]]] = [
    (add, "add", ["a", "b"]), (functools.partial(add, 1), "add", ["b"]), (functools.partial(add, b=3), "add", ["a", "b"]),
    (Shop().find, "find", ["word"]), (Shop.open, "open", ["word"]), (Shop.clean, "clean", ["word"]), (len, "len", ["obj"]),
    (Shop(), None, ["word"]), (lambda word: word, None, ["word"]),
]  # fmt: skip


@pytest.mark.parametrize(("function", "name", "parameters"), CALLABLES)
def test_callables(function: Any, name: str | None, parameters: list[str]) -> None:
    if name is None:
        with pytest.raises(toolc.ToolDefinitionError, match="give the tool a name"):
            lower_callable(function, "orbiter")
        name = "given"
        made = lower_callable(function, "orbiter", name=name)
    else:
        made = lower_callable(function, "orbiter")
    assert (made.name, list((made.input_schema or {})["properties"])) == (name, parameters)


@pytest.mark.parametrize("stranger", [3, Shop, max, Shop.__dict__["open"], None])
def test_strangers(stranger: Any) -> None:
    with pytest.raises(toolc.ToolDefinitionError):
        lower_callable(stranger, "orbiter")


def test_functions_without_source() -> None:
    space: dict[str, Any] = {}
    exec("def act(a: int, /, b: 'list[int]' = ()):\n    'Act.'\n    return a, b", space)
    tool = toolc.FunctionTool(space["act"])
    assert tool.parameters["properties"]["b"]["type"] == "array"
    assert tool.call({"a": "1", "b": ["2"]}) == (1, [2])


def test_coercion() -> None:
    pytest.importorskip("pydantic")

    @toolc.tool
    def act(when: date, points: list[Point], copy: int = 1) -> Any:
        """Act."""
        return when, points, copy

    assert act.call({"when": "2020-01-02", "points": [{"x": "1"}]}) == (date(2020, 1, 2), [Point(1)], 1)
    assert act(1, 2) == (1, 2, 1)
    with pytest.raises(toolc.ArgumentError) as caught:
        act.call({"when": "x", "points": [{}], "other": 1})
    lines = str(caught.value).split("\n")
    assert lines[0] == "Invalid arguments for `act`:"
    assert [line.partition(":")[0] for line in lines[1:]] == ["- when", "- points.0.x", "- other"]


def test_without_pydantic(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pydantic", None)
    tool = toolc.FunctionTool(add)
    assert tool.call({"a": 2}) == 3
    for wrong in ({"a": "x"}, {}, {"a": 1, "c": 1}):
        with pytest.raises(toolc.ArgumentError):
            tool.call(wrong)


@pytest.mark.parametrize("wrong", ["{", "[]", "3", [1]])
def test_no_object(wrong: Any) -> None:
    with pytest.raises(toolc.ArgumentError):
        toolc.FunctionTool(add).call(wrong)


def test_timeouts() -> None:
    @toolc.tool(timeout=0.05)
    async def late() -> None:
        """Late."""
        await asyncio.sleep(5)

    @toolc.tool(timeout=0.05)
    def late_too() -> None:
        """Late."""
        time.sleep(0.5)

    for tool in (late, late_too):
        with pytest.raises(toolc.ToolTimeoutError, match=r"within 0\.05 seconds"):
            tool.call()
        with pytest.raises(toolc.ToolTimeoutError):
            asyncio.run(tool.acall())


def test_async_inside_a_loop() -> None:
    @toolc.tool
    async def act(a: int) -> int:
        """Act."""
        return a

    async def main() -> Any:
        return act.call({"a": 1}), await act.acall({"a": 2})

    assert asyncio.run(main()) == (1, 2)


def test_only_awaitables_are_awaited() -> None:
    """What has every attribute one asks for, as proxies do, is a result like any other; a lambda may give a coroutine."""

    class Proxy:
        def __getattr__(self, name: str) -> str:
            return name

    async def act(a: int) -> int:
        return a

    giving = toolc.FunctionTool(lambda: Proxy(), name="giving")
    assert isinstance(giving.call(), Proxy) and isinstance(asyncio.run(giving.acall()), Proxy)
    waiting = toolc.FunctionTool(lambda a: act(a), name="waiting")
    assert waiting.call({"a": 1}) == asyncio.run(waiting.acall({"a": 1})) == 1


class Word(enum.Enum):
    A = "a"


def test_results() -> None:
    assert results.jsonable({"p": Point(1), "w": Word.A, "d": date(2020, 1, 2), "s": {1}}) == {
        "p": {"x": 1, "y": 0},
        "w": "a",
        "d": "2020-01-02",
        "s": [1],
    }
    assert (results.text("é"), results.text(None), results.text([1, "é"])) == ("é", "null", '[1,"é"]')
    endless: list[Any] = []
    endless.append(endless)
    for odd in (endless, object(), 1j, ValueError("x")):
        json.loads(json.dumps(results.jsonable(odd)))


def test_registry() -> None:
    registry = toolc.ToolRegistry()
    assert registry.tool(add) is add
    assert ("add" in registry, len(registry), registry["add"].name, registry.get("x")) == (True, 1, "add", None)
    assert registry.schemas("anthropic")[0]["input_schema"] == registry["add"].parameters
    with pytest.raises(toolc.ToolDefinitionError, match="already"):
        registry.register(add)
    with pytest.raises(ValueError, match="no target 'x'"):
        registry.schemas("x")


@pytest.mark.parametrize(
    "program",
    [
        "import toolc",
        "import toolc; toolc.tool",
        "import toolc; toolc.function_to_tool; toolc.ToolRegistry",
        "import toolc.runtime.pba",
    ],
)
def test_starts_light(program: str) -> None:
    heavy = "{'libcst', 'jinja2', 'jsonschema', 'typer', 'rich', 'pydantic'}"
    done = subprocess.run(
        [sys.executable, "-c", f"{program}; import sys; print(*{heavy} & set(sys.modules))"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == ""


def test_nothing_is_described_that_nobody_wrote() -> None:
    def search(query: str, limit: Annotated[int, "At most 50."] = 10, page: int = 1) -> str:
        """Search the catalogue.

        Args:
            query: Words to look for.
            limit: How many.
        """
        return query

    made = toolc.function_to_tool(search, generated=False)["function"]
    assert made["description"] == "Search the catalogue."
    assert made["parameters"]["properties"] == {
        "query": {"type": "string", "description": "Words to look for."},
        "limit": {"type": "integer", "description": "At most 50."},
        "page": {"type": "integer"},
    }
    assert toolc.function_to_tool(search, generated=True) == toolc.function_to_tool(search)
    assert "Parameter page of type int" in str(toolc.function_to_tool(search))
