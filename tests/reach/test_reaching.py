"""Reach of tools: whatever one really opens when it is called is said, along every way that a program may have to it.

Each program is executed with an audit hook that sees which of its tools opens a file, and compiled.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from toolc import pipeline
from toolc.config import Config
from toolc.driver import Request
from toolc.reach import Reach

HEAD = """
import os, sys, functools
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("s")
def opens(): return open(os.devnull)
"""
PLAIN = """
@mcp.tool()
def plain(text: str) -> str: return text.strip()
"""
WAYS = {
    "itself": "@mcp.tool()\ndef f(): open(os.devnull)\n",
    "a function": "@mcp.tool()\ndef f(): opens()\n",
    "a function of a function": "def g(): return opens()\n@mcp.tool()\ndef f(): g()\n",
    "another module": "import helper\n@mcp.tool()\ndef f(): helper.work()\n",
    "a name of another module": "from helper import work as w\n@mcp.tool()\ndef f(): w()\n",
    "a module that hands on": "from facade import work\n@mcp.tool()\ndef f(): work()\n",
    "a star": "from starred import *\n@mcp.tool()\ndef f(): work()\n",
    "a method": "class C:\n    def m(self): opens()\nc = C()\n@mcp.tool()\ndef f(): c.m()\n",
    "a method of a base": "class B:\n    def m(self): opens()\nclass C(B): ...\n@mcp.tool()\ndef f(): C().m()\n",
    "a method that is overridden": (
        "class B:\n    def run(self): self.m()\n    def m(self): ...\nclass C(B):\n    def m(self): opens()\n@mcp.tool()\ndef f(): C().run()\n"
    ),
    "super": "class B:\n    def m(self): opens()\nclass C(B):\n    def m(self): super().m()\n@mcp.tool()\ndef f(): C().m()\n",
    "making an object": "class C:\n    def __init__(self): opens()\n@mcp.tool()\ndef f(): C()\n",
    "a property": "class C:\n    @property\n    def p(self): return opens()\n@mcp.tool()\ndef f(): C().p\n",
    "an operator": "class C:\n    def __add__(self, other): opens()\n@mcp.tool()\ndef f(): C() + 1\n",
    "an attribute": "class C:\n    def __init__(self, g): self.g = g\nc = C(opens)\n@mcp.tool()\ndef f(): c.g()\n",
    "an attribute set from outside": "class C: ...\nc = C()\nc.g = opens\n@mcp.tool()\ndef f(): c.g()\n",
    "a field of a dataclass": (
        "from dataclasses import dataclass\n@dataclass\nclass C:\n    g: object\nc = C(opens)\n@mcp.tool()\ndef f(): c.g()\n"
    ),
    "a variable": "g = opens\n@mcp.tool()\ndef f(): g()\n",
    "a variable that is set later": (
        "g = None\ndef start():\n    global g\n    g = opens\nstart()\n@mcp.tool()\ndef f(): g()\n"
    ),
    "a table": "ALL = {}\nALL['a'] = opens\n@mcp.tool()\ndef f(): ALL['a']()\n",
    "a list": "ALL = []\nALL.append(opens)\n@mcp.tool()\ndef f(): [one() for one in ALL]\n",
    "a list in an object": (
        "class C:\n    def __init__(self): self.all = []\n    def add(self, g): self.all.append(g)\n"
        "c = C()\nc.add(opens)\n@mcp.tool()\ndef f(): [one() for one in c.all]\n"
    ),
    "a decorator that registers": (
        "ALL = {}\ndef register(name):\n    def put(g):\n        ALL[name] = g\n        return g\n    return put\n"
        "@register('a')\ndef g(): opens()\n@mcp.tool()\ndef f(): ALL['a']()\n"
    ),
    "a decorator around": (
        "def logged(g):\n    @functools.wraps(g)\n    def inner():\n        opens()\n        return g()\n    return inner\n"
        "@mcp.tool()\n@logged\ndef f(): ...\n"
    ),
    "a closure": "def make(g):\n    @mcp.tool()\n    def f(): g()\nmake(opens)\n",
    "a variable around": "def make():\n    g = opens\n    @mcp.tool()\n    def f(): g()\nmake()\n",
    "a callback": "def each(g): g()\n@mcp.tool()\ndef f(): each(opens)\n",
    "a lambda": "g = lambda: opens()\n@mcp.tool()\ndef f(): g()\n",
    "a partial": "g = functools.partial(opens)\n@mcp.tool()\ndef f(): g()\n",
    "a name by its text": "@mcp.tool()\ndef f(): getattr(sys.modules[__name__], 'opens')()\n",
    "a name that is made": "class C:\n    def do_it(self): opens()\n@mcp.tool()\ndef f(): getattr(C(), 'do_' + 'it')()\n",
    "a default": "@mcp.tool()\ndef f(g: str = ''): (lambda h=opens: h())()\n",
    "with": "class C:\n    def __enter__(self): opens()\n    def __exit__(self, *a): ...\n@mcp.tool()\ndef f():\n    with C(): ...\n",
    "a loop": "class C:\n    def __iter__(self): yield opens()\n@mcp.tool()\ndef f():\n    for one in C(): ...\n",
    "an import in it": "@mcp.tool()\ndef f():\n    from helper import work\n    work()\n",
    "a method that is the tool": "class C:\n    def f(self): self.g()\n    def g(self): opens()\nmcp.tool()(C().f)\n",
    "a path": "from pathlib import Path\n@mcp.tool()\ndef f(): Path(os.devnull).read_text()\n",
    "os.open": "from os import open as o, devnull\n@mcp.tool()\ndef f(): o(devnull, 0)\n",
    "a class method": "class C:\n    @classmethod\n    def m(cls): cls.n()\n    @staticmethod\n    def n(): opens()\n@mcp.tool()\ndef f(): C.m()\n",
    "a validator": (
        "from pydantic import BaseModel, field_validator\nclass M(BaseModel):\n    x: int = 1\n    @field_validator('x')\n"
        "    @classmethod\n    def v(cls, x):\n        opens()\n        return x\n@mcp.tool()\ndef f(): M(x=2)\n"
    ),
    "a match": "@mcp.tool()\ndef f():\n    match opens:\n        case g: g()\n",
    "an exception": "@mcp.tool()\ndef f():\n    try: 1 / 0\n    except ZeroDivisionError: opens()\n    finally: ...\n",
}  # fmt: skip
FILES = {
    "helper.py": "import os\ndef work(): open(os.devnull)\n",
    "facade.py": "from helper import work\n",
    "starred.py": "from helper import *\n",
}
EXECUTED = """
import os, sys, types
class FastMCP:
    def __init__(self, name): self.found = {}
    def tool(self): return lambda f: self.found.setdefault(f.__name__, f)
for name in ("mcp", "mcp.server", "mcp.server.fastmcp"):
    sys.modules[name] = types.ModuleType(name)
sys.modules["mcp.server.fastmcp"].FastMCP = FastMCP
opened = []
sys.addaudithook(lambda event, args: opened.append(1) if event == "open" and args[0] == os.devnull else None)
for folder in sys.argv[1:]:
    sys.path[0] = folder
    for name in ("app", "helper", "facade", "starred"):
        sys.modules.pop(name, None)
    import app
    opened.clear()
    app.mcp.found["f"]()
    print(bool(opened))
"""


def reached(folder: Path) -> Reach:
    front = pipeline.compile_tools(Request([str(folder)], Config(), reaching=True))
    assert front.reach is not None
    return front.reach


def kinds(folder: Path) -> dict[str, tuple[str, ...]]:
    return {name: found.kinds for (_, _, name), found in reached(folder).tools.items()}


def written(folder: Path, source: str) -> Path:
    for name, text in {**FILES, "app.py": HEAD + source + PLAIN}.items():
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize("way", WAYS)
def test_what_a_tool_opens_is_said(way: str, tmp_path: Path) -> None:
    """Where a program makes the name itself, that is said in its place."""
    found = kinds(written(tmp_path, WAYS[way]))
    assert ("code" if "by its text" in way else "files") in found["f"] and found["plain"] == ()


def test_each_of_these_opens_a_file(tmp_path: Path) -> None:
    folders = []
    for number, source in enumerate(WAYS.values()):
        (tmp_path / str(number)).mkdir()
        folders.append(str(written(tmp_path / str(number), source)))
    done = subprocess.run([sys.executable, "-B", "-c", EXECUTED, *folders], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["True"] * len(WAYS), done.stderr


KINDS = {
    "subprocess.run(['ls'])": "processes",
    "os.system('ls')": "processes",
    "asyncio.create_subprocess_exec('ls')": "processes",
    "requests.get('x')": "network",
    "urllib.request.urlopen('x')": "network",
    "socket.socket()": "network",
    "shutil.rmtree('x')": "files",
    "sqlite3.connect('x')": "files",
    "os.environ['X']": "environment",
    "os.getenv('X')": "environment",
    "eval('x')": "code",
    "exec('x')": "code",
    "pickle.loads(x)": "code",
    "importlib.import_module('x')": "code",
    "getattr(os, 'sys' + 'tem')('ls')": "code",
    "getattr(os, 'system')('ls')": "processes",
    "open": "files",
    "print(open)": "files",
    "os.path.join('a', 'b')": "",
    "subprocess.CalledProcessError": "",
    "json.dumps({})": "",
}
MODULES = "asyncio, importlib, json, os, pickle, requests, shutil, socket, sqlite3, subprocess, urllib.request"


@pytest.mark.parametrize("code", KINDS)
def test_what_counts(code: str, tmp_path: Path) -> None:
    found = kinds(written(tmp_path, f"import {MODULES}\n@mcp.tool()\ndef f(): {code}\n"))
    assert found["f"] == ((KINDS[code],) if KINDS[code] else ())


def test_what_has_another_meaning_does_not_count(tmp_path: Path) -> None:
    own = "import re\ndef open(x): ...\n@mcp.tool()\ndef f(compile: str = 'x'): (open(1), compile, re.compile('x'))\n"
    source = HEAD.replace("open(os.devnull)", "1") + own
    (tmp_path / "app.py").write_text(source, "utf-8")
    assert kinds(tmp_path)["f"] == ()


def test_packages_that_are_not_read_are_named(tmp_path: Path) -> None:
    """And nothing that only declares tools, or comes with Python."""
    source = "import numpy as np, json\nfrom unknown.far import thing\n@mcp.tool()\ndef f(): (np.array([]), thing(), json)\n"
    reach = reached(written(tmp_path, source))
    told = {name: found.unread for (_, _, name), found in reach.tools.items()}
    assert told == {"f": ("numpy", "unknown"), "plain": ()}
    [package] = reach.packages.values()
    assert package.unread == ("numpy", "unknown") and package.kinds == ("files",)
    assert [(Path(use.path).name, use.name, use.line) for use in package.uses] == [
        ("app.py", "open", 5),
        ("helper.py", "open", 2),
    ]


def test_a_tool_whose_code_is_not_known_has_the_reach_of_its_package(tmp_path: Path) -> None:
    dispatched = written(tmp_path, "@mcp.tool()\ndef f(name: str): getattr(mcp.state, name)()\n")
    [found] = [found for (_, _, name), found in reached(dispatched).tools.items() if name == "f"]
    assert found.whole and found.kinds == ("files",)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    written(tmp_path, "@mcp.tool()\ndef f(): ...\n")
    (tmp_path / "broken.py").write_text("def (", "utf-8")
    [package] = reached(tmp_path).packages.values()
    assert [Path(name).name for name in package.unread] == ["broken.py"]


def test_modules_of_one_name_are_told_apart(tmp_path: Path) -> None:
    """Packages of a workspace, each of which has a module `helper`."""
    for name, work in (("one", "open('x')"), ("two", "1")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "pyproject.toml").write_text(f'[project]\nname = "{name}"\nversion = "1"\n', "utf-8")
        (folder / "helper.py").write_text(f"def work(): {work}\n", "utf-8")
        source = HEAD.replace("open(os.devnull)", "1") + f"import helper\n@mcp.tool()\ndef {name}(): helper.work()\n"
        (folder / f"app_{name}.py").write_text(source, "utf-8")
    assert kinds(tmp_path) == {"one": ("files",), "two": ()}


def test_deep_and_wide_code_takes_its_time(tmp_path: Path) -> None:
    chain = "".join(f"def g{number}(): g{number + 1}()\n" for number in range(3_000))
    names = "\n".join(f"    x.a{number}(os.environ.b{number}, subprocess.c{number})" for number in range(8_000))
    source = f"import subprocess\n{chain}def g3000():\n    {'.'.join(['x'] * 500)}\n{names}\n@mcp.tool()\ndef f(): g0()\n"
    assert kinds(written(tmp_path, source))["f"] == ("processes", "environment")


def test_where_it_cannot_be_told_everything_else_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> Reach:
        raise KeyError

    monkeypatch.setattr("toolc.driver.reach_budget.reach_of", fails)
    front = pipeline.compile_tools(Request([str(written(tmp_path, "@mcp.tool()\ndef f(): ...\n"))], Config(), reaching=True))
    assert front.reach is None and [one.code for one in front.diagnostics] == ["TC901"]
    assert sorted(tool.name for _, _, tool in front.bundle.tools) == ["f", "plain"]
