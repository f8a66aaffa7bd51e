"""Type expressions and values are laid out as ruff leaves them."""

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolc.ir import NamedType, Object, Property, Ref, String
from toolc.targets.code import Code
from toolc.targets.python.declare import Declarations, order_types
from toolc.targets.python.layout import Atom, Either, Generic, lay_out, name
from toolc.targets.python.literal import literal

ATOMS = st.integers(1, 60).map(lambda size: name("x" * size)) | st.just(Atom(Code('"list[Some | Quoted]"')))


def _generic(inner: Any) -> Any:
    return st.lists(inner, min_size=1, max_size=4).map(lambda given: Generic("list", tuple(given)))


EXPRESSIONS = st.recursive(
    ATOMS,
    lambda inner: _generic(inner) | st.lists(ATOMS | _generic(inner), min_size=2, max_size=4).map(lambda g: Either(tuple(g))),
    max_leaves=8,
)
VALUES: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=50),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=20), inner, max_size=4),
    max_leaves=12,
)


def formatted(source: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--isolated", "--stdin-filename", "x.py"]
    return subprocess.run(command, input=source, capture_output=True, encoding="utf-8", check=True).stdout


@settings(max_examples=25, deadline=None)
@given(st.lists(EXPRESSIONS, min_size=20, max_size=40))
def test_types(expressions: Any) -> None:
    lines = []
    for one in expressions:
        lines.append(f"X: TypeAlias = {lay_out(one, 0, len('X: TypeAlias = '))}\n")
        lines.append(f"\n\nclass A:\n    field: {lay_out(Generic('NotRequired', (one,)), 4, 11)}\n")
        lines.append(f"    other: {lay_out(one, 4, 11)}\n\n\n")
    source = "".join(lines).strip() + "\n"
    assert formatted(source) == source


@settings(max_examples=25, deadline=None)
@given(st.lists(VALUES, min_size=5, max_size=20))
def test_values(values: Any) -> None:
    source = "f(\n" + "".join(f"    key={literal(value, 4, 8)},\n" for value in values) + ")\n"
    assert formatted(source) == source


@pytest.mark.parametrize("deep", [1, 3000])
def test_a_type_comes_before_what_needs_it_but_for_circles(deep: int) -> None:
    chain = [NamedType(f"T{at}", Object((Property("x", Ref(f"T{at + 1}"), required=True),))) for at in range(deep)]
    types = [*chain, NamedType(f"T{deep}", Object((Property("x", Ref("T0")), Property("y", String(), required=True))))]
    assert [one.name for one in order_types(types)] == [f"T{at}" for at in range(deep, -1, -1)]
    texts = Declarations(types).texts()
    assert texts[0] == f'class T{deep}(TypedDict):\n    x: NotRequired["T0"]\n    y: str\n'
    assert texts[1] == f"class T{deep - 1}(TypedDict):\n    x: T{deep}\n"
