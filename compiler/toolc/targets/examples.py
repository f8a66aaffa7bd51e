"""Examples of arguments, for the quickstarts of packages.

Takes a JSON Schema, gives a small value that is valid by construction: required keys, with the author's examples and defaults.
"""

from typing import Any

_DEEPEST = 6
_PLAIN = {"string": "text", "integer": 1, "number": 1, "boolean": True, "null": None}
_KNOWN = frozenset(
    "$defs $ref $schema additionalProperties anyOf default deprecated description discriminator items maximum maxItems "
    "maxLength minimum minItems oneOf properties required title type uniqueItems".split()
)
"""Keywords that an example can heed. Patterns, formats and the like are not solved."""


class _NotFound(Exception):
    """There may be a value, but it is not constructed here."""


def example(schema: Any) -> Any:
    """Return a valid value. Returns `None` if none is found."""
    try:
        return _example(schema, schema if isinstance(schema, dict) else {}, _DEEPEST)
    except _NotFound:
        return None


def _example(schema: Any, root: dict[str, Any], deepest: int) -> Any:
    if not isinstance(schema, dict) or deepest == 0:
        raise _NotFound
    for keyword in ("examples", "enum"):
        if isinstance(values := schema.get(keyword), list) and values:
            return values[0]
    for keyword in ("const", "default"):
        if keyword in schema:
            return schema[keyword]
    if not _KNOWN.issuperset(schema):
        raise _NotFound
    if "$ref" in schema:
        return _example(_follow_reference(schema["$ref"], root), root, deepest - 1)
    for keyword in ("anyOf", "oneOf"):
        # The members of a tagged union exclude each other; of others, the first may fit the second as well.
        if isinstance(parts := schema.get(keyword), list) and parts and (keyword == "anyOf" or "discriminator" in schema):
            return _example(parts[0], root, deepest - 1)
    if "oneOf" in schema:
        raise _NotFound
    return _of_kind(schema, root, deepest)


def _follow_reference(reference: Any, root: dict[str, Any]) -> Any:
    definitions = root.get("$defs")
    name = reference.removeprefix("#/$defs/") if isinstance(reference, str) else ""
    return definitions.get(name) if isinstance(definitions, dict) else None


def _of_kind(schema: dict[str, Any], root: dict[str, Any], deepest: int) -> Any:
    kind = schema.get("type")
    declared, required, least = (schema.get(one) for one in ("properties", "required", "minItems"))
    if kind == "object":
        if not isinstance(declared or {}, dict) or not isinstance(required or [], list):
            raise _NotFound
        return {key: _example((declared or {}).get(key), root, deepest - 1) for key in required or ()}
    if kind == "array":
        return [] if not least else [_example(schema.get("items"), root, deepest - 1)] if least == 1 else _fail()
    if kind in ("integer", "number"):
        low, high = schema.get("minimum", 1), schema.get("maximum", 1)
        if not isinstance(low, int) or not isinstance(high, int | float):
            raise _NotFound
        return low if "minimum" in schema or high >= low else _fail()
    if kind == "string" and schema.get("maxLength", 4) < 4:
        raise _NotFound
    return _PLAIN[kind] if isinstance(kind, str) and kind in _PLAIN else _fail()


def _fail() -> Any:
    raise _NotFound
