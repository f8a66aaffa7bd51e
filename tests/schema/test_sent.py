"""What fastmcp sends instead of the schema it keeps: expectations are what its `dereference_refs` gave in each version."""

from typing import Any

import pytest

from toolc.schema.reshape import dereference

TAGGED: dict[str, Any] = {
    "$defs": {
        "A": {
            "type": "object",
            "properties": {"kind": {"const": "a", "default": "a"}, "x": {"type": "integer"}},
            "required": ["x"],
        },
        "B": {"type": "object", "properties": {"kind": {"const": "b", "default": "b"}}},
    },
    "properties": {
        "u": {
            "discriminator": {"mapping": {"a": "#/$defs/A", "b": "#/$defs/B"}, "propertyName": "kind"},
            "oneOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}],
        }
    },
    "type": "object",
}
NODE: dict[str, Any] = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}


def _union(version: tuple[int, ...]) -> dict[str, Any]:
    union: dict[str, Any] = dereference(TAGGED, version)["properties"]["u"]
    return union


def test_a_definition_stands_where_it_is_used() -> None:
    schema = {
        "$defs": {
            "P": {"type": "object", "properties": {"q": {"$ref": "#/$defs/Q", "description": "own"}}, "description": "p"},
            "Q": {"type": "string", "description": "q"},
        },
        "properties": {"a": {"$ref": "#/$defs/P", "default": None, "description": "mine"}},
        "type": "object",
    }
    inner = {"q": {"type": "string", "description": "own"}}
    sent = {"type": "object", "properties": inner, "default": None, "description": "mine"}
    assert dereference(schema, (4, 1, 6)) == {"properties": {"a": sent}, "type": "object"}


def test_what_refers_to_nothing_stays_as_it_is() -> None:
    schema = {"properties": {"u": {"discriminator": {"propertyName": "kind"}, "anyOf": [{"type": "object"}]}}}
    assert dereference(schema, (4, 1, 6)) == schema


@pytest.mark.parametrize(("version", "beside"), [((3, 2, 0), False), ((3, 4, 7), True), ((4, 1, 6), True)])
def test_a_class_that_contains_itself_is_resolved_at_the_root(version: tuple[int, ...], beside: bool) -> None:
    schema = {"$defs": {"Node": NODE}, "$ref": "#/$defs/Node", "description": "root"}
    said = {"description": "root"} if beside else {}
    assert dereference(schema, version) == {"$defs": {"Node": NODE}, **NODE, **said}
    parameter = {"$defs": {"Node": NODE}, "properties": {"a": {"$ref": "#/$defs/Node"}}, "type": "object"}
    assert dereference(parameter, version) == parameter


def test_discriminators_go_since_3_2_and_tags_are_required_since_3_4() -> None:
    assert _union((3, 1, 0))["discriminator"]["propertyName"] == "kind"
    assert [one.get("required") for one in _union((3, 2, 0))["oneOf"]] == [["x"], None]
    assert "discriminator" not in _union((3, 2, 0))
    for version in ((3, 4, 7), (4, 1, 6)):
        assert [one["required"] for one in _union(version)["oneOf"]] == [["x", "kind"], ["kind"]]


@pytest.mark.parametrize(("version", "kept"), [((3, 4, 10), False), ((4, 0, 11), False), ((4, 1, 6), True)])
def test_a_parameter_of_that_name_stays_since_4_1(version: tuple[int, ...], kept: bool) -> None:
    schema = {
        "$defs": {"Q": {"type": "string"}},
        "properties": {"discriminator": {"$ref": "#/$defs/Q"}, "anyOf": {"type": "string"}},
    }
    assert ("discriminator" in dereference(schema, version)["properties"]) == kept


def test_nothing_that_is_given_changes() -> None:
    before = repr(TAGGED)
    dereference(TAGGED, (4, 1, 6))
    assert repr(TAGGED) == before
