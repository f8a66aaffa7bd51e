"""Which server a tool belongs to, and what it is called."""

import pytest

from harness import bundle, servers

HEAD = "from mcp.server.fastmcp import FastMCP\n"
F, G = "@a.tool()\ndef f(): ...\n", "@b.tool()\ndef g(): ...\n"

NAMES = {
    "its name": ("a = FastMCP('shop')\n" + F, {"shop": ["f"]}),
    "its name by keyword": ("a = FastMCP(name='shop')\n" + F, {"shop": ["f"]}),
    "its name by a constant": ("N = 'sh' + 'op'\na = FastMCP(N)\n" + F, {"shop": ["f"]}),
    "no name": ("a = FastMCP()\n" + F, {"a": ["f"]}),
    "a name nobody knows": ("import os\na = FastMCP(os.environ['X'])\n" + F, {"a": ["f"]}),
    "two": ("a = FastMCP('x')\nb = FastMCP('y')\n" + F + G, {"x": ["f"], "y": ["g"]}),
    "two of one name": ("a = FastMCP('x')\nb = FastMCP('x')\n" + F + G, {"x": ["f"], "x-2": ["g"]}),
    "one under two names": ("a = FastMCP('x')\nb = a\n" + F + G, {"x": ["f", "g"]}),
    "a parameter": ("def add(a: FastMCP):\n    @a.tool()\n    def f(): ...\n", {"a": ["f"]}),
}


@pytest.mark.parametrize("name", NAMES)
def test_names(name: str) -> None:
    source, expected = NAMES[name]
    assert servers(HEAD + source) == expected


def test_one_server_in_two_files() -> None:
    files = {"a.py": HEAD + "a = FastMCP('x')\n" + F, "b.py": "from a import a as b\n" + G}
    assert servers(files) == {"x": ["f", "g"]}


def test_packages_are_kept_apart() -> None:
    files = {"one/m.py": HEAD + "a = FastMCP('x')\n" + F, "two/m.py": HEAD + "b = FastMCP('x')\n" + G}
    made = bundle(files, packages={"one/": "one", "two/": "two"})
    found = {package.name: [(server.name, server.system) for server in package.servers] for package in made.packages}
    assert found == {"one": [("x", "mcp")], "two": [("x", "mcp")]}


KITS = {
    "agno": "from agno.tools import Toolkit\nclass Kit(Toolkit):\n    def __init__(self):\n"
    "        super().__init__(name='kit', tools=[self.f])\n",
    "camel": "from camel.toolkits import BaseToolkit, FunctionTool\nclass Kit(BaseToolkit):\n    def get_tools(self):\n"
    "        return [FunctionTool(self.f)]\n",
    "llama_index": "from llama_index.core.tools.tool_spec.base import BaseToolSpec\nclass Kit(BaseToolSpec):\n"
    "    spec_functions = ['f']\n",
}


@pytest.mark.parametrize("source", KITS.values(), ids=KITS)
def test_toolkit_classes_of_one_name(source: str) -> None:
    method = "    def f(self, a: {}) -> str: ...\n"
    files = {"a.py": source + method.format("int"), "b.py": source + method.format("str")}
    assert servers(files) == {"Kit": ["f"], "Kit-2": ["f"]}


def test_an_object_and_a_toolkit_of_one_name() -> None:
    files = {"a.py": HEAD + "a = FastMCP('Kit')\n" + F, "b.py": KITS["agno"] + "    def f(self, a: int) -> int: ...\n"}
    assert servers(files) == {"Kit": ["f"], "Kit-2": ["f"]}


def test_tools_without_a_server_share_one() -> None:
    assert servers("from orbiter.tool import tool\n@tool\ndef f(): ...\n@tool\ndef g(): ...") == {"orbiter": ["f", "g"]}
