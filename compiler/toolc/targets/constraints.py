"""Constraints of a type that no target language can express, in words.

Takes a view type, gives a sentence or two, as it came from the source: a target encodes it for the place it stands at.
"""

from toolc.ir import Array, Null, Numeric, String, Type, Union


def number(value: int | float) -> str:
    """A number as JSON and most languages write it, the same for 2 and 2.0."""
    if isinstance(value, int):
        return str(value)
    if value != value or value in (float("inf"), float("-inf")):
        return "NaN" if value != value else ("Infinity" if value > 0 else "-Infinity")
    if value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    mantissa, _, exponent = repr(value).partition("e")
    mantissa = mantissa.removesuffix(".0")
    return f"{mantissa}e{int(exponent)}" if exponent else mantissa


def constraints(type_: Type) -> str:
    """The constraints of a type, or of the one type a nullable one allows beside null; "" when there are none."""
    type_ = beside_null(type_)
    if isinstance(type_, Numeric):
        return _of_number(type_)
    if isinstance(type_, String):
        return _of_string(type_)
    if isinstance(type_, Array):
        return _of_array(type_)
    return ""


def beside_null(type_: Type) -> Type:
    """The one type that a nullable one allows beside null; any other type itself."""
    members = [member for member in type_.members if not isinstance(member, Null)] if isinstance(type_, Union) else []
    return members[0] if len(members) == 1 else type_


def _of_number(type_: Numeric) -> str:
    low, high = type_.minimum, type_.maximum
    limits = []
    if low is not None and high is not None:
        limits.append(f"from {number(low)} to {number(high)}")
    elif low is not None:
        limits.append(f"at least {number(low)}")
    elif high is not None:
        limits.append(f"at most {number(high)}")
    if type_.exclusive_minimum is not None:
        limits.append(f"above {number(type_.exclusive_minimum)}")
    if type_.exclusive_maximum is not None:
        limits.append(f"below {number(type_.exclusive_maximum)}")
    if type_.multiple_of is not None:
        limits.append(f"a multiple of {number(type_.multiple_of)}")
    kind = "Integer" if type_.integer else "Number"
    if not limits:
        return "Integer." if type_.integer else ""
    return f"{kind} {', '.join(limits)}."


def _of_string(type_: String) -> str:
    said = []
    size = _range(type_.min_length, type_.max_length)
    if size:
        said.append(f"Length {size}.")
    if type_.format:
        said.append(f"Format: {type_.format}.")
    if type_.pattern:
        said.append(f"Pattern: `{type_.pattern}`.")
    return " ".join(said)


def _of_array(type_: Array) -> str:
    size = _range(type_.min_items or None, type_.max_items)
    different = "All items differ." if type_.unique else ""
    inside = constraints(type_.rest) if type_.rest is not None and not type_.prefix else ""
    return " ".join(part for part in (f"Items: {size}." if size else "", different, inside and f"Each: {inside}") if part)


def _range(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f"{low}" if low == high else f"{low} to {high}"
    if low is not None:
        return f"at least {low}"
    return f"at most {high}" if high is not None else ""
