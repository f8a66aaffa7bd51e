"""google-genai's profile. Expected values: google-genai 3.3.0 with pydantic 2.14.3, run."""

from typing import Any

import pytest

from systems.making import INT, STR, codes, model, param, properties, spelled
from toolc.signature import ANY, NONE, Annotated, CallConstant, Class, Field, Generic, Plain, Type, UnknownConstant
from toolc.systems.google_genai import SYSTEM

PLACE = model("m:Place", "model", Field("town", STR))
SEED = model("m:Seed", "dataclass", Field("name", STR))
FIELD = CallConstant("pydantic.Field", (), {"gt": 0})


def test_a_parameter_of_any_type_is_never_required() -> None:
    made = spelled(SYSTEM, param("a", ANY), param("b", INT), param("c", INT, 1))
    assert made.input_schema == {
        "type": "object",
        "properties": {"a": {}, "b": {"type": "integer"}, "c": {"type": "integer", "default": 1}},
        "required": ["b"],
    }


@pytest.mark.parametrize(
    ("default", "shown"),
    [(b"\xff", "_w=="), ((1, "a"), [1, "a"]), ({"a"}, ["a"]), (CallConstant("datetime.date", (2024, 1, 2)), "2024-01-02")],
)
def test_defaults_are_written_as_they_are_sent(default: Any, shown: Any) -> None:
    assert properties(SYSTEM, param("a", INT, default))["a"]["default"] == shown


@pytest.mark.parametrize(
    "default", [{"a", "b"}, [{1, 2}], CallConstant("m:Place", (), {"town": "x"}), UnknownConstant("computed")]
)
def test_a_default_that_cannot_be_told_is_left_out(default: Any) -> None:
    made = spelled(SYSTEM, param("a", ANY, default), param("b", INT, default), classes=[PLACE])
    assert [code for code, _ in codes(made)] == ["TC309", "TC309"]
    assert made.input_schema is not None and made.input_schema["required"] == []
    assert "default" not in made.input_schema["properties"]["b"]


@pytest.mark.parametrize(
    ("type_", "code"),
    [
        (Class("m:Seed"), "TC384"),
        (Annotated(Class("m:Seed"), ("told",)), "TC384"),
        (Annotated(Class("m:Place"), ("told",)), "TC384"),
        (Plain("collections.abc.Callable"), "TC308"),
        (None, "TC382"),
    ],
)
def test_what_it_refuses(type_: Type | None, code: str) -> None:
    made = spelled(SYSTEM, param("a", type_), classes=[PLACE, SEED])
    assert (made.input_schema, codes(made)) == (None, [(code, "refused")])


def test_a_class_with_a_configuration_may_stand_inside() -> None:
    made = spelled(SYSTEM, param("a", Generic("builtins.list", (Class("m:Seed"),))), classes=[SEED])
    assert made.input_schema is not None and list(made.input_schema["$defs"]) == ["Seed"]


def test_field_is_no_default() -> None:
    assert codes(spelled(SYSTEM, param("a", INT, FIELD))) == [("TC383", "refused")]


@pytest.mark.parametrize(
    ("python", "shown"), [("3.10", {"anyOf": [{"type": "integer"}, {"type": "null"}]}), ("3.11", {"type": "integer"})]
)
def test_only_annotations_in_quotes_are_read_as_hints(python: str, shown: dict[str, Any]) -> None:
    version = {"python": python}.get
    quoted = properties(SYSTEM, param("a", INT, None), string_annotations=frozenset({"a"}), version=version)
    assert quoted == {"a": {**shown, "default": None}}
    assert properties(SYSTEM, param("a", INT, None), version=version) == {"a": {"type": "integer", "default": None}}


def test_the_result_counts_where_there_are_parameters() -> None:
    assert codes(spelled(SYSTEM, param("a", INT), returns=Class("m:Seed"), classes=[SEED])) == [("TC384", "refused")]
    assert spelled(SYSTEM, returns=Class("m:Seed"), classes=[SEED]).input_schema == {}
    assert codes(spelled(SYSTEM, param("a", INT), returns=NONE)) == []
