"""Encoders say what they were given, and nothing breaks out."""

import html
import json
import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from toolc.encoders import HIDDEN, escape_char, json_lines, json_text, markdown, markdown_code

MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
MARKED = st.text(st.sampled_from("\\`*_{}[]()<>#+!|&~@$: \tab1/.-\"'"), max_size=12)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(values, st.integers(0, 8))
def test_json_says_what_it_was_given(value, indent):
    assert json.loads(json_text(value, indent)) == value


@given(st.text(st.characters(), max_size=20))
def test_json_has_nothing_hidden_and_is_always_utf_8(text):
    written = json_text([text])
    written.encode()
    assert not HIDDEN.search(written.replace("\n", ""))


@given(st.text(st.characters(categories=["Cs", "L", "Cc"])))
def test_halves_of_characters_become_replacement_characters(text):
    assert json.loads(json_text(text)) == re.sub("[\ud800-\udfff]", "\ufffd", text)


def test_every_control_and_format_character_is_hidden():
    hidden = {"Cc", "Cf", "Zl", "Zp"}
    assert all(HIDDEN.match(char) for char in map(chr, range(0x110000)) if unicodedata.category(char) in hidden)


def test_what_people_read_stays_readable():
    assert json_text("Größe 日本 😀 </script>") == '"Größe 日本 😀 </script>"'


def test_a_character_beyond_the_first_plane_is_a_pair():
    assert escape_char("\U000e0041") == r"\udb40\udc41"
    assert escape_char("\u202e") == r"\u202e"


def test_insertion_order_and_indent():
    assert json_text({"b": 1, "a": [True, None]}, 2) == '{\n    "b": 1,\n    "a": [\n      true,\n      null\n    ]\n  }'


def cell(text: str) -> str:
    """What a cell of a table holds, as HTML."""
    rendered = MARKDOWN.render(f"| a | b |\n| --- | --- |\n| x{text}x | end |\n")
    (first, second) = re.findall(r"<td>(.*?)</td>", rendered, re.DOTALL)
    assert second == "end"
    return first


@given(MARKED)
def test_markdown_says_what_it_was_given_and_no_more(text):
    shown = cell(markdown(text))
    assert "<" not in shown
    assert html.unescape(shown) == f"x{text.replace(chr(9), 'U+0009')}x"


@given(MARKED)
def test_markdown_code_says_what_it_was_given_and_no_more(text):
    shown = cell(f" {markdown_code(text)} ").strip()
    said = text.replace("\t", "U+0009")
    if not said.strip():
        assert re.fullmatch(r"x\s*x", shown)
        return
    assert re.fullmatch(r"x <code>.*</code> x", shown)
    assert html.unescape(shown[8:-9]).strip() == said.strip()


@given(values)
def test_json_on_few_lines_is_the_same_json(value):
    assert json.loads(json_lines(value)) == json.loads(json_text(value))


def test_json_on_few_lines_is_broken_behind_commas():
    keys = {f"key{at}": [at, "a, b"] for at in range(20)}
    lines = json_lines(keys).split("\n")
    assert len(lines) == 4 and all(len(line) <= 120 for line in lines)
    assert all(line.endswith(",") for line in lines[:-1])
