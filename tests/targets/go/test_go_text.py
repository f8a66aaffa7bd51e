"""Foreign text in Go: whatever stands in names, descriptions and values, it ends where it should and hides nothing."""

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from toolc.encoders import HIDDEN, json_lines
from toolc.targets.code import identifier
from toolc.targets.go.encode import comment, quote, raw, string, tag
from toolc.targets.go.naming import exported_name, fields, package_names
from toolc.targets.go.reserved import PACKAGES

TEXT = st.text(max_size=40) | st.text(
    st.sampled_from("\"'`\\/*#[]:%\r\n\t\x00\x1b\x0c\x85\u2028\u202e\u200b\ufeff\ud800abn x\U000e0041"), max_size=30
)


@given(TEXT)
def test_a_string_is_ascii_and_reads_back(one: str) -> None:
    encoded = string(one)
    assert encoded.isascii() and encoded.isprintable()
    whole = re.sub("[\ud800-\udfff]", "\ufffd", one)
    as_json = re.sub(r"\\U([0-9a-f]{8})", lambda found: json.dumps(chr(int(found[1], 16)))[1:-1], encoded)
    assert json.loads(as_json) == whole


@given(TEXT)
def test_json_in_a_raw_literal_reads_back(one: str) -> None:
    literal = raw(json_lines({one: one}))
    assert literal[0] == literal[-1] == "`" and "`" not in literal[1:-1] and "\r" not in literal
    assert not HIDDEN.search(literal.replace("\n", ""))
    whole = re.sub("[\ud800-\udfff]", "\ufffd", one)
    assert json.loads(literal[1:-1]) == {whole: whole}


@given(TEXT)
def test_what_is_quoted_is_one_literal(one: str) -> None:
    literal = quote(json.dumps(one))
    assert literal == string(json.dumps(one)) or (literal[0] == literal[-1] == "`" and "`" not in literal[1:-1])


@given(TEXT)
def test_a_comment_is_nothing_but_comment(one: str) -> None:
    said = comment(one, "\t")
    assert all(re.match(r"\t//( \S.*)?\Z", line) for line in said.split("\n")[:-1])
    assert not HIDDEN.search(said.replace("\n", "").replace("\t", ""))
    assert "//go:" not in said and not re.search(r"^\t// \[[^\]]*\]:", said, re.MULTILINE)


@given(TEXT)
def test_a_tag_stays_inside_its_quotes(one: str) -> None:
    assert re.fullmatch(r'`json:"[^"`\\]+"`', tag(one, "omitzero"))


@given(st.lists(TEXT, max_size=6))
def test_fields_are_identifiers_and_none_is_another(keys: list[str]) -> None:
    names = fields(keys)
    assert len(set(names)) == len(names) and not {"MarshalJSON", "UnmarshalJSON", "Extra"} & set(names)
    assert all(identifier(name)[0].isupper() for name in names)


@given(st.lists(TEXT, max_size=6))
def test_packages_are_names_that_go_takes(packages: list[str]) -> None:
    names = package_names(packages)
    assert len(set(names)) == len(names) and not set(names) & PACKAGES
    assert all(re.fullmatch("[a-z][a-z0-9_]*", name) for name in names)


def test_names_are_written_as_go_writes_them() -> None:
    assert [exported_name(one, "X") for one in ("user_id", "HTTPGet", "to-json", "2d", "", "é")] == [
        "UserID", "HTTPGet", "ToJSON", "X2d", "X", "E",
    ]  # fmt: skip
