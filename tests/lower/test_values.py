"""Values of the program as constants of a signature."""

import pytest

from harness import program, value
from toolc.lower.values import constant
from toolc.signature import Class, Made, Member, Plain, Undecided, undecided

HEAD = """
from enum import Enum
from typing import NewType
from decimal import Decimal
class E(Enum):
    A = 1
class C: ...
Id = NewType("Id", int)
def f(): return input()
def maybe():
    if input(): return None
    return 5
ARGS = {"a": 1}
"""

CONSTANTS = {
    "(1, 'a')": (1, "a"),
    "[E.A, 2]": [Member("app:E", "A", 1), 2],
    "(E.A, C)": (Member("app:E", "A", 1), Class("app:C")),
    "{'k': E.A}": {"k": Member("app:E", "A", 1)},
    "Decimal('1.5')": Made("decimal.Decimal", ("1.5",)),
    "C(1, k=E.A)": Made("app:C", (1,), {"k": Member("app:E", "A", 1)}),
    "C(**ARGS)": Made("app:C", (), {"a": 1}),
    "Id(5)": 5,
    "int": Plain("builtins.int"),
    "C(*f())": Undecided("it unpacks arguments only the running program knows"),
    "f()": Undecided("it is the result of a function of the program"),
    "maybe()": Undecided("it is the result of a function of the program"),
    "f().x": Undecided("it is computed while the program runs"),
}


@pytest.mark.parametrize("expression", CONSTANTS)
def test_constants(expression: str) -> None:
    linked = program(f"{HEAD}x = {expression}")
    assert constant(value(linked, "x"), linked) == CONSTANTS[expression]


def test_the_first_part_that_is_not_known() -> None:
    inner = Undecided("why")
    assert undecided({"a": [1, Made("x", (), {"k": (inner,)})]}) == inner
    assert undecided([1, {"a": Made("x", (2,))}]) is None
