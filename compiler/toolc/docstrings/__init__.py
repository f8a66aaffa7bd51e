"""Docstrings: takes their text, gives their parts.

`text` takes margins off, `google` reads the one style of the five systems, `sections` what griffe reads for the frameworks
that use it, `detect_parts` what docstring_parser reads in any style, `blocks` what langchain reads, `huggingface` what
transformers and smolagents read. All are total: any text gives an answer. None judges a docstring.
"""

from toolc.docstrings.blocks import Blocks, blocks
from toolc.docstrings.detected import Detected, detect_parts
from toolc.docstrings.google import Doc, Texts, parameter_texts, parse
from toolc.docstrings.huggingface import smolagents, transformers
from toolc.docstrings.sections import Described, Item, Section, Style, sections
from toolc.docstrings.text import MAX_TEXT, clean, dedent, held_docstring, of, raw

__all__ = [
    "MAX_TEXT",
    "Blocks",
    "Described",
    "Detected",
    "Doc",
    "Item",
    "Section",
    "Style",
    "Texts",
    "blocks",
    "clean",
    "dedent",
    "detect_parts",
    "held_docstring",
    "of",
    "parameter_texts",
    "parse",
    "raw",
    "sections",
    "smolagents",
    "transformers",
]
