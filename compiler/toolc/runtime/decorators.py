"""Computed fields and serializers that pydantic's decorators add to a live class.

Takes the class and the reader, gives `Field`s and `Serializer`s from what pydantic collected on the class.
"""

import inspect
from collections.abc import Mapping
from typing import Any, Protocol

from toolc.runtime.constants import Constants, is_undefined
from toolc.signature import CallConstant, Field, Given, Serializer, Type

_ATTRIBUTES = ("alias", "alias_priority", "title", "description", "deprecated", "examples", "json_schema_extra", "exclude_if")


class Reader(Protocol):
    """Interface of the reader for decorators."""

    constants: Constants

    def type(self, tp: Any) -> Type:
        """A live annotation as a `Type`."""

    def hints(self, thing: Any) -> dict[str, Any]:
        """Evaluated annotations."""


def decorated_members(reader: Reader, cls: Any) -> dict[str, Any]:
    """The computed fields of a class and its own serializer, as keywords of a `Definition`."""
    collected = getattr(cls, "__pydantic_decorators__", None)
    if collected is None:
        return {}
    computed = tuple(_computed_field(reader, cls, one) for one in collected.computed_fields.values())
    whole = list(collected.model_serializers.values())
    return {"computed": computed, "serializer": _serializer(reader, whole[-1], 0) if whole else None}


def field_serializer(reader: Reader, cls: Any, name: str) -> Serializer | None:
    """The serializer decorated for a field; the last one counts."""
    collected = getattr(cls, "__pydantic_decorators__", None)
    found = [
        one
        for one in (collected.field_serializers.values() if collected is not None else ())
        if name in one.info.fields or "*" in one.info.fields
    ]
    return _serializer(reader, found[-1], 1) if found else None


def _computed_field(reader: Reader, cls: Any, decorator: Any) -> Field:
    info, name = decorator.info, decorator.cls_var_name
    told = {key: getattr(info, key, None) for key in _ATTRIBUTES}
    kwargs = {key: reader.constants.constant(value) for key, value in told.items() if value is not None}
    type_ = _return_type(reader, info, decorator.func)
    assert type_ is not None  # pydantic refuses a computed field without a type
    return Field(name, type_, Given(CallConstant("pydantic.Field", (), kwargs)), serializer=field_serializer(reader, cls, name))


def _serializer(reader: Reader, decorator: Any, values: int) -> Serializer:
    info = decorator.info
    plain = info.mode == "plain"
    taken: Mapping[str, Any] = inspect.signature(decorator.func).parameters
    count = len(taken) - (1 if "self" in taken else 0)
    return Serializer(_return_type(reader, info, decorator.func), plain, count > values + (0 if plain else 1), info.when_used)


def _return_type(reader: Reader, info: Any, function: Any) -> Type | None:
    if not is_undefined(info.return_type):
        return reader.type(info.return_type)
    inner = getattr(function, "fget", None) or getattr(function, "func", None) or function
    hints = reader.hints(inner)
    return reader.type(hints["return"]) if "return" in hints else None
