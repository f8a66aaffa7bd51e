"""Instances of the program's classes as defaults, as they are written (pydantic 2.14 `encode_default`).

Takes a definition and the arguments of the call that makes the instance, gives its written form, key by key. Raises
`UnknownPart` and `Unwritable`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import UNSET, Struct

from toolc.schema.aliases import apply_generators, serialization_name
from toolc.schema.class_fact_keys import CODED, EXTRA, VALIDATED
from toolc.schema.pydantic.defaults.coerced import is_coerced, is_masked, read
from toolc.schema.pydantic.defaults.factories import make_default
from toolc.schema.pydantic.defaults.passthrough import written_as_is
from toolc.schema.pydantic.fieldinfo import FIELD, merge_field
from toolc.schema.pydantic.issues import Notes, UnknownPart, Unwritable, any_undecided
from toolc.signature import (
    Annotated,
    CallConstant,
    Constant,
    Default,
    Definition,
    Factory,
    Function,
    Given,
    NoDefault,
    Type,
    UnknownConstant,
)


class Held(Struct, frozen=True):
    """One key with its value; `type` writes it, None where the value itself says how."""

    key: str
    type: Type | None
    value: Constant


def attributes(
    definition: Definition,
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    inferred: bool,
    config: Mapping[str, Constant],
    notes: Notes,
) -> Iterator[Held]:
    """The fields of an instance by their serialization names, then what a model keeps beyond them.

    `inferred`: the value says how it is written, as that of a dataclass of the standard library does.
    """
    own = definition.kind == "model" or (definition.kind == "dataclass" and not inferred)
    coded = definition.config.get(CODED, {})
    placed = dict(zip((field.name for field in definition.fields), args, strict=False))
    given = dict(kwargs)
    for field in definition.fields:
        metadata = field.type.metadata if isinstance(field.type, Annotated) else ()
        info = merge_field(metadata, field.default, notes)
        if inferred and field.name not in {**placed, **given} and _is_field(field.default):
            raise Unwritable  # the attribute is the `Field(…)` itself
        name, read_as = field.name, [field.name]
        if own:
            generators = (*(one.alias for one in field.generators), config.get("alias_generator"))
            aliases = apply_generators(name, info.attributes, generators)
            read_as = _read_as(name, aliases.validation, config)
            name = serialization_name(name, aliases, notes.undecided_type)
        value = next((given.pop(key) for key in read_as if key in given), placed.get(field.name, UNSET))
        if info.attributes.get("exclude") is True and own:
            continue
        asked = info.attributes.get("validate_default", config.get("validate_default")) is True
        validated = (value is not UNSET and not (definition.kind == "model" and placed)) or (value is UNSET and asked)
        value = default_of(info.default) if value is UNSET else value
        if is_masked(field.type, value) and not inferred:
            raise UnknownPart(f"`{definition.name}.{field.name}` is not a secret")
        if validated and not inferred and definition.kind != "named_tuple":
            if told := coded.get(field.name, coded.get("*")):
                raise UnknownPart(told.reason)
            value = read(field.type, value)
            if is_coerced(field.type, value):
                raise UnknownPart(f"what {definition.name} makes of the value of `{field.name}` is not known")
        if own and _is_excluded(info.attributes.get("exclude_if"), value, name):
            continue
        yield Held(name, None if inferred else field.type, value)
    yield from _beyond(definition, given) if own else ()


def _is_excluded(condition: Constant, value: Constant, name: str) -> bool:
    """Return `True` if `exclude_if` excludes a value; raises `UnknownPart` if that is not known."""
    if condition is None:
        return False
    told = condition.call(value) if isinstance(condition, Function) else UnknownConstant("no function that is known")
    if isinstance(told, UnknownConstant) or any_undecided(value) is not None:
        raise UnknownPart(f"whether `{name}` is left out only running the program tells")
    return bool(told)


def _beyond(definition: Definition, left: dict[str, Constant]) -> Iterator[Held]:
    """Yield the arguments without a field, which only a model with `extra="allow"` keeps."""
    extra = definition.config.get("extra", "ignore")
    if left and (extra == "forbid" or isinstance(extra, UnknownConstant) or EXTRA in definition.config):
        raise UnknownPart(f"what {definition.name} makes of `{min(left)}` is not known")
    if left and extra == "allow":
        if VALIDATED in definition.config:
            raise UnknownPart(f"whether `{definition.name}` writes `{min(left)}` is not known")
        yield from (Held(key, None, value) for key, value in left.items())


def default_of(default: Default) -> Constant:
    """The value of a field that is not given."""
    match default:
        case Given(value):
            return value
        case UnknownConstant(reason):
            raise UnknownPart(reason)
        case Factory(by):
            return make_default(by)
        case NoDefault():
            raise UnknownPart("a field of the default is not given")


def _read_as(name: str, alias: Constant, config: Mapping[str, Constant]) -> list[str]:
    """The names under which a model takes the value of a field."""
    aliases = [] if alias is None or config.get("validate_by_alias") is False else [alias]
    named = not aliases or config.get("validate_by_name") or config.get("populate_by_name")
    return [one for one in (*aliases, *([name] if named else ())) if isinstance(one, str)]


def _is_field(default: Default) -> bool:
    return isinstance(default, Given) and isinstance(default.value, CallConstant) and default.value.of == FIELD


_DATA: dict[str, Callable[..., Constant]] = {"builtins.str": str, "builtins.int": int, "builtins.float": float}


_NOTHING = frozenset({"builtins.object", "abc.ABC", "typing.Generic", "typing.Protocol"})


def plain(definition: Definition, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Constant:
    """The text or number that an instance of a class below `str`, `int` or `float` is; no serializer knows other classes."""
    bases = _data(definition)
    sure = not definition.reason and CODED not in definition.config
    if sure and not bases and all(name in _NOTHING or ":" in name for name in definition.ancestors):
        raise Unwritable
    if not sure or len(bases) != 1 or kwargs or not all(isinstance(arg, str | int | float) for arg in args):
        raise UnknownPart(f"how an instance of {definition.name} is written is not known")
    try:
        return _DATA[bases[0]](*args)
    except (TypeError, ValueError, OverflowError) as error:
        raise UnknownPart(f"{definition.name}: {error}") from None


def _data(definition: Definition) -> list[str]:
    return [name for name in definition.ancestors if name in _DATA]


def check_adapter(definition: Definition, config: Mapping[str, Constant]) -> None:
    """Check that the adapter of a class other than a model writes its instances as they are; raises if not."""
    if definition.reason or CODED in definition.config:
        return  # what that comes to is told where the instance is written
    if definition.core_hook is None:
        if config.get("arbitrary_types_allowed") is not True:
            raise Unwritable
    elif not written_as_is(definition.core_hook, _data(definition)):
        raise UnknownPart(f"how an instance of {definition.name} is written is not known")
