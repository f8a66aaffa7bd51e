"""basic_agent, by its system document. Models need pydantic's spelling."""

from typing import Any

import pytest

from systems.making import (
    BOOL,
    DICT,
    FLOAT,
    INT,
    LIST,
    STR,
    FakeProgram,
    codes,
    function,
    mark,
    model,
    param,
    properties,
    spelled,
)
from toolc.signature import NONE, Class, Field, Generic, Given, Literal, Plain, Type, Union
from toolc.systems.basic_agent import SYSTEM
from toolc.systems.shared.definitions import Definitions

S = {"type": "string"}
I = {"type": "integer"}  # noqa: E741

ROWS: list[tuple[Type | None, dict[str, Any]]] = [
    (STR, S),
    (INT, I),
    (FLOAT, {"type": "number"}),
    (BOOL, {"type": "boolean"}),
    (LIST, {"type": "array"}),
    (Generic("builtins.list", (INT,)), {"type": "array", "items": I}),
    (Generic("builtins.list", (LIST,)), {"type": "array", "items": {"type": "array"}}),
    (DICT, {"type": "object"}),
    (Generic("builtins.dict", (STR, INT)), {"type": "object", "additionalProperties": I}),
    (Union((INT, NONE)), I),
    (Union((INT, STR)), {"anyOf": [I, S]}),
    (Union((INT, DICT, NONE)), {"anyOf": [I, {"type": "object"}]}),
    (Literal(("a", "b")), {"type": "string", "enum": ["a", "b"]}),
    # not in the document: as function_to_tool has it
    (Plain("builtins.bytes"), {"type": "string", "contentEncoding": "base64"}),
    (Literal((1, "a")), {"enum": [1, "a"]}),
    (Generic("builtins.set", (INT,)), {"type": "array", "items": I, "uniqueItems": True}),
]


@pytest.mark.parametrize(("type_", "schema"), ROWS)
def test_row(type_: Type | None, schema: dict[str, Any]) -> None:
    assert properties(SYSTEM, param("a", type_))["a"] == schema


def test_get_weather() -> None:
    tool = spelled(SYSTEM, param("city", STR), name="get_weather", doc="Get the current weather for a city.")
    assert SYSTEM.envelope == "plain"
    assert (tool.name, tool.description) == ("get_weather", "Get the current weather for a city.")
    assert tool.input_schema == {"type": "object", "properties": {"city": S}, "required": ["city"]}


def test_the_whole_docstring_and_its_texts() -> None:
    tool = spelled(SYSTEM, param("a", INT, 3), doc="One.\n\n    Args:\n        a: A number.\n    ")
    assert tool.description == "One.\n\nArgs:\n    a: A number."
    assert tool.input_schema == {
        "type": "object",
        "properties": {"a": {"type": "integer", "description": "A number."}},
        "required": [],
    }
    assert spelled(SYSTEM, doc=None).description == ""


def test_enums_are_strings() -> None:
    color = model("m:Color", "enum", members=(("RED", "red"), ("BLUE", "blue")))
    level = model("m:Level", "enum", members=(("LOW", 1), ("HIGH", 2)))
    tool = spelled(SYSTEM, param("a", Class("m:Color")), param("b", Class("m:Level")), classes=[color, level])
    assert tool.input_schema is not None
    assert tool.input_schema["properties"] == {
        "a": {"type": "string", "enum": ["red", "blue"]},
        "b": {"type": "string", "enum": [1, 2]},
    }
    assert codes(tool) == [("TC311", "exact")]


def test_dataclasses_are_inlined() -> None:
    point = model("m:Point", "dataclass", Field("x", LIST), Field("y", INT, Given(0)))
    assert properties(SYSTEM, param("p", Class("m:Point")), classes=[point])["p"] == {
        "type": "object",
        "properties": {"x": {"type": "array"}, "y": I},
        "required": ["x"],
    }


def test_models_report_themselves() -> None:
    pytest.importorskip("toolc.schema.pydantic")
    address = model("m:Address", "model", Field("street", STR))
    person = model("m:Person", "model", Field("home", Class("m:Address")), doc="Somebody.")
    schema = spelled(
        SYSTEM, param("p", Class("m:Person"), None), param("a", Class("m:Address")), classes=[address, person]
    ).input_schema
    street = {
        "properties": {"street": {"title": "Street", "type": "string"}},
        "required": ["street"],
        "title": "Address",
        "type": "object",
    }
    assert schema == {
        "type": "object",
        "properties": {
            "p": {
                "description": "Somebody.",
                "properties": {"home": {"$ref": "#/$defs/Address"}},
                "required": ["home"],
                "title": "Person",
                "type": "object",
            },
            "a": street,
        },
        "required": ["a"],
        "$defs": {"Address": street},
    }


def test_definitions_of_one_name_are_kept_apart() -> None:
    gathered = Definitions()
    first = {"$ref": "#/$defs/A", "$defs": {"A": {"properties": {"default": {"$ref": "#/$defs/B"}}}, "B": {"type": "null"}}}
    other = {**first, "$defs": {**first["$defs"], "B": {"type": "string"}}}  # type: ignore[dict-item]
    assert gathered.hoist(first) == {"$ref": "#/$defs/A"}
    assert gathered.hoist(first) == {"$ref": "#/$defs/A"}
    assert gathered.hoist(other) == {"$ref": "#/$defs/A__2"}
    assert gathered.schemas["A__2"] == {"properties": {"default": {"$ref": "#/$defs/B__2"}}}
    assert gathered.schemas["B__2"] == {"type": "string"}
    assert len(gathered.schemas) == 4


def test_renaming_leaves_data_alone() -> None:
    gathered = Definitions()
    gathered.hoist({"$defs": {"A": {}}})
    data = {"$ref": "#/$defs/A"}
    schema = {
        "anyOf": [data],
        "default": data,
        "discriminator": {"mapping": {"a": "#/$defs/A"}},
        "$defs": {"A": {"type": "null"}},
    }
    assert gathered.hoist(schema) == {
        "anyOf": [{"$ref": "#/$defs/A__2"}],
        "default": data,
        "discriminator": {"mapping": {"a": "#/$defs/A__2"}},
    }


def test_parameters_without_a_hint_are_left_out() -> None:
    tool = spelled(SYSTEM, param("a", INT), param("b"), param("c", None, 3))
    assert tool.input_schema == {"type": "object", "properties": {"a": I}, "required": ["a"]}
    assert codes(tool) == [("TC320", "exact")]


def test_the_first_parameter_of_a_method() -> None:
    tool = spelled(SYSTEM, param("self"), param("a", INT), callable="method")
    assert tool.input_schema == {"type": "object", "properties": {"a": I}, "required": ["a"]}
    assert codes(tool) == [("TC321", "exact")]


def test_enums_of_which_some_values_fit() -> None:
    mixed = model("m:Mixed", "enum", members=(("A", "a"), ("B", 2)))
    [finding] = spelled(SYSTEM, param("a", Class("m:Mixed")), classes=[mixed]).findings
    assert finding.diagnostic.message.endswith("only `a` can fit")


def test_decorator() -> None:
    weather = function("get_weather", "city")
    for form, args in (("bare", ()), ("called", ())):
        found = mark(SYSTEM, "basic_agent.tool", form, *args, target=weather)
        assert found is not None
        assert found.target == weather


def test_registry() -> None:
    weather = function("get_weather", "city")
    program = FakeProgram({"get_weather": weather})
    assert "basic_agent.ToolRegistry" in SYSTEM.servers
    found = mark(SYSTEM, "basic_agent.ToolRegistry.register", "call", "@get_weather", program=program)
    lost = mark(SYSTEM, "basic_agent.ToolRegistry.register", "call", "@gone", program=program)
    assert found is not None
    assert found.target == weather
    assert lost is not None
    assert [one.code for one in lost.diagnostics] == ["TC204"]
