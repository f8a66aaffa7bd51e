"""Results of tools as JSON: takes any value, gives plain values or text.

Never fails: a value without a JSON form is given as its text.
"""

import json
from typing import Any

import msgspec


def jsonable(value: Any) -> Any:
    """Plain JSON values: dataclasses, enums, dates, sets, models of pydantic and the like become what stands for them."""
    return json.loads(_encode(value))


def text(value: Any) -> str:
    """The text for a model: strings as they are, everything else as JSON."""
    return sayable(value) if isinstance(value, str) else _encode(value).decode()


def sayable(text: str) -> str:
    """A text that can be sent: halves of surrogate pairs, as undecodable file names have them, are spelled out."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def _encode(value: Any) -> bytes:
    try:
        return msgspec.json.encode(value, enc_hook=_other)
    except (TypeError, ValueError, RecursionError):  # keys that are no text, endless values
        return msgspec.json.encode(sayable(str(value)))


def _other(value: Any) -> Any:
    """Return a replacement for an object that JSON does not know."""
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if isinstance(value, complex | BaseException | type):
        return str(value)
    try:
        return list(value)
    except TypeError:
        return str(value)
