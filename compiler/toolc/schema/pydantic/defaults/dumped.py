"""Serialization of a value that was not validated, such as the default of a field.

Takes the type of the field and the value, gives the constant that is written: a whole number in a field of `float` is `1.0`.
Raises `UnknownPart` and `Unwritable`. Source: pydantic-core 2.41 `serializers/type_serializers`, in JSON mode.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

from toolc.schema.class_fact_keys import VALIDATED
from toolc.schema.pydantic.defaults.collected import collection_contents
from toolc.schema.pydantic.defaults.writers import SERIALIZERS, encoder, whole, write_import, write_pattern
from toolc.schema.pydantic.fieldinfo import FIELD
from toolc.schema.pydantic.issues import UnknownPart
from toolc.signature import (
    ELLIPSIS,
    NONE,
    Alias,
    Annotated,
    CallConstant,
    Class,
    Constant,
    Definition,
    Function,
    Generic,
    Given,
    HookedMetadata,
    Member,
    Plain,
    Type,
    TypeVariable,
    Union,
)
from toolc.signature import Literal as OneOf

Check: TypeAlias = Literal["", "lax", "strict"]
"""How much a value has to be what its type says: nothing outside unions; their members are tried strictly, then laxly."""


class _Other(Exception):
    """A member of a union does not write the value."""


_NUMBERS: dict[str, type] = {"builtins.int": int, "builtins.float": float}
_DATA = frozenset({"builtins.int", "builtins.str", "builtins.float", "enum.IntEnum", "enum.IntFlag", "enum.StrEnum"})
_AS_TEXT = frozenset(
    {"pydantic.IPvAnyAddress", "pydantic.IPvAnyInterface", "pydantic.IPvAnyNetwork", "pydantic.NameEmail", "zoneinfo.ZoneInfo"}
)
_BY_FUNCTION: dict[str, Callable[[Constant], Constant]] = {
    "pydantic.ByteSize": whole,
    "pydantic.ImportString": write_import,
    "re.Pattern": write_pattern,
}
_ENCODED = ("pydantic.EncodedBytes", "pydantic.EncodedStr")


class Dumped:
    """Serializers of the types of one program."""

    def __init__(self, definitions: Mapping[str, Definition]) -> None:
        self._definitions = definitions

    def of(self, type_: Type, value: Constant, check: Check = "") -> Constant:
        """The constant in whose form `value` is written by a field of that type."""
        match type_:
            case Annotated(inner, metadata):
                return self._dump_annotated(inner, metadata, value, check)
            case Alias(qualname):
                definition = self._definitions.get(qualname)
                return value if definition is None or definition.value is None else self.of(definition.value, value, check)
            case TypeVariable(_, _, constraints, default):
                stands = Union(constraints) if default is None and constraints else default
                return value if stands is None else self.of(stands, value, check)
            case Union(members):
                return self._union(members, value, check)
            case Plain(name):
                return self._plain(name, value, check)
            case OneOf(values):
                same = any(type(one) is type(value) and one == value for one in values)
                return value if same else _other(value, check)
            case Generic(origin) if origin in _BY_FUNCTION:
                return _BY_FUNCTION[origin](self._bare(value))
            case Generic(origin, args) if args:
                return self._items(origin, args, value, check)
            case Class(qualname, args):
                return self._instance(qualname, args, value, check)
            case _:
                return value

    def _dump_annotated(self, inner: Type, metadata: tuple[Constant, ...], value: Constant, check: Check) -> Constant:
        """The last serializer among the metadata is the one that writes."""
        for item in reversed(metadata):
            if isinstance(item, HookedMetadata) or (isinstance(item, CallConstant) and item.of in SERIALIZERS):
                raise UnknownPart("a part of the default is written by code")
            if isinstance(item, CallConstant) and item.of == "pydantic.SerializeAsAny":
                return value
            if isinstance(item, CallConstant) and item.of in _ENCODED:
                named = item.args[0] if item.args else item.kwargs.get("encoder")
                return encoder(item.of, named)(self._bare(value))
            if isinstance(item, CallConstant) and item.of in _BY_FUNCTION:
                return _BY_FUNCTION[item.of](self._bare(value))
        return self.of(inner, value, check)

    def _union(self, members: tuple[Type, ...], value: Constant, check: Check) -> Constant:
        """`None` is left to a nullable type; then the first member that writes the value strictly, then laxly."""
        others = [one for one in members if one != NONE]
        if value is None:
            return value
        if len(others) == 1:
            return self.of(others[0], value, check)
        for how in ("strict", "lax") if check != "strict" and any(map(self._is_retried, others)) else ("strict",):
            for member in others:
                try:
                    return self.of(member, value, how)
                except _Other:
                    continue
        return _other(value, check)

    def _is_retried(self, member: Type) -> bool:
        """Return `True` if a union with that member tries all members again (`retry_with_lax_check`)."""
        match member:
            case Annotated(inner, _):
                return self._is_retried(inner)
            case Union(members):
                return any(map(self._is_retried, members))
            case Generic("builtins.list" | "builtins.tuple", args):
                return any(map(self._is_retried, args))
            case Plain(name):
                return name == "builtins.int"
            case _:
                return isinstance(member, Class | Alias | TypeVariable)

    def _plain(self, name: str, value: Constant, check: Check) -> Constant:
        if name in ("typing.Any", "builtins.object"):
            return value
        if name in _NUMBERS:
            return self._number(_NUMBERS[name], value, check)
        if name in _BY_FUNCTION:
            return _BY_FUNCTION[name](self._bare(value))
        if name in _AS_TEXT and not (value is None or isinstance(value, str) or _is_one(name, value)):
            raise UnknownPart(f"what a {name.rpartition('.')[2]} writes of a value of another kind")
        if name == "pydantic.BaseModel" and not isinstance(value, bool | int | str | float | bytes | list | tuple | None):
            raise UnknownPart("a field of any model writes no more than that")
        return _other(value, check) if isinstance(value, list | tuple | dict) or _plainly_other(name, value) else value

    def _number(self, kind: type, value: Constant, check: Check) -> Constant:
        """Numbers of a class below, `bool` and enums of numbers among them; a `float` takes whole numbers for such."""
        if type(value) is kind:
            return value
        number = self._bare(value)
        if not isinstance(number, int):
            return _other(value, check)
        if check == "strict":
            raise _Other
        try:
            return kind(number)
        except OverflowError:
            raise UnknownPart("a number beyond those of a float") from None

    def _bare(self, value: Constant) -> Constant:
        """Return the value of a member of an enum that is a number or text type; anything else is returned as it is."""
        if not isinstance(value, Member):
            return value
        definition = self._definitions.get(value.enum)
        if definition is None:
            raise UnknownPart(f"what {value.enum.rpartition(':')[2]} is a kind of")
        return value.value if _DATA & set(definition.ancestors) else value

    def _items(self, origin: str, args: tuple[Type, ...], value: Constant, check: Check) -> Constant:
        """Each item by its own type, if the collection is of the kind that the type says."""
        inside = collection_contents(value, origin)
        if inside is None:
            return _other(value, check)
        if isinstance(inside, dict):
            return self._pairs(args, inside, check) if len(args) == 2 else inside
        if origin == "builtins.tuple" and args[1:] != (ELLIPSIS,):
            return self._tuple(args, inside, check)
        made = [self.of(args[0], one, check) for one in inside]
        return made if isinstance(inside, list) else frozenset(map(_hashable, made))

    def _tuple(self, args: tuple[Type, ...], inside: list[Any], check: Check) -> Constant:
        if check and len(args) != len(inside):
            raise _Other
        return [*(self.of(kind, one, check) for kind, one in zip(args, inside, strict=False)), *inside[len(args) :]]

    def _pairs(self, args: tuple[Type, ...], value: dict[Any, Any], check: Check) -> Constant:
        keyed = args[0].type if isinstance(args[0], Annotated) else args[0]
        numbered = isinstance(keyed, Plain) and keyed.name in _NUMBERS
        if not numbered and any(isinstance(key, bool) for key in value) and keyed != Plain("builtins.str"):
            raise UnknownPart("a key of the default is a bool")
        return {
            str(key) if numbered and isinstance(key, bool) else key: self.of(args[1], one, check) for key, one in value.items()
        }

    def _instance(self, qualname: str, args: tuple[Type, ...], value: Constant, check: Check) -> Constant:
        """Of an instance of another class, the fields of this one are written, as far as it has such attributes."""
        definition = self._definitions.get(qualname)
        if definition is not None and definition.kind == "typed_dict" and isinstance(value, dict):
            return self._keys(definition, args, value, check)
        if definition is None or definition.kind not in ("model", "root_model", "dataclass"):
            return value if definition is not None and isinstance(value, CallConstant | Member) else _other(value, check)
        if isinstance(value, Member | Function) or (isinstance(value, CallConstant) and value.of != qualname):
            raise UnknownPart(f"a field of `{definition.name}` writes an object of another class")
        if not isinstance(value, CallConstant):
            if definition.serializer is not None:
                raise UnknownPart(f"the serializer of `{definition.name}` also writes values that are not instances of it")
            return _other(value, check)
        return value if definition.kind != "dataclass" or VALIDATED in definition.config else self._fields(definition, value)

    def _keys(self, definition: Definition, args: tuple[Type, ...], value: dict[Any, Any], check: Check) -> Constant:
        """A dict by the types of its keys; in a union it must have those that are required, and no others."""
        fields = {field.name: field for field in definition.fields}
        needed = {name for name, field in fields.items() if field.required}
        if check and not needed <= value.keys() <= fields.keys():
            raise _Other
        if args or any(isinstance(field.type, Annotated) for field in fields.values()):
            raise UnknownPart(f"a dict in a field of `{definition.name}`")
        return {key: self.of(fields[key].type, one, check) if key in fields else one for key, one in value.items()}

    def _fields(self, definition: Definition, value: CallConstant) -> Constant:
        """An instance of a dataclass of the standard library: what was given and what is not made anew, by their types."""
        given = {**dict(zip((one.name for one in definition.fields), value.args, strict=False)), **value.kwargs}
        for field in definition.fields:
            default = field.default.value if isinstance(field.default, Given) else None
            metadata = field.type.metadata if isinstance(field.type, Annotated) else ()
            if any(isinstance(one, CallConstant) and one.of == FIELD for one in (default, *metadata)):
                raise UnknownPart(f"`{definition.name}.{field.name}` is a `Field`")
            if field.name not in given and isinstance(field.default, Given):
                given[field.name] = default
            if field.name in given:
                given[field.name] = self.of(field.type, given[field.name])
        return CallConstant(value.of, (), given)


def _hashable(value: Constant) -> Constant:
    return tuple(map(_hashable, value)) if isinstance(value, list) else value


def _other(value: Constant, check: Check) -> Constant:
    """Return a value that the serializer is not for: it is written as it is; in a check, raises `_Other` unless `None`."""
    if check and value is not None:
        raise _Other
    return value


def _is_one(name: str, value: Constant) -> bool:
    of = value.of if isinstance(value, CallConstant) else ""
    return of == name or (of.startswith("ipaddress.") and name.startswith("pydantic.IPv"))


def _plainly_other(name: str, value: Constant) -> bool:
    """Return `True` if a scalar is certainly not of the named class; only `bool`, `str` and `bytes` have scalars here."""
    kinds: dict[str, type] = {"builtins.bool": bool, "builtins.str": str, "builtins.bytes": bytes}
    return isinstance(value, bool | int | float | str | bytes) and not isinstance(value, kinds.get(name, type(None)))
