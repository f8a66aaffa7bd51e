"""What each provider makes of a schema, row by row of its table; and that its target mends what it says it mends."""

from typing import Any

import pytest

from toolc.providers.register import PROVIDERS
from toolc.schema.keywords import pointer


def obj(name: str = "a", **schema: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {name: schema}, "required": [name], "additionalProperties": False}


TEXT = {"type": "string"}
PART = {"type": "object", "properties": {"x": TEXT}, "required": ["x"], "additionalProperties": False}
# schema: what each provider has to say of it, where it has anything
ROWS: dict[str, tuple[dict[str, Any], dict[str, set[str]]]] = {
    "plain": (obj(**TEXT), {}),
    "no object": ({"type": "string"}, {name: {"refused"} for name in PROVIDERS if not name.startswith("mcp")}),
    "union at the root": (
        {**obj(**TEXT), "anyOf": [PART]},
        {"openai": {"refused"}, "openai-strict": {"refused"}, "anthropic": {"refused"}, "anthropic-strict": {"refused"}},
    ),
    "enum at the root": ({**obj(**TEXT), "enum": [1]}, {"openai": {"refused"}, "anthropic-strict": {"refused"}}),
    "array without items": (
        obj(type="array"), {"openai": {"refused"}, "openai-strict": {"refused"}},
    ),
    "list in items": (
        obj(type="array", items=[TEXT]),
        {"openai-strict": {"refused"}, "anthropic": {"refused"}, "anthropic-strict": {"refused"}},
    ),
    "open object": (
        {"type": "object", "properties": {"a": TEXT}, "required": ["a"]},
        {"openai-strict": {"changed"}, "anthropic-strict": {"changed"}},
    ),
    "free keys": (
        obj(type="object", additionalProperties=TEXT), {"openai-strict": {"refused"}, "anthropic-strict": {"refused"}},
    ),
    "optional": (
        {"type": "object", "properties": {"a": TEXT}, "additionalProperties": False}, {"openai-strict": {"changed"}},
    ),
    "default": (obj(**TEXT, default="x"), {"openai-strict": {"changed"}}),
    "pattern": (obj(**TEXT, pattern="^a+$"), {"anthropic-strict": {"changed"}, "gemini": {"ignored"}}),
    "pattern that looks around": (obj(**TEXT, pattern="a(?=b)"), {"anthropic-strict": {"changed"}, "gemini": {"ignored"}}),
    "length": (obj(**TEXT, maxLength=3), {"anthropic-strict": {"changed"}, "gemini": {"ignored"}}),
    "bound": (obj(type="integer", minimum=1), {"anthropic-strict": {"changed"}}),
    "exclusive bound": (obj(type="integer", exclusiveMinimum=1), {"anthropic-strict": {"changed"}, "gemini": {"changed"}}),
    "exclusive bound of numbers": (obj(type="number", exclusiveMinimum=1), {"anthropic-strict": {"changed"}, "gemini": {"ignored"}}),
    "one item": (obj(type="array", items=TEXT, minItems=1), {}),
    "two items": (obj(type="array", items=TEXT, minItems=2), {"anthropic-strict": {"changed"}}),
    "unique items": (
        obj(type="array", items=TEXT, uniqueItems=True),
        {"openai-strict": {"refused"}, "anthropic-strict": {"changed"}, "gemini": {"ignored"}},
    ),
    "known format": (obj(**TEXT, format="date-time"), {}),
    "uri": (obj(**TEXT, format="uri"), {"openai-strict": {"changed"}}),
    "other format": (obj(**TEXT, format="path"), {"openai-strict": {"changed"}, "anthropic-strict": {"changed"}}),
    "const": (obj(const="x"), {"gemini": {"changed"}}),
    "const of truth": (obj(const=True), {"gemini": {"ignored"}}),
    "enum of truth": (obj(enum=[True]), {"gemini": {"ignored"}}),
    "one of": (
        obj(oneOf=[TEXT, {"type": "null"}]), {"openai-strict": {"changed"}, "anthropic-strict": {"changed"}, "gemini": {"changed"}},
    ),
    "not": (obj(**{"not": TEXT}), {"openai-strict": {"refused"}, "anthropic-strict": {"refused"}, "gemini": {"ignored"}}),
    "words beside a reference": (
        {**obj(**{"$ref": "#/$defs/P", "description": "x"}), "$defs": {"P": PART}}, {"gemini": {"changed"}},
    ),
    "reference alone": ({**obj(**{"$ref": "#/$defs/P"}), "$defs": {"P": PART}}, {}),
    "a schema that holds itself": (
        {
            **obj(**{"$ref": "#/$defs/T"}),
            "$defs": {"T": {**obj("t", type="array", items={"$ref": "#/$defs/T"})}},
        },
        {"anthropic-strict": {"refused"}},
    ),
    "discriminator": (
        obj(anyOf=[PART], discriminator={"propertyName": "x"}), {"anthropic-strict": {"changed"}},
    ),
}  # fmt: skip


@pytest.mark.parametrize("row", ROWS)
def test_rows(row: str) -> None:
    schema, expected = ROWS[row]
    found = {name: {one.effect for one in provider.judge(schema)} for name, provider in PROVIDERS.items()}
    for name, effects in found.items():
        if name == "ollama":
            continue  # it has rows of its own: it drops something of nearly every schema
        if name == "openai-strict" and row in ("enum at the root",):
            continue  # the rest of the schema is refused or not for reasons of its own
        assert effects == expected.get(name, set()), name


DROPPED = [
    (obj(**TEXT), ["/additionalProperties"]),
    ({"type": "object", "properties": {"a": {**TEXT, "maxLength": 3}}}, ["/properties/a/maxLength"]),
    (
        {"type": "object", "properties": {"a": {"anyOf": [TEXT, {"type": "null"}], "description": "A."}}},
        ["/properties/a/anyOf"],
    ),
    ({"type": "object", "properties": {"a": {"type": "array", "items": {**TEXT, "maxLength": 3}}}}, []),
    ({"type": "object", "properties": {"a": {"enum": ["x"]}}, "required": ["a"]}, []),
]


@pytest.mark.parametrize(("schema", "places"), DROPPED)
def test_what_the_client_of_ollama_drops(schema: dict[str, Any], places: list[str]) -> None:
    assert [pointer(one.place) for one in PROVIDERS["ollama"].judge(schema)] == places


def test_names() -> None:
    takes = {name: provider.names.takes for name, provider in PROVIDERS.items() if provider.names and "@" not in name}
    assert all(take("search_2") for take in takes.values())
    assert {name for name, take in takes.items() if take("a.b")} == {"gemini"}
    assert {name for name, take in takes.items() if take("2")} == set(takes) - {"gemini"}
    assert {name for name, take in takes.items() if take("a" * 65)} == {"anthropic", "anthropic-strict", "gemini"}
    assert not any(take("a" * 129) or take("") or take("ä") for take in takes.values())


def test_places_are_in_the_schema() -> None:
    for schema, _ in ROWS.values():
        for provider in PROVIDERS.values():
            for finding in provider.judge(schema):
                here: Any = schema
                for step in finding.place[:-1]:  # the last may be what is missing
                    here = here[int(step)] if isinstance(here, list) else here[step]
