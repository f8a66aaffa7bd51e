"""Docstrings: takes their text, gives their parts.

`text` takes margins off, `google` reads the one style of the five systems, `sections` reads what griffe reads for the
frameworks that use it. All are total: any text gives an answer. None judges a docstring.
"""

from toolc.docstrings.google import Doc, Texts, parameter_texts, parse
from toolc.docstrings.sections import Item, Section, Style, sections
from toolc.docstrings.text import MAX_TEXT, clean, dedent

__all__ = [
    "MAX_TEXT",
    "Doc",
    "Item",
    "Section",
    "Style",
    "Texts",
    "clean",
    "dedent",
    "parameter_texts",
    "parse",
    "sections",
]
