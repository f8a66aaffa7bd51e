"""Reading the plainest statements without a tree: imports, `name = …` and `name: …` of names, brackets, numbers and strings.

Takes text and a node of its outline, gives the `Stmt` that LibCST's tree would give; None for everything else. A literal of
100,000 words, or an enum of as many members, costs LibCST five kilobytes of memory and 0.1 ms for each.
"""

import keyword
import re

from toolc.module import AnnAssign, Assign, Attribute, Const, Expr, Name, OutlineNode, SequenceExpr, Stmt, SubscriptExpr
from toolc.read import guard, imported
from toolc.read.constants import constant, identifier, integer, plain
from toolc.read.scan import skip
from toolc.text.regex import late

Found = tuple[Expr, int]

MAX_DEPTH = 10
_NAME = late(r"[^\W\d]\w*")
_NUMBER = late(r"(?:0|[1-9][0-9_]*)(?![\w.])")
_STRING = late(r"""(?!\"{3}|'{3})(?:"(?:[^"\\\n]++|\\.)*+"|'(?:[^'\\\n]++|\\.)*+')""", re.S)
_RESERVED = frozenset(keyword.kwlist) - {"None", "True", "False"}
_CONSTANTS = {"None": None, "True": True, "False": False}


class _OtherError(Exception):
    """Something that only a parser reads."""


def statement(text: str, node: OutlineNode) -> Stmt | None:
    """The import, assignment or annotation at a node."""
    if node.kind not in ("import", "from", "assign", "ann"):
        return None
    if guard.too_long(text[node.at : node.end]) is not None:
        return None
    if node.kind in ("import", "from"):
        return imported.statement(text, node)
    try:
        target, at = _name(text, node.at)
        if not isinstance(target, Name):
            return None
        if node.kind == "assign":
            value, at = _value(text, _behind(text, at, "="), 0)
            found: Stmt = Assign(node.at, (target,), value)
        else:
            found, at = _annotation(text, node, target, at)
    except _OtherError:
        return None
    return found if at == node.end else None


def _annotation(text: str, node: OutlineNode, target: Expr, at: int) -> tuple[Stmt, int]:
    annotation, at = _value(text, _behind(text, at, ":"), 0)
    if at == node.end:
        return AnnAssign(node.at, target, annotation, None), at
    value, at = _value(text, _behind(text, at, "="), 0)
    return AnnAssign(node.at, target, annotation, value), at


def _behind(text: str, at: int, sign: str) -> int:
    at = skip(text, at)
    if text[at : at + 1] != sign or text[at + 1 : at + 2] == "=":
        raise _OtherError
    return at + 1


def _value(text: str, at: int, depth: int) -> Found:
    at = skip(text, at)
    if depth > MAX_DEPTH:
        raise _OtherError
    first = text[at : at + 1]
    if first in ("'", '"'):
        return _string(text, at)
    if first == "[":
        items, end, _ = _items(text, at + 1, depth)
        return SequenceExpr(at, end, "list", items), end
    if (number := _NUMBER.match(text, at)) is not None:
        return integer(number.group(), at, number.end()), number.end()
    return _trailers(text, at, depth)


def _trailers(text: str, at: int, depth: int) -> Found:
    """A name with attributes and items behind it."""
    found, end = _name(text, at)
    while True:
        there = skip(text, end)
        sign = text[there : there + 1]
        if sign == "." and isinstance(found, Name | Attribute | SubscriptExpr):
            word = _NAME.match(text, skip(text, there + 1))
            if word is None or word.group() in _RESERVED or word.group() in _CONSTANTS:
                raise _OtherError
            end = word.end()
            found = Attribute(at, end, found, identifier(word.group()))
        elif sign == "[" and isinstance(found, Name | Attribute | SubscriptExpr):
            items, end, plural = _items(text, there + 1, depth)
            if not items:
                raise _OtherError
            found = SubscriptExpr(at, end, found, items, plural or len(items) > 1)
        else:
            return found, end


def _items(text: str, at: int, depth: int) -> tuple[tuple[Expr, ...], int, bool]:
    """Read the items up to a closing bracket; return them, the offset behind it, and whether a comma follows the last item."""
    items: list[Expr] = []
    comma = False
    while True:
        at = skip(text, at)
        if text[at : at + 1] == "]":
            return tuple(items), at + 1, comma
        if items and not comma:
            raise _OtherError
        item, at = _value(text, at, depth + 1)
        items.append(item)
        at = skip(text, at)
        comma = text[at : at + 1] == ","
        at += comma


def _string(text: str, at: int) -> Found:
    """One literal; the next one would be part of it."""
    literal = _STRING.match(text, at)
    if literal is None:
        raise _OtherError
    there = skip(text, literal.end())
    if text[there : there + 1] in ("'", '"') or _NAME.match(text, there):
        raise _OtherError
    try:
        return constant(plain(literal.group()), at, literal.end()), literal.end()
    except (SyntaxError, ValueError):
        raise _OtherError from None


def _name(text: str, at: int) -> Found:
    word = _NAME.match(text, at)
    if word is None or word.group() in _RESERVED:
        raise _OtherError
    end = word.end()
    if word.group() in _CONSTANTS:
        value = _CONSTANTS[word.group()]
        return Const(at, end, "none" if value is None else "bool", value), end
    return Name(at, end, identifier(word.group())), end
