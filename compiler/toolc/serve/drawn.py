"""Values that a schema lets through, drawn at random: takes a schema and a generator of random numbers, gives a JSON value.

Examples of the schema come first, then values that look like something. Every value is checked against the whole schema; where
none passes, one of those that the comparison of contracts makes is taken.
"""

import string
from math import ceil, floor
from random import Random
from typing import Any

from toolc.contract.inclusion.document import Document
from toolc.contract.inclusion.prove import Prover
from toolc.contract.inclusion.refute import MAX_DEPTH, Maker, Mentioned
from toolc.ir import JsonSchema

_TRIES, _DEEP, _ITEMS = 20, 8, 3
_WORDS = ("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "harbor")
_FORMATS = {
    "date": "2026-03-{:02d}", "date-time": "2026-03-{:02d}T12:00:00Z", "time": "12:{:02d}:00Z", "duration": "PT{}M",
    "email": "person{}@example.com", "uri": "https://example.com/{}", "hostname": "host{}.example.com",
    "ipv4": "192.0.2.{}", "ipv6": "2001:db8::{}", "uuid": "00000000-0000-4000-8000-0000000000{:02d}",
}  # fmt: skip


class NoValueError(Exception):
    """No value of the schema was found."""


def draw_value(schema: JsonSchema, random: Random) -> Any:
    """Return a valid value; the same for the same state of the generator. Raises `NoValueError`."""
    document = Document(schema)
    drawer = _Drawer(document, random)
    for _ in range(_TRIES):
        value = drawer.value(schema, 0)
        if document.valid(value, schema):
            return value
    made = Maker(Prover(document, document), Mentioned([schema])).values(schema, MAX_DEPTH)
    if not made:
        raise NoValueError
    return random.choice(made)


class _Drawer:
    def __init__(self, document: Document, random: Random) -> None:
        self._document, self._random = document, random

    def value(self, schema: Any, depth: int) -> Any:
        """Return a value that most likely is valid."""
        if not isinstance(schema, dict):
            return self._random.choice(_WORDS)
        if "$ref" in schema:
            return self.value(self._document.find(schema["$ref"]), depth + 1) if depth < _DEEP else None
        for keyword in ("examples", "enum"):
            if isinstance(schema.get(keyword), list) and schema[keyword]:
                return self._random.choice(schema[keyword])
        if "const" in schema:
            return schema["const"]
        for keyword in ("anyOf", "oneOf"):
            if isinstance(schema.get(keyword), list) and schema[keyword]:
                return self.value(self._member(schema[keyword], depth), depth + 1)
        kind = schema.get("type")
        match self._random.choice(kind) if isinstance(kind, list) and kind else kind:
            case "object":
                return self._object(schema, depth)
            case "array":
                return self._array(schema, depth)
            case "string":
                return self._text(schema)
            case "integer":
                return self._number(schema, whole=True)
            case "number":
                return self._number(schema, whole=False)
            case "boolean":
                return self._random.random() < 0.5
            case "null":
                return None
            case _:
                return self._object(schema, depth) if "properties" in schema else self._random.choice(_WORDS)

    def _member(self, members: list[Any], depth: int) -> Any:
        """One of several schemas; deep down, where values must end, null or a plain one."""
        return self._random.choice([one for one in members if depth < _DEEP // 2 or _is_plain(one)] or members)

    def _object(self, schema: JsonSchema, depth: int) -> dict[str, Any]:
        required = schema.get("required", ())
        members = schema.get("properties", {})
        made = {name: self.value(one, depth + 1) for name, one in members.items() if name in required or depth < _DEEP // 2}
        rest = schema.get("additionalProperties")
        if not members and isinstance(rest, dict) and depth < _DEEP // 2:
            made |= {word: self.value(rest, depth + 1) for word in self._random.sample(_WORDS, 2)}
        return made

    def _array(self, schema: JsonSchema, depth: int) -> list[Any]:
        first, rest, least = schema.get("prefixItems", []), schema.get("items", True), schema.get("minItems", 0)
        most = min(schema.get("maxItems", _ITEMS), max(least, _ITEMS))
        length = self._random.randint(max(least, min(most, 1)), max(least, most)) if depth < _DEEP // 2 else least
        made = [self.value(one, depth + 1) for one in first]
        return made if rest is False else made + [self.value(rest, depth + 1) for _ in range(length - len(made))]

    def _text(self, schema: JsonSchema) -> str:
        made = _FORMATS.get(schema.get("format", ""), "").format(self._random.randint(1, 28)) or self._random.choice(_WORDS)
        least, most = schema.get("minLength", 0), schema.get("maxLength", len(made) + schema.get("minLength", 0))
        return (made + "".join(self._random.choices(string.ascii_lowercase, k=max(0, least - len(made)))))[: max(most, 0)]

    def _number(self, schema: JsonSchema, whole: bool) -> int | float:
        bounds = [schema.get("minimum", schema.get("exclusiveMinimum")), schema.get("maximum", schema.get("exclusiveMaximum"))]
        low = bounds[0] if bounds[0] is not None else min(0, (bounds[1] or 0) - 100)
        high = bounds[1] if bounds[1] is not None else max(low, 0) + 100
        step = schema.get("multipleOf")
        if isinstance(step, int) and step > 0:
            return self._random.randint(ceil(low / step), max(ceil(low / step), floor(high / step))) * step
        if whole:
            return self._random.randint(ceil(low), max(ceil(low), floor(high)))
        return round(self._random.uniform(low, high), 2)


def _is_plain(schema: Any) -> bool:
    return isinstance(schema, dict) and schema.get("type") not in ("object", "array") and "$ref" not in schema
