"""Where tools are registered: every form of decorator and call, under every name, and what only looks like one."""

import pytest
from msgspec import structs

from harness import tools
from toolc.bind.tools import registration_table
from toolc.systems.register import SYSTEMS

HEAD = "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('s')\n"
ORBITER = "from orbiter.tool import tool\n"

FOUND = {
    "called": (HEAD + "@mcp.tool()\ndef f(): ...", "f"),
    "named": (HEAD + "@mcp.tool(name='x')\ndef f(): ...", "x"),
    "named by position": (HEAD + "@mcp.tool('x')\ndef f(): ...", "x"),
    "named by a constant": (HEAD + "N = 'a' + 'b'\n@mcp.tool(name=f'{N}_c')\ndef f(): ...", "ab_c"),
    "async": (HEAD + "@mcp.tool()\nasync def f(): ...", "f"),
    "curried": (HEAD + "def f(): ...\nmcp.tool(name='x')(f)", "x"),
    "curried and kept": (HEAD + "def f(): ...\ng = mcp.tool()(f)", "f"),
    "add_tool": (HEAD + "def f(): ...\nmcp.add_tool(f, name='x')", "x"),
    "add_tool by keyword": (HEAD + "def f(): ...\nmcp.add_tool(fn=f)", "f"),
    "the decorator under a name": (HEAD + "t = mcp.tool\n@t()\ndef f(): ...", "f"),
    "the called decorator under a name": (HEAD + "t = mcp.tool(name='x')\n@t\ndef f(): ...", "x"),
    "the class under an alias": ("import mcp.server.fastmcp as z\nm = z.FastMCP('s')\n@m.tool()\ndef f(): ...", "f"),
    "the class under a name": ("from mcp.server.fastmcp import FastMCP as F\nG = F\nm = G('s')\n@m.tool()\ndef f(): ...", "f"),
    "annotated server": ("from mcp.server.fastmcp import FastMCP\nm: FastMCP = FastMCP('s')\n@m.tool()\ndef f(): ...", "f"),
    "stacked": (HEAD + "def d(g): return g\n@mcp.tool(name='a')\n@mcp.tool(name='b')\ndef f(): ...", "a b"),
    "in a class body": (HEAD + "class C:\n    @mcp.tool()\n    def f(self): ...", "f"),
    "in a function": (HEAD + "def build():\n    @mcp.tool()\n    def f(): ...", "f"),
    "in a factory": ("from mcp.server.fastmcp import FastMCP\ndef build():\n    m = FastMCP('s')\n    @m.tool()\n    def f(): ...\n    return m", "f"),
    "server as a parameter": ("from mcp.server.fastmcp import FastMCP\ndef add(m: FastMCP):\n    @m.tool()\n    def f(): ...", "f"),
    "server as a quoted parameter": ("from mcp.server.fastmcp import FastMCP\ndef add(m: 'FastMCP'):\n    @m.tool()\n    def f(): ...", "f"),
    "under main": (HEAD + "if __name__ == '__main__':\n    @mcp.tool()\n    def f(): ...", "f"),
    "under an undecided condition": (HEAD + "import sys\nif sys.argv:\n    @mcp.tool()\n    def f(): ...", "f"),
    "in a try": (HEAD + "try:\n    @mcp.tool()\n    def f(): ...\nexcept ValueError: ...", "f"),
    "in a list of calls": ("from orbiter.tool import FunctionTool\ndef f(): ...\ndef g(): ...\nall = [FunctionTool(f), FunctionTool(g, name='h')]", "f h"),
    "bare": (ORBITER + "@tool\ndef f(): ...", "f"),
    "bare under an alias": (ORBITER + "t = tool\n@t\ndef f(): ...", "f"),
    "through the module": ("import orbiter.tool as o\n@o.tool(name='x')\ndef f(): ...", "x"),
    "before it is bound anew": (ORBITER + "@tool\ndef f(): ...\ndef tool(g): return g\n@tool\ndef h(): ...", "f"),
    "the same function twice": (HEAD + "@mcp.tool()\ndef f(): ...\nmcp.add_tool(f)", "f"),
}  # fmt: skip


@pytest.mark.parametrize("name", FOUND)
def test_found(name: str) -> None:
    source, expected = FOUND[name]
    assert " ".join(sorted(tools(source))) == expected


NOT_TOOLS = {
    "a decorator of the program's own": "def tool(f): return f\n@tool\ndef f(): ...",
    "a method of the program's own": "class S:\n    def tool(self): ...\nmcp = S()\n@mcp.tool()\ndef f(): ...",
    "bound anew": ORBITER + "def tool(g): return g\n@tool\ndef f(): ...",
    "bound anew in the function": ORBITER + "def build():\n    def tool(g): return g\n    @tool\n    def f(): ...",
    "a server bound anew": HEAD + "mcp = object()\n@mcp.tool()\ndef f(): ...",
    "another method": HEAD + "@mcp.resource('x://y')\ndef f(): ...\n@mcp.prompt()\ndef g(): ...",
    "the decorator alone": HEAD + "mcp.tool()",
    "only for type checkers": HEAD + "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    @mcp.tool()\n    def f(): ...",
    "in text": HEAD + "'''\n@mcp.tool()\ndef f(): ...\n'''",
    "another package's class of that name": "from elsewhere import FastMCP\nmcp = FastMCP('s')\n@mcp.tool()\ndef f(): ...",
    "unknown": "@nowhere.tool()\ndef f(): ...",
}


@pytest.mark.parametrize("name", NOT_TOOLS)
def test_not_a_tool(name: str) -> None:
    assert tools({"app.py": NOT_TOOLS[name], "user.py": ORBITER}) == {}


def test_the_decorator_must_be_called() -> None:
    found = tools(HEAD + "@mcp.tool\ndef f(): ...")["f"]
    assert (found.fidelity, found.diagnostics[0].code) == ("refused", "TC317")


def test_a_function_that_is_not_found_is_said() -> None:
    (found,) = tools(HEAD + "mcp.add_tool(make())").values()
    assert (found.fidelity, [one.code for one in found.diagnostics]) == ("unknown", ["TC204"])


AGENT = """
from pydantic_ai import Agent, FunctionToolset

agent = Agent[None, str]("test")
tools: FunctionToolset[int] = FunctionToolset[int]()

@agent.tool_plain
def one(a: int): ...

def register(given: Agent[None, str]):
    @given.tool_plain
    def two(a: int): ...

@tools.tool_plain(name="three")
def other(a: int): ...

register(agent)
"""


def test_type_arguments_of_a_framework_class_change_nothing() -> None:
    assert {name: tool.fidelity for name, tool in tools(AGENT).items()} == dict.fromkeys(("one", "two", "three"), "exact")


COPY = """
def function_tool(func=None, *, name_override=None, description_override=None, docstring_style=None, %s):
    def decorator(real): ...
    return decorator
"""


@pytest.mark.parametrize(("parameters", "found"), [("use_docstring_info=True, strict_mode=True", ["f"]), ("strict=True", [])])
def test_a_copy_of_a_function_is_known_by_its_parameters(parameters: str, found: list[str]) -> None:
    app = "from own.agents import function_tool\n\n@function_tool(strict_mode=True)\ndef f(a: int): ...\n"
    made = tools({"app.py": app, "own/__init__.py": "", "own/agents.py": COPY % parameters})
    assert list(made) == found
    assert all(tool.fidelity == "approximate" for tool in made.values())


def test_tables_are_made_once_for_all_parts_of_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    tables = registration_table._Tables.__init__
    monkeypatch.setattr(
        registration_table._Tables, "__init__", lambda self, systems: (made.append(systems), tables(self, systems))[1]
    )
    registration_table._latest.clear()
    for number in range(10):
        assert list(tools(f"from mcp.server.fastmcp import FastMCP\nm = FastMCP('m')\n@m.tool()\ndef f{number}(): ...\n")) == [
            f"f{number}"
        ]
    assert 1 <= len(made) <= 2


def test_tables_of_systems_that_are_gone_do_not_stay() -> None:
    for _ in range(30):
        registration_table._tables((structs.replace(SYSTEMS["mcp"]),))
    assert len(registration_table._latest) <= registration_table._LATEST
