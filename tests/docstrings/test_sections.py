"""Docstrings as griffe reads them: griffe itself is the oracle."""

import inspect
import subprocess
import sys
import time

import griffe
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolc import docstrings
from toolc.docstrings import Item, Section, Style, sections

STYLES: tuple[Style, ...] = ("google", "numpy", "sphinx")
FRAGMENTS = """S.|A longer line: with a colon.|Args:|Returns:|Raises:|Note:|Note: titled|Parameters|Returns|Notes|----------|---
|    a (int): One.|    b: Two|        more|    no colon|    int: three|a : int, optional|a, b : str|    text below|```|>>> f()
|:param a: One.|:param int b: Two.|:type a: list[int]|:returns: r|:rtype: str|:raises ValueError: when|  more|Examples:|:|
|    (dict[str, ...]): odd|Keyword Args:|Warns:|- dashed|--|   |\t""".replace("\n", "").split("|")
TEXTS = st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=12).map("\n".join)


def read_by_frameworks(section: griffe.DocstringSection) -> tuple[str, object]:
    """What the frameworks read off griffe's own section."""
    items = section.value if isinstance(section.value, list) else []
    named = [
        (getattr(one, "name", ""), one.description, one.annotation and str(one.annotation))
        for one in items
        if not isinstance(one, tuple)
    ]
    return section.kind.value, section.value if isinstance(section.value, str) else named


def _lists_and_text(pairs: list[tuple[str, object]]) -> list[tuple[str, object]]:
    return [pair for pair in pairs if pair[0] not in ("examples", "admonition")]


@pytest.mark.parametrize("style", STYLES)
@given(text=TEXTS)
def test_the_sections_are_those_of_griffe(style: Style, text: str) -> None:
    read = sections(text, style)
    assert read is not None
    expected = [read_by_frameworks(one) for one in griffe.Docstring(text, parser=style).parse(warnings=False)]
    found: list[tuple[str, object]] = [
        (one.kind, one.text if one.kind == "text" else [(item.name, item.text, item.annotation or None) for item in one.items])
        for one in read
    ]
    assert [kind for kind, _ in found] == [kind for kind, _ in expected]
    assert _lists_and_text(found) == _lists_and_text(expected)


def test_each_style() -> None:
    google = "S.\n\n    Args:\n        a (int): One,\n            and more.\n\n    Note:\n        Mind.\n    "
    assert sections(google, "google") == (
        Section("text", "S."),
        Section("parameters", items=(Item("a", "One,\nand more.", "int"),)),
        Section("admonition", "Mind.", heading="note"),
    )
    assert sections("S.\n\nParameters\n----------\na, b : str\n    Two.\n", "numpy") == (
        Section("text", "S."),
        Section("parameters", items=(Item("a", "Two.", "str"), Item("b", "Two.", "str"))),
    )
    assert sections("S.\n\n:param a: One.\n:rtype: str\n:returns: Text.", "sphinx") == (
        Section("text", "S."),
        Section("parameters", items=(Item("a", "One."),)),
        Section("returns", items=(Item("", "Text.", "str"),)),
    )


def test_a_text_that_is_all_one_block_loses_its_margin_twice() -> None:
    """griffe cleans what `inspect.getdoc` has cleaned already."""
    text = docstrings.clean("\n    Args:\n        a: One.\n    ")
    assert text == "Args:\n    a: One."
    assert sections(text, "google") == (Section("text", "Args:\na: One."),)


@pytest.mark.parametrize("style", STYLES)
def test_nothing_and_too_much(style: Style) -> None:
    assert sections("", style) == sections(" \n ", style)
    assert sections("S.\n\nArgs:\n    a: " + "x" * 6_000, style) is None
    assert sections("S.\n" * 60_000, style) is None


@pytest.mark.parametrize(
    "written", ["(" * 2_000, "-" * 4_000 + "1", "a." * 2_000 + "a", "[" * 150 + "]" * 150, "\0", "not " * 1_000 + "a"]
)
def test_types_in_docstrings_cannot_stall_or_stop_it(written: str) -> None:
    started = time.process_time()
    for text, style in (
        (f"S.\n\nArgs:\n    a ({written}): One.", "google"),
        (f"S.\n\n:param a: One.\n:type a: {written}", "sphinx"),
    ):
        read = sections(text, style)  # type: ignore[arg-type]
        assert read is None or read[1].items[0].text == "One."
    assert time.process_time() - started < 5


def test_plain_text_does_not_load_griffe() -> None:
    code = "import sys; from toolc import docstrings\nfor style in ('google', 'numpy', 'sphinx'):\n    docstrings.sections('Plain: text,\\nwith a - dash.', style)\nprint('griffe' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


@pytest.mark.skipif(sys.version_info < (3, 13), reason="inspect.cleandoc knew other spaces")
@given(st.text(alphabet=" \n\tab:", max_size=80))
def test_cleaning_is_that_of_inspect(text: str) -> None:
    assert docstrings.clean(text) == inspect.cleandoc(text)
