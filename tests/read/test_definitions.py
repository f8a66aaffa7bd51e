"""What definitions say: one shape for every kind of statement and expression, and their places."""

import subprocess
import sys
from typing import Any

import pytest
from reading import cut, defined, first, outline, source

from toolc import module as m
from toolc.read import define, expression

EXPRESSIONS: dict[str, Any] = {
    "a": m.Name(0, 1, "a"),
    "a.b": m.Attribute(0, 3, m.Name(0, 1, "a"), "b"),
    "1": m.Const(0, 1, "int", 1),
    "1.5": m.Const(0, 3, "float", 1.5),
    "2j": m.Const(0, 2, "complex", "2j"),
    "18446744073709551616": m.Const(0, 20, "int", "18446744073709551616"),
    "None": m.Const(0, 4, "none"),
    "False": m.Const(0, 5, "bool", False),
    "...": m.Const(0, 3, "ellipsis"),
    "b'\\xff'": m.Const(0, 7, "bytes", "ff"),
    "'a' \"b\"": m.Const(0, 7, "str", "ab"),
    "'\\ud800'": m.Const(0, 8, "str-escaped", "\\ud800"),
    "f'a{b!r}'": m.JoinedStr(0, 9, (m.Const(2, 3, "str", "a"), m.FormattedValue(3, 8, m.Name(4, 5, "b"), "r"))),
    "f'{x=}'": m.JoinedStr(0, 7, (m.Const(3, 5, "str", "x="), m.FormattedValue(2, 6, m.Name(3, 4, "x"), "r"))),
    "f'{x:>3}'": m.JoinedStr(0, 9, (m.FormattedValue(2, 8, m.Name(3, 4, "x"), "", m.JoinedStr(5, 7, (m.Const(5, 7, "str", ">3"),))),)),
    "f(a, *b, c=1, **d)": m.Call(
        0, 18, m.Name(0, 1, "f"),
        (
            m.Arg(m.Name(2, 3, "a")), m.Arg(m.Name(6, 7, "b"), None, "*"),
            m.Arg(m.Const(11, 12, "int", 1), "c"), m.Arg(m.Name(16, 17, "d"), None, "**"),
        ),
    ),
    "a[b]": m.SubscriptExpr(0, 4, m.Name(0, 1, "a"), (m.Name(2, 3, "b"),)),
    "a[b,]": m.SubscriptExpr(0, 5, m.Name(0, 1, "a"), (m.Name(2, 3, "b"),), True),
    "a[()]": m.SubscriptExpr(0, 5, m.Name(0, 1, "a"), (), True),
    "a[1:]": m.SubscriptExpr(0, 5, m.Name(0, 1, "a"), (m.DeferredNode(2, 4, "slice"),)),
    "(a,)": m.SequenceExpr(0, 4, "tuple", (m.Name(1, 2, "a"),)),
    "a,": m.SequenceExpr(0, 2, "tuple", (m.Name(0, 1, "a"),)),
    "[*a]": m.SequenceExpr(0, 4, "list", (m.Star(1, 3, m.Name(2, 3, "a")),)),
    "{a}": m.SequenceExpr(0, 3, "set", (m.Name(1, 2, "a"),)),
    "{a: b, **c}": m.Dict(
        0, 11, (m.Pair(m.Name(1, 2, "a"), m.Name(4, 5, "b")), m.Pair(None, m.Name(9, 10, "c")))
    ),
    "-a": m.Operation(0, 2, "unary", ("-",), (m.Name(1, 2, "a"),)),
    "a|b|c": m.Operation(0, 5, "binary", ("|", "|"), (m.Name(0, 1, "a"), m.Name(2, 3, "b"), m.Name(4, 5, "c"))),
    "a or b or c": m.Operation(0, 11, "bool", ("or", "or"), (m.Name(0, 1, "a"), m.Name(5, 6, "b"), m.Name(10, 11, "c"))),
    "a<b not in c": m.Operation(0, 12, "compare", ("<", "not in"), (m.Name(0, 1, "a"), m.Name(2, 3, "b"), m.Name(11, 12, "c"))),
    "a if b else c": m.IfExp(0, 13, m.Name(5, 6, "b"), m.Name(0, 1, "a"), m.Name(12, 13, "c")),
    "lambda: 1": m.DeferredNode(0, 9, "lambda"),
    "[a for a in b]": m.Comprehension(0, 14, "list", m.Name(1, 2, "a"), (m.Clause(m.Name(7, 8, "a"), m.Name(12, 13, "b")),)),
    "(a for a in b)": m.Comprehension(0, 14, "generator", m.Name(1, 2, "a"), (m.Clause(m.Name(7, 8, "a"), m.Name(12, 13, "b")),)),
    "(a := 1)": m.DeferredNode(1, 7, "walrus"),
    "await a": m.Await(0, 7, m.Name(6, 7, "a")),
}  # fmt: skip


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions(text: str) -> None:
    assert expression(text) == EXPRESSIONS[text]
    assert first(text) == m.ExprStmt(0, EXPRESSIONS[text])


def test_operators_of_one_precedence_make_one_chain() -> None:
    found = expression("a + b * c - d")
    assert isinstance(found, m.Operation) and found.ops == ("+", "-") and isinstance(found.items[1], m.Operation)
    power = expression("a ** b ** c")
    assert isinstance(power, m.Operation) and power.ops == ("**",)
    inner = expression("(a | b) | c")
    assert isinstance(inner, m.Operation) and inner.ops == ("|",)


@pytest.mark.parametrize(
    "text",
    ["", " ", "# c", "a b", "a) + (b", "x for x in y", "x := 1", "yield", "*a", "a=1", "a;b", "'a", "\0", "(", "'" + "\ud800'",
     "(" * 150 + ")" * 150, "a|" * 5000 + "b"],
)  # fmt: skip
def test_not_one_expression(text: str) -> None:
    assert expression(text) is None


def test_expression_over_lines() -> None:
    text = "int  # c\n | None"
    found = expression(text)
    assert isinstance(found, m.Operation) and [cut(text, item) for item in found.items] == ["int", "None"]


def test_function() -> None:
    text = (
        "class A:\n\t@a.b(  # ü\n\t  x=1)\n\t@(c)\n\tasync def f(self, /, é: 'List[int]' = [1],\n *args: *Ts,\n"
        " k=lambda: 0, **kw) -> dict[str, int]:\n\t\t'''döc'''\n\t\treturn\n"
    )
    _, found, *_ = defined(text)
    assert isinstance(found, m.Func) and found.is_async and found.name == "f" and found.doc == "döc"
    assert text[found.name_at] == "f" and text[found.at] == "@"
    assert [cut(text, one) for one in found.decorators] == ["a.b(  # ü\n\t  x=1)", "c"]
    assert [(param.kind, param.name) for param in found.params] == [
        ("positional_only", "self"), ("positional_or_keyword", "é"), ("var_positional", "args"),
        ("keyword_only", "k"), ("var_keyword", "kw"),
    ]  # fmt: skip
    assert all(cut(text, param) == param.name for param in found.params)
    assert [cut(text, param.annotation) for param in found.params if param.annotation] == ["'List[int]'", "*Ts"]
    assert [cut(text, param.default) for param in found.params if param.default] == ["[1]", "lambda: 0"]
    assert cut(text, found.returns) == "dict[str, int]"


def test_class() -> None:
    text = "@d\nclass A(B[int], *c, k=1, **e):\n    'a' 'b'\n"
    found = first(text)
    assert isinstance(found, m.Class) and found.doc == "ab" and text[found.name_at] == "A"
    assert [(arg.name, arg.star, cut(text, arg.value)) for arg in found.args] == [
        (None, "", "B[int]"), (None, "*", "c"), ("k", "", "1"), (None, "**", "e"),
    ]  # fmt: skip


def test_type_parameters() -> None:
    text = "type X[T: int = str, *Ts = *A, **P = [B]] = T\n"
    found = first(text)
    assert isinstance(found, m.Alias) and cut(text, found.value) == "T"
    assert [(one.name, one.kind) for one in found.type_params] == [("T", ""), ("Ts", "*"), ("P", "**")]
    assert cut(text, found.type_params[0].bound) == "int"
    assert [cut(text, one.default) for one in found.type_params] == ["str", "*A", "[B]"]


def test_names_are_normalised() -> None:
    found = first("def 𝐟(ﬁ): 'd'\n")
    assert found.name == "f" and found.params[0].name == "fi" and found.params[0].end == found.params[0].at + 1


def test_other_statements() -> None:
    text = (
        "import a.b as c, d\nfrom ..e import (f as g,)\nfor x in y: pass\nwith a as b, c: pass\nwhile z: pass\ndel q\nx += 1\n"
    )
    found = [one for one in defined(text) if not isinstance(one, m.Other)]
    assert found[0] == m.Import(0, (("a.b", "c"), ("d", None)))
    assert found[1] == m.ImportFrom(text.index("from"), "e", 2, (("f", "g"),))
    assert [type(one) for one in found[2:]] == [m.For, m.With, m.If, m.AugAssign]
    assert found[-1].op == "+="
    assert first("try: a\nexcept A: b\nexcept (B, C) as d: e\nexcept: f\n").handlers[2] is None


def test_kept_in_the_module() -> None:
    text = "x = 1\n"
    module = outline(text)
    found = define(source(text), module, module.outline[0])
    assert module.definitions == {0: found} and define(source(text), module, module.outline[0]) is found


@pytest.mark.parametrize("text", ["a" + "|a" * 900, "a" + " or a" * 900])
def test_long_chains_are_flat(text: str) -> None:
    found = expression(text)
    assert isinstance(found, m.Operation) and len(found.items) == 901 and found.end == len(text)


@pytest.mark.parametrize(
    "text",
    ["a" + ".b" * 500, "not " * 500 + "a", "a" + "()" * 300, "a" + "**a" * 400, "[" * 99 + "[a], " * 2 + "]" * 99 + "[0]" * 9],
)
def test_deep_expressions_end_in_opaque(text: str) -> None:
    assert "'deep'" in repr(first(text))


def test_libcst_is_imported_late() -> None:
    code = "import sys, toolc.read as r; assert 'libcst' not in sys.modules; r.expression('a'); assert 'libcst' in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
