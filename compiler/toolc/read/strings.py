"""From string literals of LibCST to `Const` and `JoinedStr`.

Takes the walk along the text and a string node, gives an expression and the offset behind it. Implicitly concatenated
literals are one string: a `Const`, or an `JoinedStr` when a part of it is an f-string.
"""

import ast
import re
import warnings
from collections.abc import Iterator
from typing import Any, Protocol

import libcst as cst

from toolc.module import Const, DeferredNode, Expr, FormattedValue, JoinedStr
from toolc.read.constants import constant, plain
from toolc.text.regex import late


class Walk(Protocol):
    """Interface of the walk along a text (`toolc.read.expressions`), which in turn calls `string`."""

    text: str

    def skip(self, at: int) -> int: ...
    def length(self, node: Any) -> int: ...
    def expr(self, node: Any, at: int, hidden: int = 0) -> tuple[Expr, int]: ...


_ESCAPE = late(r"\\(?:\n|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]*\}|.)", re.S)


def string(walk: Walk, node: Any, at: int) -> tuple[Expr, int]:
    """One string, or several in a row."""
    parts: list[Expr] = []
    values: list[str | bytes] = []
    formatted = template = False
    end = at
    try:
        for piece in _pieces(node):
            start = walk.skip(end)
            if isinstance(piece, cst.SimpleString):
                end = start + len(piece.value)
                value = plain(piece.value)
                values.append(value)
                parts.append(constant(value, start, end))
            elif isinstance(piece, cst.FormattedString):
                formatted = True
                found, end = _parts(walk, piece.parts, start + len(piece.start), "r" in piece.start.lower())
                parts += found
                end += len(piece.end)
            else:
                template = True
                end = start + walk.length(piece)
    except (SyntaxError, ValueError):  # an escape or a mixture that no Python accepts
        return DeferredNode(at, at + walk.length(node), "string"), at + walk.length(node)
    if template:
        return DeferredNode(at, end, "template"), end
    if formatted:
        return JoinedStr(at, end, tuple(_merge_literals(parts))), end
    return _join_values(values, at, end), end


def _pieces(node: Any) -> Iterator[Any]:
    """The literals of an implicit concatenation; the tree leans to the right."""
    while isinstance(node, cst.ConcatenatedString):
        yield node.left
        node = node.right
    yield node


def _join_values(values: list[str | bytes], at: int, end: int) -> Expr:
    texts = [value for value in values if isinstance(value, str)]
    if len(texts) == len(values):
        return constant("".join(texts), at, end)
    if not texts:
        return constant(b"".join(value for value in values if isinstance(value, bytes)), at, end)
    return DeferredNode(at, end, "string")  # text and bytes do not mix


def _parts(walk: Walk, nodes: Any, at: int, raw: bool) -> tuple[list[Expr], int]:
    """The parts of an f-string or of a format specification, and the offset behind the last."""
    parts: list[Expr] = []
    for node in nodes:
        if isinstance(node, cst.FormattedStringText):
            end = at + len(node.value)
            parts.append(constant(_text(node.value, raw), at, end))
            at = end
        else:
            found, at = _field(walk, node, at, raw)
            parts += found
    return parts, at


def _field(walk: Walk, node: cst.FormattedStringExpression, at: int, raw: bool) -> tuple[list[Expr], int]:
    """One `{value=!conversion:spec}`; with `=`, the text it stands for comes before the value."""
    value, end = walk.expr(node.expression, at + 1)
    before: list[Expr] = []
    conversion = node.conversion or ""
    if node.equal is not None:
        end = walk.skip(walk.skip(end) + 1)
        before.append(constant(walk.text[at + 1 : end], at + 1, end))
        if not conversion and node.format_spec is None:
            conversion = "r"
    end = walk.skip(end)
    if node.conversion is not None:
        end += 1 + len(node.conversion)
    spec = None
    if node.format_spec is not None:
        start = walk.skip(end) + 1
        parts, end = _parts(walk, node.format_spec, start, raw)
        spec = JoinedStr(start, end, tuple(_merge_literals(parts)))
    return [*before, FormattedValue(at, end + 1, value, conversion, spec)], end + 1


def _text(text: str, raw: bool) -> str:
    """The literal part of an f-string: doubled braces, then escapes."""
    text = text.replace("{{", "{").replace("}}", "}")
    return text if raw or "\\" not in text else _ESCAPE.sub(_unescape, text)


def _unescape(found: re.Match[str]) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return str(ast.literal_eval(f'"{found.group()}"'))


def _merge_literals(parts: list[Expr]) -> list[Expr]:
    """Adjacent literal parts as one, as Python has them; empty ones left out."""
    merged: list[Expr] = []
    for part in parts:
        last = merged[-1] if merged else None
        if isinstance(part, Const) and isinstance(last, Const):
            merged[-1] = constant(f"{last.python()}{part.python()}", last.at, part.end)
        elif not (isinstance(part, Const) and part.value == ""):
            merged.append(part)
    return merged
