"""Values of the program as constants of a signature."""

import pytest

from harness import program, value
from toolc.lower.values import constant
from toolc.signature import CallConstant, Class, Member, Plain, UnknownConstant, first_unknown

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
    "Decimal('1.5')": CallConstant("decimal.Decimal", ("1.5",)),
    "C(1, k=E.A)": CallConstant("app:C", (1,), {"k": Member("app:E", "A", 1)}),
    "C(**ARGS)": CallConstant("app:C", (), {"a": 1}),
    "Id(5)": 5,
    "int": Plain("builtins.int"),
    "C(*f())": UnknownConstant("it unpacks arguments only the running program knows"),
    "f()": UnknownConstant("it is the result of a function of the program"),
    "maybe()": UnknownConstant("it is the result of a function of the program"),
    "f().x": UnknownConstant("it is computed while the program runs"),
}


@pytest.mark.parametrize("expression", CONSTANTS)
def test_constants(expression: str) -> None:
    linked = program(f"{HEAD}x = {expression}")
    assert constant(value(linked, "x"), linked) == CONSTANTS[expression]


def test_the_first_part_that_is_not_known() -> None:
    inner = UnknownConstant("why")
    assert first_unknown({"a": [1, CallConstant("x", (), {"k": (inner,)})]}) == inner
    assert first_unknown([1, {"a": CallConstant("x", (2,))}]) is None
