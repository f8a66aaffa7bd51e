"""Foreign text in Rust: one encoder for each context it can stand in.

Takes any text, gives text that is safe in a string literal, in a doc comment, in TOML or as an identifier.
"""

import re

from toolc.targets import code as plain
from toolc.targets.code import Code, code, double_quoted
from toolc.targets.prose import paragraphs
from toolc.targets.rust.reserved import KEYWORDS


def string(text: str) -> Code:
    """A string literal in ASCII."""
    return double_quoted(text, lambda char: f"\\u{{{ord(char):x}}}")


_FENCE = re.compile('"(#*)')
_MOST_HASHES = 200
"""Of at most 255 that a raw string may have."""


def raw(text: str) -> Code:
    """A raw string literal of text in which nothing is hidden."""
    hashes = max((len(found[1]) + 1 for found in _FENCE.finditer(text)), default=0)
    if hashes > _MOST_HASHES or "\r" in text:
        return string(text)
    return Code(f'r{"#" * hashes}"{text}"{"#" * hashes}') if hashes or "\\" in text else Code(f'"{text}"')


def identifier(text: str) -> Code:
    """Lets a plain identifier through, the naming pass has made it one; a keyword as `r#type`."""
    return Code(f"r#{text}") if text in KEYWORDS else plain.identifier(text)


def doc(text: str, indent: str = "", marker: str = "///") -> Code:
    """Text as a doc comment; "" when there is nothing to say.

    rustdoc reads Markdown, and `cargo test` compiles and runs what is a block of code there: nothing is markup but line ends.
    """
    lines = paragraphs(text, _line)
    return Code("".join(f"{indent}{marker} {line}\n" if line else f"{indent}{marker}\n" for line in lines))


_MARKUP = re.compile(r"(?<!`)`[^`]*[^`\s][^`]*`(?!`)|[\\`<\[\]&*|]|(?<!\w)_|_(?!\w)|~(?=~)|(?<=~)~")
# What makes a heading, a quote, an item of a list, a block of code, a line or a table at the start of a line.
_AT_START = re.compile(r"^(\d{1,9})?([#>+.)=:~-])")


def _line(line: str) -> str:
    return _AT_START.sub(r"\1\\\2", _MARKUP.sub(_remove_markup, line))


def _remove_markup(found: re.Match[str]) -> str:
    """Text between two backquotes is no markup already."""
    return found[0] if len(found[0]) > 1 else f"\\{found[0]}"


ENCODERS = {"rust_code": code, "rust_string": string}
