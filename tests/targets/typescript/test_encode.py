"""Foreign text cannot leave the context it was encoded for."""

import ast
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolc.targets.typescript.encode import comment, key, string, value_key
from toolc.targets.typescript.literal import literal

TEXT = st.text(st.characters(), max_size=40)
NASTY = st.text(st.sampled_from("*/@{}\\\"'`$<>\r\n\t\x00\x1b\u2028\u2029\u202e\u200b\ufeff\u0085a \U000e0041"), max_size=30)
UNSAFE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e0fff]")


def read_back(literal: str) -> str:
    """A literal as JavaScript reads it, in UTF-16. Python knows the same escapes."""
    return str(ast.literal_eval(literal)).encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


@given(TEXT | NASTY)
def test_a_string_literal_is_ascii_and_reads_back(text: str) -> None:
    encoded = string(text)
    assert encoded.isascii() and encoded.isprintable() and "<" not in encoded
    assert read_back(encoded) == text
    assert encoded[0] == ("'" if text.count('"') > text.count("'") else '"')


@given(TEXT | NASTY)
def test_a_comment_cannot_end_hide_or_begin_a_tag(text: str) -> None:
    encoded = comment(text)
    assert "*/" not in f"/** {encoded}"[3:]
    assert not UNSAFE.search(encoded)
    assert not any(line.lstrip().startswith("@") for line in encoded.split("\n"))


def test_comment_keeps_what_is_harmless() -> None:
    assert comment("Näher.\r\n  * 1/2 @see\n@param x */\u2028{@link y}") == (
        "Näher.\n  * 1/2 @see\n\\@param x *\\/\n{\\@link y}"
    )


@given(TEXT | NASTY)
def test_a_key_is_bare_or_a_string(text: str) -> None:
    encoded = key(text)
    assert re.fullmatch(r"[A-Za-z_$][A-Za-z0-9_$]*", encoded) or read_back(encoded) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a", "a"), ("class", "class"), ("$x_1", "$x_1"), ("1", '"1"'), ("a-b", '"a-b"'), ("é", '"\\u00e9"'), ("a\n", '"a\\n"'),
     ("__proto__", "__proto__"), ("", '""'), ('"', "'\"'"), ("\"\\'\"", "'\"\\\\\\'\"'"), ("</script>", '"\\u003c/script>"')],
)  # fmt: skip
def test_keys(text: str, expected: str) -> None:
    assert key(text) == expected


def test_a_prototype_key_in_an_object_literal_is_computed() -> None:
    assert value_key("__proto__") == '["__proto__"]'
    assert literal({"__proto__": 1}) == '{ ["__proto__"]: 1 }'


@pytest.mark.parametrize(
    ("value", "expected"),
    [(None, "null"), (True, "true"), (2.0, "2"), (-0.5, "-0.5"), (1e30, "1e30"), (1e-7, "1e-7"), (1.5e300, "1.5e300"),
     ([], "[]"), ({}, "{}"), (float("inf"), "Infinity"), ([1, "a"], '[1, "a"]')],
)  # fmt: skip
def test_literals(value: object, expected: str) -> None:
    assert literal(value) == expected


def test_long_literals_are_laid_out_in_lines() -> None:
    assert literal({"a": ["x" * 40, "y" * 40], "n": list(range(30))}) == (
        "{\n  a: [\n"
        f'    "{"x" * 40}",\n    "{"y" * 40}",\n  ],\n'
        "  n: [\n"
        "    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,\n"
        "    21, 22, 23, 24, 25, 26, 27, 28, 29,\n  ],\n}"
    )
