"""Comprehensions and generator expressions: takes LibCST's node, gives a `Comprehension`; None for one that is asynchronous."""

from collections.abc import Iterator
from typing import Any, Literal, Protocol

import libcst as cst

from toolc.module import Clause, Comprehension, Expr

Found = tuple[Expr, int]

_KINDS: dict[type, Literal["list", "set", "dict", "generator"]] = {
    cst.ListComp: "list",
    cst.SetComp: "set",
    cst.DictComp: "dict",
    cst.GeneratorExp: "generator",
}


class Walk(Protocol):
    """The walk along the text that reads the parts."""

    def expr(self, node: Any, at: int) -> Found: ...
    def skip(self, at: int) -> int: ...


def comprehension(walk: Walk, node: Any, at: int) -> Found | None:
    """`[element for target in iter if test …]`. The parentheses of a generator expression are not its own here."""
    clauses = list(_clauses(node.for_in))
    if any(clause.asynchronous is not None for clause in clauses):
        return None
    kind, value = _KINDS[type(node)], None
    start = at if kind == "generator" else at + 1
    element, end = walk.expr(node.key if kind == "dict" else node.elt, start)
    if kind == "dict":
        value, end = walk.expr(node.value, walk.skip(end) + 1)
    made = []
    for clause in clauses:
        one, end = _clause(walk, clause, end)
        made.append(one)
    end = end if kind == "generator" else walk.skip(end) + 1
    return Comprehension(at, end, kind, element, tuple(made), value), end


def _clauses(first: cst.CompFor) -> Iterator[cst.CompFor]:
    clause: cst.CompFor | None = first
    while clause is not None:
        yield clause
        clause = clause.inner_for_in


def _clause(walk: Walk, node: cst.CompFor, at: int) -> tuple[Clause, int]:
    target, end = walk.expr(node.target, walk.skip(at) + len("for"))
    iter_, end = walk.expr(node.iter, walk.skip(end) + len("in"))
    tests = []
    for part in node.ifs:
        test, end = walk.expr(part.test, walk.skip(end) + len("if"))
        tests.append(test)
    return Clause(target, iter_, tuple(tests)), end
