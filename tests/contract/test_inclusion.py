"""Inclusion of schemas: what is proved holds for every value, what is refuted has a value, and little is left open."""

import json
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contract.oracle_schemas import changed, schema
from effort import examples, long
from schema.schemas import VALUES, documents
from toolc.contract.inclusion import decide_inclusion

jsoncompat = pytest.importorskip("jsoncompat", reason="an oracle: another implementation of inclusion")

EXAMPLES = examples(60)

TEXT: dict[str, Any] = {"type": "string"}
TAGGED = [{"type": "object", "properties": {"k": {"const": tag}, tag: TEXT}, "required": ["k"]} for tag in ("a", "b")]


def list_of(name: str) -> dict[str, Any]:
    rest = {"anyOf": [{"$ref": f"#/$defs/{name}"}, {"type": "null"}]}
    return {"$ref": f"#/$defs/{name}", "$defs": {name: {"type": "object", "properties": {"rest": rest}}}}


YES: list[tuple[Any, Any]] = [
    ({"type": "integer"}, {"type": "number"}),
    ({"type": "integer", "minimum": 0, "maximum": 9}, {"anyOf": [{"type": "integer", "maximum": 4}, {"type": "integer", "minimum": 5}]}),
    ({"type": "integer", "exclusiveMinimum": 0}, {"type": "number", "minimum": 1}),
    ({"multipleOf": 6, "type": "integer"}, {"multipleOf": 3, "type": "number"}),
    ({"enum": [1, "a", None]}, {"type": ["integer", "string", "null"]}),
    ({"allOf": [{"maxLength": 5}, TEXT]}, {"type": "string", "maxLength": 5}),
    (list_of("List"), list_of("L")),
    ({"type": "object", "properties": {"k": {"enum": ["a", "b"]}}, "required": ["k"], "additionalProperties": False}, {"oneOf": TAGGED}),
    ({"anyOf": TAGGED}, {"oneOf": TAGGED}),
    ({"type": "array", "items": TEXT, "maxItems": 1}, {"type": "array", "uniqueItems": True}),
    ({"type": "array", "prefixItems": [TEXT], "items": False}, {"type": "array", "maxItems": 1}),
    ({"type": "object", "patternProperties": {"^x": TEXT}, "additionalProperties": False}, {"type": "object", "additionalProperties": TEXT}),
    ({"type": "object", "required": ["a", "b"]}, {"type": "object", "minProperties": 2, "dependentRequired": {"a": ["b"]}}),
    ({"not": TEXT}, {"not": TEXT}),
    (False, TEXT),
    ({"type": "object", "properties": {"a": False}, "required": ["a"]}, False),
]  # fmt: skip
NO: list[tuple[Any, Any]] = [
    ({"type": "number"}, {"type": "integer"}),
    (TEXT, {"type": "string", "maxLength": 200}),
    ({"type": "object"}, {"type": "object", "properties": {"a": TEXT}}),
    ({"type": "array", "items": {"type": ["string", "null"]}}, {"type": "array", "items": TEXT}),
    ({"type": "string", "pattern": "^[a-z]+-[0-9]{3}$"}, {"type": "string", "pattern": "^[a-z]+-[0-9]{2}$"}),
    ({"oneOf": TAGGED}, TAGGED[0]),
    ({"const": True}, {"const": 1}),
    ({"type": "array", "items": TEXT}, {"type": "array", "contains": TEXT}),
]


@pytest.mark.parametrize(("small", "large"), YES)
def test_proved(small: Any, large: Any) -> None:
    assert decide_inclusion(small, large).answer == "yes"


@pytest.mark.parametrize(("small", "large"), NO)
def test_refuted_by_a_value(small: Any, large: Any) -> None:
    verdict = decide_inclusion(small, large)
    assert verdict.answer == "no"
    assert jsonschema.Draft202012Validator(small).is_valid(verdict.witness)
    assert not jsonschema.Draft202012Validator(large).is_valid(verdict.witness)


@pytest.mark.parametrize(
    ("small", "large"),
    [
        ({"type": "string", "pattern": "^a+$"}, {"type": "string", "pattern": "^a{1,}$"}),
        ({"$ref": "https://elsewhere.example/schema"}, TEXT),
        ({"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/A"}}}, TEXT),
        ({"type": "objekt"}, TEXT),
    ],
)
def test_left_open(small: Any, large: Any) -> None:
    assert decide_inclusion(small, large).answer == "unknown"


def test_members_that_nothing_names_count_only_when_asked_for() -> None:
    old = {"type": "object", "properties": {"a": TEXT}}
    new = {"type": "object", "properties": {"a": TEXT, "b": TEXT}}
    assert decide_inclusion(old, new).answer == "no"
    assert decide_inclusion(old, new, told=True).answer == "yes"


def test_a_format_is_met_by_itself_alone() -> None:
    day = {**TEXT, "format": "date"}
    assert decide_inclusion(day, TEXT).answer == "yes" and decide_inclusion(day, day).answer == "yes"
    assert decide_inclusion(TEXT, day).answer == "unknown" and decide_inclusion(TEXT, day, formats=False).answer == "yes"


@long
@given(documents(), documents(), st.integers(0, 2**30), st.lists(VALUES, min_size=8, max_size=20))
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
def test_no_value_contradicts_a_verdict(one: Any, other: Any, seed: int, values: list[Any]) -> None:
    near = changed(one, Random(seed))
    for small, large in ((one, other), (one, near), (near, one)):
        verdict = decide_inclusion(small, large, formats=False)
        first, second = jsonschema.Draft202012Validator(small), jsonschema.Draft202012Validator(large)
        if verdict.answer == "yes":
            assert not [value for value in values if first.is_valid(value) and not second.is_valid(value)]
        if verdict.answer == "no":
            assert first.is_valid(verdict.witness) and not second.is_valid(verdict.witness)


def _joins_numbers(value: Any) -> bool:
    """Whether a union somewhere in a schema has several members that are numbers."""
    if isinstance(value, list):
        return any(map(_joins_numbers, value))
    if not isinstance(value, dict):
        return False
    numbers = [one for one in value.get("anyOf", ()) if one.get("type") in ("integer", "number")]
    return len(numbers) > 1 or any(map(_joins_numbers, value.values()))


@long
def test_another_implementation_agrees() -> None:
    """Two things are known of jsoncompat 0.3.1. It takes `maxLength: 1` for a part of `pattern: ^a+$`, which "" refutes, so patterns
    are left out. And it asks each member of a union alone: it denies that every integer is one from 2 on or a number up to 2.
    """
    rng, count, opened = Random(7), EXAMPLES * 10, 0
    for _ in range(count):
        old = schema(rng, 3)
        new = changed(old, rng) if rng.random() < 0.8 else schema(rng, 2)
        verdict = decide_inclusion(old, new, formats=False)
        opened += verdict.answer == "unknown"
        if verdict.answer != "unknown":
            theirs = jsoncompat.check_compat(json.dumps(old), json.dumps(new), "deserializer")
            together = verdict.answer == "yes" and _joins_numbers(new)
            assert (verdict.answer == "yes") == theirs or together, (old, new, verdict)
    assert opened <= count / 100
