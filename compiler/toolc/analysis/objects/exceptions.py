"""Exceptions of the program: what `raise` raises, and which handler catches it."""

import builtins
import dataclasses
import json

from toolc.analysis.protocol import Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import MISSING, Choice, Class, Instance, Symbol, Unknown, Value


class _ValidationError(ValueError):
    """`pydantic.ValidationError`."""


BUILTIN: dict[str, type[BaseException]] = {
    name: value for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
} | {
    "JSONDecodeError": json.JSONDecodeError,
    "FrozenInstanceError": dataclasses.FrozenInstanceError,
    "ValidationError": _ValidationError,
}
"""The exception classes of Python itself, and of the standard library where models raise them."""


def is_subclass_name(name: str, of: str) -> bool:
    """Return `True` if one exception class derives from another, by name; an unknown one derives from `Exception`."""
    if of not in BUILTIN:
        return name == of
    return issubclass(BUILTIN.get(name, Exception), BUILTIN[of])


def exception_of(vm: Machine, value: Value) -> Raised:
    """Return the exception raised by `raise value`."""
    if isinstance(value, Class):
        value = vm.call(value, (), {})
    if isinstance(value, Instance):
        return Raised(value.cls.name, value)
    if isinstance(value, Symbol):
        return Raised(value.name.rpartition(".")[2], value)
    if isinstance(value, Raised):
        return value
    callee = getattr(value, "callee", None)
    return Raised(callee.name.rpartition(".")[2] if isinstance(callee, Symbol) else "Exception", value)


def catches(vm: Machine, types: Value, raised: Raised) -> bool:
    """Return `True` if `except types` catches an exception; an unknown class is taken to catch any, and any an unknown one."""
    if raised.possible:
        return True
    for one in types if isinstance(types, tuple) else (types,):
        if isinstance(one, Class):
            value = raised.value
            if isinstance(value, Instance):
                if one in value.cls.mro:
                    return True
            elif one.library.startswith("builtins.") and is_subclass_name(raised.name, one.name):
                return True
        elif isinstance(one, Symbol):
            if is_subclass_name(raised.name, one.name.rpartition(".")[2]):
                return True
        elif isinstance(one, (Unknown, Choice)) or one is MISSING:
            return True
    return False
