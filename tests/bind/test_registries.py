"""Lists and dicts that decorators of the program fill: what is told of them, and where nothing is."""

import pytest

from harness import tools

SERVER = "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('m')\n"
MADE = "FOUND = []\ndef keep(function):\n    FOUND.append(function)\n    return function\n"
KEPT = "@keep\ndef one(a: int) -> int: ...\n@keep\ndef two(b: int) -> int: ...\n"
LOOP = "for function in FOUND:\n    mcp.tool()(function)\n"


def test_what_is_decorated_is_in_the_list() -> None:
    assert list(tools(SERVER + MADE + KEPT + LOOP)) == ["one", "two"]


def test_what_is_decorated_below_a_loop_is_not() -> None:
    below = "@keep\ndef late(a: int) -> int: ...\n"
    assert list(tools(SERVER + MADE + KEPT + LOOP + below)) == ["one", "two"]


def test_a_function_that_goes_through_the_list_sees_all_of_it() -> None:
    body = "def register():\n    for function in FOUND:\n        mcp.tool()(function)\n"
    below = "@keep\ndef late(a: int) -> int: ...\nregister()\n"
    assert list(tools(SERVER + MADE + KEPT + body + below)) == ["one", "two", "late"]


def test_modules_of_the_package_fill_it() -> None:
    files = {
        "shop/registry.py": MADE,
        "shop/tools.py": "from .registry import keep\n" + KEPT,
        "shop/more.py": "from shop import registry\n@registry.keep\ndef three(c: int) -> int: ...\n",
        "shop/server.py": SERVER + "from . import more, tools\nfrom .registry import FOUND\n" + LOOP,
        "shop/__init__.py": "",
    }
    assert sorted(tools(files)) == ["one", "three", "two"]


def test_a_dict_has_the_last_of_a_key() -> None:
    made = "FOUND = {}\ndef keep(name):\n    def inner(f):\n        FOUND[name] = f\n        return f\n    return inner\n"
    kept = "@keep('x')\ndef one(a: int) -> int: ...\n@keep('x')\ndef two(b: int) -> int: ...\n"
    loop = "for name, function in FOUND.items():\n    mcp.tool(name=name)(function)\n"
    found = tools(SERVER + made + kept + loop)
    assert [(name, one.qualname) for name, one in found.items()] == [("x", "app:two")]


UNTOLD = {
    "a condition": MADE.replace("    FOUND.append", "    if function.wanted:\n        FOUND.append") + KEPT,
    "a function that is left": MADE.replace("    FOUND.append", "    if wanted:\n        return function\n    FOUND.append")
    + KEPT,
    "under a condition": MADE + "import os\nif os.environ.get('X'):\n    @keep\n    def one(a: int) -> int: ...\n",
    "a method": MADE + "class C:\n    @keep\n    def one(self, a: int) -> int: ...\n",
    "another change": MADE + KEPT + "def drop():\n    FOUND.pop()\ndrop()\n",
    "a change at the top": MADE + KEPT + "FOUND.pop()\n",
    "another list": MADE + KEPT + "import other\nother.FOUND = FOUND\nFOUND += []\n",
    "a list that begins with something": MADE.replace("[]", "[print]") + KEPT,
}


@pytest.mark.parametrize("name", UNTOLD)
def test_nothing_is_told_of_what_something_else_decides(name: str) -> None:
    assert list(tools(SERVER + UNTOLD[name] + LOOP)) == []


def test_a_change_that_nobody_calls_is_none() -> None:
    assert list(tools(SERVER + MADE + "def clear():\n    FOUND.clear()\n" + KEPT + LOOP)) == ["one", "two"]
