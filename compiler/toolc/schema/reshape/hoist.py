"""Deduplication of schemas that occur more than once in a document: takes a schema, gives it with those in `$defs`.

The values that are valid stay the same. What already is a reference, or would take more room as one, stays where it is.
"""

import json
import re
from collections import Counter
from typing import Any

from toolc.schema.keywords import map_subschemas, subschemas

_ENTRY = len('"":,')
_LEAST = 40  # bytes: a reference takes about as many


def hoist(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with each object, list or union that it repeats as an entry of `$defs`, the largest first."""
    definitions = schema.get("$defs")
    if _has_moving_reference(schema) or (definitions is not None and not isinstance(definitions, dict)):
        return schema
    seen = Counter(_text(member) for member in _inside(schema))
    worth = {text for text, count in seen.items() if _saved_bytes(text, count) > 0}
    if not worth:
        return schema
    hoisted = _Hoisting(worth, set(definitions or ()))
    result = hoisted.change(schema)
    made = {**result.get("$defs", {}), **hoisted.made}
    return {**result, "$defs": made} if made else result


class _Hoisting:
    def __init__(self, worth: set[str], taken: set[str]) -> None:
        self._worth, self._taken = worth, taken
        self._names: dict[str, str] = {}
        self.made: dict[str, Any] = {}

    def change(self, schema: Any) -> Any:
        """A schema with all that stands inside it replaced."""
        return map_subschemas(schema, self._member) if isinstance(schema, dict) else schema

    def _member(self, schema: Any) -> Any:
        text = _text(schema) if isinstance(schema, dict) else ""
        if text not in self._worth:
            return self.change(schema)
        if text not in self._names:
            name = self._names[text] = self._name(schema)
            self.made[name] = {}  # in the order in which they are met
            self.made[name] = self.change(schema)
        return {"$ref": f"#/$defs/{self._names[text]}"}

    def _name(self, schema: dict[str, Any]) -> str:
        title = schema.get("title")
        base = "".join(char for char in title if char.isascii() and char.isalnum()) if isinstance(title, str) else ""
        name, number = base or "Part", 2
        while name in self._taken:
            name, number = f"{base or 'Part'}{number}", number + 1
        self._taken.add(name)
        return name


def _inside(schema: Any) -> list[dict[str, Any]]:
    """Every schema inside another one, entries of `$defs` not themselves: they have a name."""
    found, pending = [], [(schema, False)]
    while pending:
        one, counted = pending.pop()
        if not isinstance(one, dict):
            continue
        if counted:
            found.append(one)
        pending += [(member, path[0] not in ("$defs", "definitions")) for path, member in subschemas(one)]
    return found


def _has_moving_reference(schema: Any) -> bool:
    """Return `True` if a reference may lead to a place that moves: by an anchor, or by a path."""
    pending = [schema]
    while pending:
        one = pending.pop()
        if not isinstance(one, dict):
            continue
        if {"$id", "$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveRef"} & one.keys():
            return True
        ref = one.get("$ref")
        if isinstance(ref, str) and ref != "#" and not re.fullmatch(r"#/(?:\$defs|definitions)/[^/]+", ref):
            return True
        pending += [member for _, member in subschemas(one)]
    return False


def _saved_bytes(text: str, count: int) -> int:
    if count < 2 or len(text) < _LEAST or '"$ref"' in text[:8]:
        return 0
    reference = len('{"$ref":"#/$defs/"}') + 12
    return count * len(text) - count * reference - len(text) - 12 - _ENTRY


def _text(schema: dict[str, Any]) -> str:
    return json.dumps(schema, sort_keys=True, separators=(",", ":"))
