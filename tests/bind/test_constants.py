"""Operations on constants, called directly: what they refuse."""

from collections.abc import Callable

import pytest

from toolc.analysis import constants
from toolc.analysis.constants import LARGEST, NoConstant

REFUSED: dict[str, Callable[[], object]] = {
    "power": lambda: constants.binary("**", 10, 10**9),
    "power that overflows": lambda: constants.binary("**", 10.0, 10**9),
    "shift": lambda: constants.binary("<<", 1, 10**9),
    "repeat": lambda: constants.binary("*", "a", LARGEST + 1),
    "repeat, turned around": lambda: constants.binary("*", LARGEST + 1, [0]),
    "repeat of what is large inside": lambda: constants.binary("*", [[0] * 999], 999),
    "product": lambda: constants.binary("*", 2**200, 2**200),
    "type error": lambda: constants.binary("+", 1, "a"),
    "division by zero": lambda: constants.binary("//", 1, 0),
    "matrix product": lambda: constants.binary("@", 1, 2),
    "width": lambda: constants.format_field(1, "", ">9999"),
    "format of a list": lambda: constants.format_field([1], "", ""),
    "attribute in a format": lambda: constants.format_text("{0.real}", [1], {}),
    "index in a format": lambda: constants.format_text("{0[0]}", [[1]], {}),
    "missing argument": lambda: constants.format_text("{1}", ["a"], {}),
    "width of a percent field": lambda: constants.percent("%9999d", 1),
    "starred width": lambda: constants.percent("%*d", (9999, 1)),
    "percent of a set": lambda: constants.percent("%s", ({1},)),
    "method that is not allowed": lambda: constants.method("a", "encode", [], {}),
    "method of a number": lambda: constants.method(1, "bit_length", [], {}),
    "long padding": lambda: constants.method("a", "ljust", [10**9], {}),
    "long replacement": lambda: constants.method("a" * 9999, "replace", ["a", "b" * 9999], {}),
    "long number": lambda: constants.function("builtins.int", ["9" * 5000], {}),
    "a set joined": lambda: constants.method(",", "join", [{"a", "b"}], {}),
    "a list of a set": lambda: constants.function("builtins.list", [frozenset({"a", "b"})], {}),
    "text of what holds a set": lambda: constants.function("builtins.str", [[{"a", "b"}]], {}),
    "unhashable": lambda: constants.function("builtins.set", [[[1]]], {}),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    with pytest.raises(NoConstant):
        REFUSED[name]()


def test_a_constant_is_weighed_whole() -> None:
    assert not constants.heavy({"a": [1, "b" * 99_000]})
    assert constants.heavy({"a": ["b" * 99_999, 1]})
    row: list[object] = [0]
    for _ in range(60):
        row = [row, row]
    assert constants.heavy(row)
