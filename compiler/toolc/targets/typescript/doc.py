"""Doc comments: what a description says, and what a type cannot.

Takes text and a view type, gives a block comment with constraints in words.
"""

from typing import Any

from toolc.ir import Array, Null, Numeric, Property, String, Type, Union
from toolc.targets.typescript.encode import Code, comment
from toolc.targets.typescript.literal import WIDTH, literal, number


def block(parts: list[str], indent: int = 0) -> Code:
    """A doc comment of paragraphs and tags, with its line end; "" when there is nothing to say."""
    lines = [line for part in parts for line in part.split("\n")]
    if not lines:
        return Code("")
    margin = " " * indent
    if len(lines) == 1 and indent + len(lines[0]) + 7 <= WIDTH:
        return Code(f"{margin}/** {lines[0]} */\n")
    body = "".join(f"{margin} * {line}".rstrip() + "\n" for line in lines)
    return Code(f"{margin}/**\n{body}{margin} */\n")


def words(text: str | None) -> list[str]:
    """A description, ready for a comment."""
    stripped = (text or "").strip()
    return [comment(stripped)] if stripped else []


def for_property(property_: Property, indent: int) -> Code:
    """The comment above a property."""
    parts = words(property_.doc)
    limits = constraints(property_.type)
    if limits and parts and "\n" not in parts[0]:
        parts = [f"{_sentence(parts[0])} {limits}"]
    elif limits:
        parts.append(limits)
    if property_.has_default:
        parts.append(f"@default {comment(_short(property_.default))}")
    if property_.deprecated:
        parts.append("@deprecated")
    return block(parts, indent)


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", ":", "。")) else f"{text}."


def _short(value: Any) -> str:
    text: str = literal(value)
    if isinstance(value, dict | list):
        text = " ".join(text.split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def constraints(type_: Type) -> str:
    """What a type asks that its spelling does not show."""
    if isinstance(type_, Union):
        members = [member for member in type_.members if not isinstance(member, Null)]
        return constraints(members[0]) if len(members) == 1 else ""
    if isinstance(type_, Numeric):
        return _of_number(type_)
    if isinstance(type_, String):
        return _of_string(type_)
    if isinstance(type_, Array):
        return _of_array(type_)
    return ""


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
        said.append(f"Format: {comment(type_.format)}.")
    if type_.pattern:
        said.append(f"Pattern: `{comment(type_.pattern)}`.")
    return " ".join(said).replace("\n", " ")


def _of_array(type_: Array) -> str:
    size = _range(type_.min_items or None, type_.max_items)
    different = "All items differ." if type_.unique else ""
    return " ".join(part for part in (f"Items: {size}." if size else "", different) if part)


def _range(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f"{low}" if low == high else f"{low} to {high}"
    if low is not None:
        return f"at least {low}"
    return f"at most {high}" if high is not None else ""
