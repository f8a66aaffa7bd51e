"""Places of the keys of a TOML document.

Takes its text, gives the line of every key that begins a line or a table. A key inside of an inline table has none: who asks
for it gets the line of the nearest key that holds it.
"""

import re
import tomllib
from collections.abc import Mapping

from toolc.text.regex import late

Key = tuple[str, ...]
"""The steps to a value: names, and numbers for tables of an array."""

_NAME = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_NAMES = rf"{_NAME}(?:[ \t]*\.[ \t]*{_NAME})*"
_LINE = late(rf"^[ \t]*(?:\[(?P<many>\[?)[ \t]*(?P<table>{_NAMES})[ \t]*\]|(?P<key>{_NAMES})[ \t]*=)", re.MULTILINE)


def lines_of(text: str) -> Mapping[Key, int]:
    """The lines, from 1, by the steps to a key."""
    found: dict[Key, int] = {}
    counts: dict[Key, int] = {}
    table: Key = ()
    line, seen = 1, 0
    for match in _LINE.finditer(text):
        line, seen = line + text.count("\n", seen, match.start()), match.start()
        if match["key"]:
            place = table + _steps(match["key"])
        else:
            place = table = _within(_steps(match["table"]), counts)
            if match["many"]:
                counts[table] = counts.get(table, -1) + 1
                found.setdefault(table, line)
                place = table = (*table, str(counts[table]))
        found.setdefault(place, line)
    return found


def line_of(lines: Mapping[Key, int], key: Key) -> int:
    """The line of a key, or of the nearest one that holds it; 1 when there is none."""
    for length in range(len(key), 0, -1):
        if key[:length] in lines:
            return lines[key[:length]]
    return 1


def _steps(dotted: str) -> Key:
    names = re.findall(_NAME, dotted)
    return tuple(_unquote(name) if name[0] in "\"'" else name for name in names)


def _unquote(name: str) -> str:
    try:
        return str(tomllib.loads(f"x = {name}")["x"])
    except ValueError:
        return name


def _within(table: Key, counts: Mapping[Key, int]) -> Key:
    """The steps to a table, through the latest table of each array on the way."""
    place: Key = ()
    for number, name in enumerate(table):
        place = (*place, name)
        if place in counts and number < len(table) - 1:
            place = (*place, str(counts[place]))
    return place
