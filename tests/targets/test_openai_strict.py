"""The strict transform, rule by rule."""

import pytest
from jsonschema import Draft202012Validator

from small_bundles import bundle, server, tool
from toolc.emit import Options, emit
from toolc.schema.strict.limits import beyond_limits
from toolc.schema.strict.transform import strict_schema
from toolc.targets.register import TARGETS


def strict(schema):
    result, problems = strict_schema(schema)
    assert problems == []
    Draft202012Validator.check_schema(result)
    return result


def refusals(schema):
    return [(problem.code, problem.place) for problem in strict_schema(schema)[1]]


def prop(schema, required=True):
    """What becomes of one property."""
    root = {"type": "object", "properties": {"p": schema}, "required": ["p"] if required else []}
    root["$defs"] = {
        "E": {"enum": ["a", "b"], "type": "string", "title": "E"},
        "N": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    }
    return strict(root)["properties"]["p"]


NULL = {"type": "null"}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string", "title": "T", "examples": ["x"], "default": "x"}, {"type": "string"}),
        ({"type": "string", "minLength": 1, "pattern": "^a"}, {"type": "string", "minLength": 1, "pattern": "^a"}),
        ({"type": "string", "format": "date-time"}, {"type": "string", "format": "date-time"}),
        (
            {"type": "string", "format": "uri", "description": "Where."},
            {"type": "string", "description": "Where. Format: uri."},
        ),
        ({"enum": ["a", 1]}, {"type": ["integer", "string"], "enum": ["a", 1]}),
        ({"const": "a"}, {"type": "string", "const": "a"}),
        ({"$ref": "#/$defs/E"}, {"$ref": "#/$defs/E"}),
        ({"$ref": "#/$defs/E", "description": "Which."}, {"description": "Which.", "anyOf": [{"$ref": "#/$defs/E"}]}),
        ({"allOf": [{"$ref": "#/$defs/E"}], "title": "T"}, {"$ref": "#/$defs/E"}),
        ({"oneOf": [{"type": "string"}, {"type": "integer"}]}, {"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        ({"type": "array", "items": {"type": "string"}, "uniqueItems": False}, {"type": "array", "items": {"type": "string"}}),
        (
            {"type": ["array", "string"], "items": {"type": "string"}, "description": "d", "minLength": 1},
            {
                "anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string", "minLength": 1}],
                "description": "d",
            },
        ),
    ],
)
def test_required_properties(schema, expected):
    assert prop(schema) == expected


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string"}, {"type": ["string", "null"]}),
        ({"type": "integer", "default": 5}, {"type": ["integer", "null"], "description": "Null means the default: 5."}),
        ({"type": ["string", "null"], "default": "x"}, {"type": ["string", "null"], "description": 'Default: "x".'}),
        ({"enum": ["a"], "type": "string"}, {"type": ["string", "null"], "enum": ["a", None]}),
        ({"const": 1, "description": "d"}, {"description": "d", "anyOf": [{"type": "integer", "const": 1}, NULL]}),
        ({"const": 1, "default": 1}, {"type": "integer", "const": 1}),
        ({"anyOf": [{"type": "string"}, NULL], "default": None}, {"anyOf": [{"type": "string"}, NULL]}),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, {"anyOf": [{"type": "string"}, {"type": "integer"}, NULL]}),
        ({"$ref": "#/$defs/E"}, {"anyOf": [{"$ref": "#/$defs/E"}, NULL]}),
        ({"$ref": "#/$defs/N"}, {"$ref": "#/$defs/N"}),
        (
            {"type": "array", "items": {"type": "string"}, "description": "d"},
            {"description": "d", "anyOf": [{"type": "array", "items": {"type": "string"}}, NULL]},
        ),
    ],
)
def test_optional_properties(schema, expected):
    assert prop(schema, required=False) == expected


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "object", "additionalProperties": {"type": "integer"}}, ("TC502", "")),
        ({"type": "object", "additionalProperties": True}, ("TC502", "")),
        ({"type": "object"}, ("TC502", "")),
        ({"type": "object", "properties": {}, "additionalProperties": True}, ("TC502", "")),
        ({"type": "object", "properties": {}, "patternProperties": {"a": {}}}, ("TC502", "/patternProperties")),
        ({}, ("TC503", "")),
        (True, ("TC503", "")),
        (False, ("TC503", "")),
        ({"title": "Any"}, ("TC503", "")),
        ({"minimum": 1}, ("TC503", "")),
        ({"not": {"type": "string"}}, ("TC503", "/not")),
        ({"type": "array"}, ("TC503", "/items")),
        ({"type": "array", "items": {"type": "string"}, "uniqueItems": True}, ("TC503", "/uniqueItems")),
        ({"type": "array", "items": {"type": "string"}, "prefixItems": [{"type": "string"}]}, ("TC503", "/prefixItems")),
        ({"allOf": [{"type": "string"}, {"minLength": 1}]}, ("TC503", "/allOf")),
        ({"oneOf": [{"type": "number"}, {"type": "integer"}]}, ("TC503", "/oneOf")),
        ({"enum": [{}]}, ("TC503", "")),
        ({"anyOf": [{"type": "string"}], "minLength": 1}, ("TC503", "")),
        ({"$ref": "#/properties/p"}, ("TC503", "/$ref")),
        ({"type": "object", "properties": {}, "required": ["x"]}, ("TC503", "/required")),
    ],
)
def test_what_cannot_be_said(schema, expected):
    found = refusals({"type": "object", "properties": {"p": schema}, "required": ["p"]})
    assert (expected[0], "/properties/p" + expected[1]) in found


@pytest.mark.parametrize(
    "root", [{"type": "array", "items": {"type": "string"}}, {"anyOf": [{"type": "object", "properties": {}}]}]
)
def test_the_root_is_an_object(root):
    assert refusals(root) == [("TC503", "")]


def test_a_tool_without_parameters():
    closed = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
    assert strict({"type": "object"}) == strict({"type": "object", "properties": {}}) == closed


def test_a_recursive_root_that_is_a_reference():
    node = {"type": "object", "properties": {"next": {"anyOf": [{"$ref": "#/$defs/Node"}, NULL], "default": None}}}
    result = strict({"$ref": "#/$defs/Node", "$defs": {"Node": node}})
    assert result["type"] == "object"
    assert result["$defs"]["Node"]["properties"]["next"] == {"anyOf": [{"$ref": "#/$defs/Node"}, NULL]}


def test_definitions_nobody_refers_to_are_left_out():
    unused = {"Free": {"type": "object", "additionalProperties": True}}
    assert "$defs" not in strict({"type": "object", "properties": {}, "$defs": unused})


def test_a_discriminated_union_keeps_its_tag():
    """pydantic: the tag has a default, so it is not required; the union would be ambiguous if it could be null."""
    cat, dog = (
        {"type": "object", "properties": {"kind": {"const": kind, "default": kind, "type": "string"}}}
        for kind in ("cat", "dog")
    )
    pet = {
        "oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}],
        "discriminator": {"propertyName": "kind", "mapping": {"cat": "#/$defs/Cat", "dog": "#/$defs/Dog"}},
    }
    result = strict({"type": "object", "properties": {"pet": pet}, "required": ["pet"], "$defs": {"Cat": cat, "Dog": dog}})
    assert result["properties"]["pet"] == {"anyOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]}
    assert result["$defs"]["Cat"]["properties"]["kind"] == {"type": "string", "const": "cat"}


def test_definitions_that_multiply_take_no_time():
    """Each definition names the next one twice, forty deep: 2^40 paths."""
    definitions = {f"D{i}": {"anyOf": [{"$ref": f"#/$defs/D{i + 1}"}] * 2} for i in range(40)}
    definitions["D40"] = {"type": "string"}
    union = {"oneOf": [{"$ref": "#/$defs/D0"}, {"type": "integer"}]}
    result = strict({"type": "object", "properties": {"p": union, "q": {"$ref": "#/$defs/D0"}}, "$defs": definitions})
    assert beyond_limits(result) == []


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"properties": {f"p{i}": {} for i in range(5001)}}, "5001 properties, 5000"),
        ({"enum": [str(i) for i in range(1001)]}, "1001 enum values, 1000"),
        ({"enum": ["x" * 60 + str(i) for i in range(251)]}, "characters in one long enum, 15000"),
        ({"const": "x" * 120_001}, "120001 characters"),
        (
            {"$ref": "#/$defs/D0", "$defs": {f"D{i}": {"properties": {"p": {"$ref": f"#/$defs/D{i + 1}"}}} for i in range(12)}},
            "levels",
        ),
    ],
)
def test_limits(schema, words):
    assert any(words in said for said in beyond_limits(schema))


def test_a_tool_that_cannot_be_strict_is_left_out_alone():
    free = tool("free", schema={"type": "object", "properties": {"p": {"type": "object", "additionalProperties": True}}})
    files, [diagnostic] = emit(bundle(server(free, tool("fine", 2))), [TARGETS["openai-strict"]], Options())
    assert diagnostic.code == "TC502"
    assert diagnostic.message == "`free` cannot be called in OpenAI's strict mode: keys are free (at /properties/p)"
    left_out, tools = sorted(files, key=lambda one: one.path)
    assert '"fine"' in tools.text and '"free"' not in tools.text
    assert '"free"' in left_out.text and '"fine"' not in left_out.text
