"""Docstrings by blocks. Expected values: langchain-core 1.8.1 `_parse_google_docstring`."""

import pytest

from toolc.docstrings import blocks


def test_blocks_and_lines_are_joined_by_one_space() -> None:
    text = "One\ntwo.\n\nThree.\n\nArgs:\n    a: First\n        and more.\n\n    b: Not read, a new block."
    read = blocks(text, ["a"], strict=True)
    assert (read.description, read.parameters, read.refused) == ("One\ntwo. Three.", {"a": "First and more."}, "")


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("    a (int): One.\n    b (int, optional): Two.", {"a": "One.", "b": "Two."}),
        ("    a b: One.", {"a b": "One."}),
        ("    a: One.\n  b: Two.", {"a": "One.", "b": "Two."}),
        ("    a: One.\n      b: goes on.", {"a": "One. b: goes on."}),
        ("    a: One.\n  goes on.", {"a": "One. goes on."}),
        ("    nothing\n    a: One.", {"a": "One."}),
        ("    a:\n    a: Again.", {"a": "Again."}),
    ],
)
def test_parameters(block: str, expected: dict[str, str]) -> None:
    assert blocks(f"Text.\n\nArgs:\n{block}", [], strict=False).parameters == expected


def test_what_follows_returns_is_not_told_but_arguments_are() -> None:
    read = blocks("Text.\n\nReturns:\n    It.\n\nLost.\n\nArgs:\n    a: One.", ["a"], strict=True)
    assert (read.description, read.parameters) == ("Text.", {"a": "One."})


@pytest.mark.parametrize(
    ("text", "needed", "refused"),
    [("", [], True), ("Text.", [], False), ("Text.", ["a"], True), ("Args:\n    a: One.", ["a"], True)],
)
def test_the_strict_reading(text: str, needed: list[str], refused: bool) -> None:
    assert bool(blocks(text, needed, strict=True).refused) is refused
    assert not blocks(text, needed, strict=False).refused
