"""A tool's schema as fastmcp 3 and 4 send it: takes the schema that the server keeps and the version, gives another copy.

Source: `DereferenceRefsMiddleware` and `dereference_refs` of fastmcp 3.0.0, 3.2.0, 3.4.7, 3.4.10, 4.0.11 and 4.1.6.
"""

from typing import Any

from toolc.ir import JsonSchema
from toolc.schema.keywords import map_subschemas
from toolc.schema.reshape.definitions import root_resolved
from toolc.schema.reshape.inline import Cyclic, inline_references

_CHOICES = ("anyOf", "oneOf")
_DATA = ("default", "const", "examples", "enum")


def dereference(schema: JsonSchema, version: tuple[int, ...]) -> JsonSchema:
    """Definitions put where they are used; where that has no end, only at the root. Discriminators go with them (3.2 on)."""
    if "$defs" not in schema and not _refers(schema):
        return schema
    try:
        made = inline_references(schema)
    except Cyclic:
        return root_resolved(schema, beside=version >= (3, 4))
    return dict(without_discriminators(made, version)) if version >= (3, 2) else made


def without_discriminators(value: Any, version: tuple[int, ...]) -> Any:
    """Unions without their `discriminator`; since 3.4 their members ask for the tag, which a default made optional.

    Before 4.1 any object that has a key of that name beside one named as a union counts, be it a schema or not.
    """
    if isinstance(value, list):
        return [without_discriminators(item, version) for item in value]
    if not isinstance(value, dict):
        return value
    value = _without_tag(value, version) if "discriminator" in value and any(key in value for key in _CHOICES) else value
    if version >= (4, 1):
        return map_subschemas(value, lambda inner: without_discriminators(inner, version))
    return {key: inner if key in _DATA else without_discriminators(inner, version) for key, inner in value.items()}


def _without_tag(union: JsonSchema, version: tuple[int, ...]) -> JsonSchema:
    tag = union["discriminator"]
    name = tag.get("propertyName") if isinstance(tag, dict) else None
    left = {key: inner for key, inner in union.items() if key != "discriminator"}
    for key in _CHOICES:
        if version >= (3, 4) and isinstance(name, str) and isinstance(left.get(key), list):
            left[key] = [_require(member, name) for member in left[key]]
    return left


def _require(schema: Any, name: str) -> Any:
    if not isinstance(schema, dict):
        return schema
    required = schema.get("required", [])
    return {**schema, "required": [*required, name]} if isinstance(required, list) and name not in required else schema


def _refers(value: Any) -> bool:
    """Return `True` if a value, a schema or not, contains a reference."""
    pending = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, dict):
            if "$ref" in one:
                return True
            pending.extend(one.values())
        elif isinstance(one, list):
            pending.extend(one)
    return False
