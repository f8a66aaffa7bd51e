"""What the MCP SDK says about the result of a tool.

Expectations are what mcp 1.30.0 and 2.3.0 reported with pydantic 2.14.3 on Python 3.11 and 3.13.
"""

from typing import Any

import pytest

from systems.making import BOOL, BYTES, DICT, INT, LIST, STR, codes, model, param, spelled
from toolc.signature import (
    ANY,
    NONE,
    Annotated,
    CallConstant,
    Class,
    Factory,
    Field,
    Generic,
    Given,
    Literal,
    Plain,
    Type,
    TypeVariable,
    Union,
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


def output(returns: Type | None, version: Any = V2, **more: Any) -> Any:
    return tool(version=version, returns=returns, **more).output_schema


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
    (Annotated(INT, (CallConstant("pydantic.Field", (), {"description": "hey"}),)), {"description": "hey", "type": "integer"}),
    (TypeVariable("T"), {}),
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
HOOK = model("m:Hook", "model", Field("done", Union((Plain("collections.abc.Callable"), INT)), Given(3)))
CLASSES = (COLOR, PAIR, SLOTS, BARE, HOOK)

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
    Class("m:Hook"),
    Generic("builtins.list", (Class("m:Hook"),)),
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
    assert output(Annotated(counts, (CallConstant("pydantic.Field", (), {"description": "hey"}),)), version) == schema


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
    checked = Annotated(INT, (CallConstant("pydantic.Field", (), {"ge": 1}),))
    point = model(
        "m:Point", "dataclass",
        Field("x", checked), Field("y", LIST, Factory()), Field("z", INT, Given(CallConstant("dataclasses.field", (), {"default": 3}))),
        Field("w", INT, Given(CallConstant("dataclasses.field", (), {"default_factory": "int"}))), Field("_hidden", INT, Given(0)),
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
    checked = Annotated(INT, (CallConstant("pydantic.Field", (), {"ge": 1}),))
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
    box = model("m:GD", "dataclass", Field("x", TypeVariable("T")), parameters=(TypeVariable("T"),))
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
    bare = tool(returns=Plain("mcp.types.CallToolResult"), options={"structured_output": True})
    assert (bare.output_schema, bare.findings) == (None, ())


def test_undecided_output_does_not_spoil_the_input() -> None:
    for returns in (Unresolved("TC307", "Hit was not found"), Class("m:Gone"), Class("m:Part")):
        part = model("m:Part", "dataclass", reason="a base class is computed")
        found = tool(param("a", INT), returns=returns, classes=[part])
        assert found.input_schema is not None
        assert found.output_schema is None
        assert [fidelity for _, fidelity in codes(found)] == ["approximate"]


def test_any_before_python_3_11() -> None:
    assert output(ANY, {"mcp": "1.30.0", "python": "3.10"}.get) == wrapped()
