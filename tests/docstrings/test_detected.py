"""Docstrings in whichever style docstring_parser 0.18 finds."""

import time

import pytest

from toolc.docstrings import Detected, detect_parts
from toolc.docstrings.detected import Entry

GOOGLE = "Do it.\n\n    Long.\n\n    Args:\n        a (int): One.\n        b: Two\n            lines.\n    "
NUMPY = "Do it.\n\n    Long.\n\n    Parameters\n    ----------\n    a : int\n        One.\n    b\n        Two\n        lines.\n"
SPHINX = "Do it.\n\n    Long.\n\n    :param a: One.\n    :param b: Two\n        lines.\n"
EPYDOC = "Do it.\n\n    Long.\n\n    @param a: One.\n    @param b: Two\n        lines.\n"


@pytest.mark.parametrize(("text", "type_"), [(GOOGLE, "int"), (NUMPY, "int"), (SPHINX, None), (EPYDOC, None)])
def test_styles(text: str, type_: str | None) -> None:
    texts = {"a": "One.", "b": "Two\nlines."}
    entries = (Entry("a", type_, "One."), Entry("b", None, "Two\nlines."))
    assert detect_parts(text) == Detected("Do it.", "Long.", texts, texts, entries)


def test_of_two_entries_the_first_text_and_the_last_entry() -> None:
    read = detect_parts("Do it.\n\nArgs:\n    a: One.\n    b: Two.\n    b:\n    a: Three.\n")
    assert read is not None and (dict(read.parameters), dict(read.last)) == (
        {"a": "One.", "b": "Two."},
        {"a": "Three.", "b": ""},
    )


def test_the_style_with_most_entries_counts() -> None:
    read = detect_parts("Do it.\n\nArgs:\n    a: One.\n\n:param b: Two.\n:param c: Three.\n")
    assert read is not None and list(read.parameters) == ["b", "c"]


def test_the_first_line_is_the_short_text() -> None:
    assert detect_parts("") == detect_parts("  ") == Detected()
    assert detect_parts("One\n    line.\n\n    Two.\n\n    Three.") == Detected("One", "line.\n\nTwo.\n\nThree.")


def test_a_margin_of_the_first_line_stays() -> None:
    assert detect_parts("\n        One.\n    Two.\n    ") == Detected("    One.", "Two.")


@pytest.mark.parametrize(
    "text",
    [
        "Args:\n" + "    a (int" + "(" * 1800 + ": x\n",
        "Args:\n" + "".join(f"    a{number} (int{'a' * 1380}: x\n" for number in range(14)),
        "a" * 3_000,
        "a\n" * 20_000,
    ],
)
def test_what_would_stall_the_library_is_not_read(text: str) -> None:
    before = time.process_time()
    assert detect_parts(text) is None
    assert time.process_time() - before < 1
