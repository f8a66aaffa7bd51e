"""`Field(…)`: attributes of the field, and constraints on its type.

Takes the constants of an annotation and of an assignment, gives one `Info`, merged as pydantic 2.14's `FieldInfo` does.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct, field

from toolc.schema.pydantic.issues import Notes, Refused, any_undecided
from toolc.signature import (
    ELLIPSIS,
    NO_DEFAULT,
    CallConstant,
    Class,
    Constant,
    Default,
    Factory,
    Function,
    Given,
    NoDefault,
    Plain,
    Type,
    UnknownConstant,
)

FIELD = "pydantic.Field"

_ALIASES = ("alias", "validation_alias", "serialization_alias", "alias_priority")
_SHOWN = ("title", "description", "examples", "deprecated", "json_schema_extra", "discriminator")
_CONSTRAINTS = (
    "strict", "gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length", "allow_inf_nan", "fail_fast",
    "pattern", "coerce_numbers_to_str", "max_digits", "decimal_places", "union_mode",
    "strip_whitespace", "to_lower", "to_upper", "ascii_only",
)  # fmt: skip
_WRITTEN = ("exclude", "exclude_if", "field_title_generator", "validate_default")
_SILENT = frozenset({
    "exclude", "exclude_if", "frozen", "init", "init_var", "kw_only", "repr", "validate_default", "default",
    "default_factory", "field_title_generator", "include", "allow_mutation",
})  # fmt: skip
_RENAMED = {"min_items": "min_length", "max_items": "max_length"}
KEPT = frozenset({*_ALIASES, *_CONSTRAINTS, *_RENAMED, "description", "default", "default_factory"})
"""Keywords of `Field` that outlive a copy of the field made of its type, constraints, default and description."""
GENERAL = frozenset({
    "pattern", "max_digits", "decimal_places", "union_mode", "coerce_numbers_to_str", "strip_whitespace", "to_upper",
    "to_lower", "ascii_only",
})  # fmt: skip
"""Constraints without a class of metadata of their own (`FieldInfo.metadata_lookup`, `StringConstraints`)."""
_EMPTY = (list, dict, tuple, set, frozenset, str, bytes, int, float)
"""Kinds of factories that may be false: a false one, as in `default_factory=[]`, gives no default (2.14 `wrap_default`)."""

_REMOVED = frozenset({"regex", "const", "unique_items"})


class Constraint(Struct, frozen=True):
    """One object of metadata that constrains, with pydantic's own names; `Predicate` and `Not` only have their function.

    All but `_PydanticGeneralMetadata`, which holds what has no class of its own, have one fact.
    """

    facts: tuple[tuple[str, Any], ...]


class Info(Struct):
    """The attributes given to a field, and the rest of its metadata in order."""

    attributes: dict[str, Any] = field(default_factory=dict)
    metadata: list[Any] = field(default_factory=list)
    default: Default = NO_DEFAULT


def info_of(made: CallConstant, notes: Notes) -> Info:
    """The value of one `Field(…)` call."""
    given = {_RENAMED.get(key, key): value for key, value in made.kwargs.items()}
    if removed := _REMOVED & given.keys():
        raise Refused(f"`{min(removed)}` is removed from Field")
    info = Info(default=_default(made, given))
    for name in (*_ALIASES, *_SHOWN):
        if name in given and _is_known(name, given[name], notes):
            info.attributes[name] = given[name]
    info.attributes.update({name: given[name] for name in _WRITTEN if given.get(name) is not None})
    _extra_keywords(given, info)
    _aliases(info.attributes)
    known = [(name, given[name]) for name in _CONSTRAINTS if given.get(name) is not None]
    info.metadata.extend(_constraints([(name, value) for name, value in known if _is_known(name, value, notes)]))
    return info


def _constraints(facts: Sequence[tuple[str, Any]]) -> list[Constraint]:
    """An object for each fact, those without a class of their own in one behind them (`FieldInfo._collect_metadata`)."""
    general = tuple(fact for fact in facts if fact[0] in GENERAL)
    own = [Constraint((fact,)) for fact in facts if fact[0] not in GENERAL]
    return [*own, Constraint(general)] if general else own


def _default(made: CallConstant, given: dict[str, Any]) -> Default:
    if (factory := given.get("default_factory")) is not None:
        return NO_DEFAULT if isinstance(factory, _EMPTY) and not factory else Factory(factory)
    value = made.args[0] if made.args else given.get("default", ...)
    return NO_DEFAULT if is_ellipsis(value) else Given(value)


def is_ellipsis(value: Constant) -> bool:
    """Return `True` if a default is `...` or `PydanticUndefined`."""
    return value is ... or (isinstance(value, Plain) and value in (ELLIPSIS, Plain("pydantic_core.PydanticUndefined")))


def _is_known(name: str, value: Constant, notes: Notes) -> bool:
    """Return `True` if a keyword of `Field` is known; else note the issue, whose weight depends on the keyword."""
    reason = any_undecided(value)
    if name == "json_schema_extra" and value is not None and not isinstance(value, dict | Function):
        notes.hook("json_schema_extra is a function")
        return False
    if name == "discriminator":
        return True
    if reason is None:
        return True
    if name in _ALIASES:
        notes.undecided_type(f"{name}: {reason}")
    else:
        notes.undecided_keyword(f"{name}: {reason}")
    return False


def _extra_keywords(given: dict[str, Any], info: Info) -> None:
    """Keywords that `Field` does not know go into the schema (deprecated since 2.0, still so in 2.14)."""
    known = {*_ALIASES, *_SHOWN, *_CONSTRAINTS, *_SILENT}
    extra = {key: value for key, value in given.items() if key not in known and any_undecided(value) is None}
    if extra and not info.attributes.get("json_schema_extra"):
        info.attributes["json_schema_extra"] = extra


def _aliases(attributes: dict[str, Any]) -> None:
    """`alias` is the alias for both directions unless one of them has its own."""
    alias = attributes.get("alias")
    if alias is not None:
        for name in ("validation_alias", "serialization_alias"):
            if attributes.get(name) is None:
                attributes[name] = alias


def merge_field(metadata: Sequence[Constant], assigned: Default, notes: Notes) -> Info:
    """One field: the metadata of its annotation, then what is assigned to it, which has the last word.

    Constraints of an assigned `Field` come *before* those of the annotation (`FieldInfo.from_annotated_attribute`).
    """
    result = Info()
    last = _assigned_info(assigned, notes)
    if last is not None:
        result.metadata.extend(last.metadata)
    for item in metadata:
        _merge(result, item, notes)
    if last is not None:
        _take(result, last)
    elif not isinstance(assigned, NoDefault):
        if isinstance(assigned, Given) and is_ellipsis(assigned.value):
            result.default = result.default if isinstance(result.default, Factory) else NO_DEFAULT
        else:
            result.default = _one_of(result.default, assigned)
    return result


def _one_of(before: Default, now: Default) -> Default:
    """The later default. A value and a factory do not go together, wherever they are given."""
    if (isinstance(before, Factory) and isinstance(now, Given)) or (isinstance(before, Given) and isinstance(now, Factory)):
        raise Refused("cannot specify both default and default_factory")
    return before if isinstance(now, NoDefault) else now


def _assigned_info(default: Default, notes: Notes) -> Info | None:
    """The `Field(…)` or `dataclasses.field(…)` that is assigned, if one is."""
    if not isinstance(default, Given) or not isinstance(default.value, CallConstant):
        return None
    made = default.value
    if made.of == FIELD:
        return info_of(made, notes)
    if made.of == "dataclasses.field":
        return _dataclass_field(made, notes)
    return None


def _dataclass_field(made: CallConstant, notes: Notes) -> Info:
    """`field(metadata={"description": …})` speaks to pydantic with the keywords of `Field`."""
    inner = made.kwargs.get("default")
    if isinstance(inner, CallConstant) and inner.of == FIELD:
        return info_of(inner, notes)
    metadata = made.kwargs.get("metadata")
    if isinstance(metadata, UnknownConstant):
        notes.undecided_keyword(f"metadata: {metadata.reason}")
    elif not isinstance(metadata, dict | None):
        notes.undecided_keyword("metadata: what its keys are is not known")
    known = {*_ALIASES, *_SHOWN, *_CONSTRAINTS, *_SILENT}
    keywords = {key: value for key, value in metadata.items() if key in known} if isinstance(metadata, dict) else {}
    keywords |= {key: made.kwargs[key] for key in ("default", "default_factory") if key in made.kwargs}
    if isinstance(made.kwargs.get("doc"), str):
        keywords.setdefault("description", made.kwargs["doc"])
    return info_of(CallConstant(FIELD, (), keywords), notes)


def _merge(result: Info, item: Constant, notes: Notes) -> None:
    if isinstance(item, CallConstant) and item.of == FIELD:
        info = info_of(item, notes)
        result.metadata.extend(info.metadata)
        _take(result, info)
    elif isinstance(item, CallConstant) and item.of in ("warnings.deprecated", "typing.deprecated"):
        result.attributes["deprecated"] = True
    else:
        result.metadata.append(item)


def _take(result: Info, info: Info) -> None:
    """Later attributes win; `json_schema_extra` dicts are merged."""
    before = result.attributes.get("json_schema_extra")
    result.attributes.update(info.attributes)
    now = info.attributes.get("json_schema_extra")
    if isinstance(before, dict) and isinstance(now, dict):
        result.attributes["json_schema_extra"] = {**before, **now}
    elif before and now and isinstance(before, dict) != isinstance(now, dict):
        result.attributes["json_schema_extra"] = UnknownConstant(
            "a dict and a function for `json_schema_extra` do not go together"
        )
    result.default = _one_of(result.default, info.default)


def expand_metadata(metadata: Iterable[Constant], notes: Notes) -> list[Any]:
    """Metadata of an annotation with groups taken apart: constraints, `Info` values and other constants."""
    result: list[Any] = []
    for item in metadata:
        if isinstance(item, CallConstant) and item.of == FIELD:
            info = info_of(item, notes)
            result.extend(info.metadata)
            result.append(Info(info.attributes, [], info.default))
        elif isinstance(item, Info):
            result.extend(part for one in item.metadata for part in _split_group(one, notes))
            result.append(Info(item.attributes, [], item.default))
        else:
            result.extend(_split_group(item, notes))
    return result


_SIMPLE = {
    "annotated_types.Gt": "gt",
    "annotated_types.Ge": "ge",
    "annotated_types.Lt": "lt",
    "annotated_types.Le": "le",
    "annotated_types.MultipleOf": "multiple_of",
    "annotated_types.MinLen": "min_length",
    "annotated_types.MaxLen": "max_length",
    "pydantic.Strict": "strict",
    "pydantic.AllowInfNan": "allow_inf_nan",
    "pydantic.FailFast": "fail_fast",
}

CHECKS = frozenset({"annotated_types.Predicate", "annotated_types.Not"})
"""Metadata that is a function to check with: no fact of any validator."""

_GROUPS = {
    # The constraints of each group in order.
    "annotated_types.Interval": ("gt", "ge", "lt", "le"),
    "annotated_types.Len": ("min_length", "max_length"),
    "pydantic.StringConstraints": (
        "min_length", "max_length", "strict", "strip_whitespace", "to_upper", "to_lower", "pattern", "ascii_only",
    ),
    "pydantic.GeneralMetadata": ("max_digits", "decimal_places", "fail_fast"),  # its name in pydantic is private
}  # fmt: skip

_POSITIONAL = {
    "pydantic.StringConstraints": (
        "strip_whitespace", "to_upper", "to_lower", "strict", "min_length", "max_length", "pattern", "ascii_only",
    ),
}  # fmt: skip
"""The parameters of a group where their order is not that of its constraints."""


def is_group(item: Constant) -> bool:
    """Return `True` if an item of metadata stands for several constraints."""
    return isinstance(item, CallConstant) and item.of in _GROUPS


def _split_group(item: Constant, notes: Notes) -> list[Any]:
    if isinstance(item, Plain) and item.name in _SIMPLE:
        return [Constraint(((_SIMPLE[item.name], True),))]
    if not isinstance(item, CallConstant):
        return [] if item is None else [item]
    pairs: list[tuple[str, Any]]
    if item.of in CHECKS:
        return [Constraint(((item.of, item.args[0] if item.args else item.kwargs.get("func")),))]
    if item.of in _SIMPLE:
        name = _SIMPLE[item.of]
        pairs = [(name, item.args[0] if item.args else item.kwargs.get(name, True))]
    elif item.of in _GROUPS:
        names = _POSITIONAL.get(item.of, _GROUPS[item.of])
        given = {**dict(zip(names, item.args, strict=False)), **item.kwargs}
        pairs = [(name, given.get(name)) for name in _GROUPS[item.of]]
        if item.of == "annotated_types.Len" and given.get("min_length") == 0:
            pairs = pairs[1:]
    else:
        return [item]
    return _constraints([(name, value) for name, value in pairs if value is not None and _is_known(name, value, notes)])


def is_own_default(type_: Type | None, default: Default) -> bool:
    """A default that is its own annotation, as in `date: date = date`, is taken for a slip: `FieldInfo` raises
    PydanticUserError (2.14 `from_annotated_attribute`)."""
    return isinstance(type_, (Plain, Class)) and default == Given(type_)
