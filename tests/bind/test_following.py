"""Registrations that only the calls of a program tell: helpers, factories, instances, loops, wrappers."""

import pytest

from harness import bundle, program, servers, tools

HEAD = "from mcp.server.fastmcp import FastMCP\n"
MCP = HEAD + "mcp = FastMCP('s')\n"
F = "def f(x: int) -> int:\n    '''Do f.'''\n"
G = "def g(y: str) -> str:\n    '''Do g.'''\n"
MARKED = """
def mark(fn=None, *, level=0):
    def inner(f):
        setattr(f, "marked", True)
        return f
    if fn is None:
        return inner
    return inner(fn)
"""

FOUND = {
    "a parameter without annotation": (MCP + "def add(server):\n    @server.tool()\n    def f(): ...\nadd(mcp)", "f"),
    "a keyword argument": (MCP + "def add(a, *, server):\n    @server.tool()\n    def f(): ...\nadd(1, server=mcp)", "f"),
    "through two functions": (MCP + "def one(a):\n    two(a)\ndef two(b):\n    @b.tool()\n    def f(): ...\none(mcp)", "f"),
    "a default server": (MCP + "def add(server=mcp):\n    @server.tool()\n    def f(): ...\nadd()", "f"),
    "a server of a factory": (HEAD + "def make():\n    return FastMCP('s')\napp = make()\n@app.tool()\ndef f(): ...", "f"),
    "a factory that names its server": (HEAD + "def make(name):\n    m = FastMCP(name)\n    return m\na = make('s')\n@a.tool()\ndef f(): ...", "f"),
    "a factory of a factory": (HEAD + "def a():\n    return FastMCP('s')\ndef b():\n    return a()\nm = b()\n@m.tool()\ndef f(): ...", "f"),
    "a singleton": (HEAD + "_m = None\ndef get():\n    global _m\n    if _m is None:\n        _m = FastMCP('s')\n    return _m\n@get().tool()\ndef f(): ...", "f"),
    "stored by __init__": (MCP + "class H:\n    def __init__(self, m):\n        self.m = m\n        self.m.tool()(self.f)\n    def f(self, x: int): ...\nH(mcp)", "f"),
    "made by __init__": (HEAD + "class H:\n    def __init__(self):\n        self.m = FastMCP('s')\n        self.m.tool(name='x')(self.f)\n    def f(self): ...", "x"),
    "another method registers": (HEAD + "class H:\n    def __init__(self):\n        self.m = FastMCP('s')\n    def setup(self):\n        self.m.add_tool(self.f, name='x')\n    def f(self): ...", "x"),
    "a method that is called": (MCP + "class H:\n    def __init__(self, m):\n        self.m = m\n    def setup(self):\n        self.m.add_tool(self.f)\n    def f(self): ...\nh = H(mcp)\nh.setup()", "f"),
    "nested in a method": (HEAD + "class H:\n    def __init__(self):\n        self.m = FastMCP('s')\n        self.setup()\n    def setup(self):\n        @self.m.tool()\n        def f(): ...", "f"),
    "stored by a base class": (MCP + "class B:\n    def __init__(self, m):\n        self.m = m\nclass H(B):\n    def setup(self):\n        self.m.tool()(self.f)\n    def f(self): ...\nH(mcp).setup()", "f"),
    "through super().__init__": (MCP + "class B:\n    def __init__(self, m):\n        self.m = m\nclass H(B):\n    def __init__(self, other, m):\n        super().__init__(m)\n        self.m.tool()(self.f)\n    def f(self): ...\nH(1, mcp)", "f"),
    "a class attribute": (HEAD + "class H:\n    m = FastMCP('s')\n    def setup(self):\n        self.m.tool()(self.f)\n    def f(self): ...", "f"),
    "a dataclass field": (MCP + "from dataclasses import dataclass\n@dataclass\nclass H:\n    m: FastMCP\n    def setup(self):\n        self.m.tool()(self.f)\n    def f(self): ...\nH(m=mcp).setup()", "f"),
    "a closure over a local server": (HEAD + "def make():\n    m = FastMCP('s')\n    def offer(name):\n        def deco(f):\n            m.tool(name=name)(f)\n            return f\n        return deco\n    @offer('a')\n    def f(x: int): ...\n    return m", "a"),
    "an instance that holds the server": (HEAD + "def add(m):\n    @m.tool()\n    def f(): ...\nclass R:\n    def __init__(self, owner):\n        self.m = owner.m\n    def all(self):\n        add(self.m)\nclass S:\n    def __init__(self):\n        self.m = FastMCP('s')\n        self.r = R(self)\n        self.r.all()", "f"),
    "getattr of an instance": (MCP + "class H:\n    def f(self, x: int): ...\n    def g(self): ...\nh = H()\nfor name in ['f', 'g']:\n    mcp.add_tool(getattr(h, name))", "f g"),
    "methods that a bare decorator marks": (HEAD + MARKED + "class M(FastMCP):\n    def __init__(self):\n        super().__init__('s')\n        cls = type(self)\n        for name in dir(cls):\n            if callable(getattr(cls, name, None)) and getattr(getattr(cls, name), 'marked', False):\n                self.add_tool(getattr(self, name))\nclass N(M):\n    @mark\n    def f(self): ...\n    @mark(level=1)\n    def g(self): ...\n    def h(self): ...\nN()", "f g"),
    "the class of an object": (HEAD + MARKED + "class H:\n    def __init__(self, m):\n        for name in dir(self.__class__):\n            if getattr(getattr(self.__class__, name), 'marked', False):\n                m.add_tool(getattr(self, name))\nclass N(H):\n    @mark\n    def f(self): ...\n    def h(self): ...\nN(FastMCP('s'))", "f"),
    "a bound wrapper": (MCP + "import functools\nclass H:\n    def g(self, x: int): ...\n    @functools.wraps(g)\n    def f(self, *args): ...\nh = H()\nf = h.f\nmcp.add_tool(f)", "g"),
    "a static method": (MCP + "class H:\n    @staticmethod\n    def f(x: int): ...\nmcp.tool()(H.f)", "f"),
    "a method of an instance": (MCP + "class H:\n    def f(self, x: int): ...\nh = H()\nmcp.add_tool(h.f)", "f"),
    "a property gives the server": (HEAD + "class H:\n    @property\n    def m(self):\n        return mcp\nmcp = FastMCP('s')\n@H().m.tool()\ndef f(): ...", "f"),
    "a tuple of functions": (MCP + F + G + "for one in (f, g):\n    mcp.tool()(one)", "f g"),
    "a list elsewhere": (MCP + F + G + "ALL = [f, g]\nfor one in ALL:\n    mcp.add_tool(one)", "f g"),
    "a dict of functions": (MCP + F + G + "ALL = {'a': f, 'b': g}\nfor name, one in ALL.items():\n    mcp.tool(name=name)(one)", "a b"),
    "pairs": (MCP + F + G + "for one, name in [(f, 'a'), (g, 'b')]:\n    mcp.add_tool(one, name=name)", "a b"),
    "a loop in a function": (MCP + F + G + "def add(m, all):\n    for one in all:\n        m.tool()(one)\nadd(mcp, [f, g])", "f g"),
    "a loop over servers": (HEAD + "a, b = FastMCP('a'), FastMCP('b')\n" + F + "for m in (a, b):\n    m.tool()(f)", "f"),
    "enumerated": (MCP + F + "for i, one in enumerate([f]):\n    mcp.tool(name=f'n{i}')(one)", "n0"),
    "a helper": (MCP + F + "def add(fn):\n    mcp.tool()(fn)\nadd(f)", "f"),
    "a helper that names": (MCP + F + "def add(fn, name):\n    mcp.tool(name='p_' + name)(fn)\nadd(f, 'x')", "p_x"),
    "a helper decorator": (MCP + "def tool(fn):\n    mcp.tool()(fn)\n    return fn\n@tool\n" + F, "f"),
    "a helper decorator that is called": (MCP + "def tool(name):\n    def deco(fn):\n        return mcp.tool(name=name)(fn)\n    return deco\n@tool('x')\n" + F, "x"),
    "a helper that gives the decorator": (MCP + "def tool(name):\n    return mcp.tool(name=name)\n@tool('x')\n" + F, "x"),
    "a helper of the server": (MCP + "def tool(m, **more):\n    return m.tool(**more)\n@tool(mcp, name='x')\n" + F, "x"),
    "arguments handed on": (MCP + "def tool(*args, **more):\n    return mcp.tool(*args, **more)\n@tool('x')\n" + F, "x"),
    "a wrapper of wraps": (MCP + "import functools\ndef safe(fn):\n    @functools.wraps(fn)\n    def inner(*a, **k): ...\n    return inner\n" + F + "mcp.tool()(safe(f))", "f"),
    "the name of the function": (MCP + F + "def add(fn):\n    mcp.tool(name=fn.__name__.upper())(fn)\nadd(f)", "F"),
    "a registry of the program": (MCP + "class R:\n    def __init__(self, m):\n        self.m = m\n    def add(self, name):\n        def deco(fn):\n            self.m.tool(name=name)(fn)\n            return fn\n        return deco\nr = R(mcp)\n@r.add('x')\n" + F, "x"),
    "a subclass": (HEAD + "class M(FastMCP):\n    def extra(self): ...\nm = M('s')\n@m.tool()\n" + F, "f"),
    "a subclass that registers": (HEAD + "class M(FastMCP):\n    def __init__(self):\n        super().__init__('s')\n        self.tool()(self.f)\n        self.add_tool(self.g)\n    def f(self): ...\n    def g(self): ...", "f g"),
    "a subclass that overrides": (HEAD + "class M(FastMCP):\n    def tool(self, *a, **k):\n        return super().tool(*a, **k)\nm = M('s')\n@m.tool(name='x')\n" + F, "x"),
    "a dict of servers": (HEAD + "all = {'a': FastMCP('s')}\n@all['a'].tool()\n" + F, "f"),
    "global set by a function": (HEAD + "m = None\ndef main():\n    global m\n    m = FastMCP('s')\n    add(m)\ndef add(m):\n    @m.tool()\n    def f(): ...", "f"),
}  # fmt: skip


@pytest.mark.parametrize("name", FOUND)
def test_found(name: str) -> None:
    source, expected = FOUND[name]
    found = tools(source)
    assert " ".join(sorted(found)) == expected
    assert all(tool.fidelity == "exact" for tool in found.values())
    assert all("self" not in (tool.input_schema or {}).get("properties", {}) for tool in found.values())


PROJECTS = {
    "registered elsewhere": {"a.py": MCP + "import b\nb.add(mcp)", "b.py": "def add(m):\n    @m.tool()\n    def f(): ..."},
    "modules in a loop": {"a.py": MCP + "import b\nfor m in (b,):\n    m.add(mcp)", "b.py": "def add(m):\n    @m.tool()\n    def f(): ..."},
    "modules of the package": {"p/__init__.py": MCP + "from p import b\nfor m in (b,):\n    m.add(mcp)", "p/b.py": "def add(m):\n    @m.tool()\n    def f(): ..."},
    "a class elsewhere": {"a.py": MCP + "from b import H\nH(mcp)", "b.py": "class H:\n    def __init__(self, m):\n        m.tool()(self.f)\n    def f(self): ..."},
    "a factory elsewhere": {"a.py": "from b import make\nm = make()\n@m.tool()\ndef f(): ...", "b.py": HEAD + "def make():\n    return FastMCP('s')"},
    "a helper elsewhere": {"a.py": "from b import tool\n@tool\ndef f(): ...", "b.py": MCP + "def tool(fn):\n    return mcp.tool()(fn)"},
    "a helper of a helper": {"a.py": "from b import tool\n@tool\ndef f(): ...", "b.py": "from c import add\ndef tool(fn):\n    add(fn)\n    return fn", "c.py": MCP + "def add(fn):\n    return mcp.tool()(fn)"},
    "functions elsewhere": {"a.py": MCP + "from b import ALL\nfor one in ALL:\n    mcp.tool()(one)", "b.py": "def f(): ...\nALL = [f]"},
}  # fmt: skip


@pytest.mark.parametrize("name", PROJECTS)
def test_found_across_files(name: str) -> None:
    assert {tool: one.fidelity for tool, one in tools(PROJECTS[name]).items()} == {"f": "exact"}


def test_each_server_has_its_tools() -> None:
    source = HEAD + "a, b = FastMCP('a'), FastMCP('b')\ndef add(m):\n    @m.tool()\n    def f(): ...\nadd(a)\nadd(b)"
    assert servers(source) == {"a": ["f"], "b": ["f"]}


def test_a_method_shows_no_self() -> None:
    source = MCP + "class H:\n    def f(self, x: int): ...\nmcp.add_tool(H().f)"
    schema = tools(source)["f"].input_schema
    assert schema is not None and list(schema["properties"]) == ["x"]


def test_calls_without_end() -> None:
    source = MCP + "def a(m, n):\n    b(m, n + 1)\ndef b(m, n):\n    @m.tool()\n    def f(): ...\n    a(m, n + 1)\na(mcp, 0)"
    assert list(tools(source)) == ["f"]


def test_a_helper_that_nobody_calls_is_no_tool() -> None:
    made = bundle(MCP + "def add(fn):\n    mcp.tool()(fn)\n")
    assert [tool for package in made.packages for server in package.servers for tool in server.tools] == []


def test_tools_of_a_loop_nobody_can_follow_are_said() -> None:
    linked = program(MCP + "import x\nfor one in x.all():\n    mcp.add_tool(one.f, name=one.name)\n")
    assert linked.tools == ()
    assert [one.code for one in linked.diagnostics] == ["TC212"]


def test_what_took_the_certainty_from_a_loop_is_said() -> None:
    linked = program(MCP + "import x\nfunctions = []\nx.fill(functions)\nfor one in functions:\n    mcp.add_tool(one)\n")
    assert linked.tools == ()
    assert [(one.code, one.labels[0].text, one.labels[0].span.line) for one in linked.diagnostics] == [
        ("TC212", "handed to `x.fill` (not followed), which may change it", MCP.count("\n") + 3)
    ]


def test_an_undecided_condition_is_said_through_calls() -> None:
    source = MCP + "def add(m):\n    m.tool()(f)\n" + F + "import sys\nif sys.argv:\n    add(mcp)"
    assert [(tool.fidelity, [one.code for one in tool.diagnostics]) for tool in tools(source).values()] == [
        ("exact", ["TC214"])
    ]


LEFT = {
    "a condition that is open": ("if sys.argv:\n        return", "f TC214"),
    "the other branch": ("if sys.argv:\n        pass\n    else:\n        return", "f TC214"),
    "within another": ("if sys.argv:\n        if sys.orig_argv:\n            return", "f TC214"),
    "an import that may fail": ("try:\n        import absent\n    except ImportError:\n        return", "f TC214"),
    "a condition that holds": ("if True:\n        return", ""),
    "a parameter that holds": ("if off:\n        return", ""),
    "a condition that fails": ("if False:\n        return", "f"),
    "an error": ("if sys.argv:\n        raise ValueError", "f"),
    "a loop": ("for one in sys.argv:\n        return", "f TC214"),
}


@pytest.mark.parametrize("name", LEFT)
def test_a_function_that_is_left_before_registers_nothing_behind(name: str) -> None:
    before, expected = LEFT[name]
    source = MCP + F + f"import sys\ndef add(m, off):\n    {before}\n    m.tool()(f)\nadd(mcp, True)"
    found = tools(source)
    assert " ".join([*found, *(one.code for tool in found.values() for one in tool.diagnostics)]) == expected


def test_a_handler_in_a_function_that_is_called_twice_lists_each_tool_once() -> None:
    source = (
        "from mcp.server import Server\nfrom mcp.types import Tool\ndef serve(path):\n    server = Server('s')\n"
        "    @server.list_tools()\n    async def handle():\n        return [Tool(name='a', inputSchema={}), Tool(name='b', inputSchema={})]\n"
        "serve(1)\nserve(2)\n"
    )
    assert servers(source) == {"s": ["a", "b"]}


def test_a_copy_of_a_tool_that_was_changed_unseen_is_not_certain_either() -> None:
    """`__dict__` is written to, which is not followed; `model_copy` keeps what is there."""
    text = (
        "from mcp import types\nfrom mcp.server.lowlevel import Server\nserver = Server('x')\n"
        "one = types.Tool(name='a', description='A.', inputSchema={'type': 'object'})\none.__dict__['description'] = 'B.'\n"
        "copy = one.model_copy(update={'title': 'T'})\n@server.list_tools()\nasync def listed(): return [copy]\n"
    )
    assert {name: one.fidelity for name, one in tools(text).items()} == {"a": "approximate"}


def test_a_union_that_a_module_without_tools_writes_in_another_order_is_said() -> None:
    """typing keeps the one that runs first; not of annotations that stay texts."""
    tool = "from typing import List, Optional, Union\n@mcp.tool()\ndef f(ids: Optional[Union[str, List[str]]] = None): ...\n"
    client = (
        "from typing import List, Optional, Union\nclass C:\n    def get(self, ids: Optional[Union[List[str], str]]): ...\n"
    )
    for text, expected in ((client, ["TC328"]), (f"from __future__ import annotations\n{client}", [])):
        found = tools({"app.py": "import client\n" + MCP + tool, "client.py": text})["f"]
        assert [one.code for one in found.diagnostics] == expected
