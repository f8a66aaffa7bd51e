"""Functions as signatures: kinds, defaults, what kind of callable, when annotations are read."""

import pytest
from test_annotations import signature

from harness import tools
from toolc.signature import CallConstant, Class, Given, Member, NoDefault, UnknownConstant
from toolc.types.format import display


def test_parameters() -> None:
    made = signature("def f(a, /, b: int, *c: str, d=1, **e: float) -> str: 'Doc.'")
    assert [(p.name, p.kind, display(p.type)) for p in made.parameters] == [
        ("a", "positional_only", ""),
        ("b", "positional_or_keyword", "int"),
        ("c", "var_positional", "str"),
        ("d", "keyword_only", ""),
        ("e", "var_keyword", "float"),
    ]
    assert (made.name, made.doc, display(made.returns), made.is_async, made.callable) == ("f", "Doc.", "str", False, "function")


DEFAULTS = {
    "1": Given(1),
    "None": Given(None),
    "[1, 'a']": Given([1, "a"]),
    "N * 2": Given(6),
    "E.A": Given(Member("app:E", "A", "x")),
    "Field(ge=N)": Given(CallConstant("pydantic.Field", (), {"ge": 3})),
    "C(1, x=2)": Given(CallConstant("app:C", (1,), {"x": 2})),
    "C": Given(Class("app:C")),
    "g()": UnknownConstant("it is the result of a function of the program"),
    "[i for i in ()]": Given([]),
    "[i * 2 for i in (1, N)]": Given([2, 6]),
    "[i * 2 for i in (1, 2) if i > 1]": Given([4]),
}


@pytest.mark.parametrize("default", DEFAULTS)
def test_defaults(default: str) -> None:
    head = "from enum import Enum\nfrom pydantic import Field\nN = 3\nclass E(Enum):\n    A = 'x'\nclass C: ...\ndef g(): return input()\n"
    assert signature(f"{head}def f(a={default}): ...").parameters[0].default == DEFAULTS[default]


def test_a_default_is_what_it_was_when_the_function_was_made() -> None:
    assert signature("N = 1\ndef f(a=N): ...\nN = 2").parameters[0].default == Given(1)
    assert signature("def f(a): ...").parameters[0].default == NoDefault()


ANNOTATED = {
    "as it was": ("X = int\ndef f(a: X): ...\nX = str", "int"),
    "quoted, as it is": ("X = int\ndef f(a: 'X'): ...\nX = str", "str"),
    "postponed, as it is": ("from __future__ import annotations\nX = int\ndef f(a: X): ...\nX = str", "str"),
    "type parameters": ("def f[X: int](a: X): ...", "X"),
}


@pytest.mark.parametrize("name", ANNOTATED)
def test_when_annotations_are_read(name: str) -> None:
    source, expected = ANNOTATED[name]
    assert display(signature(source).parameters[0].type) == expected


@pytest.mark.parametrize("python", ["3.11", "3.14"])
@pytest.mark.parametrize("future", ["", "from __future__ import annotations\n"])
def test_a_framework_sees_the_class_of_its_own_time(python: str, future: str) -> None:
    source = future + (
        "import dataclasses\nfrom orbiter.tool import tool, FunctionTool\n"
        "@dataclasses.dataclass\nclass X:\n    a: int\n\n"
        "@tool\ndef first(x: X) -> str: ...\n\n"
        "@dataclasses.dataclass\nclass X:\n    b: int\n\n"
        "@tool\ndef second(x: X) -> str: ...\n"
    )
    found = tools({"app.py": source}, versions={"python": python})
    schemas = {name: tool.input_schema or {} for name, tool in found.items()}
    assert list(schemas["first"]["properties"]["x"]["properties"]) == ["a"]
    assert list(schemas["second"]["properties"]["x"]["properties"]) == ["b"]


ALIASED = {"List": {"a"}, "'List'": {"a"}, "Literal['List']": set(), "Literal['List'] | List": {"a"}, "list[List]": {"a"}}


@pytest.mark.parametrize("annotation", ALIASED)
def test_aliases_of_typing_without_arguments(annotation: str) -> None:
    """Text in a `Literal` is a value, which no name is looked up for."""
    source = f"from typing import List, Literal\ndef f(a: {annotation}): ..."
    assert signature(source).bare_typing_aliases == ALIASED[annotation]
