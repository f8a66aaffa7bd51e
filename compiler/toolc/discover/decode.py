"""Turns the bytes of a Python file into normalised text.

Takes bytes, gives text or the reason why there is none. Only codecs of a fixed list are ever used: a codec looked up by a name
from the file could decode to code that whoever reviewed the file did not see.
"""

import re

from toolc.text.regex import late

_COOKIE = late(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")  # PEP 263, `\w` of bytes is ASCII
_BLANK = late(rb"^[ \t\f]*(?:#|\r?$)")
_BOM = b"\xef\xbb\xbf"
_CODECS = {
    "utf-8": "utf-8", "utf-8-sig": "utf-8", "utf8": "utf-8", "u8": "utf-8",
    "ascii": "ascii", "us-ascii": "ascii", "646": "ascii",
    "latin-1": "latin-1", "latin1": "latin-1", "iso-8859-1": "latin-1", "iso8859-1": "latin-1", "l1": "latin-1",
}  # fmt: skip


class Undecodable(Exception):
    """The bytes are no source text; the message says why."""


def codec(data: bytes) -> str:
    """The codec of a source file by its byte order mark and coding cookie."""
    if b"\0" in data:
        raise Undecodable(f"NUL byte at offset {data.index(0)}")
    marked = data.startswith(_BOM)
    name = _cookie(data[len(_BOM) :] if marked else data)
    if name is None:
        return "utf-8"
    found = _CODECS.get(re.sub(r"[-_]+", "-", name.lower()).removesuffix("-unix").removesuffix("-dos").removesuffix("-mac"))
    if found is None:
        raise Undecodable(f'the file says its coding is "{name}"')
    if marked and found != "utf-8":
        raise Undecodable(f'the file begins with a UTF-8 mark but says its coding is "{name}"')
    return found


def decode(data: bytes) -> str:
    """Source text: byte order mark off, line ends turned to LF."""
    name = codec(data)
    try:
        text = data.removeprefix(_BOM).decode(name)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Undecodable(f"line {line}: byte 0x{data[error.start]:02x} is not {name}") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _cookie(data: bytes) -> str | None:
    """The name in the coding cookie of the first two lines; the second counts when the first is blank or a comment."""
    for line in re.split(rb"\r\n|\n|\r", data[:4096], maxsplit=2)[:2]:
        found = _COOKIE.match(line)
        if found:
            return found.group(1).decode("ascii")
        if not _BLANK.match(line):
            break
    return None
