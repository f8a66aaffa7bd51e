"""Identifiers: unique, plain, and said when a name could not be kept."""

import pytest

from toolc.config import TypescriptOptions
from toolc.ir import Anything, Constants, NamedType, Tool
from toolc.source import Span
from toolc.targets.typescript.naming import identifiers


def _tools(*names: str) -> list[Tool]:
    return [Tool(name, "m:f", "mcp", Span("tools.py", at)) for at, name in enumerate(names, 1)]


@pytest.mark.parametrize(
    ("name", "value", "stem", "renamed"),
    [
        ("search_docs", "searchDocs", "SearchDocs", False),
        ("count-nodes", "countNodes", "CountNodes", False),
        ("searchDocs", "searchDocs", "SearchDocs", False),
        ("HTTPGet", "httpGet", "HTTPGet", False),
        ("fs.read/all", "fsReadAll", "FsReadAll", False),
        ("get", "get", "Get", False),
        ("delete", "deleteTool", "Delete", True),
        ("then", "thenTool", "Then", True),
        ("call", "callTool", "Call", True),
        ("__proto__", "proto", "Proto", False),
        ("constructor", "constructorTool", "Constructor", True),
        ("café", "cafe", "Cafe", True),
        ("поиск", "tool", "Tool", True),
        ("2d", "tool2d", "Tool2d", True),
        ("", "tool", "Tool", True),
    ],
)
def test_names(name: str, value: str, stem: str, renamed: bool) -> None:
    names = identifiers((), _tools(name), TypescriptOptions())
    assert (names.tools[0].method, names.tools[0].stem) == (value, stem)
    assert [one.code for one in names.diagnostics] == (["TC505"] if renamed else [])


def test_collisions_get_numbers_in_order() -> None:
    names = identifiers((), _tools("a_b", "a-b", "aB", "a2", "a_2"), TypescriptOptions())
    assert [one.method for one in names.tools] == ["aB", "aB2", "aB3", "a2", "a2_2"]
    assert [one.span.line for one in names.diagnostics if one.span] == [2, 3, 5]


def test_a_method_is_not_called_as_the_constants_of_an_enum_in_the_same_file() -> None:
    status = NamedType("Status", Constants(("a",)), members=("A",))
    for layout, method in [("single", "Status2"), ("package", "Status")]:
        names = identifiers([status], _tools("Status"), TypescriptOptions(layout=layout, casing="as-is"))  # type: ignore[arg-type]
        assert (names.types["Status"], names.tools[0].method) == ("Status", method)


def test_types_avoid_globals_each_other_and_the_types_of_tools() -> None:
    types = [
        NamedType(name, Anything()) for name in ("Array", "my_model", "My-Model", "SearchArgs", "string", "Tools", "ToolCall")
    ]
    names = identifiers(types, _tools("search", "tool"), TypescriptOptions())
    assert list(names.types.values()) == ["Array2", "MyModel", "MyModel2", "SearchArgs", "String2", "Tools2", "ToolCall2"]
    assert [one.stem for one in names.tools] == ["Search2", "Tool"]
