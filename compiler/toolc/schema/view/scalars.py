"""Strings and numbers of the view.

Takes the parts of a conjunction, gives the type of one kind. Where two parts ask for two patterns or two factors only the
first is kept, so the view is never narrower than the schema.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from toolc.ir import Boolean, Null, Numeric, String, Type
from toolc.schema.view.conjunction import Part
from toolc.schema.view.words import ASKING, NUMBER, STRING, well_formed

_OWN = {"string": frozenset(("type", *STRING)), "number": frozenset(("type", *NUMBER)), "boolean": frozenset(("type",))}
_OWN |= {"integer": _OWN["number"], "null": _OWN["boolean"]}


def plain_scalar(schema: Mapping[str, Any]) -> Type | None:
    """The type of a schema that is a `type` with limits of that type, as most are; `None` for all others."""
    kind = schema.get("type")
    if not isinstance(kind, str) or kind not in _OWN:
        return None
    asked = schema.keys() & ASKING
    if not asked <= _OWN[kind] or not all(well_formed(keyword, schema[keyword]) for keyword in asked):
        return None
    return scalar(kind, ({keyword: schema[keyword] for keyword in asked},))


def scalar(kind: str, parts: Sequence[Part]) -> Type:
    """The type of a kind that holds no further values."""
    if kind == "string":
        return _string(parts)
    if kind in ("number", "integer"):
        return _numeric(parts, integer=kind == "integer")
    return Boolean() if kind == "boolean" else Null()


def values(parts: Sequence[Part], keyword: str) -> list[Any]:
    return [part[keyword] for part in parts if keyword in part]


def count(parts: Sequence[Part], keyword: str, default: int | None = None) -> int | None:
    """The strictest of several lower (`min…`) or upper (`max…`) counts."""
    strictest = max if keyword.startswith("min") else min
    found = [int(value) for value in values(parts, keyword) if value != float("inf")]
    return strictest(found) if found else default


def _string(parts: Sequence[Part]) -> String:
    return String(
        format=next(iter(values(parts, "format")), None),
        pattern=next(iter(values(parts, "pattern")), None),
        min_length=count(parts, "minLength"),
        max_length=count(parts, "maxLength"),
    )


def _numeric(parts: Sequence[Part], integer: bool) -> Numeric:
    return Numeric(
        integer=integer,
        minimum=max(values(parts, "minimum"), default=None),
        maximum=min(values(parts, "maximum"), default=None),
        exclusive_minimum=max(values(parts, "exclusiveMinimum"), default=None),
        exclusive_maximum=min(values(parts, "exclusiveMaximum"), default=None),
        multiple_of=next(iter(values(parts, "multipleOf")), None),
    )
