"""What every target makes of foreign text: code is told from text, identifiers are plain, lines of comments hide nothing."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolc.encoders import HIDDEN
from toolc.targets import code as shared
from toolc.targets.code import Code, code, double_quoted
from toolc.targets.prose import level, lines, paragraphs
from toolc.targets.python import encode as python
from toolc.targets.rust import encode as rust
from toolc.targets.typescript import encode as typescript

TEXT = st.text(max_size=40) | st.text(
    st.sampled_from("\"'\\\r\n\t\x00\x1c\x85\u2028\u202e\u200b\ud800ab x\U000e0041"), max_size=30
)


def test_only_spelled_code_passes_as_code() -> None:
    assert code(Code("x")) == "x"
    with pytest.raises(TypeError):
        code("x")


@pytest.mark.parametrize(
    ("identifier", "others"),
    [
        (shared.identifier, ("a-b", "_x", "é", "", "a\n")),
        (rust.identifier, ("a-b", "_x", "é", "", "a\n")),
        (python.identifier, ("a-b", "class", "é", "", "a\n")),
        (typescript.identifier, ("a-b", "é", "", "a\n")),
    ],
)
def test_only_plain_identifiers_pass(identifier: Callable[[str], str], others: tuple[str, ...]) -> None:
    assert identifier("plain_1") == "plain_1"
    for one in others:
        with pytest.raises(ValueError, match="not an identifier"):
            identifier(one)


@given(TEXT)
def test_a_string_in_double_quotes_is_ascii_and_ends_where_it_should(one: str) -> None:
    literal = double_quoted(one, lambda char: f"<{ord(char)}>")
    assert literal.isascii() and literal.isprintable() and literal[0] == literal[-1] == '"'
    assert '"' not in literal[1:-1].replace("\\\\", "").replace('\\"', "")


@given(TEXT)
def test_lines_are_all_there_and_hide_nothing(one: str) -> None:
    assert all(not line.splitlines()[1:] for line in lines(one))
    kept = paragraphs(one, str)
    assert all(line == line.strip() and not HIDDEN.search(line) for line in kept)
    assert not any(char.isspace() and char != " " for line in kept for char in line)
    assert [line for line in kept if line] == [said for line in lines(one) if (said := level(line))]
    assert not kept or (kept[0] and kept[-1])
    assert all(line or before for before, line in pairwise(kept))
