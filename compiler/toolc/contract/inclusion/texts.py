"""Texts that a regular expression finds itself in: takes a pattern, gives some. Those that do not match cost only a try.

Reads the parse tree of the standard library, so a pattern of another dialect gives nothing.
"""

import re
from collections.abc import Iterator
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

_LONGEST = 40
_CLASSES = {codes.CATEGORY_DIGIT: "5", codes.CATEGORY_WORD: "w", codes.CATEGORY_SPACE: " ", codes.CATEGORY_NOT_DIGIT: "d",
    codes.CATEGORY_NOT_WORD: "-", codes.CATEGORY_NOT_SPACE: "s"}  # fmt: skip


def like(pattern: str) -> Iterator[str]:
    """Some texts in which the pattern is found."""
    try:
        tree = _parser.parse(pattern)
        found = re.compile(pattern)
    except (re.error, RecursionError, OverflowError):
        return
    for turn in range(6):
        text = _text(tree, turn, [])
        if len(text) <= _LONGEST * 8 and found.search(text):
            yield text


def _text(tree: Any, turn: int, groups: list[str]) -> str:
    """One text for a sequence of nodes; another `turn` takes other branches and repeats more often."""
    return "".join(_node(code, value, turn, groups) for code, value in tree)


def _node(code: Any, value: Any, turn: int, groups: list[str]) -> str:
    if code is codes.LITERAL:
        return chr(value)
    if code is codes.NOT_LITERAL:
        return "b" if value == ord("a") else "a"
    if code is codes.ANY:
        return "xyz"[turn % 3]
    if code is codes.IN:
        return _choice(value, turn)
    if code is codes.BRANCH:
        return _text(value[1][turn % len(value[1])], turn, groups)
    if code is codes.SUBPATTERN:
        return _text(value[-1], turn, groups)
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
        least, most, inner = value
        times = min(least + turn % 3, int(most), least + _LONGEST)
        return "".join(_text(inner, turn + at, groups) for at in range(min(times, _LONGEST)))
    return ""  # anchors, look-arounds, references


def _choice(members: Any, turn: int) -> str:
    """One character of a set."""
    if members[0][0] is codes.NEGATE:
        return next((char for char in "ab1-_ .~" if not re.match(_set(members[1:]), char)), "")
    code, value = members[turn % len(members)]
    if code is codes.LITERAL:
        return chr(value)
    if code is codes.RANGE:
        return chr(min(value[0] + turn % 3, value[1]))
    return _CLASSES.get(value, "")


def _set(members: Any) -> str:
    parts = []
    for code, value in members:
        if code is codes.LITERAL:
            parts.append(re.escape(chr(value)))
        elif code is codes.RANGE:
            parts.append(f"{re.escape(chr(value[0]))}-{re.escape(chr(value[1]))}")
        elif value in _CLASSES:
            parts.append({"5": r"\d", "w": r"\w", " ": r"\s", "d": r"\D", "-": r"\W", "s": r"\S"}[_CLASSES[value]])
    return f"[{''.join(parts)}]" if parts else r"(?!)"
