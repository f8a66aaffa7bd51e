"""What the MCP SDK says about the input of a tool.

Expectations are what mcp 1.30.0 and 2.3.0 reported with pydantic 2.14.3 on Python 3.11 and 3.13.
"""

from typing import Any

import pytest

from systems.making import INT, STR, codes, model, param, spelled
from toolc.signature import (
    NONE,
    Annotated,
    CallConstant,
    Class,
    Generic,
    Plain,
    Union,
    UnknownConstant,
    Unresolved,
)
from toolc.systems.base import Spelled
from toolc.systems.mcp import SYSTEM

pytest.importorskip("toolc.schema.pydantic")

V1 = {"mcp": "1.30.0", "python": "3.11.7", "pydantic": "2.14.3"}.get
V2 = {"mcp": "2.3.0", "python": "3.11.7", "pydantic": "2.14.3"}.get
BOTH = pytest.mark.parametrize("version", [V1, V2])


def tool(*parameters: Any, version: Any = V2, **more: Any) -> Spelled:
    return spelled(SYSTEM, *parameters, version=version, **more)


# --- input -----------------------------------------------------------------------------------------------------------


@BOTH
def test_arguments(version: Any) -> None:
    found = tool(
        param("a", STR),
        param("b"),
        param("c", default=1),
        param("d", Union((INT, NONE)), None),
        param("args", INT, kind="var_positional"),
        param("kwargs", kind="var_keyword"),
        version=version,
        tool="other",
    )
    assert found.name == "other"
    assert found.input_schema == {
        "properties": {
            "a": {"title": "A", "type": "string"},
            "b": {"title": "b", "type": "string"},
            "c": {"default": 1, "title": "c", "type": "string"},
            "d": {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None, "title": "D"},
            "args": {"title": "Args", "type": "integer"},
            "kwargs": {"title": "kwargs", "type": "string"},
        },
        "required": ["a", "b", "args", "kwargs"],
        "title": "fArguments",
        "type": "object",
    }
    assert (found.findings, found.output_schema, found.unwrap, found.title, found.annotations) == ((), None, "", None, None)


def test_no_arguments() -> None:
    assert tool().input_schema == {"properties": {}, "title": "fArguments", "type": "object"}


@pytest.mark.parametrize(("version", "expected"), [("1.30.0", []), ("2.3.0", [("TC308", "refused")])])
def test_a_deprecated_parameter_may_not_hide_the_fields_from_mcp_2(version: str, expected: list[tuple[str, str]]) -> None:
    made = CallConstant("pydantic.Field", (), {"default": 1, "deprecated": True})
    assert codes(tool(param("model_fields", INT, made), version={"mcp": version}.get)) == expected


def test_names_that_shadow_methods_of_models() -> None:
    found = tool(param("schema", STR), param("copy", INT), param("json", STR, ""))
    assert found.input_schema == {
        "properties": {
            "schema": {"title": "Schema", "type": "string"},
            "copy": {"title": "Copy", "type": "integer"},
            "json": {"default": "", "title": "Json", "type": "string"},
        },
        "required": ["schema", "copy"],
        "title": "fArguments",
        "type": "object",
    }


def test_names_that_shadow_attributes_of_models_get_a_default() -> None:
    found = tool(param("model_fields", INT), param("model_extra", INT))
    assert found.input_schema == {
        "properties": {
            "model_fields": {"default": {}, "title": "Model Fields", "type": "integer"},
            "model_extra": {"title": "Model Extra", "type": "integer"},
        },
        "title": "fArguments",
        "type": "object",
    }


def test_model_config_vanishes() -> None:
    for default in ("", {}):
        found = tool(param("a", INT), param("model_config", STR, default))
        assert found.input_schema is not None
        assert list(found.input_schema["properties"]) == ["a"]
        assert codes(found) == [("TC314", "exact")]


@pytest.mark.parametrize("parameter", [param("model_config", STR), param("model_config", STR, "x"), param("model_config")])
def test_model_config_raises(parameter: Any) -> None:
    assert codes(tool(parameter)) == [("TC313", "refused")]


def test_underscores_are_refused() -> None:
    found = tool(param("_query", STR), returns=STR)
    assert codes(found) == [("TC313", "refused")]
    assert (found.input_schema, found.output_schema) == (None, None)


def test_context_is_hidden() -> None:
    found = tool(param("a", INT), param("ctx", Plain("mcp.server.mcpserver.Context")), param("b", INT), hidden=("b",))
    assert found.input_schema is not None
    assert list(found.input_schema["properties"]) == ["a"]


def test_fields() -> None:
    described = Annotated(INT, (CallConstant("pydantic.Field", (), {"description": "Words.", "ge": 1, "le": 10}),))
    found = tool(param("a", Annotated(STR, ("ignored",))), param("b", described))
    assert found.input_schema is not None
    assert found.input_schema["properties"] == {
        "a": {"title": "A", "type": "string"},
        "b": {"description": "Words.", "maximum": 10, "minimum": 1, "title": "B", "type": "integer"},
    }


def test_types_without_schema_are_refused() -> None:
    found = tool(param("a", Generic("collections.abc.Callable", (INT,))))
    assert codes(found) == [("TC308", "refused")]
    assert found.input_schema is None


def test_arbitrary_classes_are_allowed_but_have_no_schema() -> None:
    plain = model("m:Plain", "plain")
    assert codes(tool(param("a", Class("m:Plain")), classes=[plain])) == [("TC308", "refused")]


def test_unresolved_types_are_not_silently_wrong() -> None:
    found = tool(param("a", Unresolved("TC307", "Query was not found", "Query")))
    assert {code for code, _ in codes(found)} == {"TC307"}
    assert "exact" not in {fidelity for _, fidelity in codes(found)}


# --- descriptions and options ----------------------------------------------------------------------------------------

DOC = "Scalars.\n\n    Args:\n        a: A string.\n    "


def test_descriptions() -> None:
    assert tool(doc=DOC).description == DOC
    assert tool(doc=DOC, version={"python": "3.13.0"}.get).description == "Scalars.\n\nArgs:\n    a: A string.\n"
    assert tool(doc=DOC, version=lambda _: None).description == "Scalars.\n\nArgs:\n    a: A string.\n"
    assert tool(doc=None).description == ""
    assert tool(doc=DOC, description="Own.").description == "Own."
    assert tool(doc=DOC, description="").description == DOC


def test_an_empty_name_counts_as_none() -> None:
    assert tool(tool="").name == "f"


@pytest.mark.parametrize(
    ("value", "hints"),
    [
        ({"readOnlyHint": True, "title": None}, {"readOnlyHint": True}),
        (CallConstant("mcp.types.ToolAnnotations", (), {"readOnlyHint": True, "openWorldHint": False}), {
            "readOnlyHint": True, "openWorldHint": False,
        }),
        (CallConstant("mcp_types.ToolAnnotations", (), {"read_only_hint": True}), {"readOnlyHint": True}),
    ],
)  # fmt: skip
def test_annotations(value: Any, hints: dict[str, Any]) -> None:
    found = tool(options={"annotations": value, "title": "Title"})
    assert (found.annotations, found.title, found.findings) == (hints, "Title", ())


def test_computed_options_are_said() -> None:
    found = tool(options={"annotations": UnknownConstant("computed"), "title": UnknownConstant("computed")})
    assert (found.annotations, found.title) == (None, None)
    assert codes(found) == [("TC202", "approximate")] * 2


@pytest.mark.parametrize("open_", [UnknownConstant("computed"), CallConstant("os.environ.get", ("READ_ONLY",))])
def test_a_hint_that_is_not_told_is_left_out(open_: Any) -> None:
    found = tool(options={"annotations": {"readOnlyHint": open_, "openWorldHint": False}})
    assert (found.annotations, codes(found)) == ({"openWorldHint": False}, [("TC202", "approximate")])


def test_the_uncalled_decorator() -> None:
    found = tool(param("a", INT), options={"uncalled": True})
    assert codes(found) == [("TC317", "refused")]
    assert found.input_schema is None
