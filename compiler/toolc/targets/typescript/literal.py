"""JSON values as TypeScript expressions.

Takes a value and the place it starts at, gives an object literal laid out in lines of 80 columns where that is simple.
"""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from toolc.targets.code import Code
from toolc.targets.constraints import number
from toolc.targets.typescript.encode import string, value_key

WIDTH = 80
_SHORT_KEY = 5
"""Behind a key this long with its colon a string stays on the line, however long it is: breaking would gain nothing."""


def literal(value: Any, indent: int = 0, column: int = 0) -> Code:
    """An expression for a JSON value; `column` is where its first line starts."""
    if not isinstance(value, dict | list | tuple) or not value:
        return Code(_flat(value, 0) or "")
    room = WIDTH - column - 1
    flat = _flat(value, room)
    if flat is not None and len(flat) <= room:
        return Code(flat)
    margin = " " * (indent + 2)
    if isinstance(value, dict):
        lines = [_entry(str(name), item, indent + 2) for name, item in value.items()]
        return Code("{\n" + "".join(lines) + " " * indent + "}")
    if all(_is_number(item) for item in value):
        texts = [number(item) + "," for item in value]
        rows = wrap(" ".join(texts), WIDTH - indent - 2, break_long_words=False, break_on_hyphens=False)
    else:
        rows = [f"{literal(item, indent + 2, indent + 2)}," for item in value]
    return Code("[\n" + "".join(f"{margin}{row}\n" for row in rows) + " " * indent + "]")


def _entry(name: str, item: Any, indent: int) -> str:
    head = " " * indent + value_key(name) + ":"
    text = literal(item, indent, len(head) + 1)
    if isinstance(item, str) and len(head) + len(text) + 2 > WIDTH and len(head) - indent > _SHORT_KEY:
        return f"{head}\n{' ' * indent}  {text},\n"
    if len(head) + len(" {") > WIDTH and isinstance(item, dict | list | tuple) and item:
        return f"{head}\n{' ' * indent}  {literal(item, indent + 2, indent + 2)},\n"
    return f"{head} {text},\n"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _flat(value: Any, room: int) -> str | None:
    """The value in one line; None where that is sure to be longer than `room`, or to hold a list of several records.

    Such a list is always laid out in lines. What is no record and no list is one word and has no other form.
    """
    if not isinstance(value, dict | list | tuple):
        return string(value) if isinstance(value, str) else plain(value)
    if not value:
        return "{}" if isinstance(value, dict) else "[]"
    if not isinstance(value, dict) and len(value) > 1 and (_all_are(value, dict) or _all_are(value, list)):
        return None
    parts: list[str] = []
    for name, item in value.items() if isinstance(value, dict) else (("", item) for item in value):
        text = _flat(item, room)
        if text is None:
            return None
        parts.append(f"{value_key(str(name))}: {text}" if isinstance(value, dict) else text)
        room -= len(parts[-1]) + 2
        if room < 0:
            return None
    return f"{{ {', '.join(parts)} }}" if isinstance(value, dict) else f"[{', '.join(parts)}]"


def _all_are(values: Sequence[Any], kind: type[dict[Any, Any]] | type[list[Any]]) -> bool:
    return all(isinstance(value, kind) and len(value) > 1 for value in values)


def plain(value: Any) -> str:
    """null, a boolean or a number, the way JavaScript writes it."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return number(value)
