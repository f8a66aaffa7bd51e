"""Code that a target has spelled, told apart from text of a source by its type.

Takes and gives text. `Code` is made of encoded parts by the target itself; a template prints it by `code`, which takes no other
text. What most languages write alike stands here: plain identifiers, and strings in double quotes.
"""

import re
from collections.abc import Callable

from toolc.encoders import SURROGATE


class Code(str):
    """Text that is code already."""

    __slots__ = ()


def code(text: str) -> str:
    """Lets finished code through, and nothing else: text from a source raises."""
    if not isinstance(text, Code):
        raise TypeError(f"not spelled by a target: {text[:40]!r}")
    return text


_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")


def identifier(text: str) -> Code:
    """Lets a plain identifier through, the naming pass has made it one; anything else raises `ValueError`."""
    if not _IDENTIFIER.match(text):
        raise ValueError(f"not an identifier: {text[:40]!r}")
    return Code(text)


_NAMED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_ESCAPED = re.compile(r"[^ !#-\[\]-~]")


def double_quoted(text: str, escape: Callable[[str], str]) -> Code:
    """A string literal in ASCII; `escape` spells a character that has no name of its own.

    Half of a character becomes U+FFFD: it is no text in UTF-8, which JSON is on the wire.
    """
    return Code('"' + escapes(SURROGATE.sub("\ufffd", text), escape) + '"')


def escapes(text: str, escape: Callable[[str], str], but: str = "") -> str:
    """Escape text for a string literal, without its quotes; the characters of `but` are kept."""
    return _ESCAPED.sub(lambda found: found[0] if found[0] in but else _NAMED.get(found[0]) or escape(found[0]), text)
