"""Kinds of value, and constants, that a conjunction allows.

Takes the parts of a conjunction, gives kinds (`integer` instead of `number` where only whole numbers are left) or values.
"""

from collections.abc import Sequence
from typing import Any

from toolc.schema.view.conjunction import Part
from toolc.schema.view.content import canonical
from toolc.schema.view.words import KINDS

MOST_NESTED = 30
_NAMES = (*KINDS, "integer")
_LISTING = frozenset(("enum", "const", "not"))


def kinds(parts: Sequence[Part]) -> tuple[str, ...]:
    """The kinds left, in the order of the first part that lists them."""
    if len(parts) == 1 and "not" not in parts[0] and parts[0].get("type") in _NAMES:
        return (parts[0]["type"],)
    left = list(KINDS)
    for part in parts:
        named = _named_kinds(part.get("type"))
        if named is not None:
            left = _common(left, named)
    if all("not" not in part for part in parts):
        return tuple(left)
    for part in parts:
        excluded = part.get("not")
        if isinstance(excluded, dict) and excluded.keys() == {"type"}:
            gone = _named_kinds(excluded["type"]) or []
            left = [kind for kind in left if kind not in gone and not (kind == "integer" and "number" in gone)]
    return tuple(left)


def _named_kinds(value: object) -> list[str] | None:
    """The kinds a `type` keyword names; None when it names anything unheard of."""
    if value is None:
        return None
    names = value if isinstance(value, list) else [value]
    known = [name for name in names if name == "integer" or name in KINDS]
    if not known or len(known) != len(names):
        return None
    return [name for name in dict.fromkeys(known) if not (name == "integer" and "number" in known)]


def _common(left: list[str], named: list[str]) -> list[str]:
    """The kinds in both, in the order of `named` while nothing had an order of its own."""
    common = []
    for kind in named if left == list(KINDS) else left:
        other = left if left == list(KINDS) else named
        if kind in other or (kind == "integer" and "number" in other):
            common.append(kind)
        elif kind == "number" and "integer" in other:
            common.append("integer")
    return common


def kind_of(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    if isinstance(value, int | float):
        return "integer" if value == value // 1 else "number"
    return "array" if isinstance(value, list | tuple) else "object"


def constants(parts: Sequence[Part]) -> tuple[Any, ...] | None:
    """The values left when some part lists its values, or leaves one of two; None when none does."""
    if all(map(_LISTING.isdisjoint, parts)):
        return None
    lists = [part["enum"] for part in parts if "enum" in part]
    lists += [[part["const"]] for part in parts if "const" in part]
    excluded = {key for part in parts if "not" in part for key in _excluded_kinds(part["not"])}
    if not lists and not excluded:
        return None
    allowed = kinds(parts)
    if not lists and excluded and allowed == ("boolean",):
        lists = [[True, False]]
    if not lists:
        return None
    others = [{canonical(value) for value in values} for values in lists[1:]]
    left: dict[str, Any] = {}
    for value in lists[0]:
        key, kind = canonical(value), kind_of(value)
        fits = kind in allowed or (kind == "integer" and "number" in allowed)
        if fits and key not in excluded and all(key in values for values in others):
            left.setdefault(key, value)
    return tuple(left.values())


def _excluded_kinds(schema: object) -> list[str]:
    if isinstance(schema, dict) and schema.keys() == {"const"}:
        return [canonical(schema["const"])]
    if isinstance(schema, dict) and schema.keys() == {"enum"} and isinstance(schema["enum"], list):
        return [canonical(value) for value in schema["enum"]]
    return []


def nested_too_deep(value: object, levels: int = MOST_NESTED) -> bool:
    """Return `True` if a constant is nested deeper than `levels`."""
    if isinstance(value, dict | list | tuple):
        inside = value.values() if isinstance(value, dict) else value
        return levels == 0 or any(nested_too_deep(item, levels - 1) for item in inside)
    return False
