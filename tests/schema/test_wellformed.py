"""The cheap structural check, held to jsonschema's full one."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

from toolc.schema.keywords import KEYWORDS
from toolc.schema.wellformed import DEEPEST_SCHEMA, outdated_places, problems, unwritable

# Values of every shape, right and wrong, for every keyword. Patterns are plain: dialects are not compared.
plain = st.sampled_from(
    [None, True, False, 0, 1, 2.0, -1, 1.5, "a", "string", "object", "#", "a#b", "", [], ["a"], ["a", "a"], {}]
)
kinds = st.sampled_from(["string", "null", "objekt", ["string", "null"], ["string", "string"], [], ["nope"], 5])
schemas = st.recursive(
    st.booleans() | st.just({}) | st.just({"type": "string"}),
    lambda inner: st.dictionaries(
        st.sampled_from(sorted(KEYWORDS)),
        inner
        | st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["a", "$ref", "items"]), inner, max_size=2)
        | plain
        | kinds,
        max_size=3,
    ),
    max_leaves=6,
)


def accepted(schema):
    try:
        Draft202012Validator.check_schema(schema, format_checker=None)
    except SchemaError:
        return False
    return True


@settings(max_examples=400, deadline=None)
@given(schemas)
def test_agrees_with_the_meta_schema(schema):
    assert (not problems(schema) and not outdated_places(schema)) == accepted(schema)


@pytest.mark.parametrize("keyword", sorted(KEYWORDS))
@pytest.mark.parametrize(
    "value", [None, True, 0, -1, 0.5, "x", [], ["x"], [{}], ["x", "x"], {}, {"a": {}}, {"a": 1}, {"a": ["b"]}, {"a": True}]
)
def test_agrees_on_every_keyword(keyword, value):
    schema = {keyword: value}
    assert (not problems(schema) and not outdated_places(schema)) == accepted(schema)


def test_lists_in_items_are_those_of_older_drafts():
    schema = {"properties": {"a": {"items": [{"items": []}, {}]}}, "default": {"items": []}}
    assert problems(schema) == []
    assert outdated_places(schema) == ["/properties/a/items", "/properties/a/items/0/items"]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "objekt"}, ("/type", "'objekt' is not a type: array, boolean, integer, null, number, object, string")),
        ({"properties": {"a/b": {"type": 5}}}, ("/properties/a~1b/type", "must be the name of a type or an array of them")),
        ({"required": "a"}, ("/required", "must be an array of strings, not a string")),
        ({"anyOf": []}, ("/anyOf", "must be an array of at least one schema")),
        ({"items": [{}, 1]}, ("/items/1", "a schema is an object or a boolean, not a number")),
        ({"not": [{}]}, ("/not", "a schema is an object or a boolean, not an array")),
        ({"minLength": -1}, ("/minLength", "must be a whole number, 0 or more, not a number")),
        ({"default": float("nan")}, ("/default", "JSON cannot write nan")),
        ({"enum": [(1,)]}, ("/enum/0", "JSON has no tuple")),
        ({"properties": {"\ud800": {}}}, ("/properties", "a key is not text that JSON can write")),
        ({"const": {1: 2}}, ("/const", "a key is not text that JSON can write")),
        ({"default": 10**5000}, ("/default", "an integer has more than 4000 digits")),
    ],
)
def test_says_where_and_what(schema, expected):
    assert problems(schema) == [expected]


def test_names_of_properties_are_no_keywords():
    assert problems({"properties": {"type": {"type": "string"}, "$ref": {}, "required": False}}) == []


def test_unknown_keywords_are_annotations():
    assert problems({"x-anything": {"type": "objekt"}}) == []


def test_depth_is_limited_and_what_is_within_is_written():
    def deep(levels):
        schema = {"type": "string"}
        for _ in range(levels):
            schema = {"type": "array", "items": schema}
        return schema

    assert problems(deep(DEEPEST_SCHEMA)) == []
    assert problems(deep(DEEPEST_SCHEMA + 1))
    assert problems(deep(5000))
    json.dumps(deep(DEEPEST_SCHEMA), indent=2)


def test_plain_values():
    assert unwritable({"a": [1, None, "x"]}) == []
    assert unwritable({"a": {1, 2}}) == [("/a", "JSON has no set")]
    value = []
    for _ in range(5000):
        value = [value]
    assert unwritable(value)
