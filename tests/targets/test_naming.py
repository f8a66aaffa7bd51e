"""File names that every file system holds apart, and names of types."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolc.emit import _SEGMENT
from toolc.ir import Array, NamedType, Object, Property, Ref, String, Tool
from toolc.source import Span
from toolc.targets.casing import pascal
from toolc.targets.go.naming import identifiers as go_identifiers
from toolc.targets.java.reserved import WORDS
from toolc.targets.jvm.names import identifiers as jvm_identifiers
from toolc.targets.naming import slug, unique
from toolc.targets.python.naming import module_names
from toolc.targets.rust.naming import identifiers as rust_identifiers
from toolc.targets.type_names import type_names


def java_identifiers(types, tools):
    return jvm_identifiers(types, tools, WORDS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("search", "search"),
        ("web search", "web-search"),
        ("_private", "_private"),
        ("a.b", "a.b"),
        ("../../etc/passwd", "etc-passwd"),
        (".", "unnamed"),
        ("", "unnamed"),
        ("日本", "unnamed"),
        ("con", "_con"),
        ("Nul.txt", "_Nul.txt"),
        ("-rf", "rf"),
        ("packages/shop", "packages-shop"),
        ("trailing.", "trailing"),
    ],
)
def test_slug(text, expected):
    assert slug(text) == expected


@given(st.text(max_size=300))
def test_every_slug_is_a_plain_step_of_a_path(text):
    assert _SEGMENT.fullmatch(slug(text))
    assert len(slug(text)) <= 100


@given(st.lists(st.text(st.sampled_from("aAbB .-é"), max_size=4), max_size=12, unique=True))
def test_unique_names_stay_apart_where_case_does_not_count(names):
    found = unique(names)
    assert len({name.casefold() for name in found}) == len(names)
    assert all(_SEGMENT.fullmatch(name) for name in found)


def test_a_name_that_needs_no_change_keeps_itself():
    found = unique(["web search", "web-search"])
    assert found[1] == "web-search"
    assert re.fullmatch(r"web-search-[0-9a-f]{8}", found[0])


def test_names_that_are_the_same_are_told_apart_by_their_keys():
    assert unique(["a", "a"], ["one", "two"]) == unique(["a", "a"], ["one", "two"])
    assert len(set(unique(["a", "a", "a"], ["k", "k", "k"]))) == 3


def test_a_tool_that_gives_a_model_needs_no_name_for_its_result() -> None:
    found = Object((Property("id", String()),))
    types = [NamedType("SearchResult", found), NamedType("ListArgs", found)]
    tools = [
        Tool("search", "m:search", "mcp", Span("m.py"), result=Ref("SearchResult")),
        Tool("list", "m:list", "mcp", Span("m.py"), result=Array(Ref("SearchResult"))),
    ]
    names = type_names(types, tools, ())
    assert names.stems == ("Search", "List2")
    assert names.models == ("SearchResult", "")
    assert {"SearchArgs", "List2Args", "List2Result"} <= names.taken


def test_a_client_in_python_is_never_called_as_its_server() -> None:
    assert module_names(["acme-orders", "json", "acme_orders"]) == ["acme_orders_client", "json_client", "acme_orders_client2"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("größe_messen", "GrosseMessen"), ("Œuvre", "Oeuvre"), ("smørrebrød", "Smorrebrod"), ("検索", "Tool")],
)
def test_latin_letters_stay_legible(name: str, expected: str) -> None:
    assert pascal(name, "Tool") == expected


@pytest.mark.parametrize(("identifiers", "expected"), [
    (java_identifiers, "callTool classTool importTool search"),
    (go_identifiers, "CallTool Class Import Search"),
    (rust_identifiers, "call_tool class import search"),
])  # fmt: skip
def test_a_tool_that_has_a_name_of_the_client_says_that_it_is_one(identifiers, expected: str) -> None:
    tools = [Tool(name, f"a:{name}", "mcp", Span("a.py")) for name in ("call", "class", "import", "search")]
    assert [one.method for one in identifiers((), tools).tools] == expected.split()
