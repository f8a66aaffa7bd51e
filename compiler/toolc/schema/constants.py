"""Constants of a program as JSON: takes a `signature.Constant`, gives the JSON value and the name of its JSON type.

Independent of frameworks: how each of them writes enums and defaults is decided by their own code.
"""

from math import isfinite
from typing import Any

from toolc.signature import CallConstant, Class, Constant, Member, Plain


class NotJsonError(Exception):
    """The constant has no JSON form, or is only known when the program runs; the argument is the reason."""


def json_value(value: Constant) -> Any:
    """Return a constant as a JSON value: an enum member as its value, a tuple as a list. Raises `NotJsonError`."""
    match value:
        case None | bool() | int() | str():
            return value
        case float() if isfinite(value):
            return value
        case list() | tuple():
            return [json_value(item) for item in value]
        case dict() if all(isinstance(key, str) for key in value):
            return {key: json_value(item) for key, item in value.items()}
        case Member():
            return json_value(value.value)
        case CallConstant() | Plain() | Class():
            raise NotJsonError("it is computed while the program runs")
        case _:
            raise NotJsonError(getattr(value, "reason", None) or f"a value of type {type(value).__name__} has no JSON form")


def json_type(value: Any) -> str:
    """The `type` of a JSON value; a whole number is an integer only when Python made it one."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"


def enum_schema(values: list[Any]) -> dict[str, Any]:
    """`enum` with the `type` that all values share; without one when they share none."""
    types = {json_type(value) for value in values}
    return {"type": types.pop(), "enum": values} if len(types) == 1 else {"enum": values}
