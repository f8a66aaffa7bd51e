"""The promise of strict mode on random schemas: what is valid there is valid for the tool, once a registry has
dropped the nulls of absent keys, and it stays in the subset."""

from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from toolc.runtime.absent import without_nulls
from toolc.schema.keywords import subschemas
from toolc.schema.strict.transform import strict_schema

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
        assert original.is_valid(without_nulls(value, schema))


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
