"""Docstrings through docstring_parser, which finds the style itself: takes a text, gives description and parameters' texts.

For the frameworks that call `docstring_parser.parse(text)`: anthropic, strands, agno, camel. It reads the text in all four
styles, and the one with the most entries counts.
"""

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct, field

from toolc.docstrings.text import clean

MAX_TEXT = 20_000
MAX_LINE = 2_000
MAX_STEPS = 8_000_000
"""Beyond these sizes the library's expressions could take long."""


class Entry(Struct, frozen=True):
    """Entry of one parameter: its type and its text, `None` where there is none."""

    name: str
    type: str | None = None
    text: str | None = None


class Detected(Struct, frozen=True):
    """The first paragraph, what comes after it, and of each parameter the first text that is not empty, and the last text.

    `entries` are all that is said of parameters, in order.
    """

    short: str = ""
    long: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)
    last: Mapping[str, str] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()


@lru_cache(maxsize=64)  # what is spelled and what is noted of a tool ask for the same text
def detect_parts(text: str) -> Detected | None:
    """The parts of a docstring (docstring_parser 0.18); None when it is too much for the library, or the library raises."""
    cleaned = clean(text)
    if not cleaned:
        return Detected()
    if not _bearable(cleaned):
        return None
    import docstring_parser  # costs more than the rest of this module; not every run reads a docstring with it

    try:
        parsed = docstring_parser.parse(f"\n{cleaned}")  # it cleans once more; so the first line keeps its margin
    except Exception:  # the library's own errors, and those of its expressions on what it does not expect
        return None
    texts: dict[str, str] = {}
    for one in parsed.params:
        if one.description:
            texts.setdefault(one.arg_name, one.description)
    last = {one.arg_name: one.description or "" for one in parsed.params}
    entries = tuple(Entry(one.arg_name, one.type_name, one.description) for one in parsed.params)
    return Detected(parsed.short_description or "", parsed.long_description or "", texts, last, entries)


def _bearable(text: str) -> bool:
    """The library looks for a type in brackets; each bracket makes its expression go over the line, from each place on."""
    lines = text.split("\n")
    steps = sum(line.count("(") * len(line) ** 2 for line in lines)
    return len(text) <= MAX_TEXT and steps <= MAX_STEPS and all(len(line) <= MAX_LINE for line in lines)
