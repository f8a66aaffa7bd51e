"""`ToolRegistry.from_compiled`: the files that toolc writes, run by functions; what is masked, and what does not fit together."""

import functools
import json
import logging
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import toolc
from harness import bundle
from toolc.emit import Options, emit
from toolc.targets.register import TARGETS

SOURCE = '''\
from datetime import date
from dataclasses import dataclass

import toolc


@dataclass
class Item:
    name: str
    count: int = 1


@toolc.tool
def order(item: Item, when: date | None = None, note: str = "none") -> str:
    """Order something."""


@toolc.tool
async def ping() -> str:
    """Ping."""
'''


def functions() -> dict[str, Callable[..., Any]]:
    import dataclasses

    @dataclasses.dataclass
    class Item:
        name: str
        count: int = 1

    def order(item: Item, when: date | None = None, note: str = "none") -> str:
        return f"{type(item).__name__} {item.count} {when!r} {note}"

    async def ping() -> str:
        return "pong"

    return {"order": order, "ping": ping}


@pytest.fixture(params=["openai", "openai-strict", "anthropic", "gemini", "mcp"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """What a target of JSON writes for the tools of the source."""
    (written,) = [one for one in emit(bundle(SOURCE), [TARGETS[request.param]], Options())[0] if one.path.endswith(".json")]
    path = tmp_path / request.param
    path.write_text(written.text, "utf-8")
    return path


def called(registry: toolc.ToolRegistry, name: str, **arguments: Any) -> str:
    call = {"type": "function", "id": "1", "function": {"name": name, "arguments": json.dumps(arguments)}}
    content: str = registry.dispatch(call)["content"]
    return content


def test_files_of_toolc(file: Path) -> None:
    registry = toolc.ToolRegistry.from_compiled(file, functions())
    assert [tool.name for tool in registry] == ["order", "ping"]
    assert called(registry, "ping") == "pong"
    whole = {"item": {"name": "lamp", "count": 2}, "when": "2026-01-02", "note": "now"}
    assert called(registry, "order", **whole) == "Item 2 datetime.date(2026, 1, 2) now"
    assert called(registry, "order", **{**whole, "item": {"name": 3, "count": 2}}).startswith(
        "Error: Invalid arguments for `order`:"
    )
    assert "there is no such parameter" in called(registry, "order", **whole, more=1)


def test_schemas_are_those_of_the_file(file: Path) -> None:
    """In the form of the file a registry gives back what stands in it."""
    registry = toolc.ToolRegistry.from_compiled(file, functions())
    document = json.loads(file.read_text("utf-8"))
    keys = {"gemini": "functionDeclarations", "mcp": "tools"}
    assert registry.schemas(file.name) == (document[keys[file.name]] if file.name in keys else document)


def test_null_of_strict_mode_leaves_an_argument_out(tmp_path: Path) -> None:
    schema = {
        "type": "object",
        "properties": {"word": {"type": "string"}, "times": {"type": ["integer", "null"]}},
        "required": ["word", "times"],
        "additionalProperties": False,
    }
    tool = {"type": "function", "function": {"name": "say", "strict": True, "parameters": schema}}
    (tmp_path / "tools.json").write_text(json.dumps([tool]), "utf-8")

    def say(word: str, times: int = 3) -> str:
        return word * times

    registry = toolc.ToolRegistry.from_compiled(tmp_path / "tools.json", {"say": say})
    assert called(registry, "say", word="a", times=None) == "aaa"
    assert (
        called(registry, "say", word="a") == "Error: Invalid arguments for `say`:\n- times: this required argument is missing"
    )


def one(a: int) -> int:
    return a


WRONG: list[tuple[Any, dict[str, Any], str]] = [
    ("{", {}, "cannot be read"),
    ("{}", {}, "has no tools"),
    ('[{"name": "f", "parameters": {"type": "object", "properties": {"a": {"type": "integer"}}}}]', {}, "no function runs `f`"),
    (
        '[{"name": "f", "parameters": {"type": "object", "properties": {"a": {}}}}]',
        {"f": one, "g": one},
        "has no tool `g`; there are `f`",
    ),
    (
        '[{"name": "f", "parameters": {"type": "object", "properties": {}}}]',
        {"f": one},
        "needs `a`, which no model is asked for",
    ),
    ('[{"name": "f", "parameters": {"type": "object", "properties": {"a": {}, "b": {}}}}]', {"f": one}, "does not take `b`"),
]


@pytest.mark.parametrize(("text", "given", "words"), WRONG)
def test_what_does_not_fit(text: str, given: dict[str, Any], words: str, tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    path.write_text(text, "utf-8")
    with pytest.raises(toolc.ToolDefinitionError, match=words):
        toolc.ToolRegistry.from_compiled(path, given)


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(toolc.ToolDefinitionError, match="cannot be read"):
        toolc.ToolRegistry.from_compiled(tmp_path / "none.json", {})


def test_a_bound_argument_is_none_of_the_model(tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    path.write_text('[{"name": "f", "parameters": {"type": "object", "properties": {}}}]', "utf-8")
    registry = toolc.ToolRegistry.from_compiled(path, {"f": functools.partial(one, a=5)})
    assert called(registry, "f") == "5"


# --- what a model is told of an exception ----------------------------------------------------------------------------


def failing() -> str:
    """Fail."""
    raise RuntimeError("db down: password=hunter2")


def test_words_of_exceptions_stay_here(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "toolc"):
        assert called(toolc.ToolRegistry([failing]), "failing") == "Error: `failing` failed."
    assert "hunter2" in caplog.text
    assert called(toolc.ToolRegistry([failing], errors="show"), "failing") == "Error: RuntimeError: db down: password=hunter2"
    own = toolc.ToolRegistry([failing], errors=lambda error: f"try later ({type(error).__name__})")
    assert called(own, "failing") == "Error: try later (RuntimeError)"
    with pytest.raises(ValueError, match="`mask`, `show` or a function"):
        toolc.ToolRegistry(errors="hide")  # type: ignore[arg-type]


# --- schemas that are checked without pydantic -----------------------------------------------------------------------

FITS = [
    ({"type": "integer", "minimum": 1}, 1, 0), ({"type": "number", "exclusiveMaximum": 2}, 1.5, 2),
    ({"type": "integer", "maximum": 3}, 3, 4), ({"exclusiveMinimum": 0}, 1, 0), ({"type": "integer", "multipleOf": 5}, 10, 11),
    ({"type": "string", "minLength": 2}, "ab", "a"), ({"type": "string", "maxLength": 1}, "é", "ab"),
    ({"type": "string", "pattern": "^a"}, "ab", "ba"), ({"type": "string", "nullable": True}, None, 3),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "fits", "fails"), FITS)
def test_bounds(schema: dict[str, Any], fits: Any, fails: Any, tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    parameters = {"type": "object", "properties": {"a": schema}, "required": ["a"]}
    path.write_text(json.dumps([{"name": "f", "parameters": parameters}]), "utf-8")

    def f(a: Any) -> Any:
        return "done"

    registry = toolc.ToolRegistry.from_compiled(path, {"f": f})
    assert called(registry, "f", a=fits) == "done"
    assert called(registry, "f", a=fails).startswith("Error: Invalid arguments for `f`:\n- a: must ")


def test_tools_of_the_documented_systems() -> None:
    from toolc.runtime import orbiter, tinyagent

    @orbiter.tool
    def first(a: int) -> int:
        """First."""
        return a

    @tinyagent.tool
    def second(a: int) -> int:
        """Second."""
        return a

    registry = toolc.ToolRegistry([first, second])
    assert [tool.spec.system for tool in registry] == ["orbiter", "tinyagent"]
    assert called(registry, "second", a=2) == "2"
