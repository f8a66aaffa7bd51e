"""Keys of dicts and elements of sets: which are equal, and what stands for an object that is equal to a constant.

Source: the data model's `object.__hash__`.
"""

from toolc.analysis.objects import annotations, enums
from toolc.analysis.objects.fields import compared_values, fields_of, has_no_hash
from toolc.analysis.objects.immutables import Immutable
from toolc.analysis.protocol import Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import (
    MISSING,
    SCALARS,
    Choice,
    Class,
    Container,
    Dict,
    Instance,
    LibraryObject,
    Maybe,
    Subscript,
    Unknown,
    Value,
)


class _Key:
    """A key of a dict that is worth a constant (`worth_of`): it is equal to that, and keeps the object."""

    member: Instance


class _TextKey(_Key, str):
    pass


class _NumberKey(_Key, int):
    pass


class _FloatKey(_Key, float):
    pass


class _BytesKey(_Key, bytes):
    pass


class _TupleKey(_Key, tuple[Value, ...]):
    pass


_KEYS: dict[type, type] = {str: _TextKey, int: _NumberKey, float: _FloatKey, bytes: _BytesKey, tuple: _TupleKey}


def key_of_worth(member: Instance, worth: Value) -> Value:
    """Return what stands for an object that is worth a constant as a key of a dict."""
    if type(worth) not in _KEYS:
        return member
    made = _KEYS[type(worth)](worth)
    made.member = member
    return made


def of_key(key: Value) -> Value:
    """The value that a program sees of a key: the member of an enum that was put there, else the key itself."""
    return key.member if isinstance(key, _Key) else key


def constant_of_key(key: Value) -> Value:
    """The constant that a key is equal to, where it is one."""
    return enums.worth_of(key.member) if isinstance(key, _Key) else key


class NoKey(ValueError):
    """A key that may equal others in a way that is not followed."""


def key_of(vm: Machine, key: Value) -> Value:
    """A key as a dict compares it. Raises `NoKey`, or TypeError of the program for what has no hash."""
    key = annotations.value_of(vm, vm.plain(key))
    if isinstance(key, SCALARS):
        return key
    if isinstance(key, Subscript) and isinstance(key.origin, Class):  # `list[int]`, made anew where it is written
        return vm.interned.setdefault((Subscript, key.origin, key_of(vm, key.args)), key)
    if isinstance(key, tuple):
        return tuple([key_of(vm, one) for one in key])
    if isinstance(key, Immutable):
        return vm.interned.setdefault(key.key, key)
    union = isinstance(key, LibraryObject) and key.maker == "typing.Union"
    if union or isinstance(key, (Unknown, Choice, Maybe, Subscript)) or (isinstance(key, Container) and key.cls is not None):
        raise NoKey
    if isinstance(key, Container):
        if not isinstance(key, Dict) or key.kind != "frozenset":
            raise Raised("TypeError")
        if key.taint is not None or any(isinstance(one, Maybe) for one in key.items.values()):
            raise NoKey
        return vm.interned.setdefault((Dict, frozenset(key.items)), key)
    if isinstance(key, Instance):
        return _instance_key(vm, key)
    if isinstance(key, slice):
        raise Raised("TypeError")
    return key


def _instance_key(vm: Machine, key: Instance) -> Value:
    """Instances are keys by identity, or by what they are worth; those of frozen dataclasses by their fields, of equal ones the
    first stands for all."""
    cls = key.cls
    if "enum" in cls.traits:
        return key_of_worth(key, enums.worth_of(key))
    if has_no_hash(cls):
        raise Raised("TypeError", detail="unhashable type")
    if cls.find("__eq__") is not MISSING or cls.find("__hash__") is not MISSING or key.taint is not None:
        raise NoKey
    if isinstance(worth := enums.worth_of(key), Container):
        raise NoKey  # a frozenset
    if worth is not key:
        return key_of_worth(key, key_of(vm, worth))
    values = compared_values(key)
    if values is None:
        return key
    if not cls.traits & {"frozen", "hashed"}:
        raise Raised("TypeError", detail="unhashable type")
    if "frozen" not in cls.traits:
        raise NoKey
    if len(values) < len(fields_of(cls)):  # equal ones may differ in the other fields: a dict keeps that which came first
        return key_of_worth(key, (Instance, cls, key_of(vm, values)))
    return vm.interned.setdefault((Instance, (cls, key_of(vm, values))), key)


def lookup_key(vm: Machine, owner: Dict, key: Value) -> Value:
    """The value of a key, `Maybe` where it may be missing; MISSING."""
    try:
        return owner.items.get(key_of(vm, key), MISSING)
    except NoKey:
        return Unknown(vm.doubt("TC205", "the key is computed while the program runs"))


def key_error(vm: Machine, key: Value) -> Value:
    """The exception that a missing key raises."""
    return vm.exception("KeyError", (key,))
