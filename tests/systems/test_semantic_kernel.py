"""semantic-kernel's profile. Expected values: semantic-kernel 1.45.0, run."""

from typing import Any

import pytest

from systems.making import INT, STR, codes, model, param, spelled
from toolc.signature import ANY, ELLIPSIS, NONE, Annotated, Class, Field, Generic, Literal, Plain, Type, Union
from toolc.systems.semantic_kernel import SYSTEM


def tool(type_: Type | None, *default: Any, **more: Any) -> tuple[Any, bool]:
    made = spelled(SYSTEM, param("a", type_, *default), **more)
    assert made.input_schema is not None
    return made.input_schema["properties"]["a"], made.input_schema["required"] == ["a"]


@pytest.mark.parametrize(
    ("type_", "expected"),
    [
        (None, {"type": "object", "properties": {}}),
        (ANY, {"type": "object", "properties": {}}),
        (Plain("builtins.bytes"), {"type": "object"}),
        (Literal(("x",)), {"type": "object"}),
        (Generic("builtins.list", (INT,)), {"type": "array", "items": {"type": "integer"}}),
        (Generic("builtins.tuple", (INT, ELLIPSIS)), {"type": "array", "items": [{"type": "integer"}, {"type": "object"}]}),
        (
            Generic("builtins.dict", (STR, Plain("builtins.object"))),
            {"type": "object", "additionalProperties": {"type": "object", "properties": {}}},
        ),
        (Union((INT, STR)), {"anyOf": [{"type": "integer"}, {"type": "string"}]}),
        (Union((Generic("builtins.list", (INT,)), STR)), {"anyOf": [{"type": "object"}, {"type": "string"}]}),
    ],
)
def test_types(type_: Type | None, expected: Any) -> None:
    assert tool(type_) == (expected, True)


def test_what_is_required() -> None:
    assert tool(INT, None) == ({"type": "integer"}, True)
    assert tool(INT, 1) == ({"type": "integer"}, False)
    assert tool(Union((INT, NONE))) == ({"type": "integer"}, False)


def test_a_union_is_told_its_default() -> None:
    text = "What. (default value: 3)"
    shown = {"anyOf": [{"type": "integer", "description": text}, {"type": "string", "description": text}]}
    assert tool(Annotated(Union((INT, STR)), ("What.",)), 3, union_syntax={"a": "bar"}) == (shown, False)


@pytest.mark.parametrize(("style", "type_"), [("bar", "integer"), ("typing", ["integer", "null"])])
def test_unions_within_annotated_differ(style: str, type_: Any) -> None:
    annotated = Annotated(Union((INT, NONE)), ("What.",))
    version = {"python": "3.11"}.get
    assert tool(annotated, union_syntax={"a": style}, version=version) == ({"type": type_, "description": "What."}, False)
    assert codes(spelled(SYSTEM, param("a", annotated), version=version)) == [("TC307", "unknown")]


def test_a_class_is_not_followed() -> None:
    assert codes(spelled(SYSTEM, param("a", Class("m:Bed")))) == [("TC307", "unknown")]


def test_hidden_parameters() -> None:
    hidden = Annotated(STR, ({"include_in_function_choices": False},))
    made = spelled(SYSTEM, param("self"), param("a", INT), param("b", hidden))
    assert made.input_schema == {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}


@pytest.mark.parametrize(
    ("returns", "fidelities"),
    [
        (Class("m:Node"), ["refused"]),
        (Class("m:Holder"), ["refused"]),
        (Union((Class("m:Holder"), NONE)), ["refused"]),
        (Annotated(Class("m:Holder"), ("x",)), ["refused"]),
        (Generic("builtins.list", (Class("m:Holder"),)), []),
    ],
)
def test_a_result_that_is_written_out_without_end(returns: Type, fidelities: list[str]) -> None:
    node = model("m:Node", "model", Field("again", Generic("builtins.list", (Class("m:Node"),))))
    holder = model("m:Holder", "dataclass", Field("node", Class("m:Node")))
    made = spelled(SYSTEM, returns=returns, classes=[node, holder])
    assert codes(made) == [("TC392", fidelity) for fidelity in fidelities]
