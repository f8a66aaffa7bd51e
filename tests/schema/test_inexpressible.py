"""What the typed view leaves out is told, and nothing that it does say."""

import pytest

from toolc.schema.view import inexpressible

ITEMS = {"type": "array", "items": {"type": "string"}}
CAT = {"type": "object", "properties": {"kind": {"const": "cat"}}, "required": ["kind"]}
DOG = {"type": "object", "properties": {"kind": {"const": "dog"}}, "required": ["kind"]}
EITHER = {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}


@pytest.mark.parametrize(
    ("schema", "places"),
    [
        ({"properties": {"a": {**ITEMS, "contains": {"const": "x"}, "minContains": 2}}},
         ["/properties/a/contains", "/properties/a/minContains"]),
        ({"type": "object", "minProperties": 1, "maxProperties": 0}, ["/minProperties", "/maxProperties"]),
        ({"type": "string", "not": {"const": "x"}}, ["/not"]),
        ({"if": {"minLength": 2}, "then": {"type": "string"}}, ["/if"]),
        ({"patternProperties": {"[0-9]$": {}}}, ["/patternProperties"]),
        ({"propertyNames": {"pattern": "^a"}}, ["/propertyNames"]),
        ({"oneOf": [{"type": "number"}, {"type": "integer"}]}, ["/oneOf"]),
        ({"oneOf": [{"type": "object"}, CAT]}, ["/oneOf"]),
        ({"contains": True, "unevaluatedItems": False}, ["/contains", "/unevaluatedItems"]),
        ({"$ref": "https://example.com/x"}, ["/$ref"]),
        ({"allOf": [{**EITHER} for _ in range(4)] + [{"anyOf": [CAT, DOG, {"required": ["c"]}]}]}, ["/allOf"]),
        ({**ITEMS, "minItems": 1, "oneOf": [{"const": [str(at)]} for at in range(200)]}, ["/oneOf"]),
    ],
)  # fmt: skip
def test_what_no_type_says_is_reported(schema, places):
    assert inexpressible(schema) == places


@pytest.mark.parametrize(
    "schema",
    [
        True,
        {"type": "integer", "minimum": 1, "multipleOf": 2},
        {"type": "string", "pattern": "^a", "format": "date"},
        {"oneOf": [CAT, DOG]},
        {"oneOf": [{"type": "string"}, {"type": "null"}, CAT]},
        {"type": "object", "oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
        {"enum": [1, 2], "not": {"const": 1}},
        {"not": {"required": ["a"]}},
        {"if": {"required": ["a"]}, "then": {"required": ["b"]}},
        {"patternProperties": {"^x-": {}}, "propertyNames": {"enum": ["x-a"]}},
        {"allOf": [{"properties": {"a": True}}], "unevaluatedProperties": False},
        {"allOf": [{**EITHER} for _ in range(4)]},
        {"type": "object", "properties": {"id": True}, "anyOf": [{"required": [str(at)]} for at in range(60)]},
        {"oneOf": [{"const": at} for at in range(200)]},
        {"default": {"contains": 1}, "enum": [{"not": 1}]},
    ],
)
def test_what_types_and_comments_say_is_not(schema):
    assert inexpressible(schema) == []
