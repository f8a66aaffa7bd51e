"""Foreign text in Kotlin: one encoder for each context it can stand in.

Takes any text, gives text that is safe in a string literal, in a documentation comment or as an identifier.
"""

import re
from collections.abc import Mapping
from typing import Any

from toolc.encoders import escape_char, html
from toolc.targets.code import Code, code, double_quoted
from toolc.targets.prose import level, paragraphs


def string(text: str) -> Code:
    """A string literal in ASCII, without templates."""
    return Code(double_quoted(text, escape_char).replace("$", "\\$"))


_PIECE = 7_500
"""A constant has at most 65,535 bytes (JVMS 17, 4.4.7), and a character takes up to six of them."""


def long_string(text: str) -> Code:
    """An expression for a text of any length: a literal, or pieces that are joined when the program runs."""
    if len(text) <= _PIECE:
        return string(text)
    pieces = [string(text[at : at + _PIECE]) for at in range(0, len(text), _PIECE)]
    return Code("listOf(\n" + "".join(f"        {one},\n" for one in pieces) + '    ).joinToString("")')


def json_block(text: str, indent: str) -> Code:
    """JSON as a raw string, in which `$` is nothing; as pieces where it is too long for one, or has what would end it."""
    if "\n" not in text or len(text) > _PIECE or '"""' in text or "$$" in text:
        return long_string(text)
    inside = "".join(f"{indent}{line}\n" for line in text.split("\n"))
    return Code(f'$$"""\n{inside}{indent}""".trimIndent()')


# What ends a comment or begins one inside it (Kotlin's nest), begins a tag of KDoc, or is a link or a tag in Markdown.
_MARKUP = re.compile(r"(?<=\*)/|(?<=/)\*|[@&<>\[\]]")


def kdoc(text: str, indent: str = "") -> Code:
    """A documentation comment; "" when there is nothing to say."""
    lines = paragraphs(text, _line)
    if len(lines) < 2:
        return Code(f"{indent}/** {lines[0]} */\n" if lines else "")
    return Code(f"{indent}/**\n" + "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines) + f"{indent} */\n")


def prose(line: str) -> Code:
    """Text on one line of a comment."""
    return Code(_line(level(line)))


def _line(line: str) -> str:
    said = _MARKUP.sub(lambda found: f"&#{ord(found[0])};", line)
    return f"&#{ord(said[0])};{said[1:]}" if said.startswith(("/", "*")) else said


ENCODERS: Mapping[str, Any] = {"kotlin_code": code, "xml": html}
