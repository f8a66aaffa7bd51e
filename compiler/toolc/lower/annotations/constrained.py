"""pydantic's functions that make a constrained type, such as `conint`.

Takes the keywords of a call, gives the metadata that it puts into `Annotated`.
"""

from collections.abc import Mapping

from toolc.signature import CallConstant, Constant

CONSTRAINED = {
    "pydantic.conint": "builtins.int",
    "pydantic.confloat": "builtins.float",
    "pydantic.constr": "builtins.str",
    "pydantic.conbytes": "builtins.bytes",
    "pydantic.condecimal": "decimal.Decimal",
    "pydantic.condate": "datetime.date",
    "pydantic.conlist": "builtins.list",
    "pydantic.conset": "builtins.set",
    "pydantic.confrozenset": "builtins.frozenset",
}
"""The functions and what they constrain. Their keywords are those of `Field`."""

_STRICT = ("pydantic.Strict", ("strict",))
_INTERVAL = ("annotated_types.Interval", ("gt", "ge", "lt", "le"))
_MULTIPLE = ("annotated_types.MultipleOf", ("multiple_of",))
_LENGTH = ("annotated_types.Len", ("min_length", "max_length"))
_DIGITS = ("pydantic.GeneralMetadata", ("max_digits", "decimal_places"))
_NAN = ("pydantic.AllowInfNan", ("allow_inf_nan",))
_METADATA = {
    "builtins.int": (_STRICT, _INTERVAL, _MULTIPLE),
    "builtins.float": (_STRICT, _INTERVAL, _MULTIPLE, _NAN),
    "builtins.bytes": (_STRICT, _LENGTH),
    "decimal.Decimal": (_STRICT, _INTERVAL, _MULTIPLE, _DIGITS, _NAN),
    "datetime.date": (_STRICT, _INTERVAL),
    **dict.fromkeys(("builtins.list", "builtins.set", "builtins.frozenset"), (_LENGTH,)),
}
"""The metadata that each function always adds, and the keywords that each piece of it takes."""

_NONE_WITHOUT = frozenset({"pydantic.Strict", "annotated_types.MultipleOf", "pydantic.AllowInfNan"})
"""In place of these stands None where their keyword is not given, which the name of a generic shows."""


def constraints(base: str, given: Mapping[str, Constant]) -> tuple[CallConstant | None, ...]:
    """The metadata in order (pydantic 2.14.3 `types.py`); digits have a private class there."""
    said = {key: value for key, value in given.items() if value is not None}
    if base == "builtins.str":
        return (CallConstant("pydantic.StringConstraints", (), said),)
    kinds = [(name, {key: said[key] for key in keys if key in said}) for name, keys in _METADATA[base]]
    return tuple(CallConstant(name, (), kwargs) if kwargs or name not in _NONE_WITHOUT else None for name, kwargs in kinds)
