"""Foreign text in Rust: whatever stands in names, descriptions and values, it ends where it should and hides nothing."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolc.encoders import HIDDEN, json_lines
from toolc.targets.rust.encode import doc, identifier, raw, string
from toolc.targets.rust.layout import alias, field, struct_of
from toolc.targets.rust.naming import camel_case, crate_names, fields, snake_case, variants
from toolc.targets.rust.reserved import CRATES, KEYWORDS, NEVER_RAW

TEXT = st.text(max_size=40) | st.text(
    st.sampled_from("\"'`\\/*#[]{}<>&:%~_-+.1 \r\n\t\x00\x1b\x0c\x85\u2028\u202e\u200b\ufeff\ud800abn x\U000e0041"), max_size=30
)


@given(TEXT)
def test_a_string_is_ascii_and_reads_back(one: str) -> None:
    encoded = string(one)
    assert encoded.isascii() and encoded.isprintable() and not re.search(r'(?<!\\)(?:\\\\)*"', encoded[1:-1])
    plain = {"\\n": "\n", "\\r": "\r", "\\t": "\t", '\\"': '"', "\\\\": "\\"}
    read = re.sub(r"\\u\{(\w+)\}|\\.", lambda found: chr(int(found[1], 16)) if found[1] else plain[found[0]], encoded[1:-1])
    assert read == re.sub("[\ud800-\udfff]", "\ufffd", one)


@given(TEXT)
def test_json_in_a_raw_literal_is_as_it_was(one: str) -> None:
    literal = raw(json_lines({one: one}))
    found = re.fullmatch(r'r(#+)"(.*)"\1', literal, re.DOTALL)
    assert found and f'"{found[1]}' not in found[2] and found[2] == json_lines({one: one})


def test_a_raw_literal_has_as_many_hashes_as_it_needs() -> None:
    assert [raw(one) for one in ("1", 'a"', 'a"#', "\\")] == ['"1"', 'r#"a""#', 'r##"a"#"##', 'r"\\"']
    assert raw('"' + "#" * 300) == string('"' + "#" * 300)


@given(TEXT)
def test_a_doc_comment_is_nothing_but_words(one: str) -> None:
    said = doc(one, "    ")
    lines = [re.fullmatch(r"    ///(?: (\S.*))?", line) for line in said.split("\n")[:-1]]
    assert all(lines) and not HIDDEN.search(said.replace("\n", ""))
    for text in (line[1] or "" for line in lines if line):
        shown = re.sub(r"(?<!`)`[^`]*`(?!`)", "", re.sub(r"\\[^\w\s]", "", text))
        assert not re.search(r"[`<\[\]&*|]|~~", shown)
        assert not re.match(r"(#|>|-|\+|=|:|~|\d{1,9}[.)])", text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("```\nrm -rf /\n```", "/// \\`\\`\\`\n/// rm -rf /\n/// \\`\\`\\`\n"),
        ("    let x = 1;", "/// let x = 1;\n"),
        ("[x]: https://evil.example", "/// \\[x\\]: https://evil.example\n"),
        ("a `b_c<d>` e_f _g_ `", "/// a `b_c<d>` e_f \\_g\\_ \\`\n"),
        ("- a\nb", "/// \\- a\n/// b\n"),
        ("1. a", "/// 1\\. a\n"),
        ("\u202ea", "/// U+202Ea\n"),
        ("", ""),
    ],
)
def test_markup_of_a_description_is_text(text: str, said: str) -> None:
    assert doc(text) == said


@given(st.lists(TEXT, max_size=6))
def test_fields_and_variants_are_identifiers_and_none_is_another(keys: list[str]) -> None:
    for names, shape in ((fields(keys), "[a-z][a-z0-9_]*"), (variants(keys), "[A-Z][A-Za-z0-9_]*")):
        assert len(set(names)) == len(names) and not {"extra", "Self"} & set(names)
        assert all(re.fullmatch(shape, name) and name not in NEVER_RAW for name in names)
        assert all((identifier(name) == f"r#{name}") is (name in KEYWORDS) for name in names)


@given(st.lists(TEXT, max_size=6))
def test_crates_are_names_that_cargo_takes(packages: list[str]) -> None:
    names = crate_names(packages)
    assert len(set(names)) == len(names) and not set(names) & CRATES
    assert all(re.fullmatch("[a-z][a-z0-9_]*", name) for name in names)


def test_names_are_written_as_rust_writes_them() -> None:
    assert [camel_case(one, "X") for one in ("user_id", "HTTPGet", "to-json", "2d", "", "é")] == [
        "UserId", "HttpGet", "ToJson", "X2d", "X", "E",
    ]  # fmt: skip
    assert [snake_case(one, "x") for one in ("userID", "type", "self", "Crate", "2d")] == [
        "user_id", "type", "self_", "crate_", "x_2d",
    ]  # fmt: skip


def test_long_types_are_broken_where_rustfmt_breaks_them() -> None:
    long = "N" * 70
    assert field("a", f"Vec<{long}>") == f"    pub a: Vec<{long}>,\n"
    assert field("a" * 30, f"Vec<{long}>") == f"    pub {'a' * 30}:\n        Vec<{long}>,\n"
    assert alias("A", f"BTreeMap<String, Vec<{long}>>") == f"pub type A =\n    BTreeMap<String, Vec<{long}>>;\n"
    assert alias("A", f"Option<BTreeMap<String, Vec<{long}{long[:10]}>>>") == (
        f"pub type A = Option<\n    BTreeMap<\n        String,\n        Vec<{long}{long[:10]}>,\n    >,\n>;\n"
    )
    assert struct_of("A", ["f64"] * 7) == "pub struct A(\n" + "    pub f64,\n" * 7 + ");\n"
