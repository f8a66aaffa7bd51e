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
    "text",
    [
        "L = [1]\nL.append(2)\n" + TOOL.replace("VALUE", "L"),
        "L = [1]\nL[0] = 2\n" + TOOL.replace("VALUE", "L"),
        "D = {'a': 1}\nD['a'] = 2\n" + TOOL.replace("VALUE", "D['a']"),
        "D = {'a': 1}\nif mcp:\n    D.update(a=2)\n" + TOOL.replace("VALUE", "D"),
        "G = 1\ndef g():\n    global G\n    G = 2\ng()\n" + TOOL.replace("VALUE", "G"),
        "class C:\n    a = 1\nC.a = 2\n" + TOOL.replace("VALUE", "C.a"),
    ],
)
def test_changed_values_are_unknown(text: str) -> None:
    assert fidelity(text) == "approximate"


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
        "def f(): ...\nf.__doc__ = 'new'\nmcp.add_tool(f)\n",
        "def f(): ...\nsetattr(f, '__name__', 'g')\nmcp.add_tool(f)\n",
        "class M(BaseModel):\n    a: int\nM.__doc__ = 'new'\n@mcp.tool()\ndef f(m: M): ...\n",
    ],
)
def test_changed_definitions_are_not_exact(text: str) -> None:
    assert "unknown" in fidelity(text)


def test_each_of_two_classes_of_one_name_is_known() -> None:
    text = "class M(BaseModel):\n    a: int\n@mcp.tool()\ndef f(m: M, n: int): ...\n"
    assert fidelity(text + text.replace("a: int", "c: int").replace("def f", "def g")) == "exact,exact"


@pytest.mark.parametrize("annotation", ["'B'", "A"])
def test_a_class_defined_after_the_tool_is_not_there_yet(annotation: str) -> None:
    text = f"class A(BaseModel):\n    b: 'B'\n@mcp.tool()\ndef f(a: {annotation}): ...\nclass B(BaseModel):\n    x: int\n"
    assert fidelity(text) == "approximate"
    assert fidelity(text.replace("@mcp.tool()\n", "") + "mcp.add_tool(f)\n") == "exact"


@pytest.mark.parametrize(
    "line",
    [
        "fn.__doc__ = 'new'",
        "fn.__annotations__['a'] = str",
        "inner.__signature__ = None",
        "inner.__name__ = 'other'",
        "del inner.__wrapped__",
    ],
)
def test_decorators_that_alter_what_they_give_back(line: str) -> None:
    text = f"def deco(fn):\n    @wraps(fn)\n    def inner(*a):\n        return fn(*a)\n    {line}\n    return inner\n"

    assert fidelity(text + "@mcp.tool()\n@deco\ndef f(a: int): ...\n") == "approximate"
