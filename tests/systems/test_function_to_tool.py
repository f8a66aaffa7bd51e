"""function_to_tool, by its system document."""

import pytest

from systems.making import INT, LIST, STR, FakeProgram, codes, function, mark, param, properties, signature, spelled
from toolc.diagnostics import Diagnostic
from toolc.program import ConstantValue
from toolc.signature import ANY, NONE, Annotated, Generic, Literal, Type, Union, UnknownConstant
from toolc.systems.base import Subject
from toolc.systems.function_to_tool import SYSTEM

UNIT = Literal(("celsius", "fahrenheit"))


def test_the_documents_example() -> None:
    get_weather = signature(
        param("location", STR),
        param("unit", UNIT, "celsius"),
        name="get_weather",
        doc="Get weather information for a location.",
        returns=STR,
    )
    assert SYSTEM.envelope == "openai"
    tool = SYSTEM.spell(Subject(get_weather))
    assert (tool.name, tool.description) == ("get_weather", "Get weather information for a location.")
    assert tool.input_schema == {
        "type": "object",
        "properties": {
            "location": {"type": "string", "description": "Parameter location of type str"},
            "unit": {
                "type": "string",
                "enum": ["celsius", "fahrenheit"],
                "description": "Parameter unit of type Literal['celsius', 'fahrenheit']",
            },
        },
        "required": ["location"],
    }
    assert tool.findings == ()


@pytest.mark.parametrize("doc", [None, "", "  \n  "])
def test_documentation_is_a_must(doc: str | None) -> None:
    tool = spelled(SYSTEM, param("a", STR), doc=doc)
    assert codes(tool) == [("TC306", "refused")]
    assert tool.input_schema is None


@pytest.mark.parametrize(
    ("type_", "text"),
    [
        (None, "Parameter a of type str"),
        (ANY, "Parameter a of type Any"),
        (Union((INT, NONE)), "Parameter a of type int | None"),
        (Generic("builtins.list", (INT,)), "Parameter a of type list[int]"),
        (Annotated(INT, ("How many.", 3, "At most 9.")), "Parameter a of type int: How many.; 3; At most 9."),
    ],
)
def test_every_parameter_is_described(type_: Type | None, text: str) -> None:
    schema = properties(SYSTEM, param("a", type_))["a"]
    assert list(schema)[-1] == "description"
    assert schema["description"] == text


def test_docstring_texts_are_not_used() -> None:
    described = properties(SYSTEM, param("a", INT), doc="Do it.\n\nArgs:\n    a: A number.\n")
    assert described["a"]["description"] == "Parameter a of type int"


def test_kinds_of_parameters() -> None:
    tool = spelled(
        SYSTEM,
        param("a", INT, kind="positional_only"),
        param("args", INT, kind="var_positional"),
        param("b", INT, kind="keyword_only"),
        param("c", LIST, [], kind="keyword_only"),
        param("kwargs", INT, kind="var_keyword"),
    )
    assert tool.input_schema is not None
    assert list(tool.input_schema["properties"]) == ["a", "b", "c"]
    assert tool.input_schema["required"] == ["a", "b"]


def test_no_parameters() -> None:
    assert spelled(SYSTEM).input_schema == {"type": "object", "properties": {}, "required": []}


def test_the_description_is_the_cleaned_docstring() -> None:
    assert spelled(SYSTEM, doc="One.\n\n    Two.\n    ").description == "One.\n\nTwo."


def test_mark() -> None:
    add = function("add", "a")
    found = mark(SYSTEM, "toolc.function_to_tool", "call", "@add", program=FakeProgram({"add": add}))
    assert found is not None
    assert found.target == add
    assert found.name is None


def test_mark_of_a_function_that_was_not_found() -> None:
    found = mark(SYSTEM, "toolc.function_to_tool", "call", "@gone")
    assert found is not None
    assert found.target is None
    assert [type(one) for one in found.diagnostics] == [Diagnostic]
    assert found.diagnostics[0].code == "TC204"


def test_mark_without_a_function() -> None:
    assert mark(SYSTEM, "toolc.function_to_tool", "call") is None
    assert mark(SYSTEM, "toolc.function_to_tool", "call", "@none", program=FakeProgram({"none": ConstantValue(None)})) is None


def test_whether_descriptions_are_generated_may_not_be_known() -> None:
    asked = signature(param("a", INT), doc="Act.")
    for value, found in ((True, []), (False, []), (UnknownConstant("it is read from a file"), [("TC202", "approximate")])):
        tool = SYSTEM.spell(Subject(asked, options={"generated": value}))
        assert codes(tool) == found
        assert ("description" in tool.input_schema["properties"]["a"]) == (value is not False)
