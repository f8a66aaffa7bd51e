"""JSON values as Python expressions.

Takes a value and the place it starts at, gives a literal laid out as ruff would leave it: in one line where that fits, else one
item to a line.
"""

from typing import Any

from toolc.targets.code import Code
from toolc.targets.python.encode import WIDTH, string


def literal(value: Any, indent: int = 0, column: int = 0) -> Code:
    """An expression for a JSON value; `column` is where its first line starts, a comma follows its last."""
    flat = _flat(value)
    if column + len(flat) + 1 <= WIDTH or not isinstance(value, dict | list | tuple) or not value:
        return Code(flat)
    margin = " " * (indent + 4)
    if isinstance(value, dict):
        lines = [_entry(str(name), item, indent + 4) for name, item in value.items()]
        return Code("{\n" + "".join(lines) + " " * indent + "}")
    rows = [f"{margin}{literal(item, indent + 4, indent + 4)},\n" for item in value]
    return Code("[\n" + "".join(rows) + " " * indent + "]")


class Named(str):
    """An expression in the place of a value."""

    __slots__ = ()


def _entry(name: str, item: Any, indent: int) -> str:
    head = f"{' ' * indent}{string(name)}: "
    return f"{head}{literal(item, indent, len(head))},\n"


def _flat(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{string(str(name))}: {_flat(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_flat(item) for item in value) + "]"
    if isinstance(value, Named):
        return str(value)
    if isinstance(value, str):
        return string(value)
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return f'float("{value!r}")'
    return repr(value).replace("e+", "e")  # as ruff writes 1e30
