"""pydantic-ai's profile. Expected values: pydantic-ai-slim 2.68.0 with pydantic 2.14.3, run."""

from typing import Any

import pytest

from harness import program, tools
from systems.making import BOOL, INT, STR, codes, model, param, properties, spelled
from toolc.docstrings import Style
from toolc.program import ConstantValue
from toolc.signature import ANY, Annotated, CallConstant, Class, Field, Generic, Plain, Type
from toolc.systems.pydantic_ai import SYSTEM
from toolc.systems.pydantic_ai.docs import describe_parts

CONTEXT = Plain("pydantic_ai.RunContext")
POT = model("demo:Pot", "model", Field("wide", INT), doc="A pot.")
MARK = model("demo:Mark", "dataclass", Field("pot", Class("demo:Pot")))


def field(**keywords: Any) -> CallConstant:
    return CallConstant("pydantic.Field", (), keywords)


def test_keys_have_no_titles() -> None:
    schema = spelled(SYSTEM, param("a", INT, 3), param("b", Annotated(STR, (field(title="Gone"),)))).input_schema
    assert schema == {
        "additionalProperties": False,
        "properties": {"a": {"default": 3, "type": "integer"}, "b": {"type": "string"}},
        "required": ["b"],
        "type": "object",
    }


@pytest.mark.parametrize(
    ("type_", "default", "text"),
    [
        (INT, 1, "Told."),
        (Annotated(INT, ("Not read.",)), 1, "Told."),
        (Annotated(INT, (field(description="Kept."),)), 1, "Kept."),
        (INT, field(default=1, description="Kept."), "Kept."),
    ],
)
def test_whose_text_describes_a_parameter(type_: Type, default: Any, text: str) -> None:
    doc = "Do it.\n\n    Args:\n        a: Told.\n    "
    assert properties(SYSTEM, param("a", type_, default), doc=doc)["a"]["description"] == text


def test_starred_parameters() -> None:
    many = param("many", INT, kind="var_positional")
    schema = spelled(SYSTEM, many, param("rest", STR, kind="var_keyword")).input_schema
    assert schema is not None and schema["additionalProperties"] == {"type": "string"} and schema["required"] == ["many"]
    anything = spelled(SYSTEM, param("rest", ANY, kind="var_keyword")).input_schema
    assert anything is not None and anything["additionalProperties"] is True


def test_one_model_stands_for_all_parameters() -> None:
    alone = spelled(SYSTEM, param("pot", Class("demo:Pot")), classes=(POT,), doc=None)
    assert alone.description == "A pot." and alone.input_schema is not None
    assert alone.input_schema.keys() == {"properties", "required", "title", "type"}
    told = spelled(SYSTEM, param("c", CONTEXT), param("pot", Class("demo:Pot")), classes=(POT,), doc="Do it.")
    assert told.description == "Do it." and told.input_schema is not None and told.input_schema["description"] == "A pot."
    nested = spelled(SYSTEM, param("mark", Class("demo:Mark")), classes=(POT, MARK)).input_schema
    assert nested is not None and "$defs" in nested and "pot" in nested["properties"]


@pytest.mark.parametrize(
    "type_", [Annotated(Class("demo:Pot"), ("a note",)), Generic("builtins.list", (Class("demo:Pot"),)), STR]
)
def test_what_is_no_model(type_: Type) -> None:
    assert "pot" in properties(SYSTEM, param("pot", type_), classes=(POT,))


@pytest.mark.parametrize("takes", [None, True, False])
def test_contexts(takes: bool | None) -> None:
    options = {} if takes is None else {"takes_ctx": takes}
    first = codes(spelled(SYSTEM, param("c", CONTEXT), param("a", INT), options=options))
    assert first == ([("TC361", "refused")] if takes is False else [])
    assert ("TC361", "refused") in codes(spelled(SYSTEM, param("a", INT), param("c", CONTEXT), options=options))
    unmarked = spelled(SYSTEM, param("c"), param("a", INT), options=options).input_schema
    assert (unmarked is not None and ("c" in unmarked["properties"]) is not takes) or takes is None


def test_options() -> None:
    asked = {"require_parameter_descriptions": True}
    assert codes(spelled(SYSTEM, param("a", BOOL), options=asked)) == [("TC362", "refused")]
    assert codes(spelled(SYSTEM, options={"schema_generator": Plain("demo.Generator")})) == [("TC310", "unknown")]
    assert spelled(SYSTEM, description="", tool="").description == ""


@pytest.mark.parametrize(
    ("doc", "style", "text", "texts"),
    [
        ("A.\n\n    Args:\n        a: One.\n    ", None, "A.", {"a": "One."}),
        ("A.\n    Args:\n        a: One.\n    ", None, "A.\nArgs:\n    a: One.", {}),
        ("A.\n\n    :param a: One.\n    ", None, "A.", {"a": "One."}),
        ("A.\n\n    :param a: One.", None, "A.\n\n:param a: One.", {}),
        ("A.\n\n    Parameters\n    ----------\n    a\n        One.\n    ", None, "A.", {"a": "One."}),
        ("A.\n\n    Args:\n        *a: One.\n\n    Keyword Args:\n        a: Two.\n    ", None, "A.", {"a": "One."}),
        ("A.\n\n    Args:\n        a: One.\n    ", "numpy", "A.\n\nArgs:\n    a: One.", {}),
        ("", None, "", {}),
        (None, None, None, {}),
    ],
)
def test_docstrings(doc: str | None, style: Style | None, text: str | None, texts: dict[str, str]) -> None:
    found = describe_parts(doc, style)
    assert (found.text, found.parameters) == (text, texts)


def test_what_is_returned_is_told_as_xml() -> None:
    doc = "A.\n\n    Returns:\n        int: How many,\n            all in all.\n    "
    inside = "<returns>\n<type>int</type>\n<description>How many,\n    all in all.</description>\n</returns>"
    assert describe_parts(doc, None).text == f"<summary>A.</summary>\n{inside}"
    assert (
        describe_parts("\n    Returns:\n        Many.\n    ", None).text
        == "<returns>\n<description>Many.</description>\n</returns>"
    )


def test_blanks_without_end_are_read_at_once() -> None:
    assert describe_parts("A.\n\n    :param a:" + " " * 60_000, None) is not None


TOOLSET = """
from pydantic import BaseModel
from pydantic_ai.tools import ToolDefinition
from pydantic_ai.toolsets import AbstractToolset, ToolsetTool

class Read(BaseModel):
    path: str

class Files(AbstractToolset[object]):
    async def get_tools(self, ctx):
        tools = {}
        tools["read"] = ToolsetTool(self, ToolDefinition("read", Read.model_json_schema(), "Reads."), 1, None)
        tools["stop"] = ToolsetTool(self, ToolDefinition(name="stop"), 1, None)
        for one in await self.wrapped.get_tools(ctx):
            tools[one] = ToolDefinition(name=one)
        return tools

class Other:
    def definition(self):
        return ToolDefinition(name="no", parameters_json_schema={"type": "object"})
"""


def test_a_toolset_that_writes_its_definitions() -> None:
    found = program(TOOLSET)
    assert [one.name for one in found.tools] == [ConstantValue("read"), ConstantValue("stop")]
    assert {one.code for one in found.diagnostics} == {"TC212"}
    one = tools(TOOLSET)["read"]
    assert (one.fidelity, one.description) == ("exact", "Reads.")
    assert one.input_schema == {
        "properties": {"path": {"title": "Path", "type": "string"}},
        "required": ["path"],
        "title": "Read",
        "type": "object",
    }
    assert tools(TOOLSET)["stop"].input_schema == {"type": "object", "properties": {}}
