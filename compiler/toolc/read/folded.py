"""What is inside an expression that a definition holds unread: a lambda, a comprehension, a slice.

Takes the text of a file and an `Opaque` of it, gives an `Unfolded`, or None for any other kind and for what LibCST cannot read.
"""

from typing import Any

import libcst as cst

from toolc.module import Clause, Comprehension, Expr, Lambda, Opaque, Slice, Unfolded
from toolc.read.cut import UnreadError, parsed, with_room
from toolc.read.expressions import Walk
from toolc.read.statements import parameters

_KINDS = {"listcomp": "list", "setcomp": "set", "dictcomp": "dict", "generator": "generator"}


def unfold(text: str, expr: Opaque) -> Unfolded | None:
    """The parts of a lambda, a comprehension or a slice."""
    if expr.kind not in (*_KINDS, "lambda", "slice"):
        return None
    try:
        return with_room(lambda: _slice(text, expr) if expr.kind == "slice" else _expression(text, expr))
    except UnreadError:
        return None


def _expression(text: str, expr: Opaque) -> Unfolded | None:
    node: Any = parsed(cst.parse_expression, f"({text[expr.at : expr.end]}\n)")
    walk = Walk(text)
    match node:
        case cst.Lambda():
            params, end = parameters(walk, node.params, expr.at + len("lambda"))
            return Lambda(params, walk.expr(node.body, walk.skip(end) + 1)[0])
        case cst.ListComp() | cst.SetComp() | cst.GeneratorExp() | cst.DictComp():
            opened = text[expr.at] in "[{" or (isinstance(node, cst.GeneratorExp) and len(node.lpar) > 1)
            return _comprehension(walk, node, _KINDS[expr.kind], expr.at + opened)
        case _:
            return None


def _comprehension(walk: Walk, node: Any, kind: Any, at: int) -> Comprehension | None:
    key: Expr | None = None
    if isinstance(node, cst.DictComp):
        key, at = walk.expr(node.key, at)
        item, at = walk.expr(node.value, walk.skip(at) + 1)
    else:
        item, at = walk.expr(node.elt, at)
    clauses: list[Clause] = []
    part = node.for_in
    while part is not None:
        if part.asynchronous is not None:
            return None
        target, at = walk.expr(part.target, walk.skip(at) + len("for"))
        iterated, at = walk.expr(part.iter, walk.skip(at) + len("in"))
        tests = []
        for condition in part.ifs:
            test, at = walk.expr(condition.test, walk.skip(at) + len("if"))
            tests.append(test)
        clauses.append(Clause(target, iterated, tuple(tests)))
        part = part.inner_for_in
    return Comprehension(kind, item, key, tuple(clauses))


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
