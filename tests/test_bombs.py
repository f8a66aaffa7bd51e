"""Small sources that would cost any naive reader hours or gigabytes: each is answered, within bounds, with a word about what was left.

The bounds stand far above what is needed (seconds and some hundred megabytes) and far below what an unbounded walk takes.
"""

import json
from collections.abc import Iterator

import pytest

from attacks.attack_runs import Run, Runs

CPU_SECONDS = 30
MEMORY = 1_500_000_000  # bytes of address space

HEAD = """\
from enum import IntFlag
from typing import Annotated, Generic, Literal, TypeVar, Union

from mcp.server.fastmcp import FastMCP
from pydantic import BaseModel

mcp = FastMCP("bomb")
T = TypeVar("T")


class G(BaseModel, Generic[T]):
    x: T


"""


def tool(annotation: str) -> str:
    return f"\n\n@mcp.tool()\ndef f(x: {annotation}): ...\n"


def lines(template: str, *numbers: int) -> str:
    """The template for every number `i`, with `j` the one before."""
    return "".join(template.format(i=i, j=i - 1) for i in range(*numbers))


def fields(count: int) -> str:
    return lines("    f{i}: 'M{i} | None'\n", count)


DECLINED = {
    "doubling tuples": "A0 = int\n" + lines("A{i} = tuple[A{j}, A{j}]\n", 1, 60) + tool("A59"),
    "doubling maps": "A0 = int\n" + lines("A{i} = dict[str, tuple[A{j}, A{j}]] | None\n", 1, 60) + tool("A59"),
    "doubling unions": "A0 = int\n" + lines("A{i} = Union[list[A{j}], set[A{j}]]\n", 1, 26) + tool("A25"),
    "a text that a pattern makes": "import re\n@mcp.tool(description=re.sub('', 'x' * 100_000, 'a' * 100_000))\ndef f(): ...\n",
    "keys of many parts": "import tomllib\n@mcp.tool(description=str(tomllib.loads('.'.join(['a'] * 20_000) + ' = 1')))\ndef f(): ...\n",
    "growing fractions": "from fractions import Fraction\nX = Fraction(1, 3)\nfor _ in range(60): X = X * X + 1\n"
    "@mcp.tool(description=str(X))\ndef f(): ...\n",
    "doubling defaults": "class M0(BaseModel):\n    v: list = []\n"
    + lines("class M{i}(BaseModel):\n    a: M{j} = M{j}()\n    b: M{j} = M{j}()\n", 1, 30)
    + "@mcp.tool(description=str(M29().a))\ndef f(): ...\n",
    "a long tuple": "X = (" + "1," * 300_000 + ")\n" + "@mcp.tool()\ndef f(x: tuple = X): ...\n",
    "doubling generics": "A0 = int\n" + lines("A{i} = G[tuple[A{j}, A{j}]]\n", 1, 60) + tool("A59"),
    "growing generics": (
        "class R(BaseModel, Generic[T]):\n    x: 'R[list[T]] | None'\n    y: 'R[tuple[T, T]] | None'\n" + tool("R[int]")
    ),
    "generics of each other": (
        "class P(BaseModel, Generic[T]):\n    q: 'Q[list[T]] | None'\n\n\n"
        "class Q(BaseModel, Generic[T]):\n    p: 'P[list[T]] | None'\n" + tool("P[int]")
    ),
    "nested models": "class N0(BaseModel):\n    a: int\n"
    + lines("class N{i}(BaseModel):\n    n: N{j}\n", 1, 1500)
    + tool("N1499"),
    "long inheritance": "class C0(BaseModel):\n    a: int\n"
    + lines("class C{i}(C{j}):\n    f{i}: int\n", 1, 1500)
    + tool("C1499"),
    "diamonds": (
        "class D0(BaseModel): ...\n"
        + lines("class L{i}(D{j}): ...\nclass R{i}(D{j}): ...\nclass D{i}(L{i}, R{i}): ...\n", 1, 200)
        + tool("D199")
    ),
    "long aliases": "A0 = int\n" + lines("A{i} = Annotated[A{j}, {i}]\n", 1, 2000) + tool("A1999"),
    "circular inheritance": "class A(B): ...\nclass B(A): ...\nclass M(BaseModel, A):\n    x: int\n" + tool("M"),
    "one long union": tool(" | ".join(f"Literal['a{i}']" for i in range(5000))),
}

EXACT = {
    "models of each other": lines(f"class M{{i}}(BaseModel):\n{fields(60)}\n\n", 60) + tool("M0"),
    "a wide model": (
        lines("class W{i}(BaseModel):\n    a: int\n", 1500)
        + "class A(BaseModel):\n"
        + lines("    f{i}: W{i}\n", 1500)
        + tool("A")
    ),
    "a long literal": tool("Literal[" + ", ".join(f"'v{i}'" for i in range(30_000)) + "]"),
    "a large enum": "class E(IntFlag):\n" + "".join(f"    m{i} = {1 << min(i, 60)}\n" for i in range(5000)) + tool("E"),
    "many parameters": "@mcp.tool()\ndef f(" + ", ".join(f"p{i}: int" for i in range(5000)) + "): ...\n",
    "many tools": (
        "class N0(BaseModel):\n    a: int\n"
        + lines("class N{i}(BaseModel):\n    n: N{j}\n    m: N{j}\n", 1, 30)
        + "".join(f"@mcp.tool()\ndef f{i or ''}(x: N29): ...\n" for i in range(200))
    ),
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runs]:
    found = Runs(tmp_path_factory.mktemp("bombs"))
    yield found
    found.close()


def listed(source: str, runs: Runs) -> tuple[list[dict[str, object]], str]:
    """What the program prints about `f` in a source."""
    run = ran(source, runs, "list", "--assume", "mcp=1.30.0")
    return [one for one in json.loads(run.out)["tools"] if one["name"] == "f"], run.err


def ran(source: str, runs: Runs, command: str, *options: str) -> Run:
    """A command over a source, in a process that may use no more than the bounds.

    How long toolc itself lets a file take is not what is tested, and slow machines are no bombs: it has its time.
    """
    folder = runs.new()
    (folder / "bomb.py").write_text(HEAD + source, "utf-8")
    (folder / "pyproject.toml").write_text(f"[tool.toolc.limits]\nseconds = {CPU_SECONDS // 3}\n", "utf-8")
    words = (command, "bomb.py", *options, "--format", "json", "--trust-config")
    run = runs.run(folder, *words, bounds=(CPU_SECONDS, MEMORY))
    assert (run.signal, run.raised) == (0, "") and run.status in (0, 1), run.err[-2000:]
    assert "Traceback" not in run.err and "TC901" not in run.err
    return run


@pytest.mark.parametrize("name", DECLINED)
def test_declined(name: str, runs: Runs) -> None:
    tools, said = listed(DECLINED[name], runs)
    assert "TC" in said
    assert all(one["fidelity"] != "exact" for one in tools)


@pytest.mark.parametrize("name", EXACT)
def test_exact(name: str, runs: Runs) -> None:
    tools, _ = listed(EXACT[name], runs)
    assert [one["fidelity"] for one in tools] == ["exact"]


TYPES = {  # all of them, and how many are exact at least
    "nested models": ("class N0(BaseModel):\n    a: int\n" + lines("class N{i}(BaseModel):\n    n: N{j}\n", 1, 1500), 1500, 80),
    "long inheritance": (
        "class C0(BaseModel):\n    a: int\n" + lines("class C{i}(C{j}):\n    f{i}: int\n", 1, 1500),
        1500,
        200,
    ),
    "doubling generics": ("A0 = int\n" + lines("A{i} = G[tuple[A{j}, A{j}]]\n", 1, 60), 60, 10),
    "doubling tuples in models": (
        "A0 = int\n" + lines("A{i} = tuple[A{j}, A{j}]\nclass M{i}(BaseModel):\n    a: A{i}\n", 1, 60),
        119,
        20,
    ),
}


@pytest.mark.parametrize("name", TYPES)
def test_types(name: str, runs: Runs) -> None:
    """Every type of the file is told: exactly, or with a code."""
    source, count, exact = TYPES[name]
    run = ran(source, runs, "types", "--assume", "python=3.13")
    told = [one for qualname, one in json.loads(run.out).items() if qualname not in ("bomb:G", "bomb:T")]
    assert len(told) >= count
    assert sum(one["fidelity"] == "exact" for one in told) >= exact
    assert all(one["fidelity"] == "exact" or one["diagnostics"] for one in told)
