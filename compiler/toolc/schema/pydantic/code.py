"""Code of the program that changes a finished schema or makes a title, called through `signature.Function`.

Takes the function and what pydantic would hand it, gives the schema or text it makes; what cannot be told is noted.
"""

import copy
from typing import Any

from toolc.ir import JsonSchema
from toolc.schema.pydantic.issues import Notes
from toolc.signature import Constant, Function, PartialObject, UnknownConstant


def apply_extra(function: Constant, schema: JsonSchema, owner: str, notes: Notes, what: str) -> JsonSchema:
    """The schema after `json_schema_extra` worked on it. A function of several parameters also gets the class."""
    reason = "is code that is not run"
    if isinstance(function, Function):
        given = copy.deepcopy(schema)
        told = function.call(given, *([class_facts(owner)] if function.arity > 1 else []))
        if not isinstance(told, UnknownConstant) and is_json(given):
            return given
        reason = f"is code that is not followed: {told.reason if isinstance(told, UnknownConstant) else 'it writes no JSON'}"
    notes.hook(f"{what} {reason}")
    return schema


def title(function: Constant, notes: Notes, what: str, *args: Any) -> str | None:
    """The text a title generator makes."""
    made = function.call(*args) if isinstance(function, Function) else UnknownConstant("it is not known")
    if isinstance(made, str):
        return made
    notes.undecided_keyword(
        f"{what} is code that is not followed: {made.reason if isinstance(made, UnknownConstant) else 'no text'}"
    )
    return None


def class_facts(name: str) -> PartialObject:
    """A class as the function of a program may see it: by its name."""
    return PartialObject({"__name__": name})


def is_json(value: Any) -> bool:
    """Return `True` if a value is plain JSON at every level."""
    pending = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, dict):
            if not all(isinstance(key, str) for key in one):
                return False
            pending.extend(one.values())
        elif isinstance(one, list):
            pending.extend(one)
        elif not isinstance(one, (str, int, float, type(None))):
            return False
    return True
