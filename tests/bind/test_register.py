"""Which files are looked at: candidates, names that travel, repeats."""

import pytest

from harness import program, servers, tools

SERVER = "from mcp.server.fastmcp import FastMCP\nserver = FastMCP('s')\n"
USE = "@server.tool()\ndef f(): ..."

PROJECTS = {
    "imported server": {"a.py": SERVER, "b.py": "from a import server\n" + USE},
    "imported as": {"a.py": SERVER, "b.py": "from a import server as q\n@q.tool()\ndef f(): ..."},
    "through the module": {"a.py": SERVER, "b.py": "import a\n@a.server.tool()\ndef f(): ..."},
    "relative": {"p/__init__.py": "from . import b", "p/a.py": SERVER, "p/b.py": "from .a import server\n" + USE},
    "from its package": {"p/__init__.py": SERVER + "from . import b", "p/b.py": "from . import server\n" + USE},
    "re-exported": {"p/__init__.py": "from .a import server", "p/a.py": SERVER, "b.py": "from p import server\n" + USE},
    "re-exported by a star": {"p/__init__.py": "from .a import *", "p/a.py": SERVER, "b.py": "from p import server\n" + USE},
    "re-exported twice": {"a.py": SERVER, "b.py": "from a import server as s2", "c.py": "from b import s2 as s3\n@s3.tool()\ndef f(): ..."},
    "taken by a star": {"a.py": SERVER, "b.py": "from a import *\n" + USE},
    "decorator handed on": {"a.py": SERVER + "deco = server.tool", "b.py": "from a import deco\n@deco()\ndef f(): ..."},
    "function from elsewhere": {"a.py": SERVER + "from b import f\nserver.add_tool(f)", "b.py": "def f(): ..."},
    "function from a package": {"a.py": SERVER + "import b.c\nserver.add_tool(b.c.f)", "b/__init__.py": "", "b/c.py": "def f(): ..."},
    "marks handed on": {"a.py": "from orbiter.tool import tool as base", "b.py": "from a import base\n@base\ndef f(): ..."},
    "a circle of imports": {"a.py": SERVER + "import b", "b.py": "from a import server\n" + USE},
}  # fmt: skip


@pytest.mark.parametrize("name", PROJECTS)
def test_found_across_files(name: str) -> None:
    assert list(tools(PROJECTS[name])) == ["f"]


def test_files_without_a_framework_are_not_read() -> None:
    linked = program({"a.py": SERVER + USE.replace("server", "server"), "b.py": "x = 1", "c.py": "class Tool: ..."})
    assert linked.tools
    assert [unit.source.path for unit in linked.candidates] == ["a.py"]


def test_a_broken_file_costs_only_itself() -> None:
    assert servers({"a.py": SERVER + USE, "b.py": "from mcp import (\n"}) == {"s": ["f"]}


def test_a_function_that_is_held_by_a_registry_is_the_registrys() -> None:
    source = "from basic_agent import tool\nfrom basic_agent.tools import ToolRegistry\nr = ToolRegistry()\n"
    source += "@tool\ndef f(): ...\n@tool\ndef g(): ...\nr.register(f)\n"
    assert servers(source) == {"r": ["f"], "basic_agent": ["g"]}


def test_a_list_made_of_itself_is_not_gone_through_for_ever() -> None:
    text = """
class Kit:
    def __init__(self, parts):
        self.parts = list(self.parts)

    def register(self):
        for part in list(self.parts):
            server.tool()(part)

kit = Kit([1])
kit.register()
"""
    linked = program({"a.py": SERVER + text})
    assert not linked.tools
    codes = [one.code for one in linked.library.diagnostics]
    assert codes == ["TC227", "TC227"]  # the list raises AttributeError, and so does `register` without it


def test_tools_of_which_nothing_is_told_are_one_for_each_place() -> None:
    text = """
import os
def register(server, key):
    server.add_tool(load(key), name=os.environ[key], description=os.environ["ABOUT"])
register(server, "a")
register(server, "b")
"""
    assert len(program({"a.py": SERVER + text}).tools) == 1
