"""Ancestors in method resolution order, across modules, and bases that cannot be followed."""

import pytest

from harness import program, show, value
from toolc.program import DefinitionValue

ORDERS = {
    "one": ("class B: ...\nclass X(B): ...", "B"),
    "diamond": ("class A: ...\nclass B(A): ...\nclass C(A): ...\nclass X(B, C): ...", "B C A"),
    "external": ("from enum import Enum\nclass X(str, Enum): ...", "builtins.str enum.Enum"),
    "generic": ("class A: ...\nclass X(A[int]): ...", "A"),
    "other module": ("from lib import L\nclass X(L): ...", "lib:L lib:K"),
    "under an alias": ("import lib as q\nB = q.L\nclass X(B): ...", "lib:L lib:K"),
    "not followed": ("def f(): return input()\nclass X(f()): ...", "? the base class is made by a call"),
    "unknown": ("class X(nowhere): ...", "? `nowhere` is not defined here"),
    "a call that is known": ("from typing import NamedTuple\nclass X(NamedTuple('N', [])): ...", "typing.NamedTuple"),
    "no order": ("class A: ...\nclass B(A): ...\nclass X(A, B): ...", "A B"),
    "keywords are no bases": ("class M: ...\nclass X(metaclass=M): ...", ""),
    "redefined": ("class X: ...\nclass X(X): ...", "X"),
}


@pytest.mark.parametrize("name", ORDERS)
def test_order(name: str) -> None:
    source, expected = ORDERS[name]
    linked = program({"app.py": source, "lib.py": "class K: ...\nclass L(K): ..."})
    made = value(linked, "X")
    assert isinstance(made, DefinitionValue)
    shown = [show(base).removeprefix("app:") for base in linked.ancestors(made)]
    assert " ".join(shown) == expected


@pytest.mark.parametrize("bases", ["X", "Y", "Y, X", "Z[X]"])
def test_circles_end(bases: str) -> None:
    linked = program(f"class X({bases}): ...\nclass Y(X): ...\nclass Z(Y): ...")
    made = value(linked, "X")
    assert isinstance(made, DefinitionValue)
    assert len(linked.ancestors(made)) <= 3
    assert show(linked.attribute(made, "y")) is not None
