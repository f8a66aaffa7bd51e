"""Hostile text: one diagnostic or an honest gap, never an exception, never a stall."""

import time

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reading import every, source

from toolc.limits import Excess, Limits
from toolc.module import Module
from toolc.read import define, expression, guard, read

MANY = 10_000
HOSTILE = {
    "parentheses": "x = " + "(" * MANY + "1" + ")" * MANY,
    "unclosed": "x = " + "[" * MANY,
    "fields": "x = f'{" + "(" * 500 + ")" * 500 + "}'",
    "f-strings": "x = " + 'f"{' * 300 + "a" + '}"' * 300,
    "union": "x: " + "|".join("a" * MANY),
    "union on the limit": "x: " + "|".join("a" * 2500),
    "attributes": "x = a" + ".b" * MANY,
    "nots": "x = " + "not " * 3000 + "a",
    "nested nots": "x = " + ("[" + "not " * 100) * 90 + "a" + "]" * 90,
    "operators in brackets": "x=" + "[a or b and not c < d | e ^ f & g << h + i * -j ** " * 99 + "1" + "]" * 99,
    "lambdas": "x=" + "lambda a=" * 700 + "1" + ":1" * 700,
    "ternaries": "x = " + "a if b else " * 3000 + "c",
    "strings": "x = " + "'a' " * MANY,
    "import": "import a" + ".b" * MANY,
    "elifs": "if a: pass\n" + "elif a: pass\n" * MANY,
    "indents": "".join(" " * i + "if a:\n" for i in range(150)) + " " * 150 + "pass",
    "comprehension": "x = [a " + "for a in b " * 2000 + "]",
    "case": "match a:\n case " + "[" * 30 + "b" + "]" * 30 + ": pass\n",
    "case tuples": "match a:\n case " + "(" * 12 + "b" + ",)" * 12 + ": pass\n",
    "NUL": "x = 1\ny = '\0'",
    "surrogate": "x = 1\ny = '\ud800'",
    "quote": "x = '''" + "a" * MANY,
    "carriage returns": "x = 1\ry = 'é'\r\nz = 3",
    "digits": "x = " + "9" * 5000,
    "hex digits": "x = 0x" + "f" * 5000,
    "bad escape": r"x = f'\N{bogus} {a}'",
    "two byte order marks": "\ufeff\ufeffx = 1",
    "annotated parentheses": "(a.b): int = 1",
    "class after keyword": "class A(m=1, *b): 'd'",
}


def survives(text: str) -> None:
    module, diagnostics = read(source(text))
    assert (module is None) == bool(diagnostics) and len(diagnostics) <= 1
    if module is not None:
        for node in every(module.outline):
            define(source(text), module, node)
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(module), type=Module) == module


@pytest.mark.parametrize("new", ["", "type X = int\n"], ids=["ast", "whole"])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile(name: str, new: str) -> None:
    start = time.process_time()
    survives(new + HOSTILE[name])
    # Far above what any of them takes; without its guard each takes minutes or kills the process.
    assert time.process_time() - start < 20


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ab=:.,'\"()[]{}\\\n #f1 @*\x0cé\t;|", max_size=40))
def test_any_text(text: str) -> None:
    survives(text)
    expression(text)


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("x = 1\ny = (1\nz = 3\n", "TC110", 2, 5),
        ("x = 1\nif x\n    y\n", "TC110", 2, 5),
        ("'é'; = 1\n", "TC110", 1, 6),
        ("x = 1\n'\0'\n", "TC110", 2, 2),
        ("x = 1\ny = " + "(" * 150 + ")" * 150, "TC111", 2, 105),
    ],
)
def test_place_of_errors(text: str, code: str, line: int, column: int) -> None:
    module, (diagnostic,) = read(source(text))
    assert module is None and diagnostic.span is not None
    assert (diagnostic.code, diagnostic.span.path, diagnostic.span.line, diagnostic.span.column) == (
        code,
        "tools.py",
        line,
        column,
    )


def test_error_behind_newer_syntax() -> None:
    _, (diagnostic,) = read(source("type X = int\nx = 1\ny = = 2\n"))
    assert diagnostic.span is not None and (diagnostic.code, diagnostic.span.line) == ("TC110", 3)


def test_brackets_that_do_not_nest() -> None:
    for text in ("'(' " * 200, "# (((\n" * 200, "f'((' " * 200, "f'{a}{{' " * 200, "()" * 200, "'''" + "(" * 200 + "'''"):
        assert guard.too_nested(text) is None
    assert guard.too_nested('f"{x["a"]}"' + "(" * 101) is not None
    assert guard.too_nested(r'"\"" + rb"\"" + ' + "(" * 101) is not None


def test_real_chains_are_within_the_limits() -> None:
    assert guard.too_long("x = [\n" + "    a + b,\n" * 5000 + "]\n") is None
    assert guard.too_long("x = a + b\n" * 5000) is None
    assert guard.too_long("x = " + "a + " * 1100 + "b") is not None


DENSE = {
    "letters": "a\n",
    "tuple": "a,",
    "lists": "[];",
    "texts": "'';",
    "formatted": "f'';",
    "fields": "f'{a}';",
    "dots": "...\n",
}


@pytest.mark.parametrize("kind", DENSE)
def test_what_a_parser_takes_memory_for_is_counted(kind: str) -> None:
    at_most = Limits(tokens=400)
    words = 3 if kind == "fields" else 1  # the prefix, the brace and the name
    with guard.within(at_most):
        assert guard.too_many(DENSE[kind] * (400 // words - 1)) is None
        assert (guard.too_many(DENSE[kind] * 402) or Excess(0, "")).limit == "tokens"
        assert guard.too_many("x = '''" + DENSE[kind].replace("'", '"') * 1000 + "'''\n") is None
        assert guard.too_many("#" + DENSE[kind].replace("\n", " ") * 1000) is None


def test_what_only_libcst_reads_may_be_a_quarter_as_dense() -> None:
    newer = "lazy import json\n"
    for text, code in ((newer + "a\n" * 60_000, "TC124"), ("a\n" * 60_000, ""), ("a\n" * 210_000, "TC124")):
        module, said = read(source(text))
        assert ([one.code for one in said], module is None) == ([code] if code else [], bool(code))
