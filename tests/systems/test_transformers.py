"""transformers' profile. Expected values: transformers 5.23.0, run."""

from typing import Any

import pytest

from systems.making import INT, STR, codes, model, param, spelled
from toolc.signature import ANY, NONE, Class, Field, Generic, Literal, Member, Plain, Type, Union, Unresolved
from toolc.systems.transformers import SYSTEM

DOC = "Do it.\n\nArgs:\n    a: What."
SOIL = model("m:Soil", "enum", members=(("A", "a"), ("B", 2), ("C", "a")))
NONE_OF_THESE = model("m:Empty", "enum")
BED = model("m:Bed", "model", Field("rows", INT))
LIST = Generic("builtins.list", (INT,))


@pytest.mark.parametrize(
    ("type_", "expected"),
    [
        (ANY, {}),
        (Plain("builtins.tuple"), {"type": "array"}),
        (Class("m:Soil"), {"type": ["string", "integer"], "enum": ["a", 2]}),
        (Literal((1, None)), {"type": ["integer", "null"], "enum": [1, None]}),
        (Union((STR, INT, NONE)), {"type": ["integer", "string"], "nullable": True}),
        (Union((LIST, STR)), {"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "string"}]}),
        (Union((Plain("builtins.list"), Plain("builtins.tuple"))), {"type": "array"}),
    ],
)
def test_types(type_: Type, expected: Any) -> None:
    made = spelled(SYSTEM, param("a", type_), doc=DOC, classes=[SOIL])
    assert made.input_schema == {
        "type": "object",
        "properties": {"a": {**expected, "description": "What."}},
        "required": ["a"],
    }


@pytest.mark.parametrize(
    ("type_", "expected"),
    [
        (Class("m:Bed"), ("TC386", "refused")),
        (Class("m:Empty"), ("TC386", "refused")),
        (Literal((Member("m:Soil", "A", "a"),)), ("TC386", "refused")),
        (Literal((b"a",)), ("TC386", "refused")),
        (Unresolved("TC307", "not there"), ("TC307", "unknown")),
    ],
)
def test_what_it_refuses(type_: Type, expected: Any) -> None:
    made = spelled(SYSTEM, param("a", type_), doc=DOC, classes=[SOIL, BED, NONE_OF_THESE])
    assert (made.input_schema, codes(made)) == (None, [expected])


def test_a_receiver_is_hidden_and_nothing_is_required() -> None:
    made = spelled(SYSTEM, param("self"), param("a", INT, 1), doc=DOC, callable="method")
    assert made.input_schema == {"type": "object", "properties": {"a": {"type": "integer", "description": "What."}}}
