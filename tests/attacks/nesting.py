"""Attacks on parsers: everything that can nest, chain or grow, in every place of a program that toolc reads.

Takes how many of each are wanted, gives source texts by name. All of them are meant to be refused, declined or read within
bounds; none of them is interesting as Python.
"""

from collections.abc import Callable, Iterator

HEAD = "from mcp.server.fastmcp import FastMCP\nfrom pydantic import BaseModel, Field\nfrom typing import Annotated, Any, Generic, Literal, Optional, TypedDict, TypeVar, Union\nmcp = FastMCP('m')\n"
FORMS: dict[str, tuple[str, str, str]] = {  # opening, innermost, closing
    "parentheses": ("(", "1", ")"),
    "lists": ("[", "1", "]"),
    "dicts": ("{1:", "1", "}"),
    "sets": ("{", "1", "}"),
    "tuples": ("(", "1", ",)"),
    "calls": ("f(", "1", ")"),
    "keyword calls": ("f(a=", "1", ")"),
    "subscripts": ("a[", "1", "]"),
    "annotations": ("list[", "int", "]"),
    "starred": ("[*", "a", "]"),
    "slices": ("a[1:", "1", "]"),
    "comprehensions": ("[", "a", " for a in b]"),
    "generators": ("(", "a", " for a in b)"),
    "walrus": ("(a:=", "1", ")"),
    "lambdas": ("lambda a=", "1", ":1"),
    "lambda bodies": ("lambda:", "1", ""),
    "ternaries": ("1 if 1 else ", "1", ""),
    "nots": ("not ", "1", ""),
    "minus": ("-", "1", ""),
    "inversions": ("~", "1", ""),
    "awaits": ("(await ", "a", ")"),
    "powers": ("2**", "2", ""),
    "f-strings": ('f"{', "1", '}"'),
    "f-string brackets": ('f"{(', "1", ')}"'),
    "format specs": ("{1:", "", "}"),
    "strings in annotations": ("'list[", "int", "]'"),
    "mixed": ("[(f(", "1", "))]"),
}
CHAINS = {
    "plus": " + 1", "or": " | int", "attributes": ".b", "indexes": "[0]", "empty calls": "()", "ands": " and a", "ors": " or a",
    "compared": " < a", "times": "*a", "matmul": "@a", "shifts": "<<1", "ins": " in a", "not ins": " not in a", "is": " is a",
    "ifs": " if a else a", "strings": " 'a'", "floor": "//1", "modulo": "%1", "xor": "^1", "commas": ", a", "mixed": ".a()[0]",
    "calls of two": "(1)(2)", "attribute calls": ".b()", "percent strings": " % 'a' + 'b'",
}  # fmt: skip
PLACES: dict[str, str] = {
    "alone": "x = {0}\n@mcp.tool()\ndef f(a: int): ...\n",
    "default": "@mcp.tool()\ndef f(a: int = {0}): ...\n",
    "annotation": "@mcp.tool()\ndef f(a: {0} = 1): ...\n",
    "returned": "@mcp.tool()\ndef f(a: int) -> {0}: ...\n",
    "decorator": "@mcp.tool(name={0})\ndef f(a: int): ...\n",
    "other decorator": "@{0}\n@mcp.tool()\ndef f(a: int): ...\n",
    "base": "class M(BaseModel, {0}):\n    a: int\n@mcp.tool()\ndef f(a: M): ...\n",
    "field": "class M(BaseModel):\n    a: {0}\n    b: int = {0}\n@mcp.tool()\ndef f(a: M): ...\n",
    "alias": "X = {0}\n@mcp.tool()\ndef f(a: X = X): ...\n",
    "new alias": "type X = {0}\n@mcp.tool()\ndef f(a: X): ...\n",
    "string annotation": '@mcp.tool()\ndef f(a: "{0}"): ...\n',
    "metadata": "@mcp.tool()\ndef f(a: Annotated[int, {0}] = Field({0})): ...\n",
    "case": "match 1:\n    case {0}:\n        pass\n@mcp.tool()\ndef f(a: int): ...\n",
    "f-string": '@mcp.tool()\ndef f(a: str = f"{{{0}}}"): ...\n',
    "condition": "if {0}:\n    @mcp.tool()\n    def f(a: int): ...\nelse:\n    pass\n",
    "loop": "for i in {0}:\n    @mcp.tool()\n    def f(a: int): ...\n",
    "lambda": "f = lambda a={0}: {0}\nmcp.tool(name='f')(f)\n",
    "literal": "@mcp.tool()\ndef f(a: Literal[{0}]): ...\n",
    "enum": "import enum\nclass E(enum.Enum):\n    A = {0}\n@mcp.tool()\ndef f(a: E = E.A): ...\n",
    "comprehension": "x = [a for a in {0} if {0}]\n@mcp.tool()\ndef f(a: int = x): ...\n",
    "with": "with a({0}) as b:\n    @mcp.tool()\n    def f(a: int): ...\n",
    "returned value": "def g():\n    return {0}\n@mcp.tool()\ndef f(a: int = g()): ...\n",
    "exported": "__all__ = {0}\n@mcp.tool()\ndef f(a: int): ...\n",
    "registered": "def f(a: int): ...\nmcp.add_tool(f, name={0}, description={0})\n",
}
DEPTHS = (20, 60, 99, 120, 199, 400, 900, 1400, 3000, 10_000, 100_000)
LENGTHS = (200, 900, 1500, 3200, 6000, 20_000, 150_000)


def nested(form: str, depth: int) -> str:
    opening, inner, closing = FORMS[form]
    return (
        f'f"{opening * depth}{inner}{closing * depth}"' if form == "format specs" else opening * depth + inner + closing * depth
    )


def nestings(sparse: int) -> Iterator[tuple[str, str]]:
    """Every form at every depth, in one place out of `sparse` of them; whole, unclosed, and with an error inside."""
    places = list(PLACES.items())
    number = 0
    for form, (opening, inner, closing) in FORMS.items():
        for depth in DEPTHS:
            for place, template in places:
                number += 7
                if number % sparse:
                    continue
                whole = nested(form, depth)
                broken = number // sparse % 4
                text = (whole, whole, opening * depth + inner, opening * depth + "1 1" + closing * depth)[broken]
                yield f"{form} x{depth} {'whole whole unclosed wrong'.split()[broken]} in {place}", HEAD + template.format(text)


def chains(sparse: int) -> Iterator[tuple[str, str]]:
    number = 0
    for name, link in CHAINS.items():
        for length in LENGTHS:
            for place, template in PLACES.items():
                number += 7
                if not number % sparse:
                    yield (
                        f"{name} x{length} in {place}",
                        HEAD + template.format(("'a'" if "string" in name else "a") + link * length),
                    )


def _lines(template: str, count: int, start: int = 0) -> str:
    return "".join(template.format(i=i, j=i - 1) for i in range(start, count))


def _weight(depth: int, lines: int, place: str) -> str:
    return HEAD + "".join(place.format("[" * depth + "1" + "]" * depth, i=i) for i in range(lines))


TOOL = "@mcp.tool()\ndef f(a: {0}): ...\n"
GROWN: dict[str, Callable[[int], str]] = {
    "elifs": lambda n: HEAD + "if a: pass\n" + "elif a: pass\n" * n,
    "indents": lambda n: "".join(" " * i + "if a:\n" for i in range(min(n, 400))) + " " * min(n, 400) + "pass\n",
    "indented classes": lambda n: "".join(" " * i + f"class A{i}:\n" for i in range(min(n, 400))) + " " * min(n, 400) + "pass\n",
    "import chain": lambda n: f"import a{'.b' * n}\n{HEAD}{TOOL.format('int')}",
    "from chain": lambda n: f"from a{'.b' * n} import c\n{HEAD}{TOOL.format('c')}",
    "import dots": lambda n: f"from {'.' * n} import c\n{HEAD}{TOOL.format('c')}",
    "names imported": lambda n: f"from a import {', '.join(f'n{i}' for i in range(n))}\n{HEAD}{TOOL.format('n0')}",
    "decorators": lambda n: HEAD + "@a\n" * n + TOOL.format("int"),
    "decorated calls": lambda n: HEAD + "@a(1)\n" * n + TOOL.format("int"),
    "parameters": lambda n: HEAD + f"@mcp.tool()\ndef f({', '.join(f'p{i}: int = {i}' for i in range(n))}): ...\n",
    "semicolons": lambda n: HEAD + "x = 1;" * n + "\n" + TOOL.format("int"),
    "assignments": lambda n: HEAD + "x = " * n + "1\n" + TOOL.format("int"),
    "arguments": lambda n: HEAD + f"mcp.tool(*a, {'b, ' * 0}**c)({', '.join('a' for _ in range(n))})\n" + TOOL.format("int"),
    "or patterns": lambda n: f"match 1:\n    case {'1|' * n}1:\n        pass\n{HEAD}{TOOL.format('int')}",
    "fors": lambda n: HEAD + f"x = [a{' for a in b' * n}]\n" + TOOL.format("int"),
    "ifs": lambda n: HEAD + f"x = [a for a in b{' if a' * n}]\n" + TOOL.format("int"),
    "digits": lambda n: HEAD + f"@mcp.tool()\ndef f(a: int = {'9' * n}): ...\n",
    "hex digits": lambda n: HEAD + f"@mcp.tool()\ndef f(a: int = 0x{'f' * n}): ...\n",
    "exponent": lambda n: HEAD + f"@mcp.tool()\ndef f(a: float = 1e{'9' * n}): ...\n",
    "power": lambda n: HEAD + f"X = 9 ** 9 ** {n}\n@mcp.tool()\ndef f(a: int = X): ...\n",
    "shift": lambda n: HEAD + f"X = 1 << {n}00000\n@mcp.tool()\ndef f(a: int = X): ...\n",
    "repeated text": lambda n: HEAD + f"X = 'a' * {n}00000\n@mcp.tool(description=X)\ndef f(a: str = X): ...\n",
    "repeated list": lambda n: HEAD + f"X = [1] * {n}00000\n@mcp.tool()\ndef f(a: list = X): ...\n",
    "formatted": lambda n: HEAD + f"X = f'{{1:{n}00000}}' + '%{n}00000d' % 1 + '{{:>{n}00000}}'.format(1)\n" + TOOL.format("int"),
    "padded": lambda n: HEAD + f"X = 'a'.ljust({n}00000).center({n}00000)\n@mcp.tool(name=X)\ndef f(a: int): ...\n",
    "joined": lambda n: HEAD + f"X = ('a' * {n}).join(['b'] * {n})\n@mcp.tool(description=X)\ndef f(a: str = X): ...\n",
    "replaced": lambda n: HEAD + f"X = ('a' * {n}).replace('a', 'b' * {n})\n@mcp.tool(description=X)\ndef f(a: str = X): ...\n",
    "range": lambda n: HEAD + f"X = [i for i in range({n}00000) for j in range({n}00000)]\n@mcp.tool()\ndef f(a: list = X): ...\n",
    "squared": lambda n: HEAD + "X = 3\n" + "X = X * X\n" * min(n, 3000) + "@mcp.tool()\ndef f(a: int = X): ...\n",
    "doubled text": lambda n: HEAD + "X = 'ab'\n" + "X = X + X\n" * min(n, 3000) + "@mcp.tool(description=X)\ndef f(a: str = X): ...\n",
    "doubled list": lambda n: HEAD + "X0 = [1]\n" + _lines("X{i} = [X{j}, X{j}]\n", min(n, 3000), 1) + f"@mcp.tool()\ndef f(a: list = X{min(n, 3000) - 1}): ...\n",
    "doubled dict": lambda n: HEAD + "X0 = {}\n" + _lines("X{i} = {{'a': X{j}, 'b': X{j}}}\n", min(n, 3000), 1) + f"@mcp.tool(annotations=X{min(n, 3000) - 1})\ndef f(a: int): ...\n",
    "while": lambda n: HEAD + f"def g():\n    i = 0\n    while True:\n        i += {n}\n    return i\n@mcp.tool()\ndef f(a: int = g()): ...\n",
    "recursion": lambda n: HEAD + f"def g(n): return g(n + 1)\n@mcp.tool()\ndef f(a: int = g({n})): ...\n",
    "tree recursion": lambda n: HEAD + f"def g(n): return g(n - 1) + g(n - 1) if n else 1\n@mcp.tool()\ndef f(a: int = g({n})): ...\n",
    "union": lambda n: HEAD + TOOL.format("Union[" + ", ".join(f"Literal[{i}]" for i in range(n)) + "]"),
    "bar union": lambda n: HEAD + TOOL.format(" | ".join(f"Literal[{i}]" for i in range(n))),
    "literal": lambda n: HEAD + TOOL.format("Literal[" + ", ".join(f"'v{i}'" for i in range(n)) + "]"),
    "optional": lambda n: HEAD + TOOL.format("Optional[" * min(n, 99) + "int" + "]" * min(n, 99)),
    "enum": lambda n: HEAD + "import enum\nclass E(enum.Enum):\n" + _lines("    m{i} = {i}\n", n) + TOOL.format("E"),
    "auto enum": lambda n: HEAD + "import enum\nclass E(enum.Flag):\n" + _lines("    m{i} = enum.auto()\n", n) + TOOL.format("E"),
    "inheritance": lambda n: HEAD + "class C0(BaseModel): a: int\n" + _lines("class C{i}(C{j}): f{i}: int\n", n, 1) + TOOL.format(f"C{n - 1}"),
    "inheritance around": lambda n: HEAD + "class C0(C1): a: int\n" + _lines("class C{i}(C{j}): f{i}: int\n", n, 1) + TOOL.format(f"C{n - 1}"),
    "bases": lambda n: HEAD + _lines("class C{i}(BaseModel): f{i}: int\n", n) + f"class D({', '.join(f'C{i}' for i in range(n))}): ...\n" + TOOL.format("D"),
    "tangled bases": lambda n: HEAD + "class A0: ...\nclass B0: ...\n" + _lines("class A{i}(A{j}, B{j}): ...\nclass B{i}(B{j}, A{j}): ...\n", min(n, 400), 1) + TOOL.format(f"A{min(n, 400) - 1}"),
    "alias bomb": lambda n: HEAD + "A0 = int\n" + _lines("A{i} = tuple[A{j}, A{j}]\n", n, 1) + TOOL.format(f"A{n - 1}"),
    "new alias bomb": lambda n: HEAD + "type A0 = int\n" + _lines("type A{i} = tuple[A{j}, A{j}]\n", n, 1) + TOOL.format(f"A{n - 1}"),
    "string alias bomb": lambda n: HEAD + "A0 = int\n" + _lines("A{i} = 'tuple[A{j}, A{j}]'\n", n, 1) + TOOL.format(f"A{n - 1}"),
    "alias of itself": lambda n: HEAD + "A = 'list[A]'\nB = list['B']\ntype C = C | list[C]\n" + "@mcp.tool()\ndef f(a: A, b: B, c: C): ...\n",
    "annotated bomb": lambda n: HEAD + "A0 = int\n" + _lines("A{i} = Annotated[A{j}, Field(description='d' * {i}), Field(ge={i})]\n", n, 1) + TOOL.format(f"A{n - 1}"),
    "generics": lambda n: HEAD + "T = TypeVar('T')\nclass P(BaseModel, Generic[T]):\n    q: 'Q[list[T]] | None'\nclass Q(BaseModel, Generic[T]):\n    p: 'P[tuple[T, T]] | None'\n" + TOOL.format("P[int]"),
    "generic chain": lambda n: HEAD + "T = TypeVar('T')\n" + _lines("class G{i}(BaseModel, Generic[T]):\n    a: 'G{i}[list[T]] | G0[T]'\n", min(n, 200)) + TOOL.format("G5[int]"),
    "models in a row": lambda n: HEAD + "class N0(BaseModel): a: int\n" + _lines("class N{i}(BaseModel): n: N{j}; m: N{j}\n", n, 1) + TOOL.format(f"N{n - 1}"),
    "models of all": lambda n: HEAD + "".join(f"class M{i}(BaseModel):\n" + "".join(f"    f{k}: 'M{k}'\n" for k in range(min(n, 80))) for i in range(min(n, 80))) + TOOL.format("M0"),
    "tools": lambda n: HEAD + _lines("@mcp.tool()\ndef f{i}(a: int): ...\n", n),
    "tools of a model": lambda n: HEAD + "class M(BaseModel):\n" + _lines("    f{i}: int\n", min(n, 300)) + _lines("@mcp.tool()\ndef f{i}(a: M): ...\n", min(n, 300)),
    "looped tools": lambda n: HEAD + f"for i in range({n}00):\n    @mcp.tool(name=f'f{{i}}')\n    def f(a: int): ...\n",
    "doubly looped tools": lambda n: HEAD + f"for i in range({n}):\n    for j in range({n}):\n        @mcp.tool(name=f'f{{i}}_{{j}}')\n        def f(a: int): ...\n",
    "servers": lambda n: HEAD + _lines("m{i} = FastMCP('s{i}')\n@m{i}.tool()\ndef f{i}(a: int): ...\n", n),
    "mounts around": lambda n: HEAD + _lines("m{i} = FastMCP('s{i}')\n", min(n, 300)) + _lines("m{i}.mount(m{j}, 'p')\nm{j}.mount(m{i}, 'q')\n", min(n, 300), 1),
    "docstring": lambda n: HEAD + f"@mcp.tool()\ndef f(a: int):\n    '''{'Args: ' * n}'''\n",
    "sections": lambda n: HEAD + "@mcp.tool()\ndef f(a: int):\n    '''F.\n\n" + "    Args:\n        a: An a.\n" * n + "    '''\n",
    "docstring spaces": lambda n: HEAD + f"@mcp.tool()\ndef f(a: int):\n    '''F.{' ' * n}a\n\n    :param a:{' ' * n}x\n{chr(9) * n}b'''\n",
    "docstring colons": lambda n: HEAD + f"from agents import function_tool\n@function_tool\ndef f(a: int):\n    '''F.\n\n    Args:\n        a{' ' * n}({'(' * n}: {':' * n}\n    '''\n",
    "docstring lines": lambda n: HEAD + "from agents import function_tool\n@function_tool\ndef f(a: int):\n    '''" + "\n    -\n    a\n" * n + "'''\n",
    "docstring underlines": lambda n: HEAD + "from agents import function_tool\n@function_tool\ndef f(a: int):\n    '''F.\n\n    Parameters\n    ----------\n" + "    a : int\n        x\n" * n + "'''\n",
    "slow pattern": lambda n: HEAD + f"@mcp.tool()\ndef f(a: Annotated[str, Field(pattern='^(a+)+$')] = '{'a' * n}!'): ...\n",
    "broken pattern": lambda n: HEAD + f"@mcp.tool()\ndef f(a: Annotated[str, Field(pattern='{'(' * n}')]): ...\n",
    "star imports around": lambda n: "from bomb import *\nfrom .bomb import *\n" * n + HEAD + TOOL.format("int"),
    "names from each other": lambda n: HEAD + _lines("x{i} = x{j}\n", n, 1) + f"x0 = x{n - 1}\n@mcp.tool()\ndef f(a: int = x{n // 2}): ...\n",
    "long line": lambda n: HEAD + "x = '" + "a" * n + "'\n" + TOOL.format("int"),
    "long name": lambda n: HEAD + f"@mcp.tool()\ndef {'f' * n}({'a' * n}: int): ...\n",
    "long class name": lambda n: HEAD + f"class {'C' * n}(BaseModel): a: int\n" + TOOL.format("C" * n),
    "blank lines": lambda n: "\n" * n + HEAD + TOOL.format("int"),
    "comments": lambda n: "# toolc: x\n" * n + HEAD + TOOL.format("int"),
    "continuations": lambda n: HEAD + "x = 1" + " \\\n" * n + "+ 1\n" + TOOL.format("int"),
    "quotes": lambda n: HEAD + "'" * n + "\n",
    "triple quotes": lambda n: HEAD + "x = '''" + "a\n" * n,
    "empty f-strings": lambda n: HEAD + "x = " + "f'' " * n + "\n" + TOOL.format("int"),
    "f-string fields": lambda n: HEAD + "x = f'" + "{a}" * n + "'\n@mcp.tool(description=x)\ndef f(a: int): ...\n",
    "case patterns": lambda n: HEAD + "match a:\n" + "    case 1: pass\n" * n,
    "nested matches": lambda n: "".join("  " * i + f"{' ' if i else ''}match a:\n{'  ' * i}  case 1:\n" for i in range(min(n, 40))) + "  " * 60 + "pass\n",
    "type parameters": lambda n: HEAD + f"def f[{', '.join(f'T{i}: int' for i in range(n))}](a: T0): ...\nmcp.tool()(f)\n",
    "with items": lambda n: HEAD + f"with ({', '.join('a as b' for _ in range(n))}): pass\n" + TOOL.format("int"),
    "handlers": lambda n: HEAD + "try: pass\n" + "except A: pass\n" * n + TOOL.format("int"),
    "globals": lambda n: HEAD + "def g():\n    global " + ", ".join(f"x{i}" for i in range(n)) + "\n" + TOOL.format("int"),
    "dict of tools": lambda n: HEAD + "D = {" + ", ".join(f"'k{i}': {i}" for i in range(n)) + "}\n@mcp.tool(annotations=D)\ndef f(a: dict = D): ...\n",
    "literal schema": lambda n: HEAD + "from mcp.types import Tool\nS = " + "{'properties': {'a': " * min(n, 45) + "{}" + "}}" * min(n, 45) + "\nx = Tool(name='t', inputSchema=S)\n",
    "spread": lambda n: HEAD + "D0 = {'a': 1}\n" + _lines("D{i} = {{**D{j}, **D{j}, 'k{i}': D{j}}}\n", min(n, 2000), 1) + f"@mcp.tool(annotations=D{min(n, 2000) - 1})\ndef f(a: int): ...\n",
    "newer whole": lambda n: "type X = int\n" + _weight(90, n, "x{i} = {0}\n"),
    "newer elifs": lambda n: "type X = int\nif a: pass\n" + "elif a: pass\n" * n,
    "newer tools": lambda n: "type X = int\n" + HEAD + _lines("@mcp.tool()\ndef f{i}(a: int): ...\n", n),
    "weight of lists": lambda n: _weight(95, n, "x{i} = {0}\n") + TOOL.format("int"),
    "weight of one list": lambda n: HEAD + "x = [" + ", ".join("[" * 90 + "1" + "]" * 90 for _ in range(n)) + "]\n@mcp.tool()\ndef f(a: list = x): ...\n",
    "weight of defaults": lambda n: HEAD + "@mcp.tool()\ndef f(" + ", ".join(f"p{i}=" + "[" * 90 + "]" * 90 for i in range(n)) + "): ...\n",
    "weight of annotations": lambda n: HEAD + "@mcp.tool()\ndef f(" + ", ".join(f"p{i}: " + "list[" * 90 + "int" + "]" * 90 for i in range(n)) + "): ...\n",
    "weight of many tools": lambda n: HEAD + "".join(f"@mcp.tool()\ndef f{i}(a: {'list[' * 40}int{']' * 40}): ...\n" for i in range(n)),
    "weight of aliases": lambda n: HEAD + "".join(f"A{i} = {'list[' * 60}int{']' * 60}\n" for i in range(n)) + "@mcp.tool()\ndef f(" + ", ".join(f"p{i}: A{i}" for i in range(n)) + "): ...\n",
    "weight of strings": lambda n: HEAD + "".join(f"@mcp.tool()\ndef f{i}(a: '{'list[' * 80}int{']' * 80}'): ...\n" for i in range(n)),
}  # fmt: skip
SIZES = (30, 300, 3_000, 30_000)


def grown(sizes: tuple[int, ...] = SIZES) -> Iterator[tuple[str, str]]:
    for name, make in GROWN.items():
        for size in sizes:
            if len(text := make(size)) <= 2_000_000:
                yield f"{name} x{size}", text


def patterns() -> Iterator[tuple[str, str]]:
    """`case` patterns, which LibCST reads in exponential time."""
    shapes = {"list": ("[", "]"), "tuple": ("(", ",)"), "parentheses": ("(", ")"), "class": ("A(", ")"), "mapping": ("{1:", "}"),
              "or": ("(1|", ")"), "keyword": ("A(a=", ")"), "starred": ("[*a, ", "]"), "as": ("(", " as a)")}  # fmt: skip
    for name, (opening, closing) in shapes.items():
        for depth in (5, 9, 13, 22, 60):
            for head in ("", "type X = int\n"):
                pattern = opening * depth + "b" + closing * depth
                yield (
                    f"{name} pattern x{depth} {bool(head)}",
                    f"{head}{HEAD}match a:\n case {pattern}: pass\n" + TOOL.format("int"),
                )
                yield (
                    f"{name} pattern x{depth} on a line {bool(head)}",
                    f"{head}{HEAD}match (\n a):\n case [\n{pattern}\n] if 1: pass\n" + TOOL.format("int"),
                )
