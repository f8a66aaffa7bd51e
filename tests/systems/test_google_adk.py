"""google-adk's profile. Expected values: google-adk 2.13.0 with pydantic 2.14.3, run."""

from typing import Any

import pytest

from harness import tools
from systems.making import INT, STR, FakeProgram, codes, function, mark, param, properties, spelled
from toolc.program import ConstantValue
from toolc.signature import NONE, Annotated, CallConstant, Plain, Type, Union
from toolc.systems.google_adk import SYSTEM

TOOL = "google.adk.tools.FunctionTool"
CONTEXT = Plain("google.adk.tools.ToolContext")


def field(**keywords: Any) -> CallConstant:
    return CallConstant("pydantic.Field", (), keywords)


@pytest.mark.parametrize("type_", [CONTEXT, Union((CONTEXT, NONE)), Annotated(CONTEXT, ("told",))])
def test_the_first_context_is_hidden_and_the_usual_name_shows(type_: Type) -> None:
    shown = properties(SYSTEM, param("a", INT), param("ctx", type_), param("tool_context", STR))
    assert list(shown) == ["a", "tool_context"]


def test_without_a_context_the_usual_name_is_hidden() -> None:
    assert list(properties(SYSTEM, param("a", INT), param("tool_context"), param("input_stream"))) == ["a"]


def test_annotated_loses_aliases_and_defaults() -> None:
    shown = properties(
        SYSTEM, param("a", Annotated(INT, (field(alias="x", default=1, ge=2),)), 3), param("b", INT, field(alias="c"))
    )
    assert shown == {"a": {"default": 3, "minimum": 2, "title": "A", "type": "integer"}, "c": {"title": "C", "type": "integer"}}


def test_a_field_as_default_of_an_annotated_parameter_is_no_json() -> None:
    made = spelled(SYSTEM, param("a", Annotated(INT, ("text",)), field(default=1, description="Lost.")))
    assert made.input_schema == {"type": "object", "title": "fParams", "properties": {"a": {"title": "A", "type": "integer"}}}


def test_stars_are_no_parameters_and_nothing_left_is_no_schema() -> None:
    assert spelled(SYSTEM, param("args", INT, kind="var_positional"), param("kw", kind="var_keyword")).input_schema == {}
    vanished = spelled(SYSTEM, param("_a", INT))
    assert vanished.input_schema is not None and vanished.input_schema["properties"] == {}
    assert codes(vanished) == [("TC314", "exact")]


@pytest.mark.parametrize(
    ("python", "type_", "expected"),
    [
        ("3.10", INT, {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None, "title": "A"}),
        ("3.11", INT, {"type": "integer", "default": None, "title": "A"}),
        (
            "3.10",
            Annotated(Union((INT, NONE)), (field(ge=1),)),
            {"anyOf": [{"minimum": 1, "type": "integer"}, {"type": "null"}], "default": None, "title": "A"},
        ),
    ],
)
def test_a_default_of_none(python: str, type_: Type, expected: dict[str, Any]) -> None:
    assert properties(SYSTEM, param("a", type_, None), version={"python": python}.get) == {"a": expected}


def test_a_schema_of_geminis_own_that_holds_itself_is_not_known() -> None:
    source = """
from google.adk.tools import BaseTool
from google.genai import types

def later():
    return item

item = types.Schema(type="ARRAY", items=%s)

class Sow(BaseTool):
    def __init__(self):
        super().__init__(name="sow", description="Sow.")

    def _get_declaration(self):
        return types.FunctionDeclaration(name="sow", parameters=types.Schema(type="OBJECT", properties={"of": item}))
"""
    told = {}
    for written in ("later()", "types.Schema(type=types.Type.STRING)"):
        tool = tools(source % written)["sow"]
        told[written] = tool.fidelity, [one.code for one in tool.diagnostics]
    assert told == {
        "later()": ("unknown", ["TC203"]),
        "types.Schema(type=types.Type.STRING)": ("approximate", ["TC380"]),
    }


def test_registrations() -> None:
    program = FakeProgram({"sow": function("sow", "seed")})
    for arguments in (("@sow",), ()):
        named = {} if arguments else {"func": "@sow"}
        assert (made := mark(SYSTEM, TOOL, "call", *arguments, program=program, **named)) and made.target
    later = mark(SYSTEM, "google.adk.tools.LongRunningFunctionTool", "call", "@sow", program=program)
    assert later is not None and later.options == {"later": ConstantValue(True)}
