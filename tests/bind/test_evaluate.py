"""What expressions stand for, and the words for those that stand for nothing."""

import pytest

from harness import program, show, value
from toolc.program import DefinitionValue

PRELUDE = """
    from enum import Enum
    from textwrap import dedent
    from inspect import cleandoc
    import lib
    from typing import ClassVar, cast
    from pydantic import BaseModel
    class Base(BaseModel):
        a: int
        count: ClassVar[int] = 0
        _hidden: int = 1
    class Model(Base):
        b: str = ""
        a: float
        model_config = {}
    class E(Enum):
        A = "a"
        B = 2
    class C:
        n = 7
        class Inner:
            m = "deep"
    N, S, L, D = 3, "text", [1, 2], {"k": "v"}
    def f(): return input()
"""

KNOWN = {
    "1": "1", "-1": "-1", "1.5e3": "1500.0", "'a' 'b'": "'ab'", "b'x'": "b'x'", "None": "None", "...": "Ellipsis",
    "10 ** 20": "100000000000000000000", "2j": "2j",
    "', '.join(Model.model_fields)": "'a, b'",
    "N": "3", "S": "'text'", "C.n": "7", "C.Inner.m": "'deep'", "C.__name__": "'C'",
    "cast(int, N)": "3", "N + 1": "4", "S + '!'": "'text!'", "N * 2 - 1": "5", "7 // 2": "3", "7 % 4": "3", "not N": "False", "~N": "-4",
    "'ab' * 2": "'abab'", "[0] * 3": "[0, 0, 0]", "1 < N < 5": "True", "'k' in D": "True", "N is None": "False", "N == 3": "True",
    "'%s has %d' % (S, N)": "'text has 3'", "'%(k)s' % D": "'v'", "'100%%' % ()": "'100%'",
    "f'{S}-{N}'": "'text-3'", "f'{S!r:>8}'": '"  \'text\'"', "f'{N:0{N}d}'": "'003'", "f'{1.5:.2f}'": "'1.50'", "f'{{}}'": "'{}'",
    "f'{N=}'": "'N=3'",
    "'{} {}'.format(1, S)": "'1 text'", "'{a:>3}'.format(a=1)": "'  1'", "'{0}{0}'.format('x')": "'xx'",
    "', '.join(['a', 'b'])": "'a, b'", "S.upper()": "'TEXT'", "' x '.strip()": "'x'", "'a,b'.split(',')": "['a', 'b']",
    "dedent('  a\\n  b')": "'a\\nb'", "cleandoc('a\\n   b')": "'a\\nb'", "str(N)": "'3'", "len(L)": "2", "sorted({'b', 'a'})": "['a', 'b']",
    "(1, 2)": "(1, 2)", "[*L, 3]": "[1, 2, 3]", "{**D, 'l': N}": "{'k': 'v', 'l': 3}", "()": "()", "{1}": "{1}",
    "L[0]": "1", "L[-1]": "2", "D['k']": "'v'", "S[1]": "'e'", "list(D.keys())": "['k']", "D.get('x', N)": "3",
    "E.A": "E.A", "E.A.value": "'a'", "E.A.name": "'A'", "E['B']": "E.B", "E('a')": "E.A", "E.A.value + S": "'atext'",
    "1 if N else 2": "1", "1 if not N else 2": "2", "N or 5": "3", "0 or S": "'text'", "0 and N": "0", "N and S": "'text'",
    "1 if f() and 0 or N else 2": "1", "1 if not (f() or N) else 2": "2",
}  # fmt: skip


@pytest.mark.parametrize("expression", KNOWN)
def test_known(expression: str) -> None:
    assert show(value(program(f"{PRELUDE}    x = {expression}\n"), "x")) == KNOWN[expression]


OTHER = {
    "[f, 1]": "list of app:f, 1",
    "(E.A, E.B)": "tuple of E.A, E.B",
    "{'a': f}": "dict of 'a': app:f",
    "{'a': f}['a']": "app:f",
    "[f, 1][0]": "app:f",
    "f()": "app:f()",
    "C()": "app:C()",
    "lib.g(1)": "lib.g()",
    "int | None": "expression",
    "'C' | None": "expression",
    "dict[str, int]": "expression",
    "f.attribute": "app:f.attribute",
    "dict": "builtins.dict",
}


@pytest.mark.parametrize("expression", OTHER)
def test_what_is_no_constant(expression: str) -> None:
    assert show(value(program(f"{PRELUDE}    x = {expression}\n"), "x")) == OTHER[expression]


UNKNOWN = {
    "[i for i in nowhere]": "it is made from values only the running program knows",
    "{i for i in f()}": "it is made from values only the running program knows",
    "[i async for i in L]": "is not evaluated",
    "1 if f() else 2": "it depends on a condition only the running program decides",
    "f() or 1": "it depends on a value only the running program knows",
    "[*f()]": "it unpacks a value only the running program knows",
    "{**f()}": "it unpacks a value only the running program knows",
    "{f(): 1}": "one of its keys is computed while the program runs",
    "f'{f()}'": "a part of the text is computed while the program runs",
    "f() + 1": "it is computed from values only the running program knows",
    "L[f()]": "the index is computed while the program runs",
    "L[5]": "there is no such item",
    "D['x']": "there is no such item",
    "1 / 0": "it raises ZeroDivisionError",
    "1 + 'a'": "it raises TypeError",
    "{[]}": "an item of the set has no hash",
    "E('none')": "the enum `E` has no such value",
    "S.encode()": "the method encode is not evaluated",
    "'{0.real}'.format(1)": "is not evaluated",
    "f'{L}'": "only text and numbers are formatted",
    "nowhere": "`nowhere` is not defined here",
}


@pytest.mark.parametrize("expression", UNKNOWN)
def test_unknown(expression: str) -> None:
    shown = show(value(program(f"{PRELUDE}    x = {expression}\n"), "x"))
    assert shown.startswith("? ")
    assert UNKNOWN[expression] in shown


BOMBS = [
    "'a' * 10**9", "[0] * 10**9", "10 ** 10 ** 10", "1 << 10**9", "f'{1:>999999999}'", "'%999999999d' % 1", "'{:999999999}'.format(1)",
    "'a'.ljust(10**9)", "'a'.zfill(10**9)", "'a'.replace('', 'b' * 99999).replace('', 'c' * 99999)", "('a' * 99999).join(['b'] * 99999)",
    "'\\t'.expandtabs(10**9)", "str(10**5000)", "int('9' * 5000)", " + ".join(["'a'"] * 10_000), " | ".join(["int"] * 10_000),
    " and ".join(["N"] * 10_000), "(" * 60 + "1" + ")" * 60, "-" * 500 + "1", "[" * 60 + "]" * 60, "N" + ".x" * 2_000, "f" + "()" * 1_000,
    "L" + "[0]" * 1_000, "{**{**{**{}}}}", "'%*d' % (10**9, 1)", "('a' * 99999) % ()", "L * N * N * N * N * N * N * N * N * N * N * N * N",
    "b'a' * 10**9", "(1,) * 10**9", "-10 ** 10 ** 10", "2 ** -1", "1.5 ** 10 ** 9", "'x'.center(99999, 'y') * 99", "[[0] * 999] * 999",
    "sorted(['a' * 9999] * 9999)", "list('a' * 99999)", "'a'.join('b' * 99999)", "'{0}'.format('a' * 99999) * 2",
]  # fmt: skip


@pytest.mark.parametrize("expression", BOMBS, ids=lambda text: text[:30])
def test_bombs_stay_small(expression: str) -> None:
    linked = program(f"{PRELUDE}    x = {expression}\n")
    if linked.library.find("app") is None:  # beyond what toolc reads
        assert [diagnostic.code for diagnostic in linked.library.diagnostics] in (["TC111"], ["TC112"])
    else:
        assert len(show(value(linked, "x"))) < 500_000


def test_statements_nobody_evaluates_are_not_called_too_long() -> None:
    body = "yield\n    yield mcp\n    await mcp\n    (lambda: mcp)\n    (x := mcp)\n    x: int = yield\n    return await mcp"
    linked = program(f"mcp = 1\nasync def f():\n    {body}\n")
    function = value(linked, "f")
    assert isinstance(function, DefinitionValue) and len(list(linked.statements(function))) > 5
    assert linked.library.diagnostics == []
