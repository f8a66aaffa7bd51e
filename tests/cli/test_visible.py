"""`cli/visible.py`, `cli/excerpt.py`, `cli/tables.py`: nothing from a source acts on a terminal, and carets stand right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from toolc.cli.excerpt import excerpt
from toolc.cli.tables import table
from toolc.cli.terminal_text import is_hidden, visible


def test_what_is_not_seen_is_spelled() -> None:
    assert visible("a\x1b[31m\u202e\u200b\x9b\ud800\n") == r"a\x1b[31m\u202e\u200b\x9b\ud800\n"
    assert visible("größe 日本 😀") == "größe 日本 😀"
    assert visible("x" * 5000) == "x" * 2000 + "…"


@given(st.text())
def test_any_text_becomes_one_printable_line(text: str) -> None:
    assert not any(is_hidden(char) for char in visible(text))


def test_carets() -> None:
    assert excerpt("def search(query):", 12, 17) == ("def search(query):", " " * 11 + "^^^^^")
    assert excerpt("\tx\ty", 4, 5) == ("    x   y", "        ^")
    assert excerpt("日本 = \x1bz", 6, 7) == ("日本 = \\x1bz", "       ^^^^")
    assert excerpt("abc", 4, 4) == ("abc", "   ^")
    assert excerpt("", 1, 1) == ("", "^")


def test_long_lines_are_cut_around_the_place() -> None:
    line = "a" * 500 + "HERE" + "b" * 500
    shown, carets = excerpt(line, 501, 505)
    assert shown.startswith("…a") and shown.endswith("b…") and len(shown) < 130
    assert shown[carets.index("^") : carets.index("^") + 4] == "HERE"


@given(st.text(alphabet=st.characters(exclude_characters="\n"), max_size=400), st.integers(1, 420), st.integers(1, 420))
def test_carets_never_fail_and_stay_short(line: str, start: int, end: int) -> None:
    shown, carets = excerpt(line, start, end)
    assert "^" in carets and not any(is_hidden(char) for char in shown)
    assert cell_len(carets) <= 118 * 10  # an escape is up to ten cells wide


def test_tables_align_wide_text() -> None:
    assert table(("name", "x"), [("日本", "1"), ("a\x1b", "2")]) == "name   x\n日本   1\na\\x1b  2"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("::error::x", r"\x3a:error::x"),
        (" ::add-mask::x", r" \x3a:add-mask::x"),
        ("##vso[task.complete]", r"#\x23vso[task.complete]"),
        ("x ##[error]y", r"x #\x23[error]y"),
        ("tools.py::search", "tools.py::search"),
        ("## A heading", "## A heading"),
    ],
)
def test_commands_to_build_servers_are_words(text: str, shown: str) -> None:
    assert visible(text) == shown
