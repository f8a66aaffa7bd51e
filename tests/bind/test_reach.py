"""Registrations on a server that is a parameter: those of functions that the package never names are on no server."""

import pytest

from harness import program, tools

SERVER = "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('s')\n@mcp.tool()\ndef own(): ...\n"
OFFER = "def offer(server: FastMCP):\n    @server.tool()\n    def extra(): ...\n"
HOLDER = (
    "class Holder:\n    def __init__(self, server: FastMCP):\n        server.tool()(self.extra)\n    def extra(self): ...\n"
)

SAID = {
    "nowhere": (SERVER + OFFER, False),
    "nowhere, a class": (SERVER + HOLDER, False),
    "by itself": (SERVER + OFFER + "    offer(server)\n", False),
    "in a comment": (SERVER + OFFER + "# offer\n", False),
    "as another's attribute": (SERVER + OFFER + "class Other:\n    def offer(self): ...\nOther.offer\n", False),
    "in a list": (SERVER + OFFER + "ALL = [offer]\n", True),
    "in a dict of lambdas": (SERVER + OFFER + "ALL = {'a': lambda m: offer(m)}\n", True),
    "by its text": (SERVER + OFFER + "import app\nrun = getattr(app, 'offer')\n", True),
    "as a base class": (SERVER + HOLDER + "class More(Holder): ...\n", True),
    "under a decorator": (SERVER + "from other import plugin\n@plugin\n" + OFFER, True),
    "as the attribute of another package": (SERVER + OFFER + "from other import hub\nhub.offer\n", False),
    "where any module may be": (
        SERVER + OFFER + "from importlib import import_module\nfor one in input(): import_module(one)\n",
        True,
    ),
    "with no server made": ("from mcp.server.fastmcp import FastMCP\n" + OFFER, True),
}


@pytest.mark.parametrize("case", SAID)
def test_what_no_server_sees_is_left_out_and_said(case: str) -> None:
    source, there = SAID[case]
    linked = program(source)
    found = {one.target.stmt.name for one in linked.tools if one.target is not None}
    assert ("extra" in found) == there
    assert [one.code for one in linked.diagnostics if one.code == "TC220"] == ([] if there else ["TC220"])


def test_imports_and_exports_name_nothing_by_themselves() -> None:
    head = "from mcp.server.fastmcp import FastMCP\n"
    files = {
        "pack/__init__.py": "",
        "pack/main.py": SERVER + "from pack import old, new\nnew.offer(mcp)\n",
        "pack/old/__init__.py": "from .parts import (\n    offer,\n)\n__all__ = ['offer']\n",
        "pack/old/parts.py": head + OFFER.replace("extra", "before"),
        "pack/new.py": head + OFFER.replace("extra", "after"),
    }
    assert sorted(tools(files)) == ["after", "own"]
    files["pack/main.py"] += "old.offer(mcp)\n"
    assert sorted(tools(files)) == ["after", "before", "own"]


MODULE = "from pack.main import mcp\n@mcp.tool()\ndef extra(): ...\n"
IMPORTED = {
    "nowhere": ({}, False),
    "in a comment": ({"pack/__init__.py": "# from . import more\n"}, False),
    "by the package": ({"pack/__init__.py": "from . import main, more\n"}, True),
    "by its text": ({"pack/cli.py": "import importlib\nimportlib.import_module('pack.more')\n"}, True),
    "with all others": ({"pack/cli.py": "import pkgutil, pack\nfor one in pkgutil.iter_modules(pack.__path__): ...\n"}, True),
    "as a program": ({"pack/more.py": MODULE + "if __name__ == '__main__':\n    print(1)\n"}, True),
    "as one that runs the server": ({"pack/more.py": MODULE + "mcp.run()\n"}, True),
    "as one that makes an app for a web server": ({"pack/more.py": MODULE + "app = mcp.streamable_http_app()\n"}, True),
    "by a program beside the package": ({"run.py": "from mcp.server.fastmcp import FastMCP\nimport pack.more\n"}, True),
    "for a server of another package": ({"more/more.py": MODULE, "pack/more.py": ""}, True),
}


@pytest.mark.parametrize("case", IMPORTED)
def test_what_a_module_registers_that_nobody_imports_is_left_out_and_said(case: str) -> None:
    more, there = IMPORTED[case]
    files = {"pack/__init__.py": "", "pack/main.py": SERVER, "pack/more.py": MODULE, **more}
    linked = program(files)
    assert ("extra" in {one.target.stmt.name for one in linked.tools if one.target is not None}) == there
    assert [one.code for one in linked.diagnostics if one.code == "TC220"] == ([] if there else ["TC220"])


def test_a_server_without_tools_of_its_own_is_one_of_a_program_that_is_elsewhere() -> None:
    files = {"pack/__init__.py": "", "pack/main.py": SERVER.partition("@")[0], "pack/more.py": MODULE}
    assert sorted(tools(files)) == ["extra"]
    assert sorted(tools({path: text.replace("mcp.server.fastmcp", "fastmcp") for path, text in files.items()})) == ["extra"]
