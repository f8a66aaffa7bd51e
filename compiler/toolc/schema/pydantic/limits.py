"""Values that a constraint cannot have: pydantic-core refuses to build the validator (2.14).

Takes a finished tree of validators, raises `Refused` where pydantic raises `SchemaError`. Only what stays is judged: a bound
that another one of its name replaced was never built.
"""

import math
import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from toolc.schema.pydantic.issues import Refused
from toolc.schema.pydantic.node import Node, children
from toolc.schema.pydantic.stdvalues import standard_value
from toolc.signature import Made

_LENGTHS = frozenset({"min_length", "max_length"})
_BOUNDS = frozenset({"gt", "ge", "lt", "le", "multiple_of"})
_UNKNOWN_TO_RUST = re.compile(r"\(\?(?:[=!]|<[=!])|(?<!\\)(?:\\\\)*\\[1-9]")
"""Look-around and back references, which the default engine has not."""
_INSTANCES: dict[str, tuple[str, ...]] = {
    # The objects of the standard library that bound a validator; measured with pydantic-core 2.50.
    "int": ("decimal.Decimal",),
    "float": ("decimal.Decimal", "fractions.Fraction"),
    "decimal": ("decimal.Decimal",),
    "date": ("datetime.date",),
    "time": ("datetime.time",),
    "datetime": ("datetime.date", "datetime.datetime"),
    "timedelta": ("datetime.timedelta",),
}
_DAY = 86_400
REGEX_ENGINE = "regex_engine"
"""The fact, beside a pattern, which engine its class is configured to use."""


def check(roots: Iterable[Node]) -> None:
    """Refuse an impossible constraint anywhere in these trees."""
    pending, seen = list(roots), set[int]()
    while pending:
        node = pending.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if node.kind in _NEEDING and any(_omitted(node.kind, part) for part in (*node.parts, *(node.inner or node).parts)):
            raise Refused(f"Error building {node.kind!r} validator: 'on_error = omit' cannot be set for required fields")
        for name, value in node.facts.items():
            _check(node.kind, name, value, node.facts)
        pending.extend(children(node))


_NEEDING = frozenset({"dataclass", "named-tuple", "typed-dict"})
"""Classes whose required fields an error cannot leave out; a model takes it as a missing value."""


def _omitted(kind: str, field: Node) -> bool:
    inner = field.inner
    leaves_out = inner is not None and inner.kind == "default" and inner.facts.get("on_error") == "omit"
    return leaves_out and (field.required or kind != "typed-dict")


def _check(kind: str, name: str, value: Any, facts: dict[str, Any]) -> None:
    if name in _LENGTHS and isinstance(value, int | float | str):
        if not isinstance(value, int) or value < 0:
            raise Refused(f"Error building {kind!r} validator: {name} must be a whole number that is not negative")
    elif name in _BOUNDS and kind == "int" and isinstance(value, float | Made) and not _whole(value):
        raise Refused(f"Error building 'int' validator: {name!r} must be coercible to an integer")
    elif name in _BOUNDS and kind in _INSTANCES and not _bounds(kind, value):
        raise Refused(f"Error building {kind!r} validator: {name!r} must be coercible to a {kind} instance")
    elif name in _BOUNDS and kind == "float" and isinstance(value, str):
        raise Refused(f"Error building 'float' validator: {name!r} must be a number")
    elif name == "pattern" and isinstance(value, str) and _UNKNOWN_TO_RUST.search(value):
        if facts.get(REGEX_ENGINE) == "python-re":
            return
        raise Refused(f"Error building 'str' validator: the pattern {value!r} needs look-around or a back reference")
    if name == "multiple_of" and isinstance(value, int | float) and not value > 0:
        raise Refused("multiple_of must be a finite number greater than 0")


def _whole(value: float | Made) -> bool:
    """Whether a number without an integer's type is an integer; other objects are not judged here."""
    if isinstance(value, Made):
        if value.of != "decimal.Decimal":
            return _bounds("int", value)
        try:
            number = Decimal(standard_value(value.of, value.args, value.kwargs))
        except (TypeError, ValueError, ArithmeticError):
            return False
        return number.is_finite() and number == number.to_integral_value()
    return math.isfinite(value) and value.is_integer()


def _bounds(kind: str, value: Any) -> bool:
    """Whether an instance or number can bound a validator: dates are never numbers, times are seconds of a day."""
    if isinstance(value, Made):
        return value.of in _INSTANCES[kind] or not value.of.startswith(("datetime.", "decimal.", "fractions."))
    if isinstance(value, int | float):
        return kind != "date" and (kind != "time" or 0 <= value < _DAY)
    return not isinstance(value, bytes | list | tuple | dict)
