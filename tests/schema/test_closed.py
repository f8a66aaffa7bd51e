"""Schemas as OpenAI's libraries make them strict. Expected values: openai-agents 0.24.0 and openai 3.54.0, run."""

from typing import Any

import pytest

from toolc.schema.reshape import Unstrict, closed_by_agents, closed_by_openai

OPEN = {"type": "object", "additionalProperties": {"type": "string"}}
NODE = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node", "description": "The next."}}}


def of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def test_every_object_is_closed_and_every_key_required() -> None:
    schema = {**of(a={"anyOf": [of(b={}), {"items": of(), "type": "array"}]}), "$defs": {"C": of(d={"default": None})}}
    closed = {"additionalProperties": False}
    for made in (closed_by_agents(schema), closed_by_openai(schema)):
        inner, array = made["properties"]["a"]["anyOf"]
        assert made["required"] == ["a"] and closed.items() <= made.items()
        assert inner == {**of(b={}), **closed, "required": ["b"]}
        assert array["items"] == {**of(), **closed, "required": []}
        assert made["$defs"]["C"]["properties"] == {"d": {}}
    assert "required" not in schema


def test_a_reference_with_something_beside_it_is_replaced() -> None:
    schema = {
        **of(a={"$ref": "#/$defs/A", "description": "Here."}),
        "$defs": {"A": {"description": "There.", "type": "integer"}},
    }
    assert closed_by_agents(schema)["properties"]["a"] == {"description": "Here.", "type": "integer"}
    assert closed_by_openai(schema)["properties"]["a"] == {"description": "Here.", "type": "integer"}


def test_choices() -> None:
    schema = of(a={"oneOf": [of()]})
    assert "anyOf" in closed_by_agents(schema)["properties"]["a"]
    assert closed_by_openai(schema)["properties"]["a"] == {"oneOf": [of()]}


def test_what_openai_does_not_judge() -> None:
    assert closed_by_openai(OPEN) == OPEN
    assert closed_by_openai(of(a={"allOf": [{"type": "string"}]}))["properties"]["a"] == {"type": "string"}


@pytest.mark.parametrize(
    ("schema", "path"),
    [
        (of(a=OPEN), ("properties", "a")),
        (of(a={"additionalProperties": {}}), ("properties", "a")),
        (of(a=True), ("properties", "a")),
        ({"anyOf": [of()]}, ()),
        ({"type": ["object", "null"]}, ()),
        ({**of(a={"$ref": "#/$defs/A", "minLength": 1}), "$defs": {"A": {}}}, ("properties", "a")),
        (of(a={"$ref": "#/$defs/B", "title": "B"}), ("properties", "a")),
    ],
)
def test_what_openai_agents_refuses(schema: dict[str, Any], path: tuple[str, ...]) -> None:
    with pytest.raises(Unstrict) as raised:
        closed_by_agents(schema)
    assert raised.value.path == path and raised.value.known


@pytest.mark.parametrize("close", [closed_by_agents, closed_by_openai])
def test_what_has_no_end(close: Any) -> None:
    with pytest.raises(Unstrict):
        close({**of(a={"$ref": "#/$defs/Node"}), "$defs": {"Node": NODE}})
    deep: dict[str, Any] = {}
    for _ in range(5000):
        deep = {"items": deep}
    with pytest.raises(Unstrict):
        close(deep)


def test_nothing_becomes_an_object_without_keys() -> None:
    assert closed_by_agents({}) == {"additionalProperties": False, "type": "object", "properties": {}, "required": []}
