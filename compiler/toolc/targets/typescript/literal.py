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


_CONTAINERS = (dict, list, tuple)

_Flats = dict[int, str | None]
"""Objects and lists in one line, by identity; None for those that have no such form, or one that fits no line."""


def literal(value: Any, indent: int = 0, column: int = 0) -> Code:
    """An expression for a JSON value; `column` is where its first line starts."""
    flats: _Flats = {}
    flat = _flat(value, flats)
    if not isinstance(value, _CONTAINERS) or not value:
        return Code(flat or "")
    return Code(_lay_out(value, indent, column, flats))


def _lay_out(value: Any, indent: int, column: int, flats: _Flats) -> str:
    if not isinstance(value, _CONTAINERS) or not value:
        return _word(value)
    flat = flats[id(value)]
    if flat is not None and len(flat) < WIDTH - column:
        return flat
    margin = " " * (indent + 2)
    if isinstance(value, dict):
        lines = [_entry(str(name), item, indent + 2, flats) for name, item in value.items()]
        return "{\n" + "".join(lines) + " " * indent + "}"
    if all(_is_number(item) for item in value):
        texts = [number(item) + "," for item in value]
        rows = wrap(" ".join(texts), WIDTH - indent - 2, break_long_words=False, break_on_hyphens=False)
    else:
        rows = [f"{_lay_out(item, indent + 2, indent + 2, flats)}," for item in value]
    return "[\n" + "".join(f"{margin}{row}\n" for row in rows) + " " * indent + "]"


def _entry(name: str, item: Any, indent: int, flats: _Flats) -> str:
    head = " " * indent + value_key(name) + ":"
    if len(head) + len(" {") > WIDTH and isinstance(item, _CONTAINERS) and item:
        return f"{head}\n{' ' * indent}  {_lay_out(item, indent + 2, indent + 2, flats)},\n"
    text = _lay_out(item, indent, len(head) + 1, flats)
    if isinstance(item, str) and len(head) + len(text) + 2 > WIDTH and len(head) - indent > _SHORT_KEY:
        return f"{head}\n{' ' * indent}  {text},\n"
    return f"{head} {text},\n"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _word(value: Any) -> str:
    """The one form of what is no object and no list, or an empty one."""
    if isinstance(value, str):
        return string(value)
    if isinstance(value, _CONTAINERS):
        return "{}" if isinstance(value, dict) else "[]"
    return plain(value)


def _flat(value: Any, flats: _Flats) -> str | None:
    """The value in one line; None where that is longer than a line, or would hold a list of several records.

    Such a list is always laid out in lines. Notes the same of all that is inside.
    """
    if not isinstance(value, _CONTAINERS) or not value:
        return _word(value)
    parts: list[str] = []
    room = WIDTH
    for name, item in value.items() if isinstance(value, dict) else (("", item) for item in value):
        if room < 0 and not isinstance(item, _CONTAINERS):
            continue  # only for what is inside of others
        text = _flat(item, flats)
        if text is None:
            room = -1
        elif room >= 0:
            parts.append(f"{value_key(str(name))}: {text}" if isinstance(value, dict) else text)
            room -= len(parts[-1]) + 2
    flat = None
    if room >= 0:
        if isinstance(value, dict):
            flat = f"{{ {', '.join(parts)} }}"
        elif not (len(value) > 1 and (_all_are(value, dict) or _all_are(value, list))):
            flat = f"[{', '.join(parts)}]"
    flats[id(value)] = flat
    return flat


def _all_are(values: Sequence[Any], kind: type[dict[Any, Any]] | type[list[Any]]) -> bool:
    return all(isinstance(value, kind) and len(value) > 1 for value in values)


def plain(value: Any) -> str:
    """null, a boolean or a number, the way JavaScript writes it."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return number(value)
