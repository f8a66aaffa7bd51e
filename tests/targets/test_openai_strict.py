import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from small_bundles import bundle, server, tool
from toolc.emit import Options, emit
from toolc.schema.wellformed.keywords import subschemas
from toolc.targets import TARGETS
from toolc.targets.openai_strict.limits import beyond_limits
from toolc.targets.openai_strict.transform import strict_schema


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
    assert '"fine"' in files[0].text
    assert '"free"' not in files[0].text


# --- the promise -----------------------------------------------------------------------------------------------------

scalars = st.sampled_from(
    [
        {"type": "string"},
        {"type": "string", "minLength": 1},
        {"type": "string", "maxLength": 1, "title": "T"},
        {"type": "string", "format": "uri"},
        {"type": "integer"},
        {"type": "integer", "minimum": 1},
        {"type": "number", "exclusiveMaximum": 2},
        {"type": "boolean"},
        {"type": "null"},
        {"enum": ["a", "b"], "type": "string"},
        {"const": "a", "type": "string"},
        {"const": 1},
        {"enum": [1, "a", None]},
        {"$ref": "#/$defs/Named"},
        {"$ref": "#/$defs/Tree", "description": "A tree."},
        {"type": ["string", "null"]},
    ]
)


def objects(inner):
    names = st.sampled_from(["a", "b", "c"])
    return st.builds(
        lambda properties, required, default, closed: {
            "type": "object",
            "properties": {name: {**schema, **default.get(name, {})} for name, schema in properties.items()},
            "required": [name for name in properties if name in required],
            **closed,
        },
        st.dictionaries(names, inner, max_size=3),
        st.sets(names),
        st.dictionaries(names, st.sampled_from([{"default": None}, {"default": "a"}, {"default": 1}]), max_size=2),
        st.sampled_from([{}, {"additionalProperties": False}]),
    )


def unions(inner):
    return st.builds(
        lambda key, members: {key: members},
        st.sampled_from(["anyOf", "anyOf", "oneOf"]),
        st.lists(inner, min_size=1, max_size=3),
    )


def tagged(inner):
    """A discriminated union whose tags may be left out."""

    def union(one, two):
        members = [
            {**member, "properties": {**member["properties"], "kind": {"const": kind, "default": kind}}}
            for member, kind in ((one, "x"), (two, "y"))
        ]
        return {"oneOf": members, "discriminator": {"propertyName": "kind"}}

    return st.builds(union, objects(inner), objects(inner))


anything = st.recursive(
    scalars,
    lambda inner: (
        st.builds(lambda items: {"type": "array", "items": items}, inner)
        | objects(inner)
        | unions(inner)
        | tagged(inner)
        | st.builds(lambda member: {"allOf": [member], "description": "d"}, inner)
    ),
    max_leaves=5,
)
roots = st.builds(
    lambda root, named: {
        **root,
        "$defs": {
            "Named": named,
            "Tree": {
                "type": "object",
                "properties": {
                    "a": {"type": "array", "items": {"$ref": "#/$defs/Tree"}},
                    "b": {"type": "integer", "default": 1},
                },
            },
        },
    },
    objects(anything),
    anything.filter(lambda schema: "Named" not in repr(schema)),
)


def instances(schema, root, depth=0):
    """Some values for a strict schema, most of them valid."""
    if "$ref" in schema:
        return instances(root["$defs"][schema["$ref"].split("/")[-1]], root, depth + 1)
    if "anyOf" in schema:
        return st.one_of([instances(member, root, depth + 1) for member in schema["anyOf"]]) if depth < 8 else st.none()
    if "enum" in schema or "const" in schema:
        return st.sampled_from(schema.get("enum", [schema.get("const")]))
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    simple = {
        "string": st.sampled_from(["", "a", "bb"]),
        "integer": st.sampled_from([0, 1, 5]),
        "number": st.sampled_from([0, 1.5, 5]),
        "boolean": st.booleans(),
        "null": st.none(),
    }
    if kinds == ["object"]:
        return st.fixed_dictionaries(
            {name: instances(member, root, depth + 1) for name, member in schema["properties"].items()}
        )
    if kinds == ["array"]:
        return st.lists(instances(schema["items"], root, depth + 1), max_size=2) if depth < 6 else st.just([])
    return st.one_of([simple[kind] for kind in kinds])


def without_nulls(value, schema, root, depth=0):
    """Every reading of a value with nulls of optional keys dropped: which keys are optional depends on the union's member."""
    if not isinstance(schema, dict) or depth > 12:
        return [value]
    if "$ref" in schema:
        return without_nulls(value, root["$defs"][schema["$ref"].split("/")[-1]], root, depth + 1)
    for keyword in ("anyOf", "oneOf", "allOf"):
        if keyword in schema:
            return [reading for member in schema[keyword] for reading in without_nulls(value, member, root, depth + 1)]
    if isinstance(value, list) and "items" in schema:
        readings = [without_nulls(member, schema["items"], root, depth + 1)[:4] for member in value]
        return [list(choice) for choice in itertools.islice(itertools.product(*readings), 60)]
    if not isinstance(value, dict) or "properties" not in schema:
        return [value]
    kept = {
        name: without_nulls(member, schema["properties"].get(name), root, depth + 1)[:4]
        for name, member in value.items()
        if member is not None or name in schema.get("required", ())
    }
    return [dict(zip(kept, choice, strict=True)) for choice in itertools.islice(itertools.product(*kept.values()), 60)]


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_what_is_valid_in_strict_mode_is_valid_for_the_tool(data):
    schema = data.draw(roots)
    result, problems = strict_schema(schema)
    if problems:
        return
    Draft202012Validator.check_schema(result)
    value = data.draw(instances(result, result))
    if Draft202012Validator(result).is_valid(value):
        original = Draft202012Validator(schema)
        assert any(original.is_valid(reading) for reading in without_nulls(value, schema, schema))


@settings(max_examples=200, deadline=None)
@given(roots)
def test_what_comes_out_is_in_the_subset(schema):
    result, problems = strict_schema(schema)
    if problems:
        return

    def visit(part):
        assert not {"title", "default", "oneOf", "allOf", "examples", "discriminator"} & set(part)
        assert set(part) == {"$ref"} if "$ref" in part else ("type" in part) != ("anyOf" in part)
        if part.get("type") == "object":
            assert part["additionalProperties"] is False
            assert part["required"] == list(part["properties"])
        for path, member in subschemas(part):
            if path != ("additionalProperties",):
                visit(member)

    visit(result)
