"""Foreign text in Java: one encoder for each context it can stand in.

Takes any text, gives text that is safe in a string literal, in a documentation comment or as an identifier. All of it is ASCII,
so it does not matter which encoding javac believes in.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from toolc.encoders import HIDDEN, SURROGATE, escaped, json_text
from toolc.targets.code import Code, code

_NAMED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_ESCAPED = re.compile(r"[^ !#-\[\]-~]")


def _escape(char: str) -> str:
    r"""javac reads `\u0022` before it looks for the end of a literal, so no character of ASCII is written that way."""
    if char in _NAMED:
        return _NAMED[char]
    return f"\\{ord(char):03o}" if char < "\x80" else escaped(char)


def string(text: str) -> Code:
    """A string literal. Half of a character becomes U+FFFD: JSON on the wire is UTF-8."""
    whole = SURROGATE.sub("\ufffd", text)
    return Code('"' + _ESCAPED.sub(lambda found: _escape(found[0]), whole) + '"')


_BLOCK = 12_000
_PIECE = 15_000
"""A constant has at most 65,535 bytes (JVMS 17, 4.4.7), and a character takes up to six of them."""


def long_string(text: str) -> Code:
    """An expression for a text of any length: a literal, or pieces that javac does not join to one constant again."""
    if len(text) <= _PIECE // 2:
        return string(text)
    pieces = [string(text[at : at + _PIECE // 2]) for at in range(0, len(text), _PIECE // 2)]
    return Code('String.join(\n                "",\n' + ",\n".join(f"                {one}" for one in pieces) + ")")


def json_block(value: Any, indent: str) -> Code:
    """JSON as a text block; as pieces where it is too long for one."""
    text = json_text(value)
    if "\n" not in text or len(text) > _BLOCK:
        return long_string(text)
    inside = _ESCAPED.sub(lambda found: found[0] if found[0] in '\n"' else _escape(found[0]), text).replace('"""', '\\"""')
    return Code('"""\n' + "".join(f"{indent}{line}\n" for line in inside.split("\n"))[:-1] + '"""')


_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")


def identifier(text: str) -> Code:
    """Lets a plain identifier through; the naming pass has made it one."""
    if not _IDENTIFIER.match(text):
        raise ValueError(f"not an identifier: {text[:40]!r}")
    return Code(text)


_LINE_END = re.compile("\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
# What begins a tag of javadoc or HTML, ends a comment, or begins an escape, which javac reads in comments as well.
_MARKUP = re.compile(r"[&<>@{}\\]|(?<=\*)/|[^\x00-\x7e]")


def javadoc(text: str, indent: str = "", tags: Sequence[tuple[str, str]] = ()) -> Code:
    """A documentation comment; "" when there is nothing to say. `tags`: block tags with their texts, `("@param x", …)`."""
    lines = _lines(text)
    for tag, about in tags:
        said = [line for line in _lines(about) if line != "<p>"]
        lines += ["", tag] if not lines or not lines[-1].startswith("@") else [tag]
        lines[-1] += f" {' '.join(said)}" if said else ""
    if lines[:1] == [""]:
        lines = lines[1:]
    if not lines:
        return Code("")
    if len(lines) == 1 and not lines[0].startswith("@"):
        return Code(f"{indent}/** {lines[0]} */\n")
    body = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines)
    return Code(f"{indent}/**\n{body}{indent} */\n")


def prose(text: str) -> Code:
    """Text on one line of a comment."""
    return Code(" ".join(line for line in _lines(text) if line != "<p>"))


def _lines(text: str) -> list[str]:
    """Paragraphs begin with `<p>`, as javadoc has them."""
    lines: list[str] = []
    begun = False
    for line in _LINE_END.split(text):
        said = _line(line)
        if not said:
            begun = bool(lines)
            continue
        lines += ["", f"<p>{said}"] if begun else [said]
        begun = False
    return lines


def _line(line: str) -> str:
    seen = HIDDEN.sub(_shown, SURROGATE.sub(_shown, line.replace("\t", " ")))
    plain = "".join(" " if char.isspace() else char for char in seen).strip()
    return _MARKUP.sub(lambda found: f"&#{ord(found[0])};", plain)


def _shown(found: re.Match[str]) -> str:
    return f"U+{ord(found[0]):04X}"


ENCODERS: Mapping[str, Any] = {"java_code": code}
