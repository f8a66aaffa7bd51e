"""Syntax that is newer than the running Python, as the statements that are executed."""

import ast

import pytest

from toolc.module import Alias, Const, JoinedStr
from toolc.read import newer
from toolc.read.code import code
from toolc.source import SourceFile

NEWER = {
    "type parameters": "def first[T: int, *Ts, **P](xs: list[T]) -> T:\n    return xs[0]\n",
    "a class with type parameters": "class Box[T](Base):\n    held: T\n",
    "a type statement": "type Pair[T] = tuple[T, T]\n",
    "nested quotes": 'name = f"{NAMES["a"]}_x"\n',
    "over several lines": 'name = f"{\n    1 +\n    2\n}"\nlast = 1\n',
    "strings side by side": 'name = "a" f"{NAMES["b"]}" "c"\n',
    "exceptions without parentheses": "try:\n    pass\nexcept ValueError, TypeError:\n    last = 1\n",
    "two such handlers": "try:\n    pass\nexcept KeyError, IndexError:\n    a = 1\nexcept ValueError, TypeError:\n    b = 1\n",
    "a template": 'name = t"{a}_b"\n',
}


@pytest.mark.parametrize("what", NEWER)
def test_it_is_written_in_older_syntax_of_the_same_length(what: str) -> None:
    text = NEWER[what]
    older = newer.in_older_syntax(text)
    assert older is not None
    assert len(older.text) == len(text)
    ast.parse(older.text, feature_version=(3, 11))


def suite(text: str) -> tuple[object, ...]:
    found = code(SourceFile("a.py", "a", text))
    assert found is not None
    return found


def test_a_type_statement_stays_one() -> None:
    [alias] = suite(NEWER["a type statement"])
    assert isinstance(alias, Alias)
    assert alias.name == "Pair"


def test_the_parts_of_an_f_string_are_its_own() -> None:
    [assigned] = suite('name = f"{NAMES["a"]}_{f"{"deep"}"}"\n')
    value = assigned.value  # type: ignore[attr-defined]
    assert isinstance(value, JoinedStr)
    assert [type(one).__name__ for one in value.parts] == ["FormattedValue", "Const", "FormattedValue"]
    middle = value.parts[1]
    assert isinstance(middle, Const)
    assert middle.value == "_"


def test_what_is_no_python_is_not_read() -> None:
    assert code(SourceFile("a.py", "a", "def (:\n")) is None
