"""Word by word, how one text became another: takes two texts, gives one with marks, of which no changed word is cut.

The marks are those of `git diff --word-diff`: `[-gone-]` and `{+new+}`. A mark that stands in the texts themselves is escaped.
"""

import json
import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any

CONTEXT = 40
"""So many characters of what did not change are shown on either side of what did."""

_WORDS = re.compile(r"\w+|\s+|[^\w\s]")
_MARKS = re.compile(r"\[-|-\]|\{\+|\+\}")
_MOST = 4_000
"""Longer texts (in words) are compared by what they begin and end with alone: comparing takes the square of the time."""


def word_changes(old: str, new: str, context: int | None = CONTEXT) -> str:
    """Return both texts as one. `context`: characters of equal text to keep around changes; `None` keeps all of it."""
    parts = list(_parts(old, new))
    last = len(parts) - 1
    shown = []
    for index, (gone, came, same) in enumerate(parts):
        if same:
            shown.append(_shorten(_escape(same), context, first=index == 0, last=index == last))
        else:
            shown.append((f"[-{_escape(gone)}-]" if gone else "") + (f"{{+{_escape(came)}+}}" if came else ""))
    return "".join(shown)


def describe_change(old: Any, new: Any) -> str:
    """Return words for a value that became another, of texts what changed in them. `None` is no value."""
    if isinstance(old, str) and isinstance(new, str) and old and new:
        return word_changes(old, new)
    before, after = ("none" if one is None else json_text(one) for one in (old, new))
    if len(before) <= 2 * CONTEXT or old is None or new is None:
        return f"was {before}, is {after}"
    return word_changes(before, after)


def json_text(value: Any) -> str:
    """Return the JSON of a value on one line, whole."""
    return json.dumps(value, ensure_ascii=False)


def _parts(old: str, new: str) -> Iterator[tuple[str, str, str]]:
    """Yield (gone, new, equal); either the equal text is empty or both of the others are."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    for kind, a, b, c, d in _join_steps(_opcodes(before, after), before):
        gone, came = "".join(before[a:b]), "".join(after[c:d])
        yield ("", "", gone) if kind == "equal" else (gone, came, "")


def _opcodes(before: list[str], after: list[str]) -> list[tuple[str, int, int, int, int]]:
    if max(len(before), len(after)) <= _MOST:
        return list(SequenceMatcher(None, before, after, autojunk=False).get_opcodes())
    shorter = min(len(before), len(after))
    head = next((index for index in range(shorter) if before[index] != after[index]), shorter)
    tail = next((index for index in range(shorter - head) if before[-1 - index] != after[-1 - index]), shorter - head)
    a, c = len(before) - tail, len(after) - tail
    codes = [("equal", 0, head, 0, head), ("replace", head, a, head, c), ("equal", a, len(before), c, len(after))]
    return [code for code in codes if code[1] < code[2] or code[3] < code[4]]


def _join_steps(codes: list[tuple[str, int, int, int, int]], before: list[str]) -> list[tuple[str, int, int, int, int]]:
    """Return the steps with those that only white space parts made one: a sentence that is new is one change."""
    joined: list[tuple[str, int, int, int, int]] = []
    for code in codes:
        while len(joined) > 1 and code[0] != "equal" and joined[-1][0] == "equal":
            _, a, b, _, _ = joined[-1]
            if "".join(before[a:b]).strip() or joined[-2][0] == "equal":
                break
            joined.pop()
            _, start, _, other, _ = joined.pop()
            code = ("replace", start, code[2], other, code[4])
        joined.append(code)
    return joined


def _shorten(text: str, context: int | None, *, first: bool, last: bool) -> str:
    """Return equal text without its middle, or without what is far from the only change beside it."""
    if context is None or len(text) <= (1 if first or last else 2) * context + 1:
        return text
    head = "" if first else text[:context]
    tail = "" if last else text[-context:]
    return f"{head}…{tail}"


def _escape(text: str) -> str:
    return _MARKS.sub(lambda found: f"{found[0][0]}\\{found[0][1]}", text)
