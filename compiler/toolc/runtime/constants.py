"""Live values as constants: defaults, literal values, metadata and configuration.

Takes any object, gives a `signature.Constant`; an object that nothing is known about is `CallConstant` of its class without
arguments, a function is the `Plain` of its name.
"""

import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import inspect
import ipaddress
import pathlib
import re
import types
import uuid
from typing import Any, Protocol

from toolc.qualified_names import canonical
from toolc.signature import CallConstant, Constant, Member, Plain, Type, UnknownConstant


class Types(Protocol):
    """Interface of the reader for constants."""

    def type(self, tp: Any) -> Type:
        """A live annotation as a `Type`."""

    def key(self, thing: Any) -> str:
        """The qualified name of a class."""


_ATTRIBUTES = (
    "title", "description", "examples", "deprecated", "json_schema_extra", "discriminator", "alias", "validation_alias",
    "serialization_alias", "alias_priority", "exclude", "init", "init_var", "kw_only",
)  # fmt: skip

_BOUNDS = {
    "Gt": "gt", "Ge": "ge", "Lt": "lt", "Le": "le", "MultipleOf": "multiple_of", "MinLen": "min_length",
    "MaxLen": "max_length", "Strict": "strict", "AllowInfNan": "allow_inf_nan", "FailFast": "fail_fast",
}  # fmt: skip

_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.MethodDescriptorType, functools.partial)


def is_undefined(value: object) -> bool:
    """Return `True` if a value is one of the markers for "no value"."""
    return value is dataclasses.MISSING or type(value).__name__ in ("PydanticUndefinedType", "_HAS_DEFAULT_FACTORY_CLASS")


class Constants:
    """Reads values; types inside them are read by `types`."""

    def __init__(self, reader: Types) -> None:
        self._types = reader

    def constant(self, value: Any) -> Constant:
        """Any value as a constant."""
        if isinstance(value, enum.Enum):
            return Member(self._types.key(type(value)), value.name, self.constant(value.value))
        if value is None or type(value) in (bool, int, float, str, bytes):
            return value
        if isinstance(value, list | tuple | set | frozenset) and type(value) in (list, tuple, set, frozenset):
            return type(value)(map(self.constant, value))
        if isinstance(value, collections.deque):
            return [self.constant(item) for item in value]
        if isinstance(value, dict):
            return {key: self.constant(item) for key, item in value.items()}
        if isinstance(value, _FUNCTIONS):
            return self._function(value)
        if isinstance(value, type) or value is ...:
            return self._types.type(value)
        return self._standard(value) or self._instance(value)

    def _function(self, value: Any) -> Constant:
        module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", "partial")
        return Plain(f"{module or 'builtins'}.{name}")

    def _standard(self, value: Any) -> CallConstant | None:
        """Values of the standard library, as the call that makes them."""
        name = canonical(f"{type(value).__module__}.{type(value).__qualname__}")
        match value:
            case complex():
                return CallConstant("builtins.complex", (value.real, value.imag))
            case decimal.Decimal() | fractions.Fraction() | uuid.UUID():
                return CallConstant(name, (str(value),))
            case pathlib.PurePath():
                return CallConstant("pathlib.Path", (str(value),))
            case datetime.datetime():
                parts = (value.year, value.month, value.day, value.hour, value.minute, value.second, value.microsecond)
                return CallConstant(name, parts, self._zone(value.tzinfo))
            case datetime.date():
                return CallConstant(name, (value.year, value.month, value.day))
            case datetime.time():
                return CallConstant(name, (value.hour, value.minute, value.second, value.microsecond), self._zone(value.tzinfo))
            case datetime.timedelta():
                return CallConstant(name, (value.days, value.seconds, value.microseconds))
            case re.Pattern():
                return CallConstant("re.compile", (value.pattern,))
        if isinstance(value, ipaddress._IPAddressBase):
            return CallConstant(name, (str(value),))
        return None

    def _zone(self, zone: datetime.tzinfo | None) -> dict[str, Constant]:
        if zone is None:
            return {}
        return {"tzinfo": Plain("datetime.timezone.utc") if zone is datetime.UTC else UnknownConstant("a time zone")}

    def _instance(self, value: Any) -> Constant:
        cls = type(value)
        name = canonical(f"{cls.__module__}.{cls.__qualname__}")
        if name == "pydantic.FieldInfo":
            return self.field_info(value)
        if "GeneralMetadata" in cls.__name__:
            return CallConstant("pydantic.Field", (), {key: self.constant(item) for key, item in vars(value).items()})
        if isinstance(value, dataclasses.Field):
            return self.dataclass_field(value)
        if name.startswith("pydantic.Secret"):
            return CallConstant(name, (self.constant(value.get_secret_value()),))
        if name in ("pydantic.AliasPath", "pydantic.AliasChoices"):
            return CallConstant(name, tuple(map(self.constant, value.path if name.endswith("Path") else value.choices)))
        if name.startswith(("pydantic_core.", "pydantic.")) and name.endswith(("Url", "Dsn")):
            return CallConstant("pydantic.AnyUrl", (str(value),))
        if name in ("pydantic.PlainSerializer", "pydantic.WrapSerializer"):
            return CallConstant(name, (), self._serializer(value, name.endswith("PlainSerializer")))
        if name.startswith(("pydantic.", "annotated_types.", "warnings.", "typing.")):
            return CallConstant(name, (), self._attributes(value))
        return self._make_instance(value, cls)

    def _attributes(self, value: Any) -> dict[str, Constant]:
        """Return the attributes of an instance of a small library class."""
        if dataclasses.is_dataclass(value):
            names = [field.name for field in dataclasses.fields(value)]
        else:
            names = list(getattr(value, "__slots__", ())) or list(getattr(value, "__dict__", {}))
        given = {name: getattr(value, name) for name in names if hasattr(value, name)}
        return {name: self._annotation(name, item) for name, item in given.items() if not is_undefined(item)}

    def _serializer(self, value: Any, plain: bool) -> dict[str, Constant]:
        """A serializer that is an annotation, with the type it says it gives back."""
        returns, function = value.return_type, value.func
        if is_undefined(returns):
            hints = getattr(function, "__annotations__", {})
            returns = function if isinstance(function, type) else hints.get("return", ...)
        try:
            informed = len(inspect.signature(function).parameters) > (1 if plain else 2)
        except ValueError:  # a class such as `int`, called with the value alone
            informed = False
        told: dict[str, Constant] = {} if returns is ... else {"return_type": self._types.type(returns)}
        return {**told, "when_used": value.when_used, "informed": informed and not isinstance(function, type)}

    def _annotation(self, name: str, value: Any) -> Constant:
        return self._types.type(value) if name == "json_schema_input_type" else self.constant(value)

    def _make_instance(self, value: Any, cls: type) -> Constant:
        """An instance of a class of the program: the values of its fields in order, so that no name of them has to be read.

        Its class is defined too, so that hooks in it are seen.
        """
        key = self._types.key(cls)
        if hasattr(cls, "__pydantic_fields__") or dataclasses.is_dataclass(cls):
            names = getattr(cls, "__pydantic_fields__", None) or [field.name for field in dataclasses.fields(cls)]
            held = {name: self.constant(getattr(value, name)) for name in names if hasattr(value, name)}
            return CallConstant(key, tuple(held.values())) if len(held) == len(names) else CallConstant(key, (), held)
        if isinstance(value, tuple) and hasattr(cls, "_fields"):
            return CallConstant(key, tuple(map(self.constant, value)))
        return CallConstant(key)

    # --- fields ------------------------------------------------------------------------------------------------------

    def field_info(self, info: Any, constraints: bool = True) -> CallConstant:
        """A `FieldInfo` as the `Field(…)` call that makes it; `constraints`: with those of its own metadata."""
        kwargs = {name: getattr(info, name, None) for name in _ATTRIBUTES}
        result = {name: self.constant(value) for name, value in kwargs.items() if value is not None}
        if info.default_factory is not None:
            result["default_factory"] = Plain("default_factory")
        elif not is_undefined(info.default):
            result["default"] = self.constant(info.default)
        for item in info.metadata if constraints else ():
            name = type(item).__name__
            if name in _BOUNDS:
                given = {**getattr(item, "__dict__", {}), _BOUNDS[name]: getattr(item, _BOUNDS[name], True)}
                result[_BOUNDS[name]] = self.constant(given[_BOUNDS[name]])
            elif "GeneralMetadata" in name:
                result.update({key: self.constant(value) for key, value in item.__dict__.items()})
        return CallConstant("pydantic.Field", (), result)

    def dataclass_field(self, field: "dataclasses.Field[Any]") -> CallConstant:
        """A `dataclasses.Field` as the `field(…)` call that makes it."""
        kwargs: dict[str, Constant] = {"init": field.init}
        if not is_undefined(field.default):
            kwargs["default"] = self.constant(field.default)
        if not is_undefined(field.default_factory):
            kwargs["default_factory"] = Plain("default_factory")
        if field.metadata:
            kwargs["metadata"] = {key: self.constant(value) for key, value in field.metadata.items() if isinstance(key, str)}
        return CallConstant("dataclasses.field", (), kwargs)
