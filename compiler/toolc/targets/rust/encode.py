"""Foreign text in Rust: one encoder for each context it can stand in.

Takes any text, gives text that is safe in a string literal, in a doc comment, in TOML or as an identifier.
"""

import re
from typing import Any

from toolc.encoders import HIDDEN, SURROGATE, json_text
from toolc.targets.code import Code, code
from toolc.targets.rust.reserved import KEYWORDS

_NAMED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_ESCAPED = re.compile(r"[^ !#-\[\]-~]")


def string(text: str) -> Code:
    """A string literal in ASCII. Half of a character becomes U+FFFD: a string of Rust is UTF-8, and so is JSON on the wire."""
    whole = SURROGATE.sub("\ufffd", text)
    return Code('"' + _ESCAPED.sub(lambda found: _NAMED.get(found[0], f"\\u{{{ord(found[0]):x}}}"), whole) + '"')


_FENCE = re.compile('"(#*)')
_MOST_HASHES = 200
"""Of at most 255 that a raw string may have."""


def raw_json(value: Any) -> Code:
    """JSON in a raw string literal, with as many `#` as its text leaves unused."""
    return raw(json_text(value))


def raw(text: str) -> Code:
    """A raw string literal of text in which nothing is hidden."""
    hashes = max((len(found[1]) + 1 for found in _FENCE.finditer(text)), default=0)
    if hashes > _MOST_HASHES or "\r" in text:
        return string(text)
    return Code(f'r{"#" * hashes}"{text}"{"#" * hashes}') if hashes or "\\" in text else Code(f'"{text}"')


_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")


def identifier(text: str) -> Code:
    """Lets a plain identifier through, the naming pass has made it one; a keyword as `r#type`."""
    if not _IDENTIFIER.match(text):
        raise ValueError(f"not an identifier: {text[:40]!r}")
    return Code(f"r#{text}" if text in KEYWORDS else text)


_LINE_END = re.compile("\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


def doc(text: str, indent: str = "", marker: str = "///") -> Code:
    """Text as a doc comment; "" when there is nothing to say.

    rustdoc reads Markdown, and `cargo test` compiles and runs what is a block of code there: nothing is markup but line ends.
    """
    lines: list[str] = []
    for line in _LINE_END.split(text):
        said = _line(line)
        if said or (lines and lines[-1]):
            lines.append(said)
    while lines and not lines[-1]:
        lines.pop()
    return Code("".join(f"{indent}{marker} {line}\n" if line else f"{indent}{marker}\n" for line in lines))


_MARKUP = re.compile(r"(?<!`)`[^`]*[^`\s][^`]*`(?!`)|[\\`<\[\]&*|]|(?<!\w)_|_(?!\w)|~(?=~)|(?<=~)~")
# What makes a heading, a quote, an item of a list, a block of code, a line or a table at the start of a line.
_AT_START = re.compile(r"^(\d{1,9})?([#>+.)=:~-])")


def _line(line: str) -> str:
    seen = HIDDEN.sub(_shown, SURROGATE.sub(_shown, line.replace("\t", " ")))
    plain = "".join(" " if char.isspace() else char for char in seen).strip()
    return _AT_START.sub(r"\1\\\2", _MARKUP.sub(_unmarked, plain))


def _unmarked(found: re.Match[str]) -> str:
    """Text between two backquotes is no markup already."""
    return found[0] if len(found[0]) > 1 else f"\\{found[0]}"


def _shown(found: re.Match[str]) -> str:
    return f"U+{ord(found[0]):04X}"


ENCODERS = {"rust_code": code, "rust_string": string}
