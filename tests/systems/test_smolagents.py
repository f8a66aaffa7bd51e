"""smolagents' profile. Expected values: smolagents 1.26.0, run."""

from typing import Any

import pytest

from systems.making import INT, STR, codes, model, param, properties, spelled
from toolc.signature import ANY, ELLIPSIS, NONE, Annotated, Class, Generic, Literal, Plain, Type, Union, Unresolved
from toolc.systems.smolagents import SYSTEM

DOC = "Do it.\n\nArgs:\n    a: What."
LIST, TUPLE, DICT, CALLABLE = (
    Plain("builtins.list"),
    Plain("builtins.tuple"),
    Plain("builtins.dict"),
    Plain("collections.abc.Callable"),
)
BED = model("m:Bed", "dataclass")
BOX = model("m:Box", "model")


def shown(type_: Type, *default: Any) -> Any:
    found = properties(SYSTEM, param("a", type_, *default), doc=DOC, returns=STR, classes=[BED, BOX])["a"]
    assert found.pop("description") == "What."
    return found


@pytest.mark.parametrize(
    ("type_", "expected"),
    [
        (ANY, {"type": "string"}),
        (Generic("builtins.list", (INT,)), {"type": "array", "items": {"type": "integer"}}),
        (Generic("builtins.tuple", (INT, STR)), {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]}),
        (Generic("builtins.dict", (STR, INT)), {"type": "object", "additionalProperties": {"type": "integer"}}),
        (Union((INT, NONE)), {"type": "integer", "nullable": True}),
        (Union((STR, INT, Generic("builtins.list", (INT,)))), {"type": ["array", "integer", "string"]}),
        (Literal(("x", 1, None)), {"type": ["integer", "string"], "enum": ["x", 1], "nullable": True}),
        (Annotated(Class("m:Bed"), ("told",)), {"type": "object"}),
        (TUPLE, {"type": "object"}),
    ],
)
def test_types(type_: Type, expected: Any) -> None:
    assert shown(type_) == expected


def test_a_default_makes_nullable() -> None:
    made = spelled(SYSTEM, param("a", INT, 3), doc=DOC, returns=STR)
    assert made.input_schema is not None and made.input_schema["required"] == []
    assert shown(INT, 3) == {"type": "integer", "nullable": True}


@pytest.mark.parametrize(
    ("type_", "expected"),
    [
        (None, ("TC382", "refused")),
        (Generic("builtins.set", (INT,)), ("TC386", "refused")),
        (Generic("builtins.tuple", (INT, ELLIPSIS)), ("TC386", "refused")),
        (Generic("builtins.tuple", (INT,)), ("TC386", "refused")),
        (Class("m:Bed", (INT,)), ("TC386", "refused")),
        (Union((Literal(("x", 1)), Generic("builtins.list", (INT,)))), ("TC386", "refused")),
        (Generic("collections.abc.Callable", (INT,)), ("TC386", "refused")),
        (Unresolved("TC307", "not there"), ("TC307", "unknown")),
    ],
)
def test_what_it_refuses(type_: Type | None, expected: Any) -> None:
    made = spelled(SYSTEM, param("a", type_), doc=DOC, returns=STR, classes=[BED])
    assert (made.input_schema, codes(made)) == (None, [expected])


def test_a_model_with_arguments_is_a_class() -> None:
    assert shown(Class("m:Box", (INT,))) == {"type": "object"}


def test_a_bare_alias_is_no_class() -> None:
    made = spelled(SYSTEM, param("a", TUPLE), doc=DOC, returns=STR, bare_typing_aliases=frozenset({"a"}))
    assert codes(made) == [("TC307", "unknown")]
    assert codes(spelled(SYSTEM, param("a", LIST), doc=DOC, returns=STR, bare_typing_aliases=frozenset({"a"}))) == []


def test_the_result_must_be_told_where_something_is_taken() -> None:
    assert codes(spelled(SYSTEM, param("a", INT), doc=DOC)) == [("TC382", "refused")]
    assert codes(spelled(SYSTEM, doc=DOC)) == []
    assert codes(spelled(SYSTEM, param("a", INT), doc=DOC, returns=Generic("builtins.set", (INT,)))) == [("TC386", "refused")]
