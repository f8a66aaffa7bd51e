"""From schema to TypeScript text."""

from typing import Any

import pytest

from toolc.schema.view import view
from toolc.schema.view.names import Names
from toolc.targets.typescript.spell import Speller

OPEN = "[key: string]: unknown"

TABLE: list[tuple[Any, str]] = [
    (True, "unknown"),
    (False, "never"),
    ({"type": "integer"}, "number"),
    ({"type": ["string", "null"]}, "string | null"),
    ({"type": "array", "items": {"type": ["string", "null"]}}, "(string | null)[]"),
    ({"enum": ["a", 1, None, True, -1.5]}, '"a" | 1 | true | -1.5 | null'),
    ({"const": {"a": [1, {"b-c": "|"}]}}, '{ a: [1, { "b-c": "|" }] }'),
    ({"type": "object"}, f"{{ {OPEN} }}"),
    ({"type": "object", "additionalProperties": False}, "{ [key: string]: never }"),
    ({"type": "object", "additionalProperties": {"type": "string"}}, "{ [key: string]: string }"),
    ({"type": "object", "properties": {"a": {"type": "null"}}, "additionalProperties": {"type": "string"}},
     "{ a?: null; [key: string]: string | null | undefined }"),
    ({"type": "object", "properties": {"toString": {"type": "string"}}, "additionalProperties": False},
     '{ toString?: string | Object["toString"] }'),
    ({"type": "object", "required": ["a-b", "class"]}, '{ "a-b": unknown; class: unknown }'),
    ({"type": "object", "properties": {"a": {"type": "null"}}}, "{ a?: null }"),
    ({"type": "object", "properties": {"a": {"type": "null"}}, "additionalProperties": True}, f"{{ a?: null; {OPEN} }}"),
    ({"allOf": [{"properties": {"a": {"type": "null"}}}, {"type": "object", "properties": {"b": {"type": "null"}}}]},
     "{ a?: null; b?: null }"),
    ({"type": "object", "properties": {"a": {"type": "null"}}, "unevaluatedProperties": {"type": "null"}},
     "{ a?: null; [key: string]: null | undefined }"),
    ({"type": "array", "prefixItems": [{"type": "string"}, {"enum": ["a", "b"]}], "items": False, "minItems": 1},
     '[string, ("a" | "b")?]'),
    ({"type": "array", "prefixItems": [{"type": "string"}]}, "[string?, ...unknown[]]"),
    ({"type": "array", "items": {"type": "string"}, "minItems": 2}, "string[]"),
    ({"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 3}, "string[]"),
    ({"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2}, "[string, string]"),
    ({"type": "array", "items": {"type": "string"}, "minItems": 9, "maxItems": 9}, "string[]"),
    ({"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "null"}, "minItems": 3}, "[string, ...null[]]"),
    ({"type": "array", "maxItems": 0}, "[]"),
    ({"type": "object", "patternProperties": {"^x-": {"type": "string"}}}, f"{{ [key: `x-${{string}}`]: string; {OPEN} }}"),
    ({"anyOf": [{"type": "object", "properties": {k: {"type": "null"}}, "required": [k], "additionalProperties": False}
                for k in "ab"]}, "{ a: null; b?: never } | { b: null; a?: never }"),
    ({"enum": ["a" * 40, "b" * 40]}, f'\n  | "{"a" * 40}"\n  | "{"b" * 40}"'),
    ({"type": "array", "items": {"enum": ["a" * 40, "b" * 40]}}, f'(\n  | "{"a" * 40}"\n  | "{"b" * 40}"\n)[]'),
    ({"type": "object", "properties": {"a": {"type": "integer", "description": "One"}}, "additionalProperties": False},
     "{\n  /** One */\n  a?: number;\n}"),
    ({"type": "object", "properties": {"a": {"type": "integer", "minimum": 1}}, "additionalProperties": False},
     "{\n  /** Integer at least 1. */\n  a?: number;\n}"),
    ({"type": "object", "properties": {"a": {"type": "string", "format": "uuid", "examples": ["6f1c", "x"], "maxLength": 9}},
      "additionalProperties": False},
     '{\n  /**\n   * Length at most 9.\n   * @format uuid\n   * @example "6f1c"\n   */\n  a?: string;\n}'),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "expected"), TABLE)
def test_table(schema: Any, expected: str) -> None:
    assert Speller({}, {}).text(view(schema, Names())) == expected


def test_objects_that_are_open_by_default_have_an_index_where_it_is_asked_for() -> None:
    type_ = view({"type": "object", "properties": {"a": {"type": "object", "properties": {"b": False}}}}, Names())
    inside = f"{{ b?: never; {OPEN} }}"
    assert Speller({}, {}, indexed=True).text(type_) == f"{{ a?: {inside}; {OPEN} }}"
