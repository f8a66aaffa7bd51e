"""Results of a server that is newer than its client, for the clients that check results by their types."""

from typing import Any

CARD = {
    "type": "object",
    "properties": {"kind": {"const": "card"}, "digits": {"type": "string"}},
    "required": ["kind", "digits"],
}
CASH = {"type": "object", "properties": {"kind": {"enum": ["cash"]}, "note": {"type": "number"}}, "required": ["kind", "note"]}
ORDER = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "id": {"type": "string", "minLength": 3, "pattern": "^o"},
        "state": {"enum": ["open", "sent"]},
        "count": {"type": "integer", "maximum": 9},
        "paid": {"oneOf": [{"$ref": "#/$defs/Card"}, {"$ref": "#/$defs/Cash"}], "discriminator": {"propertyName": "kind"}},
        "refund": {"anyOf": [{"$ref": "#/$defs/Card"}, {"$ref": "#/$defs/Cash"}, {"type": "null"}], "default": None},
        "parts": {"type": "array", "items": {"$ref": "#/$defs/Order"}, "uniqueItems": True},
        "words": {"type": "object", "additionalProperties": {"type": "string"}},
    },
    "required": ["id"],
}
SCHEMA = {**ORDER, "$defs": {"Card": CARD, "Cash": CASH, "Order": ORDER}}

NEWER: dict[str, dict[str, Any]] = {
    "a further value of an enum": {"state": "lost"},
    "a further tag": {"paid": {"kind": "coupon", "code": 7}},
    "a further tag without a discriminator": {"refund": {"kind": "coupon"}},
    "a further key": {"colour": "red"},
    "a shorter text": {"id": "1"},
    "a larger number": {"count": 10},
    "the same inside": {"parts": [{"id": "1", "state": "lost", "paid": {"kind": "coupon"}}] * 2},
}
"""Parts of a result that the schema refuses, and types do not."""

FITTING: dict[str, dict[str, Any]] = {
    "nothing more": {},
    "all": {
        "state": "open",
        "count": 9,
        "paid": {"kind": "card", "digits": "1"},
        "refund": {"kind": "cash", "note": 2.5},
        "parts": [{"id": "o12", "refund": None}],
        "words": {"a": "b"},
    },
}

WRONG: dict[str, dict[str, Any]] = {
    "a number for a text": {"id": 1},
    "a number for a value of an enum": {"state": 1},
    "a fraction for a whole number": {"count": 1.5},
    "a known tag with other keys": {"paid": {"kind": "card", "note": 1}},
    "a known tag without a discriminator": {"refund": {"kind": "cash", "note": "1"}},
    "no tag": {"paid": {"digits": "1"}},
    "a list for an object": {"words": []},
    "the same inside": {"parts": [{"id": "o12", "words": {"a": 1}}]},
}
"""Parts of a result that its types refuse."""


def result(part: dict[str, Any]) -> dict[str, Any]:
    return {"id": "o12", **part}


CASES = [
    (name, result(part), by_types, in_full)
    for parts, by_types, in_full in ((NEWER, True, False), (FITTING, True, True), (WRONG, False, False))
    for name, part in parts.items()
]
"""Each with whether it fits by its types, and in full."""
