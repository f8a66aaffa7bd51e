"""Inputs nobody would write: real sources with bytes and pieces changed, and Python made by a grammar.

Takes a `random.Random`, gives bytes; the same seed gives the same input on every machine.
"""

from pathlib import Path
from random import Random

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
SEEDS = [path.read_bytes() for path in sorted(FIXTURES.rglob("input.py"))]
PIECES = [piece.encode() for piece in (
    "(", ")", "[", "]", "{", "}", '"', "'", '"""', "'''", "\\", "\\\n", "\n", "\r", "\t", "    ", ":", "=", ":=", "@", "*", "**", ",",
    ";", "#", "f'{", "}'", "lambda a=", "async ", "await ", "yield ", "match x:\n case [", "type X[T] = ", "except* ", "if 1 else ",
    "not ", "-", ".b", "[0]", "()", "|", " or ", " for a in b", "\0", "\x0c", "\ufeff", "\u2028", "\u202e", "é", "𝐟", "1_0", "0x",
    "1e999", "9" * 400, "\\N{", "\\ud800", "None", "...", "class A(A): ", "def f[T](x: T = ", "from . import *\n", "t'{a}'", "\\x",
)]  # fmt: skip
DECORATED = ("@mcp.tool()", "@tool", "@mcp.tool(name={0})", "@a.b[{0}]({1})")
EXPRESSIONS = (
    "{0} + {1}", "({0}, {1})", "[{0}, *{1}]", "{{{0}: {1}}}", "{0}({1}, a={0})", "{0}[{1}]", "{0}.a", "lambda x={0}: {1}", "not {0}",
    "-{0}", "{0} if {1} else {0}", "[x for x in {0} if {1}]", "f'{{{0}!r:>{{{1}}}}}'", "'a' 'b'", "{0} < {1} <= {0}", "(y := {0})", "{0} ** {1}",
    "{{**{0}, 'k': {1}}}", "list[{0}]", "Literal[{0}, 'x']", "Annotated[{0}, Field(ge={1})]", "{0} | None", "'{0}'", "{0}[1:{1}]", "Union[{0}, {1}]",
)  # fmt: skip
LEAVES = ("a", "int", "str", "None", "1", "'s'", "1.5", "b''", "...", "True", "M", "E.A", "X", "x", "T", "float('nan')")
STATEMENTS = (
    "X = {0}", "X: {0} = {1}", "def x(a: {0} = {1}) -> {0}:\n    return {1}", "class M(BaseModel):\n    a: {0} = {1}\n    b: {0}",
    "class E(Enum):\n    A = {0}\n    B = auto()", "if {0}:\n    X = {1}\nelse:\n    x = {0}", "for x in {0}:\n    X = {1}", "T = TypeVar('T', bound={0})",
    "try:\n    X = {0}\nexcept {1}:\n    pass", "with {0} as x:\n    X = {1}", "type X = {0}", "mcp.add_tool(x, name={0})", "X += {0}", "from {0} import *",
    "match {0}:\n    case [x, {{'a': X}}]:\n        pass", "del X", "{0}.append({1})", "class M(M):\n    c: {0}\n    model_config = {{'title': {1}}}",
)  # fmt: skip
HEAD = "from enum import Enum, auto\nfrom typing import Annotated, Any, Literal, TypeVar, Union\nfrom pydantic import BaseModel, Field\n"
HEAD += "from mcp.server.fastmcp import FastMCP\nfrom orbiter.tool import tool\nmcp = FastMCP('m')\n"


def mutated(random: Random) -> bytes:
    """A real source with a few changes."""
    data = bytearray(random.choice(SEEDS))
    for _ in range(random.randint(1, 6)):
        at, other = random.randrange(len(data) + 1), random.choice(SEEDS)
        match random.randrange(7):
            case 0:
                data[at : at + 1] = bytes([random.randrange(256)])
            case 1 | 2:
                data[at:at] = random.choice(PIECES)
            case 3:
                data[at:at] = random.choice(PIECES) * random.choice((2, 30, 150, 1500))
            case 4:
                del data[at : at + random.randrange(40)]
            case 5:
                start = random.randrange(len(other))
                data[at:at] = other[start : start + random.randrange(200)]
            case _:
                data[at:at] = data[at : at + random.randrange(80)] * random.randrange(20)
    return bytes(data)


def expression(random: Random, depth: int) -> str:
    if depth <= 0 or random.random() < 0.2:
        return random.choice(LEAVES)
    return random.choice(EXPRESSIONS).format(expression(random, depth - 1), expression(random, depth - 1))


def made(random: Random) -> bytes:
    """A program out of statements and expressions that mostly fit together."""
    lines = [HEAD]
    for number in range(random.randint(1, 8)):
        first, second = expression(random, random.randint(0, 5)), expression(random, random.randint(0, 3))
        if random.random() < 0.4:
            decorator = random.choice(DECORATED).format(second, first)
            lines.append(
                f"{decorator}\ndef f{number}(a: {first} = {second}, *, b: {second}) -> {first}:\n    '''F.\n\n    Args:\n        a: {number}\n    '''"
            )
        else:
            lines.append(random.choice(STATEMENTS).format(first, second))
    return "\n".join(lines).encode()
