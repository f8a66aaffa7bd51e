"""What a program changes in place is not told from where it was made."""

import pytest

from harness import tools

HEAD = """
from functools import wraps
from mcp.server.fastmcp import FastMCP
from pydantic import BaseModel

mcp = FastMCP("m")
"""
TOOL = "@mcp.tool()\ndef f(a: object = VALUE): ...\n"


def fidelity(text: str) -> str:
    return ",".join(tool.fidelity for tool in tools(HEAD + text).values())


@pytest.mark.parametrize(
    ("text", "default"),
    [
        ("L = [1]\nL.append(2)\n" + TOOL.replace("VALUE", "L"), [1, 2]),
        ("L = [1]\nL[0] = 2\n" + TOOL.replace("VALUE", "L"), [2]),
        ("D = {'a': 1}\nD['a'] = 2\n" + TOOL.replace("VALUE", "D['a']"), 2),
        ("D = {'a': 1}\nif mcp:\n    D.update(a=2)\n" + TOOL.replace("VALUE", "D"), {"a": 2}),
        ("G = 1\ndef g():\n    global G\n    G = 2\ng()\n" + TOOL.replace("VALUE", "G"), 2),
        ("class C:\n    a = 1\nC.a = 2\n" + TOOL.replace("VALUE", "C.a"), 2),
    ],
)
def test_changed_values_are_followed(text: str, default: object) -> None:
    [tool] = tools(HEAD + text).values()
    assert (tool.fidelity, tool.input_schema["properties"]["a"]["default"]) == ("exact", default)


@pytest.mark.parametrize(
    "text",
    [
        "L = [1]\nL.count(2)\n" + TOOL.replace("VALUE", "L"),
        "L = [1]\n" + TOOL.replace("VALUE", "L") + "L.append(2)\n",
        "class C:\n    a = 1\nC.b = 2\n" + TOOL.replace("VALUE", "C.a"),
        "@mcp.tool()\ndef f(): ...\nf.__doc__ = 'too late'\n",
        "class M(BaseModel):\n    a: int\nM.model_rebuild()\n@mcp.tool()\ndef f(m: M): ...\n",
        "class C:\n    @classmethod\n    def f(cls, a: int): ...\nmcp.add_tool(C.f)\n",
    ],
)
def test_what_changes_nothing_costs_nothing(text: str) -> None:
    assert fidelity(text) == "exact"


@pytest.mark.parametrize(
    "text",
    [
        "class M(BaseModel):\n    a: int\nM.__doc__ = 'new'\n@mcp.tool()\ndef f(m: M): ...\n",
    ],
)
def test_changed_definitions_are_not_exact(text: str) -> None:
    assert "unknown" in fidelity(text)


def test_changed_functions_are_followed() -> None:
    found = tools(HEAD + "def f(): ...\nf.__doc__ = 'new'\nsetattr(f, '__name__', 'g')\nmcp.add_tool(f)\n")
    assert {name: (one.description, one.fidelity) for name, one in found.items()} == {"g": ("new", "exact")}


def test_each_of_two_classes_of_one_name_is_known() -> None:
    text = "class M(BaseModel):\n    a: int\n@mcp.tool()\ndef f(m: M, n: int): ...\n"
    assert fidelity(text + text.replace("a: int", "c: int").replace("def f", "def g")) == "exact,exact"


@pytest.mark.parametrize("annotation", ["'B'", "A"])
def test_a_class_defined_after_the_tool_is_not_there_yet(annotation: str) -> None:
    text = f"class A(BaseModel):\n    b: 'B'\n@mcp.tool()\ndef f(a: {annotation}): ...\nclass B(BaseModel):\n    x: int\n"
    assert fidelity(text) == "approximate"
    assert fidelity(text.replace("@mcp.tool()\n", "") + "mcp.add_tool(f)\n") == "exact"


@pytest.mark.parametrize(
    ("line", "name", "description", "types"),
    [
        ("fn.__doc__ = 'new'", "f", "", {"a": "integer"}),  # `wraps` has copied it by then
        ("fn.__annotations__['a'] = str", "f", "", {"a": "string"}),
        ("inner.__doc__ = 'new'", "f", "new", {"a": "integer"}),
        ("inner.__name__ = 'other'", "other", "", {"a": "integer"}),
        ("del inner.__wrapped__", "f", "", {"a": "integer"}),
    ],
)
def test_decorators_that_alter_what_they_give_back(line: str, name: str, description: str, types: dict[str, str]) -> None:
    """Compared with mcp 1.30."""
    text = f"def deco(fn):\n    @wraps(fn)\n    def inner(*a):\n        return fn(*a)\n    {line}\n    return inner\n"
    [tool] = tools(HEAD + text + "@mcp.tool()\n@deco\ndef f(a: int): ...\n").values()
    properties = tool.input_schema["properties"]
    assert (tool.name, tool.description, tool.fidelity) == (name, description, "exact")
    assert {key: value["type"] for key, value in properties.items()} == types
