"""Constants of a program as JSON: takes a `signature.Constant`, gives the JSON value and the name of its JSON type.

Knows no framework: which spelling of an enum or a default a framework chooses is said elsewhere.
"""

from math import isfinite
from typing import Any

from toolc.signature import Class, Constant, Made, Member, Plain


class NotJsonError(Exception):
    """The constant has no JSON form, or only running the program can tell it; the argument says why."""


def json_value(value: Constant) -> Any:
    """The JSON value a constant stands for: enum members are their values, tuples lists."""
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
        case Made() | Plain() | Class():
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


def enumerated(values: list[Any]) -> dict[str, Any]:
    """`enum` with the `type` that all values share; without one when they share none."""
    types = {json_type(value) for value in values}
    return {"type": types.pop(), "enum": values} if len(types) == 1 else {"enum": values}
