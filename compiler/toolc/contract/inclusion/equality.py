"""Equality of JSON values as JSON Schema has it: takes a value, gives a key that equal values share.

1 and 1.0 are equal, 1 and true are not.
"""

import json
from fractions import Fraction
from typing import Any


def key(value: Any) -> str:
    """The same text for equal values, another for others."""
    return json.dumps(_plain(value), sort_keys=True, ensure_ascii=True)


def _plain(value: Any) -> Any:
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, str):
        return {"": value}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {f".{name}": _plain(item) for name, item in value.items()}
    return str(Fraction(value)) if value == value and abs(value) != float("inf") else repr(value)
