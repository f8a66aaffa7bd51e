"""Definitions put where they are used: takes a schema, gives a copy without local references.

Two rules. `inline_references` follows every reference and keeps what stands beside it. Where a class refers to itself that has
no end, which `Cyclic` says; what a framework does then is its own affair.
"""

from typing import Any

from toolc.ir import JsonSchema
from toolc.schema.keywords import map_subschemas
from toolc.schema.pointer import find

MAX_NODES = 100_000
MAX_DEPTH = 128


class Cyclic(Exception):
    """A reference leads to itself, or the schema grows beyond all bounds."""


def inline_references(schema: JsonSchema, beside: bool = True) -> JsonSchema:
    """Every local reference replaced by what it refers to, keywords beside it winning; `$defs` of the root are gone.

    A reference to another document is dropped, one that leads nowhere raises. fastmcp 2.14.6 to 4.1.6 `dereference_refs`,
    which looks into every object and list, literal values included. Without `beside` those keywords are lost (jsonref 1.1
    `replace_refs`, as autogen-core 0.7.5 calls it).
    """
    left = MAX_NODES

    def open_value(value: Any, depth: int, within: tuple[str, ...]) -> Any:
        nonlocal left
        left -= 1
        if left < 0 or depth > MAX_DEPTH:
            raise Cyclic
        if isinstance(value, list):
            return [open_value(item, depth + 1, within) for item in value]
        if not isinstance(value, dict):
            return value
        ref = value.get("$ref")
        if not isinstance(ref, str):
            return {key: open_value(inner, depth + 1, within) for key, inner in value.items()}
        others = {key: inner for key, inner in value.items() if beside and key not in ("$ref", "$defs")}
        if not ref.startswith("#"):
            return open_value(others, depth, within)
        target = find(schema, ref)
        if target is None or ref in within:
            raise Cyclic
        inside = open_value(target, depth + 1, (*within, ref))
        return {**inside, **others} if isinstance(inside, dict) else inside

    definitions = schema.get("$defs")
    for name in definitions if isinstance(definitions, dict) else ():
        open_value({"$ref": f"#/$defs/{name}"}, 1, ())  # one that nobody uses can be cyclic too
    made = open_value({key: value for key, value in schema.items() if key != "$defs"}, 0, ())
    return dict(made)


def without_mappings(schema: JsonSchema) -> JsonSchema:
    """Discriminators without their mapping, which would dangle (fastmcp 2.14.7 `_strip_discriminator_mappings`)."""

    def strip(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        result = map_subschemas(value, strip)
        if isinstance(tag := result.get("discriminator"), dict):
            result["discriminator"] = {key: inner for key, inner in tag.items() if key != "mapping"}
        return result

    made: JsonSchema = strip(schema)
    return made
