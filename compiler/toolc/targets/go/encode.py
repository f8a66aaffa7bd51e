"""Foreign text in Go: one encoder for each context it can stand in.

Takes any text, gives text that is safe in a string literal, behind `//`, in a struct tag or as an identifier.
"""

import re
from typing import Any

from toolc.encoders import HIDDEN, SURROGATE, json_text
from toolc.targets.code import Code, code

_NAMED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_ESCAPED = re.compile(r"[^ !#-\[\]-~]")


def string(text: str) -> Code:
    """A string literal in ASCII. Half of a character becomes U+FFFD: a Go string is UTF-8, and so is JSON on the wire."""
    whole = SURROGATE.sub("\ufffd", text)
    return Code('"' + _ESCAPED.sub(lambda found: _escape(found[0]), whole) + '"')


def _escape(char: str) -> str:
    if char in _NAMED:
        return _NAMED[char]
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"


_RAW = re.compile(r"[ !#-_a-~]*\"[ -_a-~]*\Z")


def quoted(text: str) -> Code:
    """A string literal, a raw one where text has quotes of its own."""
    return Code(f"`{text}`") if _RAW.match(text) else string(text)


def raw_json(value: Any) -> Code:
    """JSON in a raw string literal: the one character that would end it is escaped by JSON's own means."""
    return Code("`" + json_text(value).replace("`", "\\u0060") + "`")


_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")


def identifier(text: str) -> Code:
    """Lets a plain identifier through; the naming pass has made it one."""
    if not _IDENTIFIER.match(text):
        raise ValueError(f"not an identifier: {text[:40]!r}")
    return Code(text)


_LINE_END = re.compile("\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


def comment(text: str, indent: str = "") -> Code:
    """Text behind `//`, as gofmt would leave a comment; "" when there is nothing to say."""
    lines: list[str] = []
    for line in _LINE_END.split(text):
        said = _line(line)
        if said or (lines and lines[-1]):
            lines.append(said)
    while lines and not lines[-1]:
        lines.pop()
    return Code("".join(f"{indent}// {line}\n" if line else f"{indent}//\n" for line in lines))


# gofmt rewrites headings, links and quotes of doc comments; none of these is meant as one.
_HEADING = re.compile(r"#+(?=\s|$)")
_LINK = re.compile(r"^\[([^\]]*)\]:")
_QUOTES = re.compile(r"(`)(?=`)|(')(?=')")
_ORDER = re.compile(r"^\+(?=build\b)")  # what `go vet` takes for a build constraint, wherever it stands


def _line(line: str) -> str:
    seen = HIDDEN.sub(_shown, SURROGATE.sub(_shown, line.replace("\t", " ")))
    plain = "".join(" " if char.isspace() else char for char in seen).strip()
    plain = _HEADING.sub("", plain).strip() if plain.startswith("#") else plain
    return _QUOTES.sub(lambda found: f"{found[0]} ", _LINK.sub(r"[\1] :", _ORDER.sub("+ ", plain)))


def _shown(found: re.Match[str]) -> str:
    return f"U+{ord(found[0]):04X}"


_TAG = re.compile(r"[A-Za-z0-9!#$%&()*+./:;<=>?@\[\]^_{|}~-]+\Z")


def tag(key: str, option: str = "") -> Code:
    """A struct tag for encoding/json; a key that it cannot name is left to the methods of the struct."""
    if not _TAG.match(key):
        return Code('`json:"-"`')
    ending = f",{option}" if option else "," if key == "-" else ""
    return Code(f'`json:"{key}{ending}"`')


ENCODERS = {"go_code": code, "go_string": string}
