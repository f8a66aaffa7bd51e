"""Foreign text in Kotlin: whatever stands in names, descriptions and values, it ends where it should and hides nothing."""

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from toolc.encoders import HIDDEN, json_lines
from toolc.targets.code import identifier
from toolc.targets.jvm.names import fields, package_names
from toolc.targets.kotlin.encode import json_block, kdoc, long_string, string
from toolc.targets.kotlin.reserved import WORDS

TEXT = st.text(max_size=40) | st.text(
    st.sampled_from("\"'`\\/*#[]:%u0{@}<&$\r\n\t\x00\x1b\x0c\x85\u2028\u202e\u200b\ufeff\ud800abn x\U000e0041"), max_size=30
)


def value_of(literal: str) -> str:
    """What Kotlin makes of a literal; all its escapes but `\\$` are those of JSON."""
    return str(json.loads(re.sub(r"\\(.)", lambda found: "$" if found[1] == "$" else found[0], literal)))


@given(TEXT)
def test_a_string_is_ascii_and_has_no_templates(one: str) -> None:
    literal = string(one)
    assert literal.isascii() and literal.isprintable()
    assert not re.search(r"(?<!\\)(?:\\\\)*[$\"]", literal[1:-1])
    assert value_of(literal) == re.sub("[\ud800-\udfff]", "\ufffd", one)


@given(st.lists(TEXT, max_size=3))
def test_json_in_a_raw_string_reads_back(values: list[str]) -> None:
    block = json_block(json_lines({"$here": values, "long": "x" * 120}), "    ")
    whole = {"$here": [re.sub("[\ud800-\udfff]", "\ufffd", one) for one in values], "long": "x" * 120}
    if not block.startswith('$$"""'):
        assert json.loads(value_of(block)) == whole
        return
    inside = block.removeprefix('$$"""\n').removesuffix('    """.trimIndent()')
    assert '"""' not in inside and "$$" not in inside and not HIDDEN.search(inside.replace("\n", ""))
    assert json.loads(inside) == whole


def test_a_constant_is_never_too_long() -> None:
    whole = long_string("é\x00" * 50_000)
    pieces = re.findall(r'"(?:\\.|[^"\\])+"', whole)
    assert whole.startswith("listOf(") and "".join(map(value_of, pieces)) == "é\x00" * 50_000
    assert all(len(value_of(one).encode()) * 2 < 65_535 for one in pieces)


@given(TEXT)
def test_a_comment_is_nothing_but_comment(one: str) -> None:
    said = kdoc(one, "    ")
    if not said:
        return
    inside = said.strip().removeprefix("/**").removesuffix("*/")
    assert said.startswith("    /**") and said.endswith("*/\n")
    assert "*/" not in inside + " " and "/*" not in inside and not re.search(r"[@\[\]<>]", inside)
    assert not HIDDEN.search(said.replace("\n", ""))


@given(st.lists(TEXT, max_size=6))
def test_properties_and_packages_are_identifiers_and_none_is_another(keys: list[str]) -> None:
    names = fields(keys, WORDS)
    assert len(set(names)) == len(names) and not set(names) & WORDS.fields
    assert all(identifier(name)[0].islower() for name in names)
    packages = package_names(keys, WORDS)
    assert len(set(packages)) == len(packages) and not set(packages) & WORDS.packages
