"""Makes text that comes from elsewhere safe to show in a terminal.

Takes any string, gives one in which control, bidirectional and invisible characters are spelled out.
"""

import unicodedata

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters and marks that leave no ink
_SELECTORS = (("\u180b", "\u180f"), ("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef"))
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


def visible(text: str, limit: int = 2000) -> str:
    """The text with every character that would not be seen, or would act on the terminal, written as an escape."""
    if text.isascii() and text.isprintable() and len(text) <= limit:
        return text
    return "".join(map(spelled, text[:limit])) + ("…" if len(text) > limit else "")


def spelled(char: str) -> str:
    """One character, or its escape."""
    if " " <= char <= "~":
        return char
    if not hidden(char):
        return char
    if char in _SHORT:
        return _SHORT[char]
    code = ord(char)
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def hidden(char: str) -> bool:
    """Whether a character would not be seen, or would act on the terminal."""
    category = unicodedata.category(char)
    if category in _HIDDEN or char in _BLANK:
        return True
    if category == "Zs":
        return char not in " \u3000"
    return any(first <= char <= last for first, last in _SELECTORS)
