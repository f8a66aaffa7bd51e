"""Docstrings of the shapes that people write, and of shapes that nobody should."""

import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolc import docstrings

GOOGLE = """Search the index.

    Longer text that
    spans lines.

    Args:
        query (str): The query text,
            continued on a second line.
        limit (int, optional): How many. Defaults to 5.
        *rest: More words.

    Returns:
        list[str]: The hits.

    Raises:
        nothing that has a colon
    """


def test_google() -> None:
    doc = docstrings.parse(GOOGLE, ["query", "limit", "rest", "absent"])
    assert doc.first_line == "Search the index."
    assert doc.body == "Search the index.\n\nLonger text that\nspans lines."
    assert doc.description.startswith("Search the index.\n\nLonger text that\nspans lines.\n\nArgs:\n    query (str)")
    assert doc.parameters == {
        "query": "The query text, continued on a second line.",
        "limit": "How many. Defaults to 5.",
        "rest": "More words.",
    }


def test_texts_flow_and_keep_their_paragraphs() -> None:
    more = "        goes  on\n        and on.\n\n        Another\n        paragraph.\n"
    text = f"S.\n\nArgs:\n    a: One line\n{more}    b: Short.\n"
    assert docstrings.parse(text, ["a", "b"]).parameters == {
        "a": "One line goes  on and on.\n\nAnother paragraph.",
        "b": "Short.",
    }


def test_only_parameters_of_the_signature() -> None:
    assert docstrings.parse("S.\n\nArgs:\n    query: Real.\n    ghost: None.\n", ["query"]).parameters == {"query": "Real."}


def test_summary_directly_followed_by_sections() -> None:
    doc = docstrings.parse("Summary.\nArgs:\n    query: The query: with a colon.\nReturns:\n    Text.\n", ["query"])
    assert doc.parameters == {"query": "The query: with a colon."}
    assert doc.body == "Summary."


@pytest.mark.parametrize("text", ["", None, "   \n  ", "Args:", "Args:\n", "Args:\n\nnot indented", "Args:\n    no colon here"])
def test_nothing_to_find(text: str | None) -> None:
    assert docstrings.parse(text, ["a"]).parameters == {}


def test_a_section_made_to_stall_the_parser_is_skipped() -> None:
    for line in ("(" * 50_000, "a " * 40_000 + "(", "x: " + ". Defaults to " * 5_000):
        assert docstrings.parse(f"S.\n\nArgs:\n    {line}: x\n", ["x"]).parameters == {}


def test_other_styles_are_not_read() -> None:
    assert docstrings.parse("S.\n\n:param query: The query.", ["query"]).parameters == {}


@pytest.mark.parametrize(
    "text", ["One.", "  One.", "One.\n\n    Two.\n      Three.\n    ", "\n\n  A\n    B\n", "\tT\n\tU\n\t\tV"]
)
def test_clean_agrees_with_inspect(text: str) -> None:
    assert docstrings.clean(text) == inspect.cleandoc(text)


def test_dedent_keeps_every_line() -> None:
    assert docstrings.dedent("Scalars.\n\n    Args:\n        a: A string.\n    ") == "Scalars.\n\nArgs:\n    a: A string.\n"
    assert docstrings.dedent("  Alone.  ") == "Alone.  "


@given(st.text(max_size=400), st.lists(st.text(max_size=8), max_size=4))
def test_any_text_gives_a_doc(text: str, names: list[str]) -> None:
    for head in ("", "Args:\n    "):
        doc = docstrings.parse(head + text, names)
        assert set(doc.parameters) <= set(names)
        assert doc.description.startswith(doc.first_line)
