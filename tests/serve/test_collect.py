"""Which tools a module offers: what it makes and what it holds, each once, and what is said of the others."""

import sys
from pathlib import Path

import pytest

from toolc.diagnostics import Diagnostic
from toolc.serve.collect import collect
from toolc.serve.loading import importing, load

LIB = """
from toolc import FunctionTool, ToolRegistry, tool
from toolc.runtime import basic_agent, orbiter, tinyagent

@tool
def lent(x: int) -> int:
    "Lent."
    return x

@basic_agent.tool
def plain(x: int) -> int:
    "Plain."
    return x

@tinyagent.tool
def tiny(x: int) -> int:
    "Tiny."
    return x

class Lamp(orbiter.Tool):
    name, description, parameters = "lamp", "Light.", {"type": "object", "properties": {}}
    async def execute(self): return "on"

lamp = Lamp()
spare = tinyagent.Tool("spare", lambda: 1, "Spare.", {"type": "object", "properties": {}})
_registry = ToolRegistry([lent])
"""

CASES: list[tuple[str, str, list[str]]] = [
    # what, the module, its tools
    ("imported under a name", "from lib import *", []),
    ("in a list", "from lib import *\nTOOLS = [lent, plain, tiny, lamp, spare]", ["lamp", "lent", "plain", "spare", "tiny"]),
    ("in a dict of tuples", "from lib import *\nTOOLS = {'a': (lent,), 'b': {'c': tiny}}", ["lent", "tiny"]),
    ("in a registry", "from lib import *\nmine = ToolRegistry([lent])", ["lent"]),
    ("in a registry of elsewhere", "from lib import _registry", ["lent"]),
    ("in a registry of basic_agent", "from lib import *\nmine = basic_agent.ToolRegistry()\nmine.register(plain)", ["plain"]),
    ("in an agent", "from lib import *\nagent = tinyagent.ReactAgent(tools=[tiny, spare])", ["spare", "tiny"]),
    ("in an agent of orbiter", "from lib import *\nagent = orbiter.Agent('a', tools=[lamp])", ["lamp"]),
    ("made of a function of elsewhere", "from lib import *\nmine = FunctionTool(lent.fn, name='mine')", ["mine"]),
    ("an instance of a class of elsewhere", "from lib import Lamp\nmine = Lamp()", ["lamp"]),
    ("made by a helper", "def make(f):\n    from toolc import tool\n    return tool(f)\ndef g(x: int): ...\nmake(g)", ["g"]),
    ("made twice", "from toolc import tool\ndef g(x: int): ...\na, b = tool(g), tool(g)", ["g"]),
    ("one function under two names", "from toolc import tool\ndef g(x: int): ...\na, b = tool(g), tool(name='h')(g)", ["g", "h"]),
    ("in a class", "from toolc import tool\nclass A:\n    @tool\n    @staticmethod\n    def g(x: int): ...", ["g"]),
    ("changed by hand", "from toolc.runtime.tinyagent import tool\n@tool\ndef g(x: int) -> int: 'G.'\ng.name = 'h'", ["h"]),
    ("not wanted twice", "from toolc import tool, ToolRegistry\n@tool\ndef g(x: int): ...\nr = ToolRegistry([g])", ["g"]),
]  # fmt: skip


def tools_of(folder: Path, files: dict[str, str], target: str) -> tuple[list[str], list[Diagnostic]]:
    """The names of the tools of one of some files, and what is said."""
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    with importing():
        loaded = load(str(folder / target))
        assert not isinstance(loaded, Diagnostic), loaded.message
        tools, found = collect(loaded.module, loaded.made)
    return sorted(tool.name for tool in tools), found


OFFERED = """
from pydantic import BaseModel


class Arguments(BaseModel):
    x: int


class Base:
    name, description, args_schema = "sell", "Sell.", Arguments

    def _run(self, x): ...

    def run(self, x):
        return self._run(x)


class Sell(Base):
    def _run(self, x):
        return x + 1


made = Sell()
"""


def test_tool_objects_of_frameworks_are_served(tmp_path: Path) -> None:
    """They are known by what they offer, as `ToolRegistry` knows them; classes of them are no tools."""
    assert tools_of(tmp_path, {"shop.py": OFFERED}, "shop.py") == (["sell"], [])


@pytest.fixture(autouse=True)
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules of one test are unknown to the next."""
    for name in ("lib", "shop", "shop.find", "shop.sell"):
        monkeypatch.delitem(sys.modules, name, raising=False)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("source", "names"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_offered(source: str, names: list[str], tmp_path: Path) -> None:
    assert tools_of(tmp_path, {"lib.py": LIB, "main.py": source}, "main.py") == (names, [])


SHOP = {
    "shop/__init__.py": "from shop.find import search\nfrom .sell import sell\n",
    "shop/find.py": "import toolc\n@toolc.tool\ndef search(x: int): ...\n",
    "shop/sell.py": "import toolc\nfrom .find import search\n@toolc.tool\ndef sell(x: int): ...\n",
}


@pytest.mark.parametrize(
    ("target", "names"),
    [("shop/__init__.py", ["search", "sell"]), ("shop/find.py", ["search"]), ("shop/sell.py", ["sell"])],
)
def test_files_of_packages(target: str, names: list[str], tmp_path: Path) -> None:
    """A file in a package is imported as part of it; a package offers what its modules make."""
    assert tools_of(tmp_path, SHOP, target) == (names, [])


def test_a_file_named_like_a_library_takes_nobodys_place(tmp_path: Path) -> None:
    import json

    assert tools_of(tmp_path, {"json.py": "import toolc\n@toolc.tool\ndef g(x: int): ...\n"}, "json.py") == (["g"], [])
    assert sys.modules["json"] is json


def test_strange_values_are_asked_nothing(tmp_path: Path) -> None:
    source = (
        "class Proxy:\n    @property\n    def __class__(self): raise RuntimeError('no')\n"
        "    def __getattr__(self, name): raise RuntimeError(name)\n"
        "p = Proxy()\nholder = [p]\nholder.append(holder)\ndata = list(range(100_000))\n"
        "import toolc\n@toolc.tool\ndef g(x: int): ...\n"
    )
    assert tools_of(tmp_path, {"main.py": source}, "main.py") == (["g"], [])


def test_what_cannot_be_called_is_said(tmp_path: Path) -> None:
    source = (
        "from agent.tools import Tool\nfrom orbiter.tool import Tool as Base\n"
        "a = Tool('far', schema={'type': 'object'}, mcp_server='net')\n"
        "class Open(Base):\n    name, description, parameters = 'open', '', {}\n"
        "class Keyed(Base):\n    name, description, parameters = 'keyed', '', {}\n"
        "    def __init__(self, key): ...\n    async def execute(self): ...\n"
        "class Bare(Base):\n    async def execute(self): ...\n"
    )
    names, found = tools_of(tmp_path, {"main.py": source}, "main.py")
    assert (names, {one.code for one in found}) == ([], {"TC613"})
    words = "\n".join(one.message for one in found)
    for part in ("`far` has no callable: it runs on the MCP server `net`", "`Open`", "`Keyed`", "a `Bare` is not a whole tool"):
        assert part in words
