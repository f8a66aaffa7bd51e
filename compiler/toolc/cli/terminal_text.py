"""Makes text that comes from elsewhere safe to show in a terminal.

Takes any string, gives one in which control, bidirectional and invisible characters are spelled out.
"""

import unicodedata

from toolc.text.regex import late

_HIDDEN = frozenset({"Cc", "Cf", "Cn", "Cs", "Zl", "Zp"})
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters and marks that leave no ink
_SELECTORS = (("\u180b", "\u180f"), ("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef"))
# What build servers obey: GitHub `::command` at the start of a line, and `##[command` or Azure's `##vso[` anywhere in it.
COMMAND = late(r"(?<!\S)::(?=\w)|(?<=#)#(?=\w*\[)")
"""Start of such a command: its first character must be escaped."""
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


def visible(text: str, limit: int = 2000) -> str:
    """The text with every character that would not be seen, or would act on the terminal, written as an escape.

    What a build server would take for a command in its log is none any more.
    """
    if not (text.isascii() and text.isprintable() and len(text) <= limit):
        text = "".join(map(spell_char, text[:limit])) + ("…" if len(text) > limit else "")
    return COMMAND.sub(lambda found: f"\\x{ord(found[0][0]):02x}{found[0][1:]}", text) if "::" in text or "##" in text else text


def spell_char(char: str) -> str:
    """One character, or its escape."""
    if " " <= char <= "~":
        return char
    if not is_hidden(char):
        return char
    if char in _SHORT:
        return _SHORT[char]
    code = ord(char)
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def is_hidden(char: str) -> bool:
    """Return `True` if a character is invisible, or is a control character of the terminal."""
    category = unicodedata.category(char)
    if category in _HIDDEN or char in _BLANK:
        return True
    if category == "Zs":
        return char not in " \u3000"
    return any(first <= char <= last for first, last in _SELECTORS)
