"""Types for languages in which every type has a name: what is declared, under which name, and what a union comes to."""

from time import process_time
from typing import Any

from client_bundles import bundle, tool
from toolc.ir import NamedType, Numeric, Ref, String, Type, Union
from toolc.schema.view.names import Names
from toolc.targets.casing import pascal
from toolc.targets.nominal import declare_models
from toolc.targets.nominal.flatten import Flattening
from toolc.targets.nominal.newer import extensible
from toolc.targets.nominal.recursion import circular
from toolc.targets.nominal.shapes import (
    Alias,
    Declaration,
    Enum,
    Json,
    ListOf,
    Named,
    Nil,
    Nullable,
    OneOf,
    Real,
    Record,
    Text,
    Whole,
)


def of(schema: Any) -> dict[str, Declaration]:
    """The declarations for the result of one tool, called `Result`."""
    names = Names()
    (package,) = bundle([tool("t", {"type": "object"}, names, schema)], names).packages
    own = {one.name: one.name for one in package.types}
    result = package.servers[0].tools[0].result
    assert result is not None
    taken = {"Result", *own}

    def claim(wanted: str) -> str:
        free = wanted if wanted not in taken else f"{wanted}2"
        taken.add(free)
        return free

    return {one.name: one for one in declare_models(package.types, own, [NamedType("Result", result)], claim, pascal)}


def any_of(*several: Any) -> dict[str, Any]:
    return {"anyOf": list(several)}


TEXT, WHOLE, NUMBER, NULL = ({"type": kind} for kind in ("string", "integer", "number", "null"))


def test_null_stands_apart() -> None:
    assert of(any_of(TEXT, NULL))["Result"] == Alias("Result", Nullable(Text()))
    assert of(NULL)["Result"] == Alias("Result", Nil())
    assert of({})["Result"] == Alias("Result", Json())


def test_what_another_member_takes_is_left_out() -> None:
    assert of(any_of(WHOLE, NUMBER))["Result"] == Alias("Result", Real())
    assert of(any_of({"enum": ["auto"]}, TEXT))["Result"] == Alias("Result", Text())
    assert of(any_of(TEXT, {}))["Result"] == Alias("Result", Json())


def test_listed_values_part_by_kind() -> None:
    found = of({"enum": ["a", 1, None, "b"]})
    union = found["ResultValue"]
    assert found["Result"] == Alias("Result", Nullable(Named("ResultValue"))) and isinstance(union, OneOf)
    assert [found[one.shape.name] for one in union.variants if isinstance(one.shape, Named)] == [
        Enum("ResultValueString", ("a", "b"), ("a", "b")), Enum("ResultValueInt", (1,), ("1",)),
    ]  # fmt: skip


def test_a_union_has_the_tag_that_tells_all_apart() -> None:
    cat, dog = ({"type": "object", "properties": {"is": {"const": one}}, "required": ["is"]} for one in ("cat", "dog"))
    union = of(any_of(cat, dog))["Result"]
    assert isinstance(union, OneOf) and union.tag == "is"
    assert [(one.label, one.tag) for one in union.variants] == [("Cat", ("cat",)), ("Dog", ("dog",))]
    untagged = of(any_of(cat, {"type": "object", "properties": {"is": {"type": "string"}}}))["Result"]
    assert isinstance(untagged, OneOf) and untagged.tag == ""


def test_the_same_union_is_declared_once() -> None:
    kinds = {"A": {"type": "object", "properties": {"a": TEXT}}, "B": {"type": "object", "properties": {"b": TEXT}}}
    either = any_of({"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"})
    found = of(
        {"type": "object", "properties": {"x": either, "y": either, "z": any_of(*either["anyOf"], WHOLE)}, "$defs": kinds}
    )
    assert [one.name for one in found.values() if isinstance(one, OneOf)] == ["ResultX", "ResultZ"]


def test_a_named_type_that_may_be_null_is_null_where_it_is_mentioned() -> None:
    defs = {"Maybe": any_of({"type": "object", "properties": {"next": {"$ref": "#/$defs/Maybe"}}, "required": ["next"]}, NULL)}
    found = of({"type": "array", "items": {"$ref": "#/$defs/Maybe"}, "$defs": defs})
    record = found["Maybe"]
    assert isinstance(record, Record) and record.fields[0].shape == Nullable(Named("Maybe"))
    assert found["Result"] == Alias("Result", ListOf(Nullable(Named("Maybe"))))


def test_a_constant_needs_no_place_where_it_is_always_there() -> None:
    schema = {
        "type": "object",
        "properties": {
            "a": {"const": 1},
            "b": {"const": "x", "default": "x"},
            "c": {"const": "y"},
            "d": {"const": True, "default": 1},
        },
        "required": ["a"],
    }
    record = of(schema)["Result"]
    assert isinstance(record, Record)
    assert [(one.key, one.is_fixed) for one in record.fields] == [("a", True), ("b", True), ("c", False), ("d", False)]


def test_numbers_beyond_64_bits_are_wide() -> None:
    assert of({"type": "integer", "maximum": 2**63})["Result"] == Alias("Result", Whole(wide=True))
    assert of({"type": "integer", "maximum": 2**63 - 1})["Result"] == Alias("Result", Whole())
    assert of({"enum": [2**70]})["Result"] == Alias("Result", Whole(wide=True))
    assert of({"enum": [2**70, 1.5]})["Result"] == Alias("Result", Real())


def test_unions_of_unions_are_opened_once() -> None:
    types: dict[str, Type] = {"A0": String(), "B0": Numeric()}
    for at in range(1, 200):
        both = (Ref(f"A{at - 1}"), Ref(f"B{at - 1}"))
        types |= {f"A{at}": Union(both), f"B{at}": Union(both[::-1])}
    began = process_time()
    assert Flattening(types).alternatives(Ref("A199")).members == (String(), Numeric())
    assert process_time() - began < 5


def test_circles() -> None:
    edges = {"a": ["b"], "b": ["c", "d"], "c": ["a"], "d": ["e", "missing"], "e": ["e"]}
    assert circular(edges) == {("a", "b"), ("b", "c"), ("c", "a"), ("e", "e")}
    chain = {str(at): [str(at + 1)] for at in range(20_000)}
    assert circular(chain) == frozenset()


def test_a_newer_server_may_extend_what_comes_back() -> None:
    kind = {"type": "string", "enum": ["a", "b"]}

    def tagged(*names: str) -> dict[str, Any]:
        return any_of(
            *({"type": "object", "properties": {"t": {"const": name}, "own": kind}, "required": ["t", "own"]} for name in names)
        )

    tried = any_of(WHOLE, {"type": "object", "properties": {"mode": kind}, "required": ["mode"]})
    properties = {"status": kind, "part": {"type": "array", "items": tagged("x", "y")}, "tried": tried}
    found = of({"type": "object", "properties": properties})
    open_ = {one.name for one in extensible(tuple(found.values()), ["Result"]) if getattr(one, "extensible", False)}
    assert {"ResultStatus", "ResultPartItem"} < open_ and len(open_) == 4
    assert not any(name.startswith("ResultTried") for name in open_)
    assert not any(getattr(one, "extensible", False) for one in extensible(tuple(found.values()), []))
