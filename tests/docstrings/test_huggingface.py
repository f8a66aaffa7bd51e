"""Docstrings as transformers and smolagents read them. Expected values: transformers 5.23.0 and smolagents 1.26.0, run."""

import time

import pytest

from toolc.docstrings import MAX_TEXT, smolagents, transformers


@pytest.mark.parametrize(
    ("text", "about", "parameters"),
    [
        (
            "Do it.\nArgs:\n    a (int): One,\n        more.\n    b: Two: three.",
            "Do it.",
            {"a": "One, more.", "b": "Two: three."},
        ),
        ("Do it.\n\nArgs:\n    a:\n    b: Two.", "Do it.", {"a": "b: Two."}),
        ("Do it.\n\nArgs:\n    a: One. Returns: two", "Do it.", {"a": "One."}),
        ("Do it. Returns: x\nRaises: y\nArgs:\n    a: One.", "Do it. Returns: x", {"a": "One."}),
        ("Args:\n    a: One.", "Args:\n    a: One.", {}),
        ("Do it.\nArgs: \n    a: One.", "Do it.", {}),
        ("Do it.\nArgs:\n    a: One.\n        deeper: two.", "Do it.", {"a": "One.", "deeper": "two."}),
    ],
)
def test_smolagents(text: str, about: str, parameters: dict[str, str]) -> None:
    found = smolagents(text)
    assert found is not None and (found.about, found.parameters) == (about, parameters)


@pytest.mark.parametrize(
    ("text", "about", "parameters"),
    [
        ("Do it.\nArgs:\n    a (int): One.\n    b: Two.", "Do it.", {"b": "Two."}),
        (
            "Do it.\n\nArgs:\n    a: One.\n        deeper: two.\n    b: Three.",
            "Do it.",
            {"a": "One. deeper: two.", "b": "Three."},
        ),
        ("Do it. Returns: x\nArgs:\n    a: One.", "Do it.", {"a": "One."}),
        ("Args:\n    a: One.", "", {}),
    ],
)
def test_transformers(text: str, about: str, parameters: dict[str, str]) -> None:
    found = transformers(text)
    assert found is not None and (found.about, found.parameters) == (about, parameters)


@pytest.mark.parametrize("piece", ["\n", " ", "a (", "a:\n", "a\n", "Args:\n", "\n    a: (choices:"])
def test_long_texts_take_no_time(piece: str) -> None:
    text = "Do it.\nArgs:\n" + piece * (MAX_TEXT // len(piece) - 20) + "."
    start = time.process_time()
    assert smolagents(text) is not None and transformers(text) is not None
    assert time.process_time() - start < 5
    assert smolagents("a" * (MAX_TEXT + 1)) is transformers("a" * (MAX_TEXT + 1)) is None
