"""Limits of hosts: each line of the table has a tool that breaks it, at a place in its source, and one that does not."""

import datetime
import json
import re
from typing import Any

import pytest

from harness import LIVE, bundle
from toolc.cache.modules import KeptReader
from toolc.cache.store import NOTHING_KEPT
from toolc.fitness import unfit
from toolc.ir import Bundle
from toolc.providers.base import Provider
from toolc.providers.hosts import HOSTS, LINES
from toolc.providers.register import PROVIDERS
from toolc.snapshots import recorded_packages as read
from toolc.source import SourceFile

HEAD = """\
from typing import Annotated, Optional

from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations
from pydantic import BaseModel, Field

mcp = FastMCP("shop")


class Place(BaseModel):
    town: str


"""
HINTS = "annotations=ToolAnnotations(readOnlyHint=True, destructiveHint=False, openWorldHint=False)"


def source(arguments: str = "", parameters: str = "query: str", doc: str = "Search.") -> str:
    return f'{HEAD}@mcp.tool({arguments})\ndef search({parameters}) -> str:\n    """{doc}"""\n    return ""\n'


def found(text: str, host: str) -> list[tuple[str, str, str]]:
    """The codes, the marked texts and the words of what a host has to say."""
    made = bundle(text, versions=LIVE)
    said = unfit(made, [PROVIDERS[host]], lambda path: text, KeptReader(NOTHING_KEPT))
    lines = text.splitlines()
    marked = [(one, one.span) for one in said]
    return [
        (one.code, lines[span.line - 1][span.column - 1 : span.end_column - 1] if span else "", one.message)
        for one, span in marked
    ]


BROKEN: list[tuple[str, str, str, str]] = [
    # host, a tool, the code, the text that is marked
    ("claude-code", source("name='shop.search'"), "TC451", "search"),
    ("claude-code", source(f"name='{'a' * 54}'"), "TC454", "search"),
    ("claude-code", source(doc="Many words. " * 200), "TC452", "search"),
    ("cursor", source(f"name='{'a' * 56}'"), "TC454", "search"),
    ("vscode", source("name='Search'"), "TC452", "search"),
    ("codex", source("name='shop.search'"), "TC451", "search"),
    ("codex", source(parameters="limit: int | None = None"), "TC452", "int | None"),
    ("codex", source(parameters="place: Annotated[list[Place], Field(max_length=2)]"), "TC452", "Annotated[list[Place], Field(max_length=2)]"),
    ("gemini-cli", source("name='shop/search'"), "TC452", "search"),
    ("gemini-cli", source(f"name='{'a' * 55}'"), "TC452", "search"),
    ("gemini-cli", source(parameters="place: list[Place]"), "TC451", "list[Place]"),
    ("chatgpt", source(), "TC451", "search"),
    ("chatgpt", source(HINTS, doc="Many words. " * 20), "TC454", "search"),
]  # fmt: skip


@pytest.mark.parametrize(("host", "text", "code", "marked"), BROKEN)
def test_what_is_beyond_a_limit_is_found_where_it_stands(host: str, text: str, code: str, marked: str) -> None:
    assert (code, marked) in [one[:2] for one in found(text, host)], found(text, host)


KEPT = [
    ("claude-code", source(f"name='{'a' * 53}'", doc="w" * 2048)), ("cursor", source(f"name='{'a' * 55}'")),
    ("vscode", source("name='search_2-b'")), ("codex", source(parameters="limit: int = 3")),
    ("gemini-cli", source(f"name='{'a' * 54}'")), ("chatgpt", source(HINTS, doc="w" * 200)),
]  # fmt: skip


@pytest.mark.parametrize(("host", "text"), KEPT)
def test_what_is_within_all_limits_is_fit(host: str, text: str) -> None:
    assert found(text, host) == []


ROOTS = [("claude-code", "anyOf"), ("claude-code", "oneOf"), ("codex", "allOf"), ("codex", "enum"), ("codex", "not")]


def recorded(tools: list[dict[str, Any]]) -> Bundle:
    packages, diagnostics = read([SourceFile("shop.json", "shop", json.dumps({"tools": tools}))])
    assert not diagnostics
    return Bundle(packages)


@pytest.mark.parametrize(("host", "word"), ROOTS)
def test_unions_at_the_root(host: str, word: str) -> None:
    schema = {"type": "object", "properties": {}, word: [{"type": "object"}] if word != "not" else {"type": "null"}}
    said = unfit(
        recorded([{"name": "f", "inputSchema": schema}]), [PROVIDERS[host]], lambda path: None, KeptReader(NOTHING_KEPT)
    )
    assert f"{host} takes no `{word}` at the root (`f`, at /{word})" in [one.message for one in said]


INSIDE = [
    ("cursor", {"type": ["string", "null"]}, "cursor fails to call a tool with a list in `type` (`f`, at /properties/a/type)"),
    (
        "codex",
        {"type": "string", "pattern": "^(?!x)"},
        "codex takes no looking around in a `pattern` (`f`, at /properties/a/pattern)",
    ),
]


@pytest.mark.parametrize(("host", "schema", "words"), INSIDE)
def test_what_no_python_tool_has(host: str, schema: dict[str, Any], words: str) -> None:
    tool = {"name": "f", "inputSchema": {"type": "object", "properties": {"a": schema}}}
    said = unfit(recorded([tool]), [PROVIDERS[host]], lambda path: None, KeptReader(NOTHING_KEPT))
    assert [one.message for one in said] == [words]


@pytest.mark.parametrize(("host", "most"), [("cursor", 80), ("vscode", 128)])
def test_numbers_of_tools(host: str, most: int) -> None:
    tools = [{"name": f"t{number}", "inputSchema": {"type": "object", "properties": {}}} for number in range(most + 1)]
    for many, codes in ((tools, ["TC455"]), (tools[:-1], [])):
        assert [
            one.code for one in unfit(recorded(many), [PROVIDERS[host]], lambda path: None, KeptReader(NOTHING_KEPT))
        ] == codes


def test_every_line_has_a_source_and_a_date() -> None:
    for line in LINES:
        assert re.fullmatch(r"[\w.-]+/[\w.-]+#\d+", line.source), line.source
        assert datetime.date(2025, 1, 1) < datetime.date.fromisoformat(line.date) <= datetime.date(2026, 11, 24)
        assert (line.find is None) is (line.most > 0)


def test_findings_say_where_they_were_seen() -> None:
    said = unfit(bundle(source("name='a.b'"), versions=LIVE), [PROVIDERS["codex"]], lambda path: None, KeptReader(NOTHING_KEPT))
    assert [one.help for one in said] == ["seen in openai/codex#8174, 2025-12-17"]


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.name)
def test_each_limit_says_why_it_is_not_fixed(host: Provider, toolc) -> None:
    said = toolc("explain", host.name)
    lines = [line for line in LINES if line.host == host.name]
    assert said.status == 0 and said.out.count("  not fixed: ") == len(lines)
    assert all(f"- {line.about}\n" in said.out and line.stays in said.out for line in lines)
    documents = json.loads(toolc("explain", host.name, "--format", "json").out)
    assert [(one["limit"], one["not_fixed"]) for one in documents] == [(line.about, line.stays) for line in lines]
