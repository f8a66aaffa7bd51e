"""Bounds that pydantic-core accepts: it reads the value like any input, in lax mode (measured, pydantic-core 2.50).

Takes the kind of a validator and a constant, gives `True` if the validator can be built; None where that is not known.
"""

import math
from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Decimal
from fractions import Fraction
from typing import Any

from toolc.schema.pydantic.defaults.stdvalues import standard_value
from toolc.signature import CallConstant

_DAY = 86_400

_INSTANCES: dict[str, tuple[str, ...]] = {
    "int": (),
    "float": ("fractions.Fraction",),
    "decimal": (),
    "fraction": ("fractions.Fraction",),
    "date": ("datetime.date",),
    "time": ("datetime.time", "fractions.Fraction"),
    "datetime": ("datetime.date", "datetime.datetime", "fractions.Fraction"),
    "timedelta": ("datetime.timedelta", "fractions.Fraction"),
}
"""The objects of the standard library that bound a validator, beside numbers."""

_READ: dict[str, Callable[[str], object]] = {
    "int": int,
    "decimal": Decimal,
    "fraction": Fraction,
    "date": date.fromisoformat,
    "time": time.fromisoformat,
    "datetime": lambda text: datetime.strptime(text, "%Y-%m-%dT%H:%M:%S"),
}
"""Texts that Python reads pydantic reads too; it also reads others."""

KINDS = frozenset(_INSTANCES)


def bounds(kind: str, value: Any) -> bool | None:
    """Return `True` if a constant is a valid bound of a validator of one of KINDS. `None` if not known."""
    match value:
        case None:
            return True
        case bool():
            return kind in ("int", "float", "fraction", "timedelta")
        case int() | float():
            return _number(kind, value)
        case str():
            return False if kind == "float" else _text(kind, value)
        case bytes():
            return False if kind in ("int", "float", "decimal", "fraction", "date") else None
        case list() | tuple() | dict():
            return False
        case CallConstant("decimal.Decimal"):
            number = _decimal(value)
            return None if number is None else _number(kind, number)
        case CallConstant(of) if of.startswith(("datetime.", "fractions.")):
            return of in _INSTANCES[kind]
    return None


def _decimal(made: CallConstant) -> Decimal | None:
    try:
        return Decimal(standard_value(made.of, made.args, made.kwargs))
    except (TypeError, ValueError, ArithmeticError):
        return None


def _number(kind: str, number: float | Decimal) -> bool:
    """A date is no number, a time is seconds of a day, an instant or a duration any seconds."""
    if kind in ("float", "decimal"):
        return True
    if kind == "date" or not math.isfinite(number):
        return False
    if kind == "int":
        return number == int(number)
    if kind == "fraction":
        return True
    return kind != "time" or 0 <= number < _DAY


def _text(kind: str, text: str) -> bool | None:
    try:
        _READ.get(kind, int)(text)
    except (ValueError, ArithmeticError):
        return False if kind in ("decimal", "fraction") else None
    return True if kind in _READ else None
