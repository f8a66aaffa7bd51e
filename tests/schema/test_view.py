"""The view of a schema, construct by construct."""

import cProfile
from typing import Any

import pytest

from toolc.ir import (
    Anything,
    Array,
    Boolean,
    Constants,
    NamedType,
    Nothing,
    Null,
    Numeric,
    Object,
    Prefixed,
    Property,
    Ref,
    String,
    Type,
    Union,
)
from toolc.schema.view import arguments, parameters, view
from toolc.schema.view.names import Names

S, N, B, Z, ANY = String(), Numeric(), Boolean(), Null(), Anything()
WHOLE = Numeric(integer=True)
DEFS = {"$defs": {"A": {"type": "object", "description": "An A."}, "Color": {"enum": ["red", "blue"]}}}


def _object(*properties: Property, extra: Type | None = ANY) -> Object:
    return Object(properties, extra, open_by_default=bool(properties) and extra is ANY)


TABLE: dict[str, tuple[Any, Type]] = {
    "true": (True, ANY),
    "false": (False, Nothing()),
    "remarks only": ({"title": "T", "description": "d", "default": 1}, ANY),
    "no schema": ("text", Anything(because="not a schema")),
    "text": ({"type": "string", "minLength": 1, "maxLength": 3, "pattern": "^a", "format": "uri"}, String("uri", "^a", 1, 3)),
    "number": ({"type": "number", "minimum": 0, "exclusiveMaximum": 1.5, "multipleOf": 0.5},
               Numeric(minimum=0, exclusive_maximum=1.5, multiple_of=0.5)),
    "old exclusiveMinimum": ({"type": "integer", "minimum": 0, "exclusiveMinimum": True}, Numeric(integer=True, minimum=0)),
    "type list": ({"type": ["string", "null"]}, Union((S, Z))),
    "number and integer": ({"type": ["integer", "number"]}, N),
    "unheard-of type": ({"type": "str", "minLength": 1}, Anything(because="minLength")),
    "const": ({"const": "a"}, Constants(("a",))),
    "const null": ({"const": None}, Z),
    "enum with null": ({"enum": ["a", None]}, Union((Constants(("a",)), Z))),
    "enum and type": ({"type": "integer", "enum": [1, "a", 2.0, True]}, Constants((1, 2.0))),
    "enums together": ({"allOf": [{"enum": [1, True, "a"]}, {"enum": [True, 2, "a"]}]}, Constants((True, "a"))),
    "empty enum": ({"enum": []}, Nothing()),
    "nullable": ({"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None}, Union((WHOLE, Z))),
    "one of consts": ({"oneOf": [{"const": "a"}, {"const": "b"}]}, Constants(("a", "b"))),
    "doubles": ({"anyOf": [{"type": "string"}, {"type": "string"}]}, S),
    "anything in a union": ({"anyOf": [{"type": "string"}, {}]}, ANY),
    "exclusive": ({"oneOf": [{"type": "string"}, {"type": "number"}]}, Union((S, N), exclusive=True)),
    "not a type": ({"type": ["string", "null"], "not": {"type": "null"}}, S),
    "not": ({"not": {"minLength": 3}}, Anything(because="not")),
    "array": ({"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 4, "uniqueItems": True},
              Array(S, (), 1, 4, True)),
    "tuple": ({"type": "array", "prefixItems": [{"type": "string"}, {"type": "null"}], "items": False, "minItems": 2},
              Array(None, (S, Z), 2)),
    "draft-07 tuple": ({"type": "array", "items": [{"type": "string"}], "additionalItems": {"type": "null"}}, Array(Z, (S,))),
    "cut tuple": ({"type": "array", "prefixItems": [{"type": "string"}, {"type": "null"}], "maxItems": 1}, Array(None, (S,))),
    "impossible array": ({"type": "array", "minItems": 2, "maxItems": 1}, Nothing()),
    "open object": ({"type": "object"}, _object()),
    "closed object": ({"type": "object", "additionalProperties": False}, _object(extra=None)),
    "map": ({"type": "object", "additionalProperties": {"type": "integer"}}, _object(extra=WHOLE)),
    "three facts": (
        {"type": "object", "required": ["a"], "properties": {
            "a": {"type": ["string", "null"], "description": "D.", "deprecated": True},
            "b": {"type": "string", "default": None}}},
        _object(Property("a", Union((S, Z)), required=True, doc="D.", deprecated=True),
                Property("b", S, has_default=True, default=None))),
    "pydantic 1 reference": ({**DEFS, "type": "object", "properties": {
        "a": {"allOf": [{"$ref": "#/$defs/A"}], "description": "Mine."}}}, _object(Property("a", Ref("A"), doc="Mine."))),
    "impossible key": ({"type": "object", "properties": {"a": False}, "required": ["a"]},
                       _object(Property("a", Nothing(), required=True))),
    "no value of its type": ({"type": "object", "properties": {"a": {"type": "string", "enum": [1]}}, "required": ["a"]},
                             _object(Property("a", Nothing(), required=True))),
    "impossible alternative": ({"anyOf": [{"properties": {"a": False}, "required": ["a"], "type": "object"},
                                          {"type": "null"}]}, Z),
    "impossible kind": ({"type": ["object", "null"], "properties": {"a": False}, "required": ["a"]}, Z),
    "prefix": ({"type": "object", "patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": False},
               Object((), None, (Prefixed("x-", S),))),
    "any pattern": ({"type": "object", "patternProperties": {"^.*$": {"type": "string"}}}, _object(extra=S)),
    "other pattern": ({"type": "object", "patternProperties": {"[ab]": {"type": "string"}}, "additionalProperties": False},
                      _object(extra=S)),
    "listed keys": ({**DEFS, "type": "object", "propertyNames": {"$ref": "#/$defs/Color"},
                     "additionalProperties": {"type": "null"}},
                    _object(Property("red", Z), Property("blue", Z), extra=None)),
    "all of": ({"allOf": [{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
                          {"properties": {"b": {"type": "null"}}, "additionalProperties": False}]},
               _object(Property("a", Nothing(), required=True), Property("b", Z), extra=None)),
    "tagged": ({"anyOf": [{"type": "object", "properties": {"k": {"const": key}}, "required": ["k"]} for key in "ab"]},
               Union(tuple(_object(Property("k", Constants((key,)), required=True)) for key in "ab"), "k")),
    "outside": ({"$ref": "https://example.com/x"}, Anything(because="a reference that leads out of the schema")),
    "dynamic": ({"$dynamicRef": "#x"}, Anything(because="a dynamic reference")),
    "own address": ({"anyOf": [{"$id": "x", "type": "string"}]}, S),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLE)
def test_table(name: str) -> None:
    schema, expected = TABLE[name]
    assert repr(view(schema, Names())) == repr(expected)


def test_definitions_become_named_types_once() -> None:
    names = Names()
    schema = {"type": "object", "properties": {"x": {"$ref": "#/$defs/A"}, "y": {"$ref": "#/$defs/A"}}, **DEFS}
    assert view(schema, names) == view(schema, names) == _object(Property("x", Ref("A")), Property("y", Ref("A")))
    assert names.types() == (NamedType("A", _object(), "An A."),)


def test_other_content_under_the_same_name_gets_a_number() -> None:
    names = Names()
    for inner in ("string", "null", "string", "boolean"):
        view({"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"type": inner}}}, names)
    assert [(one.name, one.type) for one in names.types()] == [
        ("A", Ref("B")), ("B", S), ("A2", Ref("B2")), ("B2", Z), ("A3", Ref("B3")), ("B3", B),
    ]  # fmt: skip


def test_recursion_is_marked_and_bare_cycles_are_opened() -> None:
    names = Names()
    view({"$ref": "#/$defs/N", "$defs": {"N": {"type": "array", "items": {"$ref": "#/$defs/N"}}}}, names)
    view({"$ref": "#/$defs/Self", "$defs": {"Self": {"$ref": "#/$defs/Self"}}}, names)
    assert [(one.name, one.recursive) for one in names.types()] == [("N", True), ("Self", False)]
    assert isinstance(names.types()[1].type, Anything)


def test_references_are_decoded() -> None:
    schema = {"items": {"$ref": "#/$defs/a%20b~1c~0"}, "type": "array", "$defs": {"a b/c~": {"type": "string"}}}
    names = Names()
    assert view(schema, names) == Array(Ref("a b/c~"))
    assert names.get("a b/c~") == S


def test_parameters_of_a_union_are_required_when_all_members_require_them() -> None:
    schema = {
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
        "required": ["a"],
        "anyOf": [{"required": ["b"]}, {"properties": {"b": False}}],
    }
    names = Names()
    assert parameters(arguments(schema, names), names) == (Property("a", S, required=True), Property("b", S))
    assert isinstance(arguments(schema, names), Union)


def _deep(levels: int) -> Any:
    schema: Any = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


def _wide() -> Any:
    refs = [{"$ref": f"#/$defs/D{i}"} for i in range(60)]
    return {"anyOf": refs, "allOf": refs, "$defs": {f"D{i}": {"anyOf": refs, "allOf": refs} for i in range(60)}}


def _doubling() -> Any:
    def both(i: int) -> Any:
        return {"anyOf": [{"$ref": f"#/$defs/D{i}"}, {"properties": {"a": {"$ref": f"#/$defs/D{i}"}}}], "minLength": 1}

    return {**both(0), "$defs": {f"D{i}": both(i + 1) for i in range(40)} | {"D40": {}}}


HOSTILE: dict[str, Any] = {
    "deep": _deep(900),
    "wide": _wide(),
    "doubling": _doubling(),
    "nothing has its form": {"type": 3, "properties": [], "required": {"a": 1}, "items": 3, "anyOf": {}, "enum": 3, "not": 3,
                             "allOf": "x", "$ref": 3, "minItems": "a", "additionalProperties": 3, "prefixItems": {}},
    "inner forms": {"type": [[], {}], "properties": {"a": 3}, "required": [1, []], "anyOf": [3, None],
                    "dependentRequired": {"a": 3},
                    "patternProperties": {"(": [], "(a+)+$": True}, "if": 3, "then": 4, "$defs": 3, "minimum": float("nan")},
    "self": {"$ref": "#"},
    "self in all of": {"allOf": [{"$ref": "#"}, {"type": "string"}]},
    "unevaluated again and again": {"allOf": [{"$ref": "#"}] * 9, "unevaluatedProperties": False, "oneOf": [{"$ref": "#"}] * 9},
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_schemas_end(name: str) -> None:
    names = Names()
    with cProfile.Profile(builtins=False) as profile:
        view(HOSTILE[name], names)
        parameters(arguments(HOSTILE[name], names), names)
        names.types()
    assert sum(one.callcount for one in profile.getstats()) < 6_000_000


ORDER = {"type": "object", "properties": {"line": {"$ref": "#/$defs/Line"}}, "title": "Order", "description": "An order."}
LINE = {"type": "object", "properties": {"sku": {"type": "string"}}}


def test_a_document_that_is_a_model_is_the_definition_of_that_name() -> None:
    names = Names()
    assert view({**ORDER, "$defs": {"Line": LINE}}, names, "Order") == Ref("Order")
    assert view({"type": "array", "items": {"$ref": "#/$defs/Order"}, "$defs": {"Order": ORDER, "Line": LINE}}, names) == Array(
        Ref("Order")
    )
    assert view({**ORDER, "$defs": {"Line": {**LINE, "required": ["sku"]}}}, names, "Order") == Ref("Order2")
    order = _object(Property("line", Ref("Line")))
    assert [(one.name, one.doc) for one in names.types()] == [
        ("Order", "An order."), ("Line", ""), ("Order2", "An order."), ("Line2", ""),
    ]  # fmt: skip
    assert names.get("Order") == order


def test_a_model_within_itself_is_one_type() -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}
    names = Names()
    assert view({**node, "$defs": {"Node": node}}, names, "Node") == Ref("Node")
    assert [(one.name, one.recursive) for one in names.types()] == [("Node", True)]


def test_a_union_asks_its_members_for_the_tag_also_by_way_of_names() -> None:
    tagged = {key: {"type": "object", "properties": {"k": {"const": key, "default": key}}} for key in "abc"}
    either = {"anyOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}]}
    whole = {"anyOf": [{"$ref": "#/$defs/either"}, {"$ref": "#/$defs/c"}], "discriminator": {"propertyName": "k"}}
    names = Names()
    view({**whole, "$defs": {**tagged, "either": either}}, names)
    types = {one.name: one.type for one in names.types()}
    tag = Property("k", Constants(("a",)), required=True, has_default=True, default="a", asked_as_tag=True)
    assert types["a"] == _object(tag)
    assert all(isinstance(type_, Union) or type_.properties[0].required for type_ in types.values())  # type: ignore[union-attr]
