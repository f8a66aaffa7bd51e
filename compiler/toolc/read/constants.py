"""From the text of literals and identifiers to values.

Takes source text of one token, gives what a `Module` holds; a literal that no Python accepts becomes `DeferredNode`.
"""

import ast
import unicodedata
import warnings

from toolc.module import Const, DeferredNode, Expr
from toolc.text.regex import late

_LARGEST = 2**64 - 1  # what msgpack can write


def identifier(text: str) -> str:
    """An identifier as Python compares it."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def integer(text: str, at: int, end: int) -> Expr:
    """`0x_ff`, `1_000`."""
    try:
        value = int(text, 0)
        return Const(at, end, "int", value if value <= _LARGEST else str(value))
    except ValueError:  # more digits than Python converts
        return DeferredNode(at, end, "number")


def number(text: str, at: int, end: int) -> Expr:
    """`1_0.5e3`, `2j`."""
    try:
        if text[-1] in "jJ":
            return Const(at, end, "complex", repr(complex(text)))
        return Const(at, end, "float", float(text))
    except ValueError:
        return DeferredNode(at, end, "number")


def constant(value: str | bytes, at: int, end: int) -> Const:
    """A string or bytes in the encoding of `Const`."""
    if isinstance(value, bytes):
        return Const(at, end, "bytes", value.hex())
    if not value.isascii() and any("\ud800" <= char <= "\udfff" for char in value):
        return Const(at, end, "str-escaped", value.encode("unicode_escape").decode("ascii"))
    return Const(at, end, "str", value)


def plain(literal: str) -> str | bytes:
    """The value of one string literal that is no f-string."""
    quote = 3 if literal[-3:] in ('"""', "'''") and len(literal.lstrip("rRbBuU")) >= 6 else 1
    start = len(literal) - len(literal.lstrip("rRbBuU"))
    prefix = literal[:start].lower()
    body = literal[start + quote : -quote]
    if "b" not in prefix and ("r" in prefix or "\\" not in body):
        return body
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # invalid escapes are the business of whoever runs the file
        value: str | bytes = ast.literal_eval(literal)
    return value


_SURROGATE = late("[\ud800-\udfff]")


def clean_docstring(doc: str) -> str:
    """The docstring itself (not dedented); a lone surrogate, which no encoder writes, becomes U+FFFD."""
    return doc if doc.isascii() else _SURROGATE.sub("\ufffd", doc)
