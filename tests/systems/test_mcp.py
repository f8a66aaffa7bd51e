"""The MCP SDK, against what mcp 1.30.0 and 2.3.0 reported with pydantic 2.14.3 on Python 3.11 and 3.13."""

from typing import Any

import pytest

from systems.making import BOOL, BYTES, DICT, INT, LIST, STR, codes, model, param, spelled
from toolc.signature import (
    ANY,
    NONE,
    Annotated,
    Class,
    Factory,
    Field,
    Generic,
    Given,
    Literal,
    Made,
    Plain,
    Type,
    Undecided,
    Union,
    Unresolved,
    Var,
)
from toolc.systems.base import Spelled
from toolc.systems.mcp import SYSTEM

pytest.importorskip("toolc.schema.pydantic")

V1 = {"mcp": "1.30.0", "python": "3.11.7", "pydantic": "2.14.3"}.get
V2 = {"mcp": "2.3.0", "python": "3.11.7", "pydantic": "2.14.3"}.get
BOTH = pytest.mark.parametrize("version", [V1, V2])


def tool(*parameters: Any, version: Any = V2, **more: Any) -> Spelled:
    return spelled(SYSTEM, *parameters, version=version, **more)


def output(returns: Type | None, version: Any = V2, **more: Any) -> Any:
    return tool(version=version, returns=returns, **more).output_schema


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
    described = Annotated(INT, (Made("pydantic.Field", (), {"description": "Words.", "ge": 1, "le": 10}),))
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
        (Made("mcp.types.ToolAnnotations", (), {"readOnlyHint": True, "openWorldHint": False}), {
            "readOnlyHint": True, "openWorldHint": False,
        }),
        (Made("mcp_types.ToolAnnotations", (), {"read_only_hint": True}), {"readOnlyHint": True}),
    ],
)  # fmt: skip
def test_annotations(value: Any, hints: dict[str, Any]) -> None:
    found = tool(options={"annotations": value, "title": "Title"})
    assert (found.annotations, found.title, found.findings) == (hints, "Title", ())


def test_computed_options_are_said() -> None:
    found = tool(options={"annotations": Undecided("computed"), "title": Undecided("computed")})
    assert (found.annotations, found.title) == (None, None)
    assert codes(found) == [("TC202", "approximate")] * 2


def test_the_uncalled_decorator() -> None:
    found = tool(param("a", INT), options={"uncalled": True})
    assert codes(found) == [("TC317", "refused")]
    assert found.input_schema is None


# --- output ----------------------------------------------------------------------------------------------------------


def wrapped(**schema: Any) -> dict[str, Any]:
    return {
        "properties": {"result": {"title": "Result", **schema}},
        "required": ["result"],
        "title": "fOutput",
        "type": "object",
    }


WRAPPED: list[tuple[Type, dict[str, Any]]] = [
    (NONE, {"type": "null"}),
    (STR, {"type": "string"}),
    (BOOL, {"type": "boolean"}),
    (BYTES, {"format": "binary", "type": "string"}),
    (Generic("builtins.list", (INT,)), {"items": {"type": "integer"}, "type": "array"}),
    (Union((INT, NONE)), {"anyOf": [{"type": "integer"}, {"type": "null"}]}),
    (Union((INT, STR)), {"anyOf": [{"type": "integer"}, {"type": "string"}]}),
    (Generic("builtins.tuple", (INT, STR)), {
        "maxItems": 2, "minItems": 2, "prefixItems": [{"type": "integer"}, {"type": "string"}], "type": "array",
    }),
    (Generic("builtins.dict", (INT, STR)), {"additionalProperties": {"type": "string"}, "type": "object"}),
    (Literal(("a",)), {"const": "a", "type": "string"}),
    (Annotated(INT, (Made("pydantic.Field", (), {"description": "hey"}),)), {"description": "hey", "type": "integer"}),
    (Var("T"), {}),
]  # fmt: skip


@BOTH
@pytest.mark.parametrize(("returns", "schema"), WRAPPED)
def test_wrapped(returns: Type, schema: dict[str, Any], version: Any) -> None:
    found = tool(returns=returns, version=version)
    assert found.output_schema == wrapped(**schema)
    assert found.unwrap == "result"
    assert found.findings == ()


COLOR = model("m:Color", "enum", members=(("RED", "red"),))
PAIR = model("m:Pair", "named_tuple", Field("left", INT))
SLOTS = model("m:Slots", "dataclass", Field("a", INT), config={"slots": True})
BARE = model("m:Bare", "plain")
CLASSES = (COLOR, PAIR, SLOTS, BARE)

UNSTRUCTURED: list[Type | None] = [
    None,
    ANY,
    DICT,
    LIST,
    Plain("builtins.object"),
    Plain("datetime.datetime"),
    Class("m:Color"),
    Class("m:Pair"),
    Class("m:Slots"),
    Class("m:Bare"),
    Generic("collections.abc.Callable", (INT,)),
    Union((Plain("collections.abc.Callable"), NONE)),
    Plain("mcp.types.CallToolResult"),
    Plain("mcp.server.fastmcp.Image"),
]


@BOTH
@pytest.mark.parametrize("returns", UNSTRUCTURED)
def test_unstructured(returns: Type | None, version: Any) -> None:
    found = tool(returns=returns, version=version, classes=CLASSES)
    assert (found.output_schema, found.unwrap, found.findings) == (None, "", ())
    assert found.input_schema is not None


@BOTH
def test_string_maps(version: Any) -> None:
    counts = Generic("builtins.dict", (STR, INT))
    schema = {"additionalProperties": {"type": "integer"}, "title": "fDictOutput", "type": "object"}
    assert output(counts, version) == schema
    assert output(Annotated(counts, (Made("pydantic.Field", (), {"description": "hey"}),)), version) == schema


@BOTH
def test_aliases_of_typing_are_no_classes(version: Any) -> None:
    counts = Generic("builtins.dict", (STR, INT))
    wrapped_map = wrapped(additionalProperties={"type": "integer"}, type="object")
    assert output(counts, version, returns_typing=True) == wrapped_map
    assert output(LIST, version, returns_typing=True) == wrapped(items={}, type="array")


ADDRESS = model("m:Address", "model", Field("street", STR), doc="A postal address.")
TREE = model("m:Tree", "model", Field("children", Generic("builtins.list", (Class("m:Tree"),))), doc="A tree.")


@BOTH
def test_models_are_direct(version: Any) -> None:
    assert output(Class("m:Address"), version, classes=[ADDRESS]) == {
        "description": "A postal address.",
        "properties": {"street": {"title": "Street", "type": "string"}},
        "required": ["street"],
        "title": "Address",
        "type": "object",
    }


@BOTH
def test_the_root_of_a_recursive_model_is_inlined(version: Any) -> None:
    tree = {
        "description": "A tree.",
        "properties": {"children": {"items": {"$ref": "#/$defs/Tree"}, "title": "Children", "type": "array"}},
        "required": ["children"],
        "title": "Tree",
        "type": "object",
    }
    assert output(Class("m:Tree"), version, classes=[TREE]) == {**tree, "$defs": {"Tree": tree}}


@BOTH
def test_annotated_classes_lose_metadata_docstring_and_factories(version: Any) -> None:
    checked = Annotated(INT, (Made("pydantic.Field", (), {"ge": 1}),))
    point = model(
        "m:Point", "dataclass",
        Field("x", checked), Field("y", LIST, Factory()), Field("z", INT, Given(Made("dataclasses.field", (), {"default": 3}))),
        Field("w", INT, Given(Made("dataclasses.field", (), {"default_factory": "int"}))), Field("_hidden", INT, Given(0)),
        doc="A point.",
    )  # fmt: skip
    assert output(Class("m:Point"), version, classes=[point]) == {
        "properties": {
            "x": {"title": "X", "type": "integer"},
            "y": {"items": {}, "title": "Y", "type": "array"},
            "z": {"default": 3, "title": "Z", "type": "integer"},
            "w": {"title": "W", "type": "integer"},
        },
        "required": ["x", "y", "w"],
        "title": "Point",
        "type": "object",
    }


def test_typed_dicts() -> None:
    checked = Annotated(INT, (Made("pydantic.Field", (), {"ge": 1}),))
    movie = model("m:TD", "typed_dict", Field("a", checked, required=True), Field("b", STR, required=False), doc="doc")
    assert output(Class("m:TD"), V1, classes=[movie]) == {
        "properties": {"a": {"title": "A", "type": "integer"}, "b": {"default": None, "title": "B", "type": "string"}},
        "required": ["a"],
        "title": "TD",
        "type": "object",
    }
    assert output(Class("m:TD"), V2, classes=[movie]) == {
        "description": "doc",
        "properties": {"a": {"minimum": 1, "title": "A", "type": "integer"}, "b": {"title": "B", "type": "string"}},
        "required": ["a"],
        "title": "TD",
        "type": "object",
    }


@BOTH
def test_generic_dataclasses_are_wrapped(version: Any) -> None:
    box = model("m:GD", "dataclass", Field("x", Var("T")), parameters=(Var("T"),))
    body = {"properties": {"x": {"title": "X", "type": "integer"}}, "required": ["x"], "title": "GD", "type": "object"}
    assert output(Class("m:GD", (INT,)), version, classes=[box]) == {
        "$defs": {"GD_int_": body},
        "properties": {"result": {"$ref": "#/$defs/GD_int_"}},
        "required": ["result"],
        "title": "fOutput",
        "type": "object",
    }


REFUSED: list[Type] = [
    Generic("builtins.list", (Class("m:Bare"),)),
    Plain("typing.NoReturn"),
    Union((Plain("mcp.types.CallToolResult"), NONE)),
]


@BOTH
@pytest.mark.parametrize("returns", REFUSED)
def test_return_types_that_raise(returns: Type, version: Any) -> None:
    found = tool(returns=returns, version=version, classes=CLASSES)
    assert codes(found) == [("TC308", "refused")]
    assert (found.input_schema, found.output_schema) == (None, None)


def test_maps_of_arbitrary_classes_raise_with_mcp_1() -> None:
    bare = Generic("builtins.dict", (STR, Class("m:Bare")))
    assert codes(tool(returns=bare, version=V1, classes=CLASSES)) == [("TC308", "refused")]
    assert codes(tool(returns=bare, version=V2, classes=CLASSES)) == []


def test_content_blocks_are_unstructured_with_mcp_2() -> None:
    image = Plain("mcp.server.mcpserver.Image")
    for returns in (Plain("mcp_types.TextContent"), Generic("builtins.list", (image,)), Union((image, STR))):
        assert codes(tool(returns=returns)) == []
        assert output(returns) is None
    assert codes(tool(returns=Generic("builtins.list", (image,)), version=V1)) == [("TC308", "refused")]
    assert codes(tool(returns=Plain("mcp.types.TextContent"), version=V1)) == [("TC316", "approximate")]


def test_requests_for_input_are_no_data_with_mcp_2() -> None:
    asks = Plain("mcp_types.InputRequiredResult")
    assert output(asks) is None
    assert output(Union((INT, asks))) == wrapped(type="integer")


def test_structured_output() -> None:
    assert output(INT, options={"structured_output": False}) is None
    assert output(INT, options={"structured_output": True}) == wrapped(type="integer")
    for returns in (None, DICT):
        assert codes(tool(returns=returns, options={"structured_output": True})) == [("TC308", "refused")]


def test_undecided_output_does_not_spoil_the_input() -> None:
    for returns in (Unresolved("TC307", "Hit was not found"), Class("m:Gone"), Class("m:Part")):
        part = model("m:Part", "dataclass", reason="a base class is computed")
        found = tool(param("a", INT), returns=returns, classes=[part])
        assert found.input_schema is not None
        assert found.output_schema is None
        assert [fidelity for _, fidelity in codes(found)] == ["approximate"]


def test_any_before_python_3_11() -> None:
    assert output(ANY, {"mcp": "1.30.0", "python": "3.10"}.get) == wrapped()
