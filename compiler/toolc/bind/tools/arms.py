"""The parts of `a if test else b`, `a or b`, `yield a` and `name := a` that can run: takes such an expression, gives each with
the place of the condition that it stands under, where only the running program decides that.
"""

from collections.abc import Iterator

from toolc.bind.linker import Linker
from toolc.bind.values.evaluate import truth
from toolc.module import Expr, IfExp, Lambda, Op, Opaque
from toolc.program import Scope
from toolc.source import Span


def arms(expr: IfExp | Op | Opaque, scope: Scope, linker: Linker) -> Iterator[tuple[Expr, Span | None]]:
    """In the order in which Python gets there. What a lambda gives is nobody's until it is called."""
    if isinstance(expr, Opaque):
        inside = linker.unfold(expr, scope) if expr.kind in ("yield", "walrus") else None
        if isinstance(inside, Lambda):
            yield inside.body, None
        return
    if isinstance(expr, IfExp):
        holds = truth(expr.test, scope, linker)
        under = linker.span(scope, expr.test.at, expr.test.end) if holds is None else None
        yield expr.test, None
        yield from ((part, under) for part, when in ((expr.body, True), (expr.orelse, False)) if holds in (when, None))
        return
    place: Span | None = None
    for item in expr.items:
        yield item, place
        holds = truth(item, scope, linker)
        if holds is None:
            place = place or linker.span(scope, item.at, item.end)
        elif holds == (expr.ops[0] == "or"):
            return
