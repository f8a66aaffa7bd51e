"""Annotations that are evaluated while modules are imported, as far as a subscript in them has a union or a literal.

Takes names of modules, gives expressions with their scope: those of function headers and of variables, in classes too. Bodies
of functions are not looked at, nor modules whose annotations stay texts.
"""

import re
from collections.abc import Iterable, Iterator

from toolc.bind.guards import GuardedStatement
from toolc.bind.imports import has_postponed_annotations
from toolc.bind.links import Links
from toolc.bind.modules import SourceModule
from toolc.module import AnnAssign, Expr, Func, Operation, SequenceExpr, SubscriptExpr
from toolc.program import ProgramPoint
from toolc.text_questions import imported_modules

_MOST = 60
"""Modules of installed packages that are read for what others import."""

_MAY_HOLD = re.compile(r"\[[^\]]*(?:\b(?:Union|Optional|Literal)\s*\[|\|)")
_DEEP = 4  # classes in each other


def annotations_of(program: Iterable[str], installed: Iterable[str], links: Links) -> Iterator[tuple[Expr, ProgramPoint]]:
    """Yield those of the program's modules, and of installed ones with the modules of their packages that they import."""
    seen = set(program)
    for name in sorted(seen):
        yield from _of_module(links.library.open(name), links)
    todo, most = sorted(set(installed) - seen), len(seen) + _MOST
    while todo and len(seen) < most:
        name = todo.pop()
        unit = links.library.find(name) if name not in seen else None
        seen.add(name)
        if unit is not None:
            package = name.partition(".")[0]
            todo += sorted(one for one in unit.source.ask(imported_modules) - seen if one.partition(".")[0] == package)
            yield from _of_module(unit, links)


def _of_module(unit: SourceModule | None, links: Links) -> Iterator[tuple[Expr, ProgramPoint]]:
    if unit is not None and not has_postponed_annotations(unit):
        for expr in _in_sites(unit, unit.top.sites, 0):
            yield expr, ProgramPoint(unit.source.module)


def _in_sites(unit: SourceModule, sites: Iterable[GuardedStatement], depth: int) -> Iterator[Expr]:
    for site in sites:
        node = site.node
        if node.kind == "class" and depth < _DEEP:
            yield from _in_sites(unit, unit.block(node).sites, depth + 1)
        elif node.kind in ("def", "ann") and _MAY_HOLD.search(unit.header(node)):
            match unit.statement(node):
                case Func(params=params, returns=returns):
                    written = [*(one.annotation for one in params), returns]
                case AnnAssign(annotation=annotation):
                    written = [annotation]
                case _:
                    written = []
            yield from (one for one in written if one is not None and _has_union(one, inside=False))


def _has_union(expr: Expr, inside: bool) -> bool:
    """Return `True` if a subscript may have a union or a literal in it."""
    match expr:
        case SubscriptExpr(value=value, items=items):
            name = getattr(value, "attr", getattr(value, "id", ""))
            return (inside and name in ("Union", "Optional", "Literal")) or any(_has_union(one, inside=True) for one in items)
        case Operation(kind="binary", items=items):
            return inside or any(_has_union(one, inside=False) for one in items)
        case SequenceExpr(items=items):
            return any(_has_union(one, inside=inside) for one in items)
        case _:
            return False
