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


FILLED = {
    "a condition": (MADE.replace("    FOUND.append", "    if function.wanted:\n        FOUND.append") + KEPT, "one? two?"),
    "a function that is left": (
        MADE.replace("    FOUND.append", "    if wanted:\n        return function\n    FOUND.append") + KEPT,
        "one? two?",
    ),
    "under a condition": (MADE + "import os\nif os.environ.get('X'):\n    @keep\n    def one(a: int) -> int: ...\n", ""),
    "a method": (MADE + "class C:\n    @keep\n    def one(self, a: int) -> int: ...\n", "one?"),  # `self` has no type
    "another change": (MADE + KEPT + "def drop():\n    FOUND.pop()\ndrop()\n", "one"),
    "a change at the top": (MADE + KEPT + "FOUND.pop()\n", "one"),
    "another list": (MADE + KEPT + "import other\nother.FOUND = FOUND\nFOUND += []\n", "one two"),
    "a list that begins with something": (MADE.replace("[]", "[print]") + KEPT, "one two ??"),
}


@pytest.mark.parametrize("name", FILLED)
def test_what_fills_a_list_is_followed(name: str) -> None:
    """A tool of which something is said has a question mark."""
    source, expected = FILLED[name]
    found = tools(SERVER + source + LOOP)
    assert " ".join(f"{name}{'?' if tool.diagnostics else ''}" for name, tool in found.items()) == expected


def test_a_change_that_nobody_calls_is_none() -> None:
    assert list(tools(SERVER + MADE + "def clear():\n    FOUND.clear()\n" + KEPT + LOOP)) == ["one", "two"]
