"""Docstrings through griffe: text and style → the sections that griffe finds.

For the frameworks that read docstrings with griffe: fastmcp, openai-agents, pydantic-ai. Each has its own rule for the
style; this module has none. griffe is given text alone, never an object, so it inspects nothing.
"""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, field

from toolc.docstrings.text import MAX_TEXT, clean
from toolc.text.regex import late

if TYPE_CHECKING:
    import griffe

Style = Literal["google", "numpy", "sphinx"]

MAX_LINE = 5_000
"""Beyond this size a line could stall griffe's expressions and the parser that it gives types in docstrings to."""

_MAY_HAVE_SECTIONS: dict[Style, re.Pattern[str]] = {
    "google": late(r":[^\n]*\n(?:[^\n]*\n)? "),
    "numpy": late(r"^\s*-[-\s]*$", re.MULTILINE),
    "sphinx": late(r"^:", re.MULTILINE),
}
"""Signs that a text is more than one text section: `title:` before an indented line, a line of dashes, a field."""

_BLANKS = late(r"^[^\S\n]+$", re.MULTILINE)


class Item(Struct, frozen=True):
    """One entry of a section: a parameter, a returned value, an error. `annotation` is the type written there, or ""."""

    name: str
    text: str
    annotation: str = ""


class Section(Struct, frozen=True):
    """One section. `kind` is griffe's word: text, parameters, returns, raises, admonition …

    `text` is there where the section is text, `items` where it is a list, `heading` where it is an admonition: the word that
    begins it, in small letters.
    """

    kind: str
    text: str = ""
    items: tuple[Item, ...] = ()
    heading: str = ""


class Described(Struct, frozen=True):
    """Docstring as a framework reads it. `text` is `None` if there is none; `known` is `False` if it is too large to read."""

    text: str | None = None
    parameters: Mapping[str, str] = field(default_factory=dict)
    known: bool = True


def sections(text: str, style: Style, **options: bool) -> tuple[Section, ...] | None:
    """The sections of `griffe.Docstring(text, parser=style).parse(**options)` (griffelib 2.4); None when it is too much for it.

    griffe cleans the text once more, so a docstring with nothing but one indented block after its first line loses that
    margin too, and with it the section.
    """
    cleaned = clean(text.rstrip())
    if not cleaned:
        return (Section("text"),) if style == "sphinx" else ()
    if len(cleaned) > MAX_TEXT or any(len(line) > MAX_LINE for line in cleaned.split("\n")):
        return None
    if not _MAY_HAVE_SECTIONS[style].search(cleaned) and not _BLANKS.search(cleaned):
        return (Section("text", cleaned),)
    try:
        return tuple(map(_section, _parse_sections(cleaned, style, options)))
    except (ValueError, RecursionError, MemoryError, IndexError):  # types in docstrings are parsed as Python
        return None


def _parse_sections(cleaned: str, style: Style, options: Mapping[str, Any]) -> "Iterable[griffe.DocstringSection]":
    import griffe  # costs as much as the rest of toolc; few docstrings have sections

    docstring = griffe.Docstring("", parser=style)
    docstring.value = cleaned  # griffe would clean it by the rules of the Python that runs
    return docstring.parse(warnings=False, **options)


def _section(section: "griffe.DocstringSection") -> Section:
    value = section.value
    if isinstance(value, str):
        return Section(section.kind.value, value)
    if isinstance(value, list):
        return Section(section.kind.value, items=tuple(_item(one) for one in value if not isinstance(one, tuple)))
    return Section(section.kind.value, getattr(value, "contents", ""), heading=getattr(value, "kind", ""))  # an admonition


def _item(element: Any) -> Item:
    annotation = element.annotation
    return Item(getattr(element, "name", ""), element.description, "" if annotation is None else str(annotation))
