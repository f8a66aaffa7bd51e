"""agent-framework's profile. Expected values: agent-framework-core 1.23.0 with pydantic 2.14.3, run."""

import pytest

from systems.making import INT, STR, codes, model, param, properties, spelled
from toolc.signature import NONE, Annotated, CallConstant, Class, Field, Plain, Type, Union, Unresolved
from toolc.systems.agent_framework import SYSTEM

CONTEXT = Plain("agent_framework.FunctionInvocationContext")
POSITIVE = CallConstant("pydantic.Field", (), {"gt": 0})
PLAN = model("m:Plan", "model", Field("beds", INT))


def test_a_text_behind_the_type_costs_what_follows() -> None:
    assert properties(
        SYSTEM, param("a", Annotated(INT, ("What.", POSITIVE))), param("b", Annotated(INT, (POSITIVE, "lost")))
    ) == {
        "a": {"description": "What.", "title": "A", "type": "integer"},
        "b": {"exclusiveMinimum": 0, "title": "B", "type": "integer"},
    }


def test_without_a_type_a_parameter_is_a_string() -> None:
    assert properties(SYSTEM, param("a")) == {"a": {"title": "A", "type": "string"}}


@pytest.mark.parametrize("type_", [CONTEXT, Union((CONTEXT, NONE)), Annotated(CONTEXT, ("told",))])
def test_the_context_does_not_show(type_: Type) -> None:
    assert list(
        properties(SYSTEM, param("self"), param("a", INT), param("ctx", type_), param("args", kind="var_positional"))
    ) == ["a"]
    assert codes(spelled(SYSTEM, param("a", type_), param("b", CONTEXT))) == [("TC389", "refused")]


def test_the_title_follows_the_name() -> None:
    made = spelled(SYSTEM, tool="search", description="", doc="Do it.")
    assert (made.name, made.description) == ("search", "Do it.")
    assert made.input_schema == {"properties": {}, "title": "search_input", "type": "object"}


def test_a_schema_that_is_given() -> None:
    given = {"type": "object", "properties": {"who": {"type": "string"}}}
    assert spelled(SYSTEM, param("a", INT), options={"input_model": given}).input_schema == given
    made = spelled(SYSTEM, param("a", INT), options={"input_model": Class("m:Plan")}, classes=[PLAN])
    assert made.input_schema is not None and made.input_schema["title"] == "Plan"


def test_one_name_that_is_missing_costs_the_others_in_quotes() -> None:
    lost = Unresolved("TC307", "not there")
    made = spelled(SYSTEM, param("a", STR), returns=lost, string_annotations=frozenset({"a", "return"}))
    assert codes(made) == [("TC307", "unknown")]
    assert codes(spelled(SYSTEM, param("a", STR), returns=lost)) == []
