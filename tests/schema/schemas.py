"""Random schemas, and values that come near to fitting them."""

from typing import Any

from hypothesis import strategies as st

KEYS = ("a", "b", "x-a", "x-b", "kind")
SCALARS = st.sampled_from([None, True, False, 0, 1, 2, 1.5, -1, "", "a", "b", "xx"])
TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3),
    max_leaves=6,
)
_LEAVES = st.one_of(
    st.booleans(),
    st.just({}),
    st.sampled_from(TYPES).map(lambda name: {"type": name}),
    st.lists(st.sampled_from(TYPES), min_size=1, max_size=3, unique=True).map(lambda names: {"type": names}),
    SCALARS.map(lambda value: {"const": value}),
    st.lists(SCALARS, min_size=1, max_size=3).map(lambda values: {"enum": values}),
    st.sampled_from(["#/$defs/A", "#/$defs/B"]).map(lambda ref: {"$ref": ref}),
)


def _fields(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    names = st.sampled_from(KEYS)
    table = st.dictionaries(names, inner, max_size=3)
    return st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(["object", "array", "string", ["object", "null"]]),
            "properties": table,
            "required": st.lists(names, max_size=2, unique=True),
            "additionalProperties": inner,
            "patternProperties": st.dictionaries(st.sampled_from(["^x-", "a", "^x-a", ".*", "^x"]), inner, max_size=2),
            "propertyNames": st.lists(names, max_size=3, unique=True).map(lambda listed: {"enum": listed}),
            "prefixItems": st.lists(inner, min_size=1, max_size=2),
            "items": inner,
            "minItems": st.integers(0, 2),
            "maxItems": st.integers(0, 3),
            "minimum": st.integers(0, 2),
            "minLength": st.integers(0, 2),
            "allOf": st.lists(inner, min_size=1, max_size=2),
            "anyOf": st.lists(inner, min_size=1, max_size=3),
            "oneOf": st.lists(inner, min_size=1, max_size=2),
            "not": inner,
            "if": inner,
            "then": inner,
            "else": inner,
            "dependentRequired": st.dictionaries(names, st.lists(names, max_size=2, unique=True), max_size=1),
            "dependentSchemas": st.dictionaries(names, inner, max_size=1),
            "unevaluatedProperties": inner,
            "unevaluatedItems": inner,
            "contains": inner,
        },
    )


_INNER = st.recursive(_LEAVES, _fields, max_leaves=8)


def _guarded(schema: Any) -> Any:
    """Definitions hold references only one level down, so that no schema is only itself."""
    return {"type": "object", "properties": {"a": schema}} if "$ref" in str(schema) else schema


@st.composite
def documents(draw: st.DrawFn) -> Any:
    body = draw(_fields(_INNER))
    return {**body, "$defs": {"A": _guarded(draw(_INNER)), "B": _guarded(draw(_INNER))}}
