"""Text and values as they may stand in an output, by context.

Takes raw values (strings from source are untrusted), gives `str`; `emit` marks what comes out as safe for templates.
Encoders common to several targets are registered in `ENCODERS`; those of one language come with its `Target.encoders`.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from toolc.text.regex import late

Encoder = Callable[..., str]

# Characters a reader cannot see or that turn text around: C0 and C1 controls, soft hyphen, bidi controls, zero-width and
# other format characters, line and paragraph separators, fillers, variation selectors, non-characters, tags. A table, not
# `unicodedata`: the Unicode version of the running Python must change no output. Source: Unicode 16, Cc + Cf + Zl + Zp,
# Default_Ignorable_Code_Point and non-characters.
_HIDDEN = (
    "\x00-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufdd0-\ufdef\ufff0-\ufffb\ufffe\uffff"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    + "".join(chr(plane + low) for plane in range(0x10000, 0x110000, 0x10000) for low in (0xFFFE, 0xFFFF))
)
HIDDEN = late(f"[{_HIDDEN}]")
"""One character that must not stand raw in an output."""

SURROGATE = late("[\ud800-\udfff]")
"""Half a character: no encoding can write it."""

_ACTIVE = late(r"[\\`*\[\]<>#!|&~@$]|(?<![^\W_])_|_(?![^\W_])|:(?=//|[\w+-]+:)")
"""Within a line. An underscore inside a word is no emphasis; a colon belongs to an address, or to the name of a picture."""

_MARKUP = late("[&<>\"'`=]")
_HIDDEN_IN_HTML = late(f"(?![\\n\\t])[{_HIDDEN}]")
_HIDDEN_IN_JSON = late(f"(?!\n)[{_HIDDEN}]")


def escape_char(char: str) -> str:
    r"""One character as `\uXXXX`, or two of them where UTF-16 needs a pair."""
    point = ord(char)
    if point < 0x10000:
        return f"\\u{point:04x}"
    point -= 0x10000
    return f"\\u{0xD800 + (point >> 10):04x}\\u{0xDC00 + (point & 0x3FF):04x}"


def json_text(value: Any, indent: int = 0) -> str:
    r"""Strict JSON: keys in insertion order, readable UTF-8, what is hidden as `\uXXXX`, halves of characters as U+FFFD.

    `indent` is the column the value's own lines stand at. NaN, Infinity and what JSON does not know raise: `check` refuses
    such tools before.
    """
    text = _shown_in_json(json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2))
    # Raw line ends are layout only: inside strings they are escaped.
    return text.replace("\n", "\n" + " " * indent) if indent else text


def json_line(value: Any) -> str:
    """The same JSON in one line."""
    return _shown_in_json(json.dumps(value, ensure_ascii=False, allow_nan=False))


_WIDEST = 120
_UNTIL_COMMA = re.compile(r'(?:"(?:[^"\\]|\\.)*+"|[^",])++,?')


def json_lines(value: Any) -> str:
    """The same on few lines, each as full as it can be: for data that programs read."""
    text = _shown_in_json(json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")))
    lines = [""]
    for unit in _UNTIL_COMMA.findall(text):
        if lines[-1] and len(lines[-1]) + len(unit) > _WIDEST:
            lines.append("")
        lines[-1] += unit
    return "\n".join(lines)


def _shown_in_json(text: str) -> str:
    """JSON in which nothing is hidden; json itself escapes other controls than DEL."""
    if text.isascii() and "\x7f" not in text:
        return text
    return _HIDDEN_IN_JSON.sub(lambda match: escape_char(match[0]), SURROGATE.sub("\ufffd", text))


def markdown(text: str) -> str:
    """Text inside a line or a cell of GitHub's Markdown: no tags, links, emphasis, mentions, cell ends, hidden characters."""
    shown = HIDDEN.sub(lambda match: f"U+{ord(match[0]):04X}", SURROGATE.sub("\ufffd", text))
    return _ACTIVE.sub(lambda match: f"&#{ord(match[0])};", shown)


def markdown_code(text: str) -> str:
    """Text as code inside a line or a cell of GitHub's Markdown, where nothing in it is markup: readable as it stands."""
    shown = HIDDEN.sub(lambda match: f"U+{ord(match[0]):04X}", SURROGATE.sub("\ufffd", text)).replace("|", r"\|")
    fence = "`" * (max(map(len, re.findall("`+", shown)), default=0) + 1)
    return f"{fence} {shown} {fence}" if len(fence) > 1 else f"`{shown}`" if shown.strip() else ""


def html(text: str) -> str:
    """Text inside an element or an attribute of HTML; hidden characters are written out, ends of lines and tabs stay."""
    shown = _HIDDEN_IN_HTML.sub(lambda match: f"[U+{ord(match[0]):04X}]", SURROGATE.sub("\ufffd", text))
    return _MARKUP.sub(lambda match: f"&#{ord(match[0])};", shown)


def markdown_block(text: str) -> str:
    """Text as a block of code of GitHub's Markdown, its lines as they are; hidden characters are written out."""
    shown = _HIDDEN_IN_JSON.sub(lambda match: f"U+{ord(match[0]):04X}", SURROGATE.sub("\ufffd", text))
    fence = "`" * max(3, max(map(len, re.findall("`+", shown)), default=0) + 1)
    return f"{fence}text\n{shown}\n{fence}"


ENCODERS: Mapping[str, Encoder] = {"json": json_text}
