"""Results have what has a default; a model that is sent too has a second type, for what may be left out."""

from typing import Any

import pytest

from client_bundles import bundle, tool
from toolc.ir import Constants, NamedType, Null, Numeric, Object, Package, Property, Ref, String, Union
from toolc.schema.view.names import Names
from toolc.targets.complete import complete, takes, with_complete_results

ORDER = {
    "type": "object",
    "properties": {
        "id": {"type": "string"},
        "lines": {"type": "array", "items": {"$ref": "#/$defs/Line"}},
        "note": {"type": "string", "default": None},
        "stamp": {"$ref": "#/$defs/Stamp"},
    },
    "required": ["id", "stamp"],
}
LINE = {
    "type": "object",
    "properties": {"sku": {"type": "string"}, "count": {"type": "integer", "default": 1}},
    "required": ["sku"],
}
STAMP = {"type": "object", "properties": {"at": {"type": "string"}}, "required": ["at"]}
DEFS = {"$defs": {"Order": ORDER, "Line": LINE, "Stamp": STAMP}}
ONE = {"type": "object", "properties": {"order": {"$ref": "#/$defs/Order"}}, "required": ["order"], **DEFS}
NONE = {"type": "object", "properties": {}}


def _package(arguments: Any, result: Any) -> Package:
    names = Names()
    (package,) = bundle([tool("f", arguments, names, result)], names).packages
    return with_complete_results(package)


def _required(package: Package, name: str) -> dict[str, bool]:
    (type_,) = [one.type for one in package.types if one.name == name]
    assert isinstance(type_, Object)
    return {one.name: one.required for one in type_.properties}


def test_what_is_only_sent_may_be_left_out() -> None:
    package = _package(ONE, NONE)
    assert [one.name for one in package.types] == ["Order", "Line", "Stamp"]
    assert _required(package, "Line") == {"sku": True, "count": False}


def test_what_only_comes_back_is_there() -> None:
    package = _package(NONE, ONE)
    assert [one.name for one in package.types] == ["Order", "Line", "Stamp"]
    assert _required(package, "Line") == {"sku": True, "count": True}
    assert _required(package, "Order") == {"id": True, "lines": False, "note": True, "stamp": True}
    assert isinstance(order := package.types[0].type, Object)
    assert order.properties[2].type == Union((String(), Null()))


def test_a_model_of_both_sides_is_two_types_where_these_differ() -> None:
    package = _package(ONE, ONE)
    assert [one.name for one in package.types] == ["Order", "OrderInput", "Line", "LineInput", "Stamp"]
    assert _required(package, "OrderInput") == {"id": True, "lines": False, "note": False, "stamp": True}
    sent = {one.name: one.type for one in package.types}["OrderInput"]
    assert isinstance(sent, Object)
    assert [one.type for one in sent.properties if one.name == "stamp"] == [Ref("Stamp")]
    (tool_,) = package.servers[0].tools
    assert tool_.parameters[0].property.type == Ref("OrderInput")
    assert isinstance(tool_.result, Object)
    assert tool_.result.properties[0].type == Ref("Order")


def test_a_name_that_is_taken_is_not_given_twice() -> None:
    defs = {**DEFS["$defs"], "LineInput": {"type": "string"}}
    both = {
        **ONE,
        "$defs": {**defs, "Order": {**ORDER, "properties": {**ORDER["properties"], "x": {"$ref": "#/$defs/LineInput"}}}},
    }
    assert [one.name for one in _package(both, both).types if one.name.startswith("Line")] == [
        "Line",
        "LineInput2",
        "LineInput",
    ]


@pytest.mark.parametrize(
    ("default", "needed"),
    [(1, True), ("x", False), (float("nan"), False), (10**3000, False), (True, False), (1.5, False)],
)
def test_a_default_that_is_no_value_of_its_type_promises_nothing(default: Any, needed: bool) -> None:
    type_ = complete(Object((Property("n", Numeric(integer=True), has_default=True, default=default),)), {})
    assert isinstance(type_, Object)
    assert type_.properties[0].required is needed


def test_a_default_with_parts_left_out_is_none_that_a_client_could_give() -> None:
    line = NamedType(
        "Line", Object((Property("sku", String(), required=True), Property("n", Numeric(), has_default=True, default=1)))
    )
    types = {"Line": line.type, "Status": Constants(("open", "paid"))}
    assert takes(Ref("Line"), {"sku": "a", "n": 2}, types)
    assert not takes(Ref("Line"), {"sku": "a"}, types)
    assert not takes(Ref("Line"), {"n": 2}, types)
    assert takes(Ref("Status"), "open", types)
    assert not takes(Ref("Status"), "gone", types)
