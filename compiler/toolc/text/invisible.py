"""Characters that people do not see in a text: the one table of them, by what they do.

Takes nothing, gives classes for regular expressions, and the hidden characters of a text. A table, not `unicodedata`: the
Unicode version of the running Python must change no output. Source: Unicode 16, UTS 39, CVE-2021-42574 (Trojan Source).
"""

from toolc.text.regex import late

TURNING = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
"""Characters that change the text direction."""

INVISIBLE = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f"
)
"""Fillers, zero-width characters that no script needs, and tags. Joiners stand in emoji and in Persian."""

CONTROL = "\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f"
"""Controls, but for those that end lines, pages and columns."""

BROKEN = "\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
"""Halves of characters, and what is none."""

_FLAGS = late("\U0001f3f4[\U000e0030-\U000e007a]{1,10}\U000e007f")  # England, Scotland, Wales …
_HIDDEN = late(f"[{TURNING}{INVISIBLE}{CONTROL}]")


def without_flags(text: str) -> str:
    """The text without emoji that are made of tags: those can be seen."""
    return _FLAGS.sub("", text) if "\U0001f3f4" in text else text


def hidden_characters(text: str) -> frozenset[str]:
    """The characters of a text that turn, hide or act."""
    return frozenset() if text.isascii() and text.isprintable() else frozenset(_HIDDEN.findall(without_flags(text)))
