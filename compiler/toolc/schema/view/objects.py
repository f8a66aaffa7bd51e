"""Objects of the view.

Takes the parts of a conjunction and a reader for what is inside, gives one object type. A key's type is what all parts ask
of that key: its own schema, the patterns it fits, else what the part says of further keys.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from toolc.ir import Anything, Nothing, Object, Prefixed, Property, Type
from toolc.schema.pointer import Schema
from toolc.schema.view.conjunction import Part
from toolc.schema.view.patterns import KeyPattern, key_pattern

MOST_NAMED_KEYS = 256


class Reader(Protocol):
    """Interface of the reader for objects and arrays."""

    def see(self, schema: Schema) -> Type: ...

    def constants(self, schema: Schema) -> tuple[Any, ...] | None: ...


def together(schemas: Sequence[Schema]) -> Schema:
    """One schema that asks what all of these ask."""
    asking = [schema for schema in schemas if schema is not True]
    if not asking:
        return True
    return asking[0] if len(asking) == 1 else {"allOf": asking}


def impossible(type_: Type) -> bool:
    """Return `True` if a type has no value: `Nothing`, or an object with a required key that has none."""
    if isinstance(type_, Object):
        return any(one.required and impossible(one.type) for one in type_.properties)
    return isinstance(type_, Nothing)


def possible(members: Sequence[Type]) -> list[Type]:
    """Of several alternatives those that some value fits."""
    return [member for member in members if not impossible(member)]


def object_type(parts: Sequence[Part], reader: Reader) -> Object:
    """The object type. A required key that can have no value stays, as Nothing: clients show what stands in the way."""
    keys = [_Keys(part) for part in parts]
    required = dict.fromkeys(name for part in parts for name in part.get("required", ()))
    names = dict.fromkeys(name for part in parts for name in part.get("properties", ())) | required
    allowed = _allowed_names(parts, reader)
    if allowed is not None:
        names |= dict.fromkeys(allowed)
    properties = []
    for name in names:
        schemas = [one.of(name) for one in keys] if allowed is None or name in allowed else [False]
        property_ = _property(name, [schema for schema in schemas if schema is not True], name in required, reader)
        if allowed is None or name in allowed or property_.required:
            properties.append(property_)
    if allowed is not None:
        return Object(tuple(properties))
    prefixes = dict.fromkeys(pattern.prefix for one in keys for pattern in one.patterns if pattern.prefix)
    prefixed = tuple(
        Prefixed(prefix, reader.see(together([one.undeclared_keys(prefix) for one in keys]))) for prefix in sorted(prefixes)
    )
    extra = reader.see(together([one.undeclared_keys("") for one in keys]))
    silent = bool(properties) and not any(part.keys() & {"additionalProperties", "patternProperties"} for part in parts)
    return Object(tuple(properties), None if isinstance(extra, Nothing) else extra, prefixed, open_by_default=silent)


class _Keys:
    """Keywords of one part about keys."""

    def __init__(self, part: Part) -> None:
        self.declared: dict[str, Schema] = part.get("properties", {})
        self.further: Schema = part.get("additionalProperties", True)
        self.patterns: list[KeyPattern] = [key_pattern(*item) for item in part.get("patternProperties", {}).items()]

    def of(self, name: str) -> Schema:
        """Return the schema of the value of one key."""
        if not self.patterns:
            return self.declared.get(name, self.further)
        sure = [pattern.schema for pattern in self.patterns if pattern.must_match(name)]
        if name in self.declared:
            return together([self.declared[name], *sure])
        if sure:
            return together(sure)
        return _either([self.further, *(pattern.schema for pattern in self.patterns if pattern.may_match(name))])

    def undeclared_keys(self, prefix: str) -> Schema:
        """Return the schema of every undeclared key that begins with `prefix` and with no longer prefix."""
        fitting = [pattern for pattern in self.patterns if prefix.startswith(pattern.prefix)]
        sure = [pattern.schema for pattern in fitting if pattern.exact]
        return together(sure) if sure else _either([self.further, *(pattern.schema for pattern in fitting)])


def _either(schemas: Sequence[Schema]) -> Schema:
    possible = [schema for schema in schemas if schema is not False]
    if len(possible) < 2:
        return possible[0] if possible else False
    return {"anyOf": possible}


def _allowed_names(parts: Sequence[Part], reader: Reader) -> dict[str, None] | None:
    """The only keys there may be, when `propertyNames` lists them."""
    allowed: dict[str, None] | None = None
    for part in parts:
        names = part.get("propertyNames", True)
        values = () if names is False else reader.constants(names)
        if values is None or len(values) > MOST_NAMED_KEYS:
            continue
        listed = dict.fromkeys(value for value in values if isinstance(value, str))
        allowed = listed if allowed is None else {name: None for name in allowed if name in listed}
    return allowed


def _property(name: str, schemas: Sequence[Schema], required: bool, reader: Reader) -> Property:
    written = [schema for one in schemas for schema in _schemas_with_remarks(one)]
    has_default = [schema for schema in written if "default" in schema]
    return Property(
        name,
        reader.see(together(schemas)) if schemas else Anything(),
        required=required,
        has_default=bool(has_default),
        default=has_default[0]["default"] if has_default else None,
        doc=next((text for schema in written if (text := doc_of(schema))), ""),
        deprecated=any(schema.get("deprecated") is True for schema in written),
        examples=next((tuple(given) for schema in written if isinstance(given := schema.get("examples"), list)), ()),
    )


def _schemas_with_remarks(schema: Schema) -> list[dict[str, Any]]:
    """The schemas whose remarks are remarks about the property itself: not those behind references."""
    if not isinstance(schema, dict):
        return []
    inside = schema.get("allOf")
    return [schema, *(one for one in inside if isinstance(one, dict))] if isinstance(inside, list) else [schema]


def doc_of(schema: Schema) -> str:
    text = schema.get("description") if isinstance(schema, dict) else None
    return text if isinstance(text, str) else ""
