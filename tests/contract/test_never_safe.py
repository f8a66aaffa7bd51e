"""What is called safe is safe: values of the old schema, made along it, against the new one, by another validator.

Schemas as pydantic writes them for models: references, unions of tagged models, nullable members, several in one tool. A question
that was too much to settle must not answer the next one.
"""

from random import Random
from typing import Any

import jsonschema
import pytest

from contract.oracle_schemas import leaf
from toolc.contract.inclusion import Document, Prover, judge_inclusion
from toolc.contract.inclusion.refute import Maker, Mentioned
from toolc.contract.schemas import differences

BREAKS = {"TD110", "TD111", "TD112", "TD113", "TD199"}
KINDS = ("cat", "dog", "eel")


def model(rng: Random, kind: str) -> dict[str, Any]:
    members = {name: leaf(rng) for name in rng.sample("abc", rng.randint(1, 2))}
    return {"type": "object", "properties": {"kind": {"const": kind}, **members}, "required": ["kind", *members]}


def tool(rng: Random) -> dict[str, Any]:
    """Arguments of which most are unions of models."""
    definitions = {kind: model(rng, kind) for kind in KINDS}
    refs = [{"$ref": f"#/$defs/{kind}"} for kind in KINDS]
    properties: dict[str, Any] = {}
    for name in ("pet", "other", "more")[: rng.randint(1, 3)]:
        union = {"anyOf": [*rng.sample(refs, rng.randint(2, 3)), *rng.choice([[], [{"type": "null"}], [leaf(rng)]])]}
        properties[name] = rng.choice([union, union, {"anyOf": [leaf(rng), leaf(rng)]}, {"type": "array", "items": union}])
    required = rng.sample(sorted(properties), rng.randint(0, len(properties)))
    return {"type": "object", "properties": properties, "required": required, "$defs": definitions}


def edited(old: dict[str, Any], rng: Random) -> dict[str, Any]:
    """One or two members of models, or members of unions, are others."""
    new: dict[str, Any] = {**old, "$defs": {**old["$defs"]}, "properties": {**old["properties"]}}
    for _ in range(rng.randint(1, 2)):
        if rng.random() < 0.6:
            kind = rng.choice(KINDS)
            new["$defs"][kind] = model(rng, kind)
        else:
            name = rng.choice(sorted(new["properties"]))
            union = new["properties"][name].get("anyOf")
            new["properties"][name] = {"anyOf": union[:-1] if union and len(union) > 2 else [leaf(rng), leaf(rng)]}
    return new


@pytest.mark.parametrize("seed", range(300))
def test_what_is_called_safe_is_safe(seed: int) -> None:
    rng = Random(seed)
    old = tool(rng)
    new = edited(old, rng)
    found = {one.code for one in differences(old, new, "input")}
    if found & BREAKS:
        return
    check = jsonschema.Draft202012Validator(new)
    for value in Maker(Prover(Document(old), Document(old), told=True), Mentioned([old, new])).values(old, 6):
        assert check.is_valid(value), (found, value)


@pytest.mark.parametrize("seed", range(100))
def test_the_second_answer_is_the_first(seed: int) -> None:
    rng = Random(seed)
    old = tool(rng)
    new = edited(old, rng)
    prover = Prover(Document(old), Document(new), told=True)
    first = prover.proves(old, new)
    assert [prover.proves(old, new) for _ in range(3)] == [first] * 3
    for name, schema in old["properties"].items():
        fresh = Prover(Document(old), Document(new), told=True).proves(schema, new["properties"][name])
        assert prover.proves(schema, new["properties"][name]) == fresh
    if judge_inclusion(prover, old, new).answer == "yes":
        assert first


def test_two_unions_that_are_too_much_at_once() -> None:
    """The case that showed it: a union of models and a union of types change in one tool."""
    text, whole = {"type": "string"}, {"type": "integer"}

    def adopt(name: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
        cat = {"type": "object", "properties": {"kind": {"const": "cat"}, "lives": whole}, "required": ["kind", "lives"]}
        dog = {"type": "object", "properties": {"kind": {"const": "dog"}, "name": name}, "required": ["kind", "name"]}
        pet = {"anyOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]}
        return {
            "type": "object",
            "properties": {"pet": pet, "other": {"anyOf": [whole, other]}},
            "required": ["pet"],
            "$defs": {"Cat": cat, "Dog": dog},
        }

    found = differences(adopt(text, text), adopt(whole, {"type": "null"}), "input")
    assert {(one.code, one.at) for one in found} == {("TD112", "other"), ("TD112", 'pet(kind="dog").name')}
