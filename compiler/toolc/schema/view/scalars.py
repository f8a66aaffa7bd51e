"""Strings and numbers of the view.

Takes the parts of a conjunction, gives the type of one kind. Where two parts ask for two patterns or two factors only the
first is kept, so the view is never narrower than the schema.
"""

from collections.abc import Sequence
from typing import Any

from toolc.ir import Boolean, Null, Numeric, String, Type
from toolc.schema.view.conjunction import Part


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
