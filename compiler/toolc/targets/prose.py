"""Foreign text as visible lines, for every comment of a generated file.

Takes any text, gives lines without line ends, controls and characters that hide. What is markup in a comment is each
language's own to escape.
"""

import re
from collections.abc import Callable

from toolc.encoders import HIDDEN, SURROGATE

_LINE_END = re.compile("\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


def lines(text: str) -> list[str]:
    """Cut wherever some language ends a line (Unicode's line breaks and Python's `str.splitlines`)."""
    return _LINE_END.split(text)


def show_invisible(line: str) -> str:
    """Replace invisible characters and lone surrogates by `U+XXXX`."""
    return HIDDEN.sub(_point, SURROGATE.sub(_point, line))


def _point(found: re.Match[str]) -> str:
    return f"U+{ord(found[0]):04X}"


def level(line: str) -> str:
    """A line as it is seen, every kind of space as a space, none at its ends."""
    return "".join(" " if char.isspace() else char for char in show_invisible(line.replace("\t", " "))).strip()


def paragraphs(text: str, spelled: Callable[[str], str]) -> list[str]:
    """The lines, each as it is spelled in a language; none that is empty at an end, or behind another."""
    kept: list[str] = []
    for line in lines(text):
        said = spelled(level(line))
        if said or (kept and kept[-1]):
            kept.append(said)
    while kept and not kept[-1]:
        kept.pop()
    return kept
