"""Examples of arguments, for the quickstarts of packages.

Takes a JSON Schema, gives a small value that is valid by construction: required keys, with the author's examples and defaults.
"""

from typing import Any

_DEEPEST = 6
_FORMATS = {
    "date": "2026-01-31",
    "date-time": "2026-01-31T12:00:00Z",
    "email": "ada@example.com",
    "uri": "https://example.com",
    "uuid": "123e4567-e89b-42d3-a456-426614174000",
}
_PLAIN = {"string": "text", "integer": 1, "number": 1, "boolean": True, "null": None}
_KNOWN = frozenset(
    "$defs $ref $schema additionalProperties anyOf default deprecated description discriminator format items maximum maxItems "
    "maxLength minimum minItems minLength oneOf properties required title type uniqueItems".split()
)
"""Keywords that an example can heed. Patterns and the like are not solved."""


_BESIDE = frozenset("$defs $ref $schema anyOf deprecated description discriminator oneOf title".split())
"""Keywords of a reference or a union that is all that its schema asks for."""


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
    chosen = [keyword for keyword in ("$ref", "anyOf", "oneOf") if keyword in schema]
    if not _KNOWN.issuperset(schema) or (chosen and (len(chosen) > 1 or not _BESIDE.issuperset(schema))):
        raise _NotFound
    if "$ref" in schema:
        return _example(_follow_reference(schema["$ref"], root), root, deepest - 1)
    for keyword in ("anyOf", "oneOf"):
        # The members of a tagged union exclude each other; of others, the first may fit the second as well.
        if isinstance(parts := schema.get(keyword), list) and parts and (keyword == "anyOf" or "discriminator" in schema):
            return _with_tags(_example(parts[0], root, deepest - 1), parts[0], root)
    if "oneOf" in schema:
        raise _NotFound
    return _of_kind(schema, root, deepest)


def _with_tags(value: Any, schema: Any, root: dict[str, Any]) -> Any:
    """An alternative with all keys that have one value only, required or not: types and servers tell alternatives by them."""
    for _ in range(_DEEPEST):
        schema = _follow_reference(schema["$ref"], root) if isinstance(schema, dict) and "$ref" in schema else schema
    declared = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(value, dict) or not isinstance(declared, dict):
        return value
    return {key: one["const"] for key, one in declared.items() if isinstance(one, dict) and "const" in one} | value


def _follow_reference(reference: Any, root: dict[str, Any]) -> Any:
    definitions = root.get("$defs")
    name = reference.removeprefix("#/$defs/") if isinstance(reference, str) else ""
    return definitions.get(name) if isinstance(definitions, dict) else None


def _of_kind(schema: dict[str, Any], root: dict[str, Any], deepest: int) -> Any:
    kind = schema.get("type")
    declared, required = schema.get("properties"), schema.get("required")
    if kind == "object":
        if not isinstance(declared or {}, dict) or not isinstance(required or [], list):
            raise _NotFound
        return {key: _example((declared or {}).get(key), root, deepest - 1) for key in required or ()}
    if kind == "array":
        return _list(schema, root, deepest)
    if kind in ("integer", "number"):
        low, high = schema.get("minimum", 1), schema.get("maximum", 1)
        if not isinstance(low, int) or not isinstance(high, int | float):
            raise _NotFound
        return low if "minimum" in schema or high >= low else _fail()
    if kind == "string" and "format" in schema:
        text = _FORMATS.get(schema["format"]) if isinstance(schema["format"], str) else None
        return text if text is not None and "maxLength" not in schema and "minLength" not in schema else _fail()
    if kind == "string" and not schema.get("minLength", 4) <= 4 <= schema.get("maxLength", 4):
        raise _NotFound
    return _PLAIN[kind] if isinstance(kind, str) and kind in _PLAIN else _fail()


def _list(schema: dict[str, Any], root: dict[str, Any], deepest: int) -> Any:
    """One item, which shows what an item is; none where no item is found and none is needed."""
    least = schema.get("minItems", 0)
    if least > 1 or schema.get("maxItems", 1) < 1:
        return [] if not least else _fail()
    try:
        return [_example(schema.get("items"), root, deepest - 1)]
    except _NotFound:
        return [] if not least else _fail()


def _fail() -> Any:
    raise _NotFound
