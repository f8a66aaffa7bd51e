"""The pictures of terminals show what the program prints, and load nothing from elsewhere."""

import re

import pytest

import draw
from documents import DOCS, PAGES, text_of

NAMES = draw.names()


def test_every_picture_is_shown_somewhere() -> None:
    shown = {name for page in ("README.md", *PAGES) for name in re.findall(r"pictures/([\w-]+\.svg)", text_of(page))}
    assert shown == set(NAMES) == {path.name for path in (DOCS / "pictures").iterdir()}


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_in_step(name: str) -> None:
    """`make pictures` draws them."""
    assert draw.words((DOCS / "pictures" / name).read_text("utf-8")) == draw.words(draw.picture(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_stands_alone(name: str) -> None:
    text = (DOCS / "pictures" / name).read_text("utf-8")
    assert set(re.findall(r"\w+://[^\"') ]*", text)) == {"http://www.w3.org/2000/svg"}
    assert "<script" not in text and "@import" not in text
