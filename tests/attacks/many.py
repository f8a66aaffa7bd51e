"""One thing, many times, in one file: every kind of thing that a file can hold any number of.

Takes a number, gives source texts by name; those beyond the size limit of a file are left out. Nothing here is deep.
"""

from collections.abc import Callable, Iterator

from nesting import HEAD

LARGEST = 2_000_000  # bytes of a file
MORE = HEAD + "import dataclasses, enum, typing\nfrom typing import *\n"


def lines(template: str, count: int, start: int = 0) -> str:
    """The template for every number `i`, with `j` the one before."""
    return "".join(template.format(i=i, j=i - 1) for i in range(start, count))


def listed(template: str, count: int) -> str:
    """The template for every number `i`, between commas."""
    return ", ".join(template.format(i=i) for i in range(count))


def tool(annotation: str, default: str = "") -> str:
    """A tool with one parameter."""
    return f"@mcp.tool()\ndef f(a: {annotation}{default}): ...\n"


def described(text: str) -> str:
    """A tool whose description is an expression."""
    return f"@mcp.tool(description={text})\ndef f(a: int): ...\n"


KINDS: dict[str, Callable[[int], str]] = {
    # What a module holds.
    "tools": lambda n: MORE + lines("@mcp.tool()\ndef f{i}(): 0\n", n),
    "tools with docs": lambda n: MORE + lines("@mcp.tool()\ndef f{i}(a: int):\n 'd'\n", n),
    "tools of one name": lambda n: MORE + "@mcp.tool()\ndef f(a: int): ...\n" * n,
    "alike tools": lambda n: MORE + lines("@mcp.tool(name='{i}'.replace('1','l'))\ndef f{i}(): 0\n", n),
    "refused tools": lambda n: MORE + lines("@mcp.tool()\ndef f{i}(_a): 0\n", n),
    "vague tools": lambda n: MORE + lines("@mcp.tool()\ndef f{i}(a: X): 0\n", n),
    "tools that name tools": lambda n: MORE + lines("@mcp.tool()\ndef f_{i}(a: int): 'See f_{j}.'\n", n),
    "added tools": lambda n: MORE + "def f(a: int): ...\n" + lines("mcp.add_tool(f, name='t{i}')\n", n),
    "removed tools": lambda n: MORE + "@mcp.tool()\ndef f(a: int): ...\n" + lines("mcp.remove_tool('f{i}')\n", n),
    "servers": lambda n: MORE + lines("m{i} = FastMCP('m{i}')\n", n) + tool("int"),
    "servers with tools": lambda n: MORE + lines("m{i} = FastMCP('m{i}')\n@m{i}.tool()\ndef f{i}(): 0\n", n),
    "servers of one name": lambda n: MORE + "m = FastMCP('m')\n@m.tool()\ndef f(): 0\n" * n,
    "servers under one name": lambda n: MORE + "mcp = FastMCP('m')\n" * n + tool("int"),
    "mounted servers": lambda n: "from fastmcp import FastMCP\nmcp = FastMCP('m')\n"
    + lines("m{i} = FastMCP('m{i}')\nmcp.mount(m{i}, 'p{i}')\n", n) + tool("int"),
    "mounts in a row": lambda n: "from fastmcp import FastMCP\nmcp = m0 = FastMCP('m')\n"
    + lines("m{i} = FastMCP('m{i}')\nm{i}.mount(m{j}, 'p')\n", n, 1) + tool("int"),
    "mounts of one": lambda n: "from fastmcp import FastMCP\nmcp = FastMCP('m')\no = FastMCP('o')\n"
    + lines("o.mount(mcp, 'p{i}')\n", n) + tool("int"),
    "tools in if": lambda n: MORE + lines("if X:\n @mcp.tool()\n def f{i}(): 0\n", n),
    "tools in one if": lambda n: MORE + "if X:\n" + lines(" @mcp.tool()\n def f{i}(): 0\n", n),
    "tools in try": lambda n: MORE + lines("try:\n @mcp.tool()\n def f{i}(): 0\nexcept E: pass\n", n),
    "tools in a loop": lambda n: MORE + f"def f(a: int): ...\nfor i in [{listed('{i}', n)}]:\n mcp.add_tool(f, name=f't{{i}}')\n",
    "tools in a range": lambda n: MORE + f"def f(a: int): ...\nfor i in range({n}):\n mcp.add_tool(f, name=f't{{i}}')\n",
    "tools in loops": lambda n: MORE + "def f(a: int): ...\n" + lines("for i in [1, 2]:\n mcp.add_tool(f, name=f't{i}{{i}}')\n", n),
    "tools in a list": lambda n: MORE + f"def f(a: int): ...\nL = [{listed('f', n)}]\nfor g in L: mcp.add_tool(g)\n",
    "tools in a dict": lambda n: MORE + "def f(a: int): ...\nD = {" + listed("'k{i}': f", n) + "}\nfor k, g in D.items(): mcp.add_tool(g, name=k)\n",
    "tools of a function": lambda n: MORE + "def g(m):\n" + lines(" @m.tool()\n def f{i}(): 0\n", n) + "g(mcp)\n",
    "calls of a function": lambda n: MORE + "def g(m, n):\n m.add_tool(f, name=n)\ndef f(a: int): ...\n" + lines("g(mcp, 't{i}')\n", n),
    "tools of one decorator": lambda n: MORE + "tool = mcp.tool()\n" + lines("@tool\ndef f{i}(): 0\n", n),
    "decorators of one's own": lambda n: MORE + lines("def d{i}(f):\n return mcp.tool()(f)\n@d{i}\ndef f{i}(): 0\n", n),
    "decorators in a row": lambda n: MORE + "d0 = mcp.tool()\n" + lines("def d{i}(f): return d{j}(f)\n", n, 1) + f"@d{n - 1}\ndef f(a: int): ...\n",
    "functions in a row": lambda n: MORE + "def g0(): return 1\n" + lines("def g{i}(): return g{j}()\n", n, 1) + tool("int", f" = g{n - 1}()"),
    "methods": lambda n: MORE + "class A:\n" + lines(" def m{i}(self, a: int): ...\n", n) + "a = A()\n" + lines("mcp.add_tool(a.m{i})\n", n),
    "attributes": lambda n: MORE + "class A:\n def __init__(self):\n" + lines("  self.a{i} = {i}\n", n) + tool("int", f" = A().a{n - 1}"),
    "statements in a class": lambda n: MORE + "class A(BaseModel):\n a: int\n" + " x = 1\n" * n + tool("A"),
    "statements": lambda n: MORE + "x = 1\n" * n + tool("int", " = x"),
    "calls": lambda n: MORE + "g()\n" * n + tool("int"),
    "calls on the server": lambda n: MORE + "mcp.g()\n" * n + tool("int"),
    "empty functions": lambda n: MORE + lines("def g{i}(): 0\n", n) + tool("int"),
    "functions of one name": lambda n: MORE + "def g(): 0\n" * n + "mcp.add_tool(g)\n",
    "semicolons": lambda n: MORE + "x=1;" * n + "\n" + tool("int", " = x"),
    "deletions": lambda n: MORE + "x = 1\ndel x\n" * n + tool("int"),
    "rebindings": lambda n: MORE + "X = int\n" * n + tool("X"),
    "augmented": lambda n: MORE + "X = []\n" + lines("X += [{i}]\n", n) + tool("list", " = X"),
    "augmented text": lambda n: MORE + "X = ''\n" + "X += 'a'\n" * n + described("X"),
    "augmented number": lambda n: MORE + "X = 1\n" + "X *= 3\n" * n + tool("int", " = X"),
    "augmented exports": lambda n: MORE + "__all__ = []\n" + lines("__all__ += ['x{i}']\n", n) + tool("int"),
    "appended": lambda n: MORE + "X = []\n" + lines("X.append({i})\n", n) + tool("list", " = X"),
    "items set": lambda n: MORE + "X = {}\n" + lines("X['{i}'] = {i}\n", n) + "@mcp.tool(meta=X)\ndef f(a: dict = X): ...\n",
    "updates": lambda n: MORE + "X = {}\n" + lines("X.update(a{i}={i})\n", n) + "@mcp.tool(meta=X)\ndef f(a: dict = X): ...\n",
    "spreads": lambda n: MORE + "X0 = {}\n" + lines("X{i} = {{**X{j}, 'a{i}': 1}}\n", n, 1) + f"@mcp.tool(meta=X{n - 1})\ndef f(a: int): ...\n",
    "ifs": lambda n: MORE + "if X: pass\n" * n + tool("int"),
    "ifs that bind": lambda n: MORE + lines("if X{i}: Y = {i}\n", n) + tool("int", " = Y"),
    "versions": lambda n: MORE + "import sys\n" + lines("if sys.version_info >= (3, {i}): Y = {i}\n", n) + tool("int", " = Y"),
    "tries": lambda n: MORE + lines("try: from a{i} import Y\nexcept ImportError: Y = None\n", n) + tool("Y"),
    "withs": lambda n: MORE + "with a as b: pass\n" * n + tool("int"),
    "loops": lambda n: MORE + "for i in x: pass\n" * n + tool("int"),
    "loops over texts": lambda n: MORE + "for i in 'abc': X = i\n" * n + tool("str", " = X"),
    "matches": lambda n: MORE + "match a:\n case 1: pass\n" * n + tool("int"),
    "cases": lambda n: MORE + "match a:\n" + lines(" case {i}: X = {i}\n", n) + tool("int", " = X"),
    "nested functions": lambda n: MORE + "def g():\n" + lines(" def h{i}(): 0\n", n) + tool("int"),
    "returns": lambda n: MORE + "def g(x):\n" + lines(" if x == {i}: return {i}\n", n) + tool("int", f" = g({n - 1})"),
    "globals": lambda n: MORE + lines("def g{i}():\n global X\n X = {i}\n", n) + tool("int", " = X"),
    "comments": lambda n: "# toolc: assume x\n" * n + MORE + tool("int"),
    "empty lines": lambda n: "\n" * n + MORE + tool("int"),
    "exports": lambda n: MORE + "__all__ = [" + listed("'x{i}'", n) + "]\n" + tool("int"),
    # Imports.
    "imports": lambda n: lines("import a{i}\n", n) + MORE + tool("a1.X"),
    "imports of one": lambda n: "import os\n" * n + MORE + tool("int"),
    "names imported": lambda n: f"from a import {listed('n{i}', n)}\n" + MORE + tool("n1"),
    "imports from": lambda n: lines("from a{i} import x\n", n) + MORE + tool("x"),
    "imports from here": lambda n: "from .a import x\n" * n + MORE + tool("x"),
    "star imports": lambda n: lines("from a{i} import *\n", n) + MORE + tool("Z"),
    "star imports of here": lambda n: "from bomb import *\n" * n + MORE + tool("Z"),
    "star imports of frameworks": lambda n: "from pydantic import *\n" * n + MORE + tool("Z"),
    "submodules": lambda n: lines("import a.b{i}.c\n", n) + MORE + tool("a.b1.c.X"),
    # Classes.
    "models": lambda n: MORE + lines("class M{i}(BaseModel):\n a: int\n", n) + tool("M1"),
    "models in a union": lambda n: MORE + lines("class M{i}(BaseModel):\n a: int\n", n) + tool(f"Union[{listed('M{i}', n)}]"),
    "models in models": lambda n: MORE + "class M0(BaseModel): a: int\n" + lines("class M{i}(BaseModel): a: M{j}\n", n, 1) + tool(f"M{n - 1}"),
    "models around": lambda n: MORE + lines("class M{i}(BaseModel): a: 'M{j} | None'\n", n, 1) + f"class M0(BaseModel): a: 'M{n - 1} | None'\n" + tool("M0"),
    "fields of models": lambda n: MORE + lines("class M{i}(BaseModel):\n a: int\n", n) + "class A(BaseModel):\n" + lines(" a{i}: M{i}\n", n) + tool("A"),
    "one model often": lambda n: MORE + "class M(BaseModel):\n a: int\nclass A(BaseModel):\n" + lines(" a{i}: M\n", n) + tool("A"),
    "tools of one model": lambda n: MORE + "class M(BaseModel):\n" + lines(" a{i}: int\n", 200) + lines("@mcp.tool()\ndef f{i}(m: M): 0\n", n),
    "models of one name": lambda n: MORE + "class M(BaseModel):\n a: int\n" * n + tool("M"),
    "fields": lambda n: MORE + "class M(BaseModel):\n" + lines(" a{i}: int\n", n) + tool("M"),
    "fields of one name": lambda n: MORE + "class M(BaseModel):\n" + " a: int\n" * n + tool("M"),
    "field calls": lambda n: MORE + "class M(BaseModel):\n" + lines(" a{i}: int = Field({i}, ge=0, alias='b{i}')\n", n) + tool("M"),
    "alike fields": lambda n: MORE + "class M(BaseModel):\n" + lines(" a{i}_{i}: int\n a{i}{i}_: int\n", n) + tool("M"),
    "dataclass fields": lambda n: MORE + "@dataclasses.dataclass\nclass M:\n" + lines(" a{i}: int = {i}\n", n) + tool("M"),
    "keys": lambda n: MORE + "class M(TypedDict):\n" + lines(" a{i}: int\n", n) + tool("M"),
    "keys of a call": lambda n: MORE + "M = TypedDict('M', {" + listed("'a{i}': int", n) + "})\n" + tool("M"),
    "named tuple": lambda n: MORE + "class M(NamedTuple):\n" + lines(" a{i}: int\n", n) + tool("M"),
    "named tuple of a call": lambda n: MORE + "M = NamedTuple('M', [" + listed("('a{i}', int)", n) + "])\n" + tool("M"),
    "create_model": lambda n: MORE + "from pydantic import create_model\nM = create_model('M', " + listed("a{i}=(int, 1)", n) + ")\n" + tool("M"),
    "create_models": lambda n: MORE + "from pydantic import create_model\n" + lines("M{i} = create_model('M{i}', a=(int, 1))\n", n) + tool("M1"),
    "validators": lambda n: MORE + "from pydantic import field_validator\nclass M(BaseModel):\n a: int\n" + lines(" @field_validator('a')\n def v{i}(c, v): return v\n", n) + tool("M"),
    "computed fields": lambda n: MORE + "from pydantic import computed_field\nclass M(BaseModel):\n a: int\n" + lines(" @computed_field\n def v{i}(s) -> int: 0\n", n) + "@mcp.tool()\ndef f(a: int) -> M: ...\n",
    "inheritance": lambda n: MORE + "class C0(BaseModel): a: int\n" + lines("class C{i}(C{j}): ...\n", n, 1) + tool(f"C{n - 1}"),
    "inheritance with fields": lambda n: MORE + "class C0(BaseModel): a: int\n" + lines("class C{i}(C{j}): f{i}: int\n", n, 1) + tool(f"C{n - 1}"),
    "inheritance backwards": lambda n: MORE + "".join(f"class C{i}(C{i + 1}): f{i}: int\n" for i in range(n)) + f"class C{n}(BaseModel): a: int\n" + tool("C0"),
    "all of inheritance": lambda n: MORE + "class C0(BaseModel): a: int\n" + lines("class C{i}(C{j}): f{i}: int\n@mcp.tool()\ndef g{i}(a: C{i}): 0\n", n, 1),
    "plain inheritance": lambda n: MORE + "class C0: ...\n" + lines("class C{i}(C{j}): ...\n", n, 1) + tool(f"C{n - 1}"),
    "dataclass inheritance": lambda n: MORE + "@dataclasses.dataclass\nclass C0: ...\n" + lines("@dataclasses.dataclass\nclass C{i}(C{j}): f{i}: int = 1\n", n, 1) + tool(f"C{n - 1}"),
    "key inheritance": lambda n: MORE + "class C0(TypedDict): ...\n" + lines("class C{i}(C{j}): f{i}: int\n", n, 1) + tool(f"C{n - 1}"),
    "server inheritance": lambda n: MORE + "class C0(FastMCP): ...\n" + lines("class C{i}(C{j}): ...\n", n, 1) + f"mcp = C{n - 1}('m')\n" + tool("int"),
    "subclasses": lambda n: MORE + "class A(BaseModel): a: int\n" + lines("class C{i}(A): ...\n", n) + tool("A"),
    "bases": lambda n: MORE + lines("class C{i}(BaseModel): f{i}: int\n", n) + f"class D({listed('C{i}', n)}): ...\n" + tool("D"),
    "plain bases": lambda n: MORE + lines("class C{i}: f{i}: int\n", n) + f"class D(BaseModel, {listed('C{i}', n)}): ...\n" + tool("D"),
    "unknown bases": lambda n: MORE + f"class D(BaseModel, {listed('X{i}', n)}): ...\n" + tool("D"),
    "class keywords": lambda n: MORE + f"class D(BaseModel, {listed('k{i}=1', n)}):\n a: int\n" + tool("D"),
    "nested classes": lambda n: MORE + "class A(BaseModel):\n" + lines(" class B{i}(BaseModel): a: int\n", n) + " a: B1\n" + tool("A"),
    "generics": lambda n: MORE + "T = TypeVar('T')\nclass G(BaseModel, Generic[T]): a: T\n" + tool(f"Union[{listed('G[Literal[{i}]]', n)}]"),
    "generic fields": lambda n: MORE + "T = TypeVar('T')\nclass G(BaseModel, Generic[T]): a: T\nclass A(BaseModel):\n" + lines(" a{i}: G[tuple[int, Literal[{i}]]]\n", n) + tool("A"),
    "type variables": lambda n: MORE + lines("T{i} = TypeVar('T{i}')\n", n) + f"class G(BaseModel, Generic[{listed('T{i}', n)}]):\n a: T1\n" + tool(f"G[{listed('int', n)}]"),
    "type parameters": lambda n: MORE + f"class G[{listed('T{i}', n)}](BaseModel):\n a: T1\n" + tool(f"G[{listed('int', n)}]"),
    "root models": lambda n: MORE + "from pydantic import RootModel\n" + lines("class R{i}(RootModel[int]): ...\n", n) + tool("R1"),
    # Enums and literals.
    "enum": lambda n: MORE + "class E(enum.Enum):\n" + lines(" m{i} = {i}\n", n) + tool("E", " = E.m1"),
    "auto enum": lambda n: MORE + "class E(enum.Enum):\n" + lines(" m{i} = enum.auto()\n", n) + tool("E"),
    "auto flag": lambda n: MORE + "class E(enum.Flag):\n" + lines(" m{i} = enum.auto()\n", n) + tool("E"),
    "auto int flag": lambda n: MORE + "class E(enum.IntFlag):\n" + lines(" m{i} = enum.auto()\n", n) + tool("E"),
    "auto text": lambda n: MORE + "class E(enum.StrEnum):\n" + lines(" m{i} = enum.auto()\n", n) + tool("E"),
    "enum of one value": lambda n: MORE + "class E(enum.Enum):\n" + lines(" m{i} = 1\n", n) + tool("E"),
    "enum of itself": lambda n: MORE + "class E(enum.Enum):\n m0 = 1\n" + lines(" m{i} = m{j} + 1\n", n, 1) + tool("E"),
    "enum of shifts": lambda n: MORE + "class E(enum.IntFlag):\n" + lines(" m{i} = 1 << {i}\n", n) + tool("E"),
    "enum of lists": lambda n: MORE + "class E(enum.Enum):\n" + lines(" m{i} = [{i}]\n", n) + tool("E"),
    "enum of a call": lambda n: MORE + "E = enum.Enum('E', '" + " ".join(f"m{i}" for i in range(n)) + "')\n" + tool("E"),
    "enums": lambda n: MORE + lines("class E{i}(enum.Enum): a = 1\n", n) + tool("E1"),
    "enum tools": lambda n: MORE + "class E(enum.Enum):\n" + lines(" m{i} = {i}\n", 300) + lines("@mcp.tool()\ndef f{i}(e: E): 0\n", n),
    "literal": lambda n: MORE + tool(f"Literal[{listed('{i}', n)}]"),
    "literal texts": lambda n: MORE + tool("Literal[" + listed("'v{i}'", n) + "]"),
    "literal of one": lambda n: MORE + tool(f"Literal[{listed('1', n)}]"),
    "literal of members": lambda n: MORE + "class E(enum.Enum):\n" + lines(" m{i} = {i}\n", n) + tool(f"Literal[{listed('E.m{i}', n)}]"),
    "literal alias": lambda n: MORE + f"L = Literal[{listed('{i}', n)}]\n" + tool("L"),
    "literal of a text": lambda n: MORE + tool('"Literal[' + listed("{i}", n) + ']"'),
    "literals": lambda n: MORE + tool(f"Literal[{listed('Literal[{i}]', n)}]"),
    "literal tools": lambda n: MORE + f"L = Literal[{listed('{i}', 1000)}]\n" + lines("@mcp.tool()\ndef f{i}(a: L): 0\n", n),
    # Types.
    "union": lambda n: MORE + tool(f"Union[{listed('Literal[{i}]', n)}]"),
    "union of lists": lambda n: MORE + tool(f"Union[{listed('list[Literal[{i}]]', n)}]"),
    "union of one": lambda n: MORE + tool(f"Union[{listed('int', n)}]"),
    "union of names": lambda n: MORE + tool(f"Union[{listed('X{i}', n)}]"),
    "union of tagged": lambda n: MORE + lines("class M{i}(BaseModel):\n k: Literal[{i}]\n", n) + tool(f"Annotated[Union[{listed('M{i}', n)}], Field(discriminator='k')]"),
    "bar union in a row": lambda n: MORE + "A0 = int\n" + lines("A{i} = A{j} | Literal[{i}]\n", n, 1) + tool(f"A{n - 1}"),
    "optional in a row": lambda n: MORE + "A0 = int\n" + lines("A{i} = Optional[A{j}]\n", n, 1) + tool(f"A{n - 1}"),
    "tuple": lambda n: MORE + tool(f"tuple[{listed('int', n)}]"),
    "tuple of tuples": lambda n: MORE + tool(f"tuple[{listed('tuple[int, {i}]', n)}]"),
    "annotated": lambda n: MORE + tool(f"Annotated[int, {listed('Field(ge={i})', n)}]"),
    "annotated plainly": lambda n: MORE + tool(f"Annotated[int, {listed('{i}', n)}]"),
    "annotated in a row": lambda n: MORE + "A0 = int\n" + lines("A{i} = Annotated[A{j}, Field(ge={i})]\n", n, 1) + tool(f"A{n - 1}"),
    "aliases": lambda n: MORE + "A0 = int\n" + lines("A{i} = A{j}\n", n, 1) + tool(f"A{n - 1}"),
    "aliases backwards": lambda n: MORE + "".join(f"A{i} = 'A{i + 1}'\n" for i in range(n)) + tool("A0"),
    "new aliases": lambda n: MORE + "type A0 = int\n" + lines("type A{i} = A{j}\n", n, 1) + tool(f"A{n - 1}"),
    "new types": lambda n: MORE + "A0 = int\n" + lines("A{i} = NewType('A{i}', A{j})\n", n, 1) + tool(f"A{n - 1}"),
    "list aliases": lambda n: MORE + "A0 = int\n" + lines("A{i} = list[A{j}]\n", n, 1) + tool(f"A{n - 1}"),
    "callable": lambda n: MORE + tool(f"Callable[[{listed('int', n)}], int]"),
    "text annotations": lambda n: MORE + lines("@mcp.tool()\ndef f{i}(a: 'list[int]'): 0\n", n),
    "different annotations": lambda n: MORE + lines("@mcp.tool()\ndef f{i}(a: 'tuple[int, Literal[{i}]]'): 0\n", n),
    # Functions.
    "parameters": lambda n: MORE + f"@mcp.tool()\ndef f({listed('p{i}', n)}): ...\n",
    "parameters with types": lambda n: MORE + f"@mcp.tool()\ndef f({listed('p{i}: int = {i}', n)}): ...\n",
    "parameters with lists": lambda n: MORE + f"@mcp.tool()\ndef f({listed('p{i}: list[dict[str, int]] = []', n)}): ...\n",
    "parameters of one name": lambda n: MORE + f"@mcp.tool()\ndef f({listed('p: int', n)}): ...\n",
    "documented parameters": lambda n: MORE + f"@mcp.tool()\ndef f({listed('p{i}', n)}):\n '''F.\n\n Args:\n" + lines("  p{i}: x\n", n) + " '''\n",
    "documented parameters of sphinx": lambda n: MORE + f"@mcp.tool()\ndef f({listed('p{i}', n)}):\n '''F.\n\n" + lines(" :param p{i}: x\n", n) + " '''\n",
    "documented parameters of numpy": lambda n: MORE + f"@mcp.tool()\ndef f({listed('p{i}', n)}):\n '''F.\n\n Parameters\n ----------\n" + lines(" p{i} : int\n  x\n", n) + " '''\n",
    "documented by griffe": lambda n: "from agents import function_tool\n@function_tool\n" + f"def f({listed('p{i}: int', n)}):\n '''F.\n\n Args:\n" + lines("  p{i}: x\n", n) + " '''\n",
    "documented by nobody": lambda n: "from agents import function_tool\n@function_tool\ndef f(a: int):\n '''F.\n\n" + " Args:\n  a: x\n\n" * n + " '''\n",
    "documented in langchain": lambda n: "from langchain_core.tools import tool\n@tool(parse_docstring=True)\n" + f"def f({listed('p{i}: int', n)}):\n '''F.\n\n Args:\n" + lines("  p{i}: x\n", n) + " '''\n",
    "long docstring": lambda n: MORE + "@mcp.tool()\ndef f(a: int):\n '''F.\n" + " word word:\n" * n + " '''\n",
    "decorators": lambda n: MORE + "@a\n" * n + tool("int"),
    "decorators with calls": lambda n: MORE + "@a(1)\n" * n + tool("int"),
    "decorators of tools": lambda n: MORE + lines("@mcp.tool(name='t{i}')\n", n) + "def f(a: int): ...\n",
    "overloads": lambda n: MORE + lines("@overload\ndef f(a: Literal[{i}]): ...\n", n) + tool("int"),
    "overloads of a tool": lambda n: MORE + lines("@mcp.tool()\n@overload\ndef f(a: Literal[{i}]): ...\n", n) + tool("int"),
    "defaults": lambda n: MORE + lines("X{i} = {i}\n", n) + f"@mcp.tool()\ndef f({listed('p{i}=X{i}', n)}): ...\n",
    "arguments": lambda n: MORE + f"g({listed('{i}', n)})\n" + tool("int", f" = g({listed('{i}', n)})"),
    "keywords": lambda n: MORE + f"@mcp.tool({listed('k{i}=1', n)})\ndef f(a: int): ...\n",
    "partial": lambda n: MORE + f"import functools\ndef g({listed('p{i}', n)}): ...\nmcp.tool()(functools.partial(g, {listed('p{i}=1', n)}))\n",
    "partials in a row": lambda n: MORE + "import functools\ndef g0(a: int, b: int): ...\n" + lines("g{i} = functools.partial(g{j}, a=1)\n", n, 1) + f"mcp.tool()(g{n - 1})\n",
    "lambdas": lambda n: MORE + lines("mcp.tool(name='t{i}')(lambda a: a)\n", n),
    # Values.
    "list": lambda n: MORE + f"X = [{listed('{i}', n)}]\n" + tool("list", " = X"),
    "list in a default": lambda n: MORE + tool("list", f" = [{listed('{i}', n)}]"),
    "list of lists": lambda n: MORE + f"X = [{listed('[{i}]', n)}]\n" + tool("list", " = X"),
    "list of names": lambda n: MORE + "A = 1\n" + f"X = [{listed('A', n)}]\n" + tool("list", " = X"),
    "dict": lambda n: MORE + "X = {" + listed("'k{i}': {i}", n) + "}\n@mcp.tool(meta=X)\ndef f(a: dict = X): ...\n",
    "dict of texts": lambda n: MORE + "X = {" + listed("'k{i}': 'v'", n) + "}\n" + tool("str", f" = X['k{n - 1}']"),
    "dict often": lambda n: MORE + "X = {" + listed("'k{i}': 'v'", 1000) + "}\n" + lines("@mcp.tool(description=X['k1'])\ndef f{i}(): 0\n", n),
    "set": lambda n: MORE + "X = {" + listed("{i}", n) + "}\n" + tool("set", " = X"),
    "texts side by side": lambda n: MORE + "X = (" + "'a'\n" * n + ")\n" + described("X"),
    "f-strings side by side": lambda n: MORE + "X = (" + "f'{1}'\n" * n + ")\n" + described("X"),
    "f-string": lambda n: MORE + "A = 'a'\nX = f'" + "{A}" * n + "'\n" + described("X"),
    "f-strings": lambda n: MORE + lines("X{i} = f'{{X{j}}}a'\n", n) + described(f"X{n - 1}"),
    "sums in a row": lambda n: MORE + "X0 = 'a'\n" + lines("X{i} = X{j} + 'a'\n", n, 1) + described(f"X{n - 1}"),
    "sums of lists": lambda n: MORE + "X0 = []\n" + lines("X{i} = X{j} + [{i}]\n", n, 1) + tool("list", f" = X{n - 1}"),
    "sum": lambda n: MORE + f"X = {'1 + ' * n}1\n" + tool("int", " = X"),
    "long text": lambda n: MORE + f"X = '{'a' * 10 * n}'\n" + described("X"),
    "long text often": lambda n: MORE + f"X = '{'word ' * 20_000}'\n" + lines("@mcp.tool(description=X)\ndef f{i}(): 0\n", n),
    "escapes": lambda n: MORE + "X = '" + "\\x41" * n + "'\n" + described("X"),
    "format": lambda n: MORE + f"X = '{'{}' * n}'.format({listed('{i}', n)})\n" + described("X"),
    "percent": lambda n: MORE + f"X = '{'%s' * n}' % ({listed('{i}', n)})\n" + described("X"),
    "join": lambda n: MORE + "X = ','.join([" + listed("'{i}'", n) + "])\n" + described("X"),
    "split": lambda n: MORE + f"X = '{'a ' * n}'.split()\n" + "@mcp.tool()\ndef f(a: Literal[tuple(X)]): ...\n",
    "comprehension": lambda n: MORE + f"X = [i for i in [{listed('{i}', n)}]]\n" + tool("list", " = X"),
    "comprehensions": lambda n: MORE + lines("X{i} = [i for i in [1, 2]]\n", n) + tool("list", " = X1"),
    "comparisons": lambda n: MORE + lines("X{i} = {i} == {j}\n", n) + tool("bool", " = X1"),
    "patterns": lambda n: MORE + tool("Annotated[str, Field(pattern='" + "(a|b)" * n + "')]"),
    "examples": lambda n: MORE + tool(f"Annotated[int, Field(examples=[{listed('{i}', n)}])]"),
    "extra": lambda n: MORE + "class M(BaseModel):\n model_config = {'json_schema_extra': {" + listed("'k{i}': {i}", n) + "}}\n a: int\n" + tool("M"),
    "tags": lambda n: "from fastmcp import FastMCP\nmcp = FastMCP('m')\n@mcp.tool(tags={" + listed("'t{i}'", n) + "})\ndef f(a: int): ...\n",
    "properties of a literal schema": lambda n: MORE + "from mcp.types import Tool\nt = Tool(name='t', inputSchema={'type': 'object', 'properties': {" + listed("'k{i}': {{'type': 'integer'}}", n) + "}})\n",
    "anyOf of a literal schema": lambda n: MORE + "from mcp.types import Tool\nt = Tool(name='t', inputSchema={'type': 'object', 'properties': {'a': {'anyOf': [" + listed("{{'const': {i}}}", n) + "]}}})\n",
    "allOf of a literal schema": lambda n: MORE + "from mcp.types import Tool\nt = Tool(name='t', inputSchema={'type': 'object', 'allOf': [" + listed("{{'required': ['a{i}']}}", n) + "]})\n",
    "definitions of a literal schema": lambda n: MORE + "from mcp.types import Tool\nt = Tool(name='t', inputSchema={'type': 'object', '$defs': {" + listed("'D{i}': {{'type': 'object'}}", n) + "}, 'properties': {'a': {'$ref': '#/$defs/D1'}}})\n",
    "refs of a literal schema": lambda n: MORE + "from mcp.types import Tool\nt = Tool(name='t', inputSchema={'type': 'object', '$defs': {" + listed("'D{i}': {{'$ref': '#/$defs/D{i}1'}}", n) + "}, 'properties': {'a': {'$ref': '#/$defs/D1'}}})\n",
    "recorded tools": lambda n: MORE + "from mcp.types import Tool\n@mcp._mcp_server.list_tools()\nasync def l():\n return [" + listed("Tool(name='t{i}', inputSchema={{'type': 'object'}})", n) + "]\n",
    # Newer than some Pythons, so read whole.
    "newer statements": lambda n: "lazy import x\n" + MORE + "x = 1\n" * n + tool("int"),
    "newer tools": lambda n: "lazy import x\n" + MORE + lines("@mcp.tool()\ndef f{i}(): 0\n", n),
    "newer texts": lambda n: "lazy import x\n" + MORE + "X = (" + "'a'\n" * n + ")\n" + described("X"),
    "newer parameters": lambda n: "lazy import x\n" + MORE + f"@mcp.tool()\ndef f({listed('p{i}', n)}): ...\n",
    "newer list": lambda n: "lazy import x\n" + MORE + f"X = [{listed('{i}', n)}]\n" + tool("list", " = X"),
    "errors": lambda n: MORE + "x = = 1\n" * n,
}  # fmt: skip


def many(count: int) -> Iterator[tuple[str, str]]:
    """Every kind with so many of its things."""
    for name, make in KINDS.items():
        if len(text := make(count)) <= LARGEST:
            yield f"{count} {name}", text
