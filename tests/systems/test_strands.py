"""strands' profile. Expected values: strands-agents 1.62.0 with pydantic 2.14.3, run."""

from typing import Any

import pytest

from harness import tools
from systems.making import INT, STR, codes, model, param, properties, spelled
from toolc.signature import NONE, Annotated, CallConstant, Class, Field, Generic, Plain, Union
from toolc.systems.strands import SYSTEM

CONTEXT = Plain("strands.ToolContext")
DOC = "Do it.\n\nArgs:\n    a: From the docstring."


def field(**keywords: Any) -> CallConstant:
    return CallConstant("pydantic.Field", (), keywords)


@pytest.mark.parametrize(
    ("type_", "default", "expected"),
    [
        (INT, 1, {"type": "integer", "description": "From the docstring.", "default": 1}),
        (Annotated(INT, ("One.", "Two.")), 1, {"type": "integer", "description": "Two.", "default": 1}),
        (Annotated(INT, (CallConstant("annotated_types.Ge", (1,)),)), 1, {"type": "integer", "description": "From the docstring.", "default": 1}),
        (INT, field(default=1, ge=0), {"type": "integer", "description": "From the docstring.", "default": 1, "minimum": 0}),
        (INT, field(default=1, description="Its own."), {"type": "integer", "description": "Its own.", "default": 1}),
        (Union((INT, NONE)), None, {"type": "integer", "description": "From the docstring.", "default": None}),
        (Union((INT, STR, NONE)), None, {"anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "null"}], "description": "From the docstring.", "default": None}),
        (Generic("builtins.dict", (STR, INT)), None, {"type": "object", "description": "From the docstring.", "default": None}),
    ],
)  # fmt: skip
def test_properties(type_: Any, default: Any, expected: dict[str, Any]) -> None:
    assert properties(SYSTEM, param("a", type_, default), doc=DOC)["a"] == expected


def test_a_required_nullable_keeps_its_null() -> None:
    shown = properties(SYSTEM, param("a", Union((INT, NONE))))["a"]
    assert shown == {"anyOf": [{"type": "integer"}, {"type": "null"}], "description": "Parameter a"}


def test_definitions_keep_their_titles() -> None:
    box = model("m:Box", "model", Field("size", INT))
    schema = spelled(SYSTEM, param("box", Class("m:Box")), classes=[box]).input_schema
    assert schema is not None and set(schema) == {"$defs", "properties", "required", "type"}
    assert schema["$defs"]["Box"]["properties"]["size"]["title"] == "Size"


@pytest.mark.parametrize(
    ("options", "names", "said"),
    [
        ({}, ["tool_context", "ctx"], []),
        ({"context": True}, ["ctx"], []),
        ({"context": "ctx"}, ["tool_context"], []),
        ({"context": ""}, ["tool_context", "ctx"], [("TC374", "refused")]),
    ],
)
def test_contexts_by_name(options: dict[str, Any], names: list[str], said: list[Any]) -> None:
    found = spelled(SYSTEM, param("tool_context"), param("ctx"), param("self"), param("agent"), options=options)
    assert codes(found) == said
    assert said or (found.input_schema is not None and list(found.input_schema["properties"]) == names)


def test_contexts_by_type_must_be_named() -> None:
    assert ("TC374", "refused") in codes(spelled(SYSTEM, param("ctx", CONTEXT)))
    assert ("TC374", "refused") in codes(spelled(SYSTEM, param("ctx", CONTEXT), options={"context": True}))
    assert codes(spelled(SYSTEM, param("ctx", CONTEXT), options={"context": "ctx"})) == []


@pytest.mark.parametrize(
    ("doc", "description"),
    [
        (None, "f"),
        ("Args:\n    a: One.", "f"),
        ("Do it.\n\nParameters: many\n  a\n\nOther:\n  x\nSee also: it", "Do it.\n\nSee also: it"),
        ("Do it.\n\nReturns:\n    args: no.", "Do it.\n\nReturns:"),
    ],
)
def test_descriptions(doc: str | None, description: str) -> None:
    assert spelled(SYSTEM, doc=doc).description == description


SPEC = '{"name": "%s", "description": "Say.", "inputSchema": %s}'


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"TOOL_SPEC = {SPEC % ('say', {'json': {'type': 'object'}})}\ndef say(tool, **kwargs): ...", {"say": "exact"}),
        (f"TOOL_SPEC: dict = {SPEC % ('other', {'type': 'object'})}\ndef say(tool, **kwargs): ...", {"other": "exact"}),
        (f"TOOL_SPEC = {SPEC % ('say', 'made()')}\ndef say(tool, **kwargs): ...", {"say": "unknown"}),
        (f"TOOL_SPEC = {SPEC % ('say', {})}\ndef tell(tool, **kwargs): ...", {}),
        ("TOOL_SPEC = {'name': 'say'}\ndef say(tool, **kwargs): ...", {}),
        (f"def say():\n    TOOL_SPEC = {SPEC % ('say', {})}", {}),
        (f"from strands import tool\nTOOL_SPEC = {SPEC % ('x', {})}\n@tool\ndef say(): ...", {"say": "exact"}),
    ],
)
def test_modules(text: str, found: dict[str, str]) -> None:
    assert {name: tool.fidelity for name, tool in tools({"say.py": text}).items()} == found
