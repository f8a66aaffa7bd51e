"""Where references lead, and moving them."""

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry

from toolc.schema.wellformed.references import dangling_references, move_references

FINE = [
    {"$ref": "#"},
    {"$ref": "#/$defs/A", "$defs": {"A": {}}},
    {"$ref": "#/$defs/a~1b%20c", "$defs": {"a/b c": {}}},
    {"properties": {"$ref": {"type": "string"}}},
    {"default": {"$ref": "#/nowhere"}},
    {"$ref": "#name", "$defs": {"A": {"$anchor": "name"}}},
    {"$ref": "other", "$defs": {"A": {"$id": "other"}}},
    {"$ref": "other#/$defs/B", "$defs": {"A": {"$id": "other", "$ref": "#/$defs/B", "$defs": {"B": {}}}}},
    {"$id": "https://example.com/tool", "$ref": "https://example.com/tool#/$defs/A", "$defs": {"A": {}}},
    {"$ref": "#/anyOf/0", "anyOf": [{}]},
]


@pytest.mark.parametrize("schema", FINE)
def test_references_that_lead_somewhere(schema):
    assert dangling_references(schema) == []


@pytest.mark.parametrize(
    ("schema", "place", "ref"),
    [
        ({"properties": {"q": {"$ref": "#/$defs/Q"}}}, "/properties/q/$ref", "#/$defs/Q"),
        ({"items": {"$ref": "https://example.com/x"}}, "/items/$ref", "https://example.com/x"),
        ({"$ref": "http://[broken"}, "/$ref", "http://[broken"),
        ({"$ref": "#/anyOf/1", "anyOf": [{}]}, "/$ref", "#/anyOf/1"),
        ({"$ref": "#name"}, "/$ref", "#name"),
        ({"$ref": "file:///etc/passwd"}, "/$ref", "file:///etc/passwd"),
    ],
)
def test_references_that_dangle(schema, place, ref):
    assert dangling_references(schema) == [(place, ref)]


def test_a_moved_schema_means_the_same():
    schema = {
        "type": "object",
        "properties": {
            "tree": {"$ref": "#/$defs/Tree%2FNode"},
            "again": {"$ref": "#"},
            "named": {"$ref": "#word"},
            "$ref": {"const": "#/$defs/x"},
        },
        "default": {"$ref": "#/$defs/x"},
        "$defs": {
            "Tree/Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Tree%2FNode"}, "n": {"type": "integer"}}},
            "Word": {"$anchor": "word", "type": "string"},
        },
    }
    schema["properties"]["tree"]["$ref"] = "#/$defs/Tree~1Node"
    schema["$defs"]["Tree/Node"]["properties"]["next"]["$ref"] = "#/$defs/Tree~1Node"
    name = "a b/é%"
    document = {"$ref": "#/$defs/a%20b~1%C3%A9%25", "$defs": {name: move_references(schema, ("$defs", name))}}
    assert dangling_references(document) == []
    for value in (
        {"tree": {"next": {"n": 1}}, "named": "x", "again": {"named": "y"}},
        {"tree": {"next": {"n": "no"}}},
        {"named": 5},
        {"again": {"tree": 1}},
    ):
        before = Draft202012Validator(schema, registry=Registry()).is_valid(value)
        assert Draft202012Validator(document, registry=Registry()).is_valid(value) == before
    assert document["$defs"][name]["default"] == {"$ref": "#/$defs/x"}


def test_a_document_inside_stays_as_it_is():
    schema = {"$id": "https://example.com/tool", "$ref": "#/$defs/A", "$defs": {"A": {}}}
    assert move_references(schema, ("$defs", "t")) == schema
