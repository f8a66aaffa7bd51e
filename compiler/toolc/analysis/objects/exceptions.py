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


def is_group(value: Value) -> bool:
    """Return `True` for an exception group of which the exceptions are known."""
    return isinstance(value, Instance) and isinstance(value.cells.get("exceptions"), tuple) and _groups(value)


def _groups(value: Instance) -> bool:
    return any(isinstance(one, Class) and one.library in _GROUPS for one in value.cls.mro)


_GROUPS = frozenset({"builtins.BaseExceptionGroup", "builtins.ExceptionGroup"})


def note_group(vm: Machine, made: Instance) -> None:
    """Give a group its message and its exceptions, of the arguments that it is made with."""
    if isinstance(made.native, tuple) and len(made.native) == 2 and _groups(made):
        found = vm.elements(made.native[1])
        if isinstance(found, list):
            made.cells.update({"message": made.native[0], "exceptions": tuple(found)})


def group_text(value: Instance) -> str | None:
    """`str(group)`; None for any other exception, and where the message is not known."""
    if not is_group(value) or not isinstance(message := value.cells["message"], str):
        return None
    number = len(value.cells["exceptions"])
    return f"{message} ({number} sub-exception{'s' if number != 1 else ''})"


def split(vm: Machine, value: Value, types: Value) -> tuple[Value, Value]:
    """The exceptions in a group, or one by itself, that `except* types` catches, and the rest; None for none."""
    if not is_group(value):
        return (value, None) if catches(vm, types, exception_of(vm, value)) else (None, value)
    parts = [split(vm, one, types) for one in value.cells["exceptions"]]
    caught, left = (tuple([one for one in side if one is not None]) for side in zip(*parts, strict=True))
    if not left or not caught:
        return (value, None) if not left else (None, value)
    return group_of(vm, value.cells["message"], caught), group_of(vm, value.cells["message"], left)


def group_of(vm: Machine, message: Value, found: tuple[Value, ...]) -> Value:
    """A group of some exceptions."""
    return vm.exception("ExceptionGroup", (message, found))


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
