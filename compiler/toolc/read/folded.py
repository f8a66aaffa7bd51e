"""What is inside an expression that a definition holds unread: a lambda or a slice.

Takes the text of a file and an `Opaque` of it, gives an `Unfolded`, or None for any other kind and for what LibCST cannot read.
"""

from typing import Any

import libcst as cst

from toolc.module import Expr, Lambda, Opaque, Slice, Unfolded
from toolc.read.cut import UnreadError, parsed, with_room
from toolc.read.expressions import Walk
from toolc.read.statements import parameters


def unfold(text: str, expr: Opaque) -> Unfolded | None:
    """The parts of a lambda or a slice."""
    if expr.kind not in ("lambda", "slice"):
        return None
    try:
        return with_room(lambda: _slice(text, expr) if expr.kind == "slice" else _lambda(text, expr))
    except UnreadError:
        return None


def _lambda(text: str, expr: Opaque) -> Lambda | None:
    node: Any = parsed(cst.parse_expression, f"({text[expr.at : expr.end]}\n)")
    if not isinstance(node, cst.Lambda):
        return None
    walk = Walk(text)
    params, end = parameters(walk, node.params, expr.at + len("lambda"))
    return Lambda(params, walk.expr(node.body, walk.skip(end) + 1)[0])


def _slice(text: str, expr: Opaque) -> Slice | None:
    whole: Any = parsed(cst.parse_expression, f"x[{text[expr.at : expr.end]}]")
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
