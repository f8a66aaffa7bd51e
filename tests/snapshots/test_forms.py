"""Tools that come as JSON: which forms are known, where each tool stands, and what is no document."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolc.snapshots import recorded_packages
from toolc.snapshots.document import MAX_DEPTH, Malformed, parse
from toolc.source import SourceFile

SCHEMA = {"type": "object", "properties": {"q": {"type": "string"}}}
MCP = {"name": "a", "inputSchema": SCHEMA}
CHAT = {"type": "function", "function": {"name": "a", "parameters": SCHEMA}}
GEMINI = {"functionDeclarations": [{"name": "a", "parametersJsonSchema": SCHEMA}, {"name": "b"}]}
NOTHING = {"type": "object", "properties": {}}

FORMS: list[tuple[str, Any, dict[str, Any]]] = [
    ("tools/list", {"tools": [MCP]}, {"a": SCHEMA}),
    ("a response", {"jsonrpc": "2.0", "id": 1, "result": {"tools": [MCP], "nextCursor": "x"}}, {"a": SCHEMA}),
    ("a list", [MCP], {"a": SCHEMA}),
    ("one tool", MCP, {"a": SCHEMA}),
    ("openai chat", [CHAT], {"a": SCHEMA}),
    ("openai chat, one", CHAT, {"a": SCHEMA}),
    ("openai responses", [{"type": "function", "name": "a", "parameters": SCHEMA}], {"a": SCHEMA}),
    ("openai, no parameters", [{"type": "function", "name": "a", "parameters": None}], {"a": NOTHING}),
    ("a request to openai", {"model": "m", "tools": [CHAT]}, {"a": SCHEMA}),
    ("anthropic", [{"name": "a", "input_schema": SCHEMA}], {"a": SCHEMA}),
    ("gemini", {"tools": [GEMINI]}, {"a": SCHEMA, "b": NOTHING}),
    ("gemini, one", GEMINI, {"a": SCHEMA, "b": NOTHING}),
    ("a schema", SCHEMA, {"shop": SCHEMA}),
    ("any value", True, {"shop": {}}),
    ("no value", False, {"shop": {"not": {}}}),
    ("a schema that asks nothing", {}, {"shop": {}}),
    ("a tool that takes anything", [{"name": "a", "inputSchema": True}], {"a": {}}),
    ("no tools", {"tools": []}, {}),
]

MALFORMED: list[tuple[str, str, tuple[int, int]]] = [
    ("", "not JSON", (1, 1)),
    ('{\n  "tools": [\n', "not JSON", (3, 1)),
    ('{"a": 1, "a": 2}', 'the key "a" twice', (1, 1)),
    ("[NaN]", "NaN is not a number", (1, 1)),
    ("[-Infinity]", "-Infinity is not a number", (1, 1)),
    ("[1e999]", "beyond what a double holds", (1, 1)),
    ("[" + "1" * 5000 + "]", "not JSON", (1, 1)),
    ('["x",\n "\\ud800"]', "half of a character", (2, 3)),
    ("[" * 100_000, f"more than {MAX_DEPTH} levels deep", (1, MAX_DEPTH + 1)),
    ('{"a":' * 100_000, f"more than {MAX_DEPTH} levels deep", (1, MAX_DEPTH * 5 + 1)),
]


def read(text: str) -> tuple[dict[str, Any], list[str]]:
    """The input schemas by name, and the codes of all that is said, of a document `shop.schema.json`."""
    packages, diagnostics = recorded_packages([SourceFile("in/shop.schema.json", "", text)])
    tools = [tool for package in packages for server in package.servers for tool in server.tools]
    return {tool.name: tool.input_schema for tool in tools}, [one.code for one in diagnostics]


@pytest.mark.parametrize(("document", "tools"), [row[1:] for row in FORMS], ids=[row[0] for row in FORMS])
def test_form(document: Any, tools: dict[str, Any]) -> None:
    assert read(json.dumps(document)) == (tools, [])


@pytest.mark.parametrize("document", [3, None, "text", {"name": "shop", "version": "1.0"}, {"tools": {"a": MCP}}])
def test_foreign(document: Any) -> None:
    assert read(json.dumps(document)) == ({}, ["TC122"])


@pytest.mark.parametrize("entry", [3, None, {}, {"name": ""}, {"name": 3, "inputSchema": {}}])
def test_what_is_no_tool_leaves_the_others(entry: Any) -> None:
    assert read(json.dumps([entry, MCP])) == ({"a": SCHEMA}, ["TC123"])


@pytest.mark.parametrize("schema", [3, "string", [], None])
def test_without_a_schema(schema: Any) -> None:
    assert read(json.dumps([{"name": "x", "inputSchema": schema}])) == ({"x": None}, ["TC123"])


@pytest.mark.parametrize(("text", "words", "place"), MALFORMED, ids=range(len(MALFORMED)))
def test_malformed(text: str, words: str, place: tuple[int, int]) -> None:
    with pytest.raises(Malformed) as error:
        parse(SourceFile("shop.json", "", text))
    assert words in error.value.message
    assert (error.value.place.line, error.value.place.column) == place


def test_a_schema_keeps_its_openness() -> None:
    closed = {**SCHEMA, "additionalProperties": False}
    packages, _ = recorded_packages([SourceFile("shop.json", "", json.dumps([MCP, {"name": "b", "inputSchema": closed}]))])
    assert [tool.closed for tool in packages[0].servers[0].tools] == [False, True]


KEYS = st.sampled_from(
    ["tools", "result", "name", "inputSchema", "function", "type", "functionDeclarations", "parameters", "ä"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text() | KEYS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES, st.sampled_from([None, 1]))
def test_any_value_has_its_place(value: Any, indent: int | None) -> None:
    """Every object and array near the root is found again where `places` says, and no document raises."""
    text = json.dumps(value, indent=indent)
    document = parse(SourceFile("shop.json", "", text))
    lines = text.splitlines(keepends=True)
    for path, span in document.places.items():
        inside = value
        for step in path:
            inside = inside[step]
        start = sum(map(len, lines[: span.line - 1])) + span.column - 1
        end = sum(map(len, lines[: span.end_line - 1])) + span.end_column - 1
        assert json.loads(text[start:end]) == inside
    read(text)
