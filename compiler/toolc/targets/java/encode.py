"""Foreign text in Java: one encoder for each context it can stand in.

Takes any text, gives text that is safe in a string literal, in a documentation comment or as an identifier. All of it is ASCII,
so it does not matter which encoding javac believes in.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from toolc.encoders import escape_char, html
from toolc.targets.code import Code, code, double_quoted, escapes
from toolc.targets.prose import level, lines


def _escape(char: str) -> str:
    r"""javac reads `\u0022` before it looks for the end of a literal, so no character of ASCII is written that way."""
    return f"\\{ord(char):03o}" if char < "\x80" else escape_char(char)


def string(text: str) -> Code:
    """A string literal."""
    return double_quoted(text, _escape)


_BLOCK = 12_000
_PIECE = 15_000
"""A constant has at most 65,535 bytes (JVMS 17, 4.4.7), and a character takes up to six of them."""


def long_string(text: str) -> Code:
    """An expression for a text of any length: a literal, or pieces that javac does not join to one constant again."""
    if len(text) <= _PIECE // 2:
        return string(text)
    pieces = [string(text[at : at + _PIECE // 2]) for at in range(0, len(text), _PIECE // 2)]
    return Code('String.join(\n                "",\n' + ",\n".join(f"                {one}" for one in pieces) + ")")


def json_block(text: str, indent: str) -> Code:
    """JSON as a text block; as pieces where it is too long for one."""
    if "\n" not in text or len(text) > _BLOCK:
        return long_string(text)
    inside = escapes(text, _escape, but='\n"').replace('"""', '\\"""')
    return Code('"""\n' + "".join(f"{indent}{line}\n" for line in inside.split("\n"))[:-1] + '"""')


# What begins a tag of javadoc or HTML, ends a comment, or begins an escape, which javac reads in comments as well.
_MARKUP = re.compile(r"[&<>@{}\\]|(?<=\*)/|[^\x00-\x7e]")


def javadoc(text: str, indent: str = "", tags: Sequence[tuple[str, str]] = ()) -> Code:
    """A documentation comment; "" when there is nothing to say. `tags`: block tags with their texts, `("@param x", …)`."""
    shown = _lines(text)
    for tag, about in tags:
        said = prose(about)
        shown += ["", tag] if not shown or not shown[-1].startswith("@") else [tag]
        shown[-1] += f" {said}" if said else ""
    if shown[:1] == [""]:
        shown = shown[1:]
    if not shown:
        return Code("")
    if len(shown) == 1 and not shown[0].startswith("@"):
        return Code(f"{indent}/** {shown[0]} */\n")
    body = "".join(f"{indent} * {line}".rstrip() + "\n" for line in shown)
    return Code(f"{indent}/**\n{body}{indent} */\n")


def prose(text: str) -> Code:
    """Text on one line of a comment."""
    return Code(" ".join(line.removeprefix("<p>") for line in _lines(text) if line))


def _lines(text: str) -> list[str]:
    """Paragraphs begin with `<p>`, as javadoc has them."""
    kept: list[str] = []
    begun = False
    for line in lines(text):
        said = _MARKUP.sub(lambda found: f"&#{ord(found[0])};", level(line))
        if not said:
            begun = bool(kept)
            continue
        kept += ["", f"<p>{said}"] if begun else [said]
        begun = False
    return kept


ENCODERS: Mapping[str, Any] = {"java_code": code, "xml": html}
