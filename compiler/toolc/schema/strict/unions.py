"""Predicates on schemas that decide how a union may be rewritten: does one take null, can two share a value?

Takes schemas and the definitions their `$ref`s name, answers True only where it can be proved. Every answer is kept: schemas
that refer to one another twice would otherwise be asked about exponentially often.
"""

from collections.abc import Mapping
from itertools import combinations
from typing import Any

_MOST_MEMBERS = 300  # every pair is asked about; what people write has dozens


class Schemas:
    """The schemas of one tool, with `lookup` from the text of a `$ref` to what it names."""

    def __init__(self, lookup: Mapping[str, Any]) -> None:
        self.lookup = lookup
        # By identity; the schemas are kept beside the answer so that no identity is used again.
        self._null: dict[int, tuple[Any, bool]] = {}
        self._apart: dict[tuple[int, int, str], tuple[Any, Any, bool]] = {}

    def resolve(self, schema: Any) -> Any:
        """The schema a chain of `$ref`s ends at; the last one reached when it is a circle or leads nowhere."""
        seen: set[str] = set()
        while isinstance(schema, dict) and isinstance(ref := schema.get("$ref"), str) and ref in self.lookup:
            if ref in seen:
                break
            seen.add(ref)
            schema = self.lookup[ref]
        return schema

    def takes_null(self, schema: Any) -> bool:
        """Return `True` if null is certainly valid."""
        schema = self.resolve(schema)
        if not isinstance(schema, dict):
            return False
        if id(schema) not in self._null:
            self._null[id(schema)] = (schema, False)  # what stands inside itself proves nothing
            self._null[id(schema)] = (schema, self._takes_null(schema))
        return self._null[id(schema)][1]

    def _takes_null(self, schema: dict[str, Any]) -> bool:
        members = members_of(schema)
        if members is not None:
            return any(self.takes_null(member) for member in members)
        if "allOf" in schema:
            return all(self.takes_null(member) for member in schema["allOf"])
        if "enum" in schema or "const" in schema:
            return None in (schema["enum"] if "enum" in schema else [schema["const"]])
        return "null" in _named_types(schema)

    def all_disjoint(self, members: list[Any], tag: str) -> bool:
        """Return `True` if any value is valid under one member at most: then `oneOf` equals `anyOf`."""
        if len(members) > _MOST_MEMBERS:
            return False
        return all(self.disjoint(left, right, tag) for left, right in combinations(members, 2))

    def disjoint(self, left: Any, right: Any, tag: str = "") -> bool:
        """Return `True` if no value is valid under both. `tag` is a property that is always sent, required or not."""
        left, right = self.resolve(left), self.resolve(right)
        if not (isinstance(left, dict) and isinstance(right, dict)):
            return False
        key = (id(left), id(right), tag)
        if key not in self._apart:
            self._apart[key] = (left, right, False)
            self._apart[key] = (left, right, self._disjoint(left, right, tag))
        return self._apart[key][2]

    def _disjoint(self, left: dict[str, Any], right: dict[str, Any], tag: str) -> bool:
        for one, other in ((left, right), (right, left)):
            members = members_of(one)
            if members is not None:
                return all(self.disjoint(member, other, tag) for member in members)
        kinds = _types(left), _types(right)
        if kinds[0] and kinds[1] and not kinds[0] & kinds[1]:
            return True
        values = _values(left), _values(right)
        if values[0] is not None and values[1] is not None:
            return not values[0] & values[1]
        return self._are_distinguishable(left, right, tag)

    def _are_distinguishable(self, left: dict[str, Any], right: dict[str, Any], tag: str) -> bool:
        """Two objects that both must have a property whose constants differ."""
        if not left.get("type") == right.get("type") == "object":
            return False
        for key, mine in left.get("properties", {}).items():
            theirs = right.get("properties", {}).get(key)
            sent = key == tag or (key in left.get("required", ()) and key in right.get("required", ()))
            values = _values(self.resolve(mine)), _values(self.resolve(theirs))
            if sent and values[0] is not None and values[1] is not None and not values[0] & values[1]:
                return True
        return False


def members_of(schema: dict[str, Any]) -> list[Any] | None:
    """The members of a union; None when the schema is none."""
    found: list[Any] | None = schema.get("anyOf", schema.get("oneOf"))
    return found


def _named_types(schema: dict[str, Any]) -> set[str]:
    kind = schema.get("type", [])
    return {kind} if isinstance(kind, str) else set(kind)


def _types(schema: dict[str, Any]) -> set[str]:
    """The types a schema names, `number` with the integers in it; empty when it names none."""
    kinds = _named_types(schema)
    return kinds | {"integer"} if "number" in kinds else kinds


def _values(schema: Any) -> set[tuple[bool, Any]] | None:
    """The constants a schema allows, told apart as JSON does (1 is not true); None when it allows others."""
    if not isinstance(schema, dict) or not ("const" in schema or "enum" in schema):
        return None
    values = [schema["const"]] if "const" in schema else schema["enum"]
    if any(isinstance(value, dict | list) for value in values):
        return None
    return {(isinstance(value, bool), value) for value in values}
