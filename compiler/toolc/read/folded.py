"""Expansion of expressions that a definition holds unread: a lambda, a slice, a `yield` or a walrus.

Takes the text of a file and a `DeferredNode` of it, gives an `ExpandedNode`, or None for any other kind and for what LibCST
cannot read.
"""

from collections.abc import Callable
from typing import Any

import libcst as cst

from toolc.module import DeferredNode, ExpandedNode, Expr, Lambda, Slice
from toolc.read.cut import UnreadError, parse_slice, with_room
from toolc.read.expressions import Walk
from toolc.read.statements import parameters
from toolc.text.regex import late


def expand(text: str, expr: DeferredNode) -> ExpandedNode | None:
    """The parts of a lambda or a slice; of `yield value` and `name := value` a lambda that gives the value."""
    read = _READ.get(expr.kind)
    if read is None:
        return None
    try:
        return with_room(lambda: read(text, expr))
    except UnreadError:
        return None


def _lambda(text: str, expr: DeferredNode) -> Lambda | None:
    node: Any = parse_slice(cst.parse_expression, f"({text[expr.at : expr.end]}\n)")
    if not isinstance(node, cst.Lambda):
        return None
    walk = Walk(text)
    params, end = parameters(walk, node.params, expr.at + len("lambda"))
    return Lambda(params, walk.expr(node.body, walk.skip(end) + 1)[0])


def _value(text: str, expr: DeferredNode) -> Lambda | None:
    at = _VALUE.match(text, expr.at, expr.end)
    if at is None:
        return None
    node: Any = parse_slice(cst.parse_expression, f"({text[at.end() : expr.end]}\n)")
    return Lambda((), Walk(text).expr(node, at.end())[0])


def _slice(text: str, expr: DeferredNode) -> Slice | None:
    whole: Any = parse_slice(cst.parse_expression, f"x[{text[expr.at : expr.end]}]")
    node = whole.slice[0].slice
    if not isinstance(node, cst.Slice):
        return None
    walk, at = Walk(text), expr.at
    second = isinstance(node.second_colon, cst.Colon)
    bounds: list[Expr | None] = []
    for bound, colon in ((node.lower, True), (node.upper, second), (node.step, False)):
        found = None
        if bound is not None:
            found, at = walk.expr(bound, at)
        if colon:
            at = walk.skip(at) + 1
        bounds.append(found)
    return Slice(*bounds)


_VALUE = late(r"\(?\s*(?:yield\s+from\b|yield\b|\w+\s*:=)\s*")
_READ: dict[str, Callable[[str, DeferredNode], ExpandedNode | None]] = {
    "lambda": _lambda, "slice": _slice, "yield": _value, "walrus": _value
}  # fmt: skip
