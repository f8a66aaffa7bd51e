"""Foreign text in Java: whatever stands in names, descriptions and values, it ends where it should and hides nothing."""

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from toolc.encoders import HIDDEN, json_lines
from toolc.targets.code import identifier
from toolc.targets.java.encode import javadoc, json_block, long_string, string
from toolc.targets.java.reserved import WORDS
from toolc.targets.jvm.names import constants, fields, package_names, type_name

TEXT = st.text(max_size=40) | st.text(
    st.sampled_from("\"'`\\/*#[]:%u0{@}<&\r\n\t\x00\x1b\x0c\x85\u2028\u202e\u200b\ufeff\ud800abn x\U000e0041"), max_size=30
)
_ESCAPE = re.compile(r"\\(?:u([0-9a-f]{4})|([0-7]{3})|(.))")


def value_of(literal: str) -> str:
    """What javac makes of a literal; `\\u` counts only behind an even number of backslashes."""
    plain = _ESCAPE.sub(lambda found: _char(*found.groups()), literal)
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def _char(unicode: str | None, octal: str | None, named: str | None) -> str:
    if unicode or octal:
        return chr(int(unicode, 16) if unicode else int(octal or "", 8))
    return {"n": "\n", "r": "\r", "t": "\t"}.get(named or "", named or "")


@given(TEXT)
def test_a_string_is_ascii_and_reads_back(one: str) -> None:
    literal = string(one)
    assert literal.isascii() and literal.isprintable() and literal[0] == literal[-1] == '"'
    assert not re.search(r'(?<!\\)(?:\\\\)*"', literal[1:-1])
    assert not re.search(r"\\u00[0-7]", literal.replace("\\\\", ""))
    assert value_of(literal[1:-1]) == re.sub("[\ud800-\udfff]", "\ufffd", one)


LONG = "x" * 120
"""So that JSON has several lines."""


@given(st.lists(TEXT, max_size=3))
def test_json_in_a_text_block_reads_back(values: list[str]) -> None:
    block = json_block(json_lines({"here": values, "long": LONG}), "    ")
    assert block.startswith('"""\n') and block.endswith('"""') and block.isascii()
    inside = block[4:-3]
    assert '"""' not in inside and all(line.startswith("    ") and line == line.rstrip() for line in inside.split("\n"))
    assert not re.search(r"\\u00[0-7]", inside.replace("\\\\", ""))
    shown = "\n".join(line[4:] for line in inside.split("\n"))
    assert json.loads(value_of(shown)) == {
        "here": [re.sub("[\ud800-\udfff]", "\ufffd", one) for one in values],
        "long": LONG,
    }
    assert json_block('{"here":1}', "    ") == r'"{\"here\":1}"'


def test_a_constant_is_never_too_long() -> None:
    whole = long_string("é\x00" * 50_000)
    pieces = re.findall(r'"((?:\\.|[^"\\])*)"', whole)
    assert whole.startswith("String.join(") and "".join(map(value_of, pieces)) == "é\x00" * 50_000
    assert all(len(value_of(one).encode()) * 2 < 65_535 for one in pieces)


@given(TEXT, TEXT)
def test_a_comment_is_nothing_but_comment(one: str, other: str) -> None:
    said = javadoc(one, "    ", [("@param x", other)])
    assert said.isascii() and said.startswith("    /**\n") and said.endswith("     */\n")
    inside = said[3:-3].strip()[2:]
    assert "*/" not in inside.removesuffix("*/") and "\\" not in said and not re.search(r"[{}]", said)
    assert re.findall("@.", said) == ["@p"] and set(re.findall("<[^>]*>", said)) <= {"<p>"}
    assert all(line.startswith("     *") for line in said.split("\n")[1:-1])
    assert not HIDDEN.search(said.replace("\n", ""))


@given(st.lists(TEXT, max_size=6))
def test_properties_are_identifiers_and_none_is_another(keys: list[str]) -> None:
    names = fields(keys, WORDS)
    assert len(set(names)) == len(names) and not set(names) & WORDS.fields
    assert all(identifier(name)[0].islower() for name in names)


@given(st.lists(TEXT, max_size=6))
def test_packages_are_names_that_java_takes(packages: list[str]) -> None:
    names = package_names(packages, WORDS)
    assert len(set(names)) == len(names) and not set(names) & WORDS.packages
    assert all(re.fullmatch("[a-z][a-z0-9_]*", name) for name in names)


def test_names_are_written_as_java_writes_them() -> None:
    words = ("user_id", "HTTPGet", "to-json", "2d", "", "é", "default")
    assert [type_name(one, "X") for one in words] == ["UserId", "HTTPGet", "ToJson", "X2d", "X", "E", "Default"]
    assert fields(words, WORDS) == ["userId", "httpGet", "toJson_", "key2d", "key", "e", "default_"]
    assert constants(words[:5]) == ["USER_ID", "HTTP_GET", "TO_JSON", "VALUE_2D", "VALUE"]
    assert len(type_name("long" * 100, "X")) == 100 and type_name("long" * 100, "X") != type_name("long" * 101, "X")
