"""Programs whose tools are found by executing them, one construct each."""

import msgspec
import pytest

from harness import program
from toolc.diagnostics import internal
from toolc.limits import Exhausted
from toolc.source import Span

HEAD = "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('shop')\ndef find(q: str) -> str:\n    '''Finds.'''\n    return q\ndef load(n: int) -> int:\n    '''Loads.'''\n    return n\n"

PROGRAMS = {
    "an alias of the server": ("other = mcp\nother.tool()(find)\n", ["find"]),
    "a bound method that is kept": ("add = mcp.add_tool\nadd(find)\nadd(load)\n", ["find", "load"]),
    "an attribute": ("class App: ...\napp = App()\napp.server = mcp\napp.server.tool(name='seek')(find)\n", ["seek"]),
    "a list that is filled": ("TOOLS = []\nTOOLS.append(find)\nTOOLS += [load]\nfor one in TOOLS:\n    mcp.add_tool(one)\n", ["find", "load"]),
    "a list that is emptied": ("TOOLS = [find, load]\nTOOLS.clear()\nfor one in TOOLS:\n    mcp.add_tool(one)\n", []),
    "a decorator that registers": ("def keep(fn):\n    mcp.add_tool(fn)\n    return fn\n@keep\ndef one(a: int) -> int:\n    return a\n", ["one"]),
    "a factory of decorators": (
        "def named(name):\n    def wrap(fn):\n        return mcp.tool(name=name)(fn)\n    return wrap\n@named('uno')\ndef one(a: int) -> int:\n    return a\n",
        ["uno"],
    ),
    "a name that a pattern makes": (
        "import re\nmcp.add_tool(find, name=re.sub(r'(?<!^)(?=[A-Z])', '_', 'findAll').lower())\n",
        ["find_all"],
    ),
    "a description of a template": ("from string import Template\nmcp.add_tool(find, name=Template('$a.x').substitute(a='f'))\n", ["f.x"]),
    "a changed name": ("find.__name__ = 'seek'\nmcp.add_tool(find)\n", ["seek"]),
    "a tool that is removed": ("mcp.add_tool(find)\nmcp.add_tool(load)\nmcp.remove_tool('find')\n", ["load"]),
    "an exception on the way": ("try:\n    raise ValueError\n    mcp.add_tool(find)\nexcept ValueError:\n    mcp.add_tool(load)\n", ["load"]),
    "methods of an instance": (
        "class Kit:\n    def __init__(self, server):\n        for one in (self.a, self.b):\n            server.add_tool(one)\n"
        "    def a(self, x: int) -> int:\n        return x\n    def b(self, x: int) -> int:\n        return x\nKit(mcp)\n",
        ["a", "b"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    "made",
    ["range(*bounds())", "slice(*bounds())", "range()", "slice()", "range(1, 2, 3, 4)", "range(10 ** 30)", "range(9, 1, 0)"],
)
def test_what_python_itself_refuses_is_no_fault(made: str, toolc, write) -> None:
    text = f"import random\ndef bounds():\n    return [random.random()]\ntry:\n    turns = {made}\nexcept Exception:\n    pass\nmcp.add_tool(find)\n"
    write({"tools.py": HEAD + text})
    done = toolc("list", "tools.py", "--format", "json")
    assert [tool["name"] for tool in msgspec.json.decode(done.out)["tools"]] == ["find"] and "TC901" not in done.err


def test_a_program_that_takes_too_many_steps_is_no_fault_wherever_they_are_taken() -> None:
    """Also those after the modules were executed: of a handler that lists tools, say."""
    said = internal(Exhausted(), Span("tools.py", 3))
    assert (said.code, said.span) == ("TC217", Span("tools.py", 3))
    assert internal(KeyError("x"), None).code == "TC901"


HEAVY = """from mcp.server.fastmcp import FastMCP

SEEN = []


def squares(size, *, into):
    total = 0
    for row in range(size):
        for column in range(size):
            total += row * column
    into.append(total)
    return total


def build():
    mcp = FastMCP("shop")
    squares(700, into=SEEN)
    words = len(SEEN)

    @mcp.tool()
    def find(q: str) -> str:
        \"\"\"Finds.\"\"\"
        return q

    mcp.add_tool(find, name="count", description=f"Among {words}.")
    return mcp


build()
"""


def test_a_call_that_takes_too_many_steps_is_given_up_and_the_program_goes_on(toolc, write) -> None:
    """What it gives, and what it may have changed, is not known: here through an argument by keyword."""
    write({"tools.py": HEAVY})
    done = toolc("list", "tools.py", "--format", "json")
    tools = {tool["name"]: tool["fidelity"] for tool in msgspec.json.decode(done.out)["tools"]}
    assert tools == {"find": "exact", "count": "approximate"}, done.err
    assert "tools.py:17:5: warning TC217 calls-too-deep: `squares` takes more steps than toolc follows" in done.err


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_registered(toolc, write, name: str) -> None:
    program, names = PROGRAMS[name]
    write({"tools.py": HEAD + program})
    done = toolc("list", "tools.py", "--format", "json")
    tools = msgspec.json.decode(done.out)["tools"]
    assert [(tool["name"], tool["fidelity"]) for tool in tools] == [(one, "exact") for one in names], done.err


def test_what_cannot_be_known_is_said(toolc, write) -> None:
    write({"tools.py": HEAD + "import os\nif os.environ.get('MORE'):\n    mcp.add_tool(find)\n"})
    tools = msgspec.json.decode(toolc("list", "tools.py", "--format", "json").out)["tools"]
    assert [tool["fidelity"] for tool in tools] != ["exact"]


def test_newer_syntax_is_left_to_the_walk(toolc, write) -> None:
    """The parser of Python 3.11 does not take it; LibCST does."""
    write({"tools.py": HEAD + "type Name = str\n\n@mcp.tool()\ndef one(a: int) -> int:\n    return a\n"})
    tools = msgspec.json.decode(toolc("list", "tools.py", "--format", "json").out)["tools"]
    assert [(tool["name"], tool["fidelity"]) for tool in tools] == [("one", "exact")]


def test_fastmcp_reads_a_function_once(toolc, write) -> None:
    """Parameters that are changed behind the first registration stay what they were, if that was one function for certain."""
    head = HEAD.replace("mcp.server.fastmcp", "fastmcp") + "import inspect, random\n"
    changed = "{}\nfind.__signature__ = inspect.Signature([])\nmcp.tool(find)\n"
    write({"tools.py": head + changed.format("mcp.tool(find)"), "own.py": head + changed.format("")})
    write({"either.py": head + changed.format("mcp.tool(find if random.random() < 0.5 else load, name='other')")})
    for path, names in (("tools.py", ["q"]), ("own.py", [])):
        done = toolc("list", path, "--format", "json")
        (tool,) = msgspec.json.decode(done.out)["tools"]
        assert (list(tool["input_schema"]["properties"]), tool["fidelity"]) == (names, "exact"), done.err
    assert "TC231" in toolc("list", "either.py").err


ONE = {"lib/mcp/server/fastmcp.py": "class FastMCP: ...\n"}
TWO = {
    "lib/mcp/server/fastmcp.py": "raise ModuleNotFoundError(name=__name__)\n",
    "lib/mcp/server/mcpserver.py": "class MCPServer: ...\n",
}


@pytest.mark.parametrize(("installed", "names"), [(ONE, ["v1", "v1b"]), (TWO, ["v2", "v2b"])])
def test_the_installed_version_decides_which_import_fails(toolc, write, installed: dict[str, str], names: list[str]) -> None:
    """mcp 2 has a module `mcp.server.fastmcp` that only raises; mcp 1 has no `mcp.server.mcpserver`."""
    tool = "mcp = FastMCP('shop')\n@mcp.tool(name=NAME)\ndef find(q: str) -> str:\n    return q\n"
    old, new = "from mcp.server.fastmcp import FastMCP", "from mcp.server.mcpserver import MCPServer as FastMCP"
    write({"lib/mcp/__init__.py": "", "lib/mcp/server/__init__.py": "", **installed})
    write({"app/a.py": f"try:\n    {old}\n    NAME = 'v1'\nexcept ImportError:\n    {new}\n    NAME = 'v2'\n{tool}"})
    write({"app/b.py": f"try:\n    {new}\n    NAME = 'v2b'\nexcept ImportError:\n    {old}\n    NAME = 'v1b'\n{tool}"})
    done = toolc("list", "app", "--search-path", "lib", "--format", "json")
    tools = msgspec.json.decode(done.out)["tools"]
    assert [(tool["name"], tool["fidelity"]) for tool in tools] == [(one, "exact") for one in names], done.err


def test_an_import_of_what_is_not_installed_is_an_error(toolc, write) -> None:
    write({"lib/mcp/__init__.py": "", "lib/mcp/server/__init__.py": "", **TWO})
    write({"app/a.py": HEAD + "mcp.add_tool(find)\n", "app/b.py": "import a\n"})
    done = toolc("list", "app", "--search-path", "lib", "--search-path", "app")
    assert done.status == 1 and "TC334" in done.err and "find" not in done.out
    done = toolc("list", "app", "--search-path", "lib", "--assume", "mcp=1.30.0")
    assert done.status == 0 and "find" in done.out


def test_a_module_that_a_package_puts_there_itself_is_not_missing(toolc, write) -> None:
    """fastmcp 3 keeps `fastmcp.tools.tool` as another name of `fastmcp.tools.base`."""
    shim = "import sys\nfrom . import base\nsys.modules[f'{__name__}.tool'] = sys.modules[f'{__name__}.base']\n"
    write({"lib/fastmcp/__init__.py": "class FastMCP: ...\n", "lib/fastmcp/tools/__init__.py": shim})
    write({"lib/fastmcp/tools/base.py": "class ToolResult: ...\n"})
    program = "from fastmcp import FastMCP\nfrom fastmcp.tools.tool import ToolResult\nmcp = FastMCP('shop')\n@mcp.tool\ndef find(q: str) -> str:\n    return q\n"
    write({"app/a.py": program})
    done = toolc("list", "app", "--search-path", "lib")
    assert done.status == 0 and "find" in done.out and "TC334" not in done.err


DRIVEN = {
    "an object that is made only if a variable is set": """
import os
from mcp.server.fastmcp import FastMCP
def order(item: str) -> str: ...
class Bridge:
    def __init__(self):
        self.lock = 1
    def install(self, server: FastMCP):
        print(self.lock)
        server.add_tool(order)
if os.environ.get("SHOP"):
    bridge = Bridge()
""",
    "a generator with an argument by keyword": """
from mcp.server.fastmcp import FastMCP
def order(item: str) -> str: ...
def install(server: FastMCP, *, name: str):
    server.add_tool(order, name="order")
    yield name
""",
    "an assertion about an argument": """
from mcp.server.fastmcp import FastMCP
def order(item: str) -> str: ...
NAMES = []
def install(server: FastMCP):
    server.add_tool(order)
    assert NAMES
""",
}


@pytest.mark.parametrize("name", DRIVEN)
def test_code_without_a_caller_is_not_said_to_raise(name: str) -> None:
    made = program({"app": DRIVEN[name]})
    assert isinstance(made.tools, tuple)
    assert "TC227" not in {one.code for one in made.diagnostics}
