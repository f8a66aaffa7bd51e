"""The definitions of a schema: takes a schema, gives a copy whose root is no reference, or without what nothing refers to."""

from typing import Any

from toolc.ir import JsonSchema
from toolc.schema.pointer import find

PREFIX = "#/$defs/"
_HOPS = 32


def root_resolved(schema: JsonSchema, beside: bool = True) -> JsonSchema:
    """A root that refers to a definition holds what the definition says, and keeps `$defs` and the keywords `beside`.

    MCP wants `type: object` at the root, where pydantic has a reference for a recursive class (fastmcp 2.14.4 to 4.1.6
    `resolve_root_ref`, which drops the keywords beside the reference before 3.4).
    """
    resolved = schema
    for _ in range(_HOPS):
        if "type" in resolved or not isinstance(target := find(schema, resolved.get("$ref")), dict) or target is schema:
            return resolved
        kept = {key: value for key, value in resolved.items() if key == "$defs" or (beside and key != "$ref")}
        resolved = {**target, **kept}
    return schema


def without_unused(schema: JsonSchema) -> JsonSchema:
    """No definitions that the root does not lead to (fastmcp `_single_pass_optimize`)."""
    definitions = schema.get("$defs")
    if not isinstance(definitions, dict):
        return schema
    used: set[str] = set()
    pending: list[Any] = [{key: value for key, value in schema.items() if key != "$defs"}]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            ref = value.get("$ref")
            name = ref.removeprefix(PREFIX) if isinstance(ref, str) and ref.startswith(PREFIX) else None
            if name is not None and name in definitions and name not in used:
                used.add(name)
                pending.append(definitions[name])
            pending.extend(value.values())
        elif isinstance(value, list):
            pending.extend(value)
    kept = {name: definition for name, definition in definitions.items() if name in used}
    rest = {key: value for key, value in schema.items() if key != "$defs"}
    return {**rest, "$defs": kept} if kept else rest
