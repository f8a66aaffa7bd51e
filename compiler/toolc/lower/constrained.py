"""pydantic's functions that make a constrained type, such as `conint`.

Takes the keywords of a call, gives the metadata that it puts into `Annotated`.
"""

from collections.abc import Mapping

from toolc.signature import Constant, Made

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

_KINDS = {
    "pydantic.Strict": ("strict",),
    "annotated_types.Interval": ("gt", "ge", "lt", "le"),
    "annotated_types.MultipleOf": ("multiple_of",),
    "annotated_types.Len": ("min_length", "max_length"),
    "pydantic.AllowInfNan": ("allow_inf_nan",),
}


def constraints(base: str, given: Mapping[str, Constant]) -> tuple[Made, ...]:
    """The metadata in order (pydantic 2.14.3 `types.py`); digits have a private class there."""
    said = {key: value for key, value in given.items() if value is not None}
    if base == "builtins.str":
        return (Made("pydantic.StringConstraints", (), said),)
    kinds = [(name, {key: said.pop(key) for key in keys if key in said}) for name, keys in _KINDS.items()]
    made = [Made(name, (), kwargs) for name, kwargs in kinds if kwargs]
    return (*made, Made("pydantic.GeneralMetadata", (), said)) if said else tuple(made)
