"""Foreign text in Go: one encoder for each context it can stand in.

Takes any text, gives text that is safe in a string literal, behind `//` or in a struct tag.
"""

import re

from toolc.targets.code import Code, code, double_quoted
from toolc.targets.prose import paragraphs


def string(text: str) -> Code:
    """A string literal in ASCII."""
    return double_quoted(text, lambda char: f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}")


_RAW = re.compile(r"[ !#-_a-~]*\"[ -_a-~]*\Z")


def quote(text: str) -> Code:
    """A string literal, a raw one where text has quotes of its own."""
    return Code(f"`{text}`") if _RAW.match(text) else string(text)


def raw(text: str) -> Code:
    """JSON in a raw string literal: the one character that would end it is escaped by JSON's own means."""
    return Code("`" + text.replace("`", "\\u0060") + "`")


def comment(text: str, indent: str = "") -> Code:
    """Text behind `//`, as gofmt would leave a comment; "" when there is nothing to say."""
    return Code("".join(f"{indent}// {line}\n" if line else f"{indent}//\n" for line in paragraphs(text, _line)))


# gofmt rewrites headings, links and quotes of doc comments; none of these is meant as one.
_HEADING = re.compile(r"#+(?=\s|$)")
_LINK = re.compile(r"^\[([^\]]*)\]:")
_QUOTES = re.compile(r"(`)(?=`)|(')(?=')")
_ORDER = re.compile(r"^\+(?=build\b)")  # what `go vet` takes for a build constraint, wherever it stands


def _line(line: str) -> str:
    plain = _HEADING.sub("", line).strip() if line.startswith("#") else line
    return _QUOTES.sub(lambda found: f"{found[0]} ", _LINK.sub(r"[\1] :", _ORDER.sub("+ ", plain)))


_TAG = re.compile(r"[A-Za-z0-9!#$%&()*+./:;<=>?@\[\]^_{|}~-]+\Z")


def tag(key: str, option: str = "") -> Code:
    """A struct tag for encoding/json; a key that it cannot name is left to the methods of the struct."""
    if not _TAG.match(key):
        return Code('`json:"-"`')
    ending = f",{option}" if option else "," if key == "-" else ""
    return Code(f'`json:"{key}{ending}"`')


ENCODERS = {"go_code": code, "go_string": string}
