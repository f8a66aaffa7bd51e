"""Schemas said otherwise let the same values through: proved by `contract.inclusion`, in both directions."""

from random import Random
from typing import Any

import pytest

from contract.oracle_schemas import schema as drawn
from toolc.contract.inclusion import Document, Prover
from toolc.providers.base import every
from toolc.schema.reshape import for_gemini, hoist

PART = {
    "type": "object",
    "title": "Part",
    "properties": {"name": {"type": "string"}, "size": {"type": "integer", "minimum": 0}},
}
SAID = {
    "const": ({"const": "x"}, {"enum": ["x"]}),
    "whole numbers": (
        {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 9},
        {"type": "integer", "minimum": 1, "maximum": 8},
    ),
    "both bounds": ({"type": "integer", "exclusiveMinimum": 0, "minimum": 5}, {"type": "integer", "minimum": 5}),
    "words beside a reference": (
        {"properties": {"a": {"$ref": "#/$defs/P", "description": "x"}}, "$defs": {"P": PART}},
        {"properties": {"a": {"anyOf": [{"$ref": "#/$defs/P"}], "description": "x"}}, "$defs": {"P": PART}},
    ),
    "all of one": ({"allOf": [{"type": "string"}], "title": "T"}, {"type": "string", "title": "T"}),
    "all of one, and more": ({"allOf": [{"minLength": 1}], "type": "string"}, {"allOf": [{"minLength": 1}], "type": "string"}),
    "constants that are no texts": ({"const": True}, {"const": True}),
    "numbers": ({"type": "number", "exclusiveMinimum": 0}, {"type": "number", "exclusiveMinimum": 0}),
}


def same(one: Any, other: Any) -> bool:
    old, new = Document(one), Document(other)
    return Prover(old, new).proves(one, other) and Prover(new, old).proves(other, one)


@pytest.mark.parametrize("case", SAID)
def test_in_words_that_gemini_reads(case: str) -> None:
    before, after = SAID[case]
    assert for_gemini(before) == after
    assert for_gemini(after) == after


def decided(schema: Any) -> bool:
    """Whether the prover can tell that a schema is the same as itself, so that its yes to another one means something."""
    return same(schema, schema)


@pytest.mark.parametrize("seed", range(400))
def test_for_gemini_no_value_changes(seed: int) -> None:
    schema = drawn(Random(seed), 3)
    assert not decided(schema) or same(schema, for_gemini(schema))


def test_what_repeats_is_said_once() -> None:
    schema = {"type": "object", "properties": {"a": PART, "b": {"type": "array", "items": PART}, "c": {"type": "string"}}}
    hoisted = hoist(schema)
    assert hoisted["$defs"] == {"Part": PART}
    assert hoisted["properties"]["a"] == hoisted["properties"]["b"]["items"] == {"$ref": "#/$defs/Part"}
    assert hoisted["properties"]["c"] == {"type": "string"}
    assert same(schema, hoisted)


def test_a_name_that_is_taken_stays_with_whom_has_it() -> None:
    schema = {"properties": {"a": PART, "b": PART, "c": {"$ref": "#/$defs/Part"}}, "$defs": {"Part": {"type": "string"}}}
    hoisted = hoist(schema)
    assert hoisted["$defs"] == {"Part": {"type": "string"}, "Part2": PART}
    assert same(schema, hoisted)


@pytest.mark.parametrize("word", ["$id", "$anchor", "$dynamicRef"])
def test_what_has_addresses_of_its_own_stays(word: str) -> None:
    schema = {"properties": {"a": PART, "b": PART, "c": {word: "https://example.com/x"}}}
    assert hoist(schema) is schema
    led = {"properties": {"a": PART, "b": PART, "c": {"$ref": "#/properties/a"}}}
    assert hoist(led) is led


@pytest.mark.parametrize("seed", range(400))
def test_hoisting_changes_no_value_and_never_adds(seed: int) -> None:
    schema = drawn(Random(seed), 3)
    twice = {"type": "object", "properties": {"a": schema, "b": schema}, "required": ["a"]}
    hoisted = hoist(twice)
    assert sum(1 for _ in every(hoisted)) <= sum(1 for _ in every(twice)) + 1
    assert not decided(twice) or same(twice, hoisted)


def test_most_schemas_are_decided() -> None:
    assert sum(decided(drawn(Random(seed), 3)) for seed in range(400)) > 350
