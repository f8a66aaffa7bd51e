"""The one place where LibCST is imported, and only when it is needed: its import costs more than reading ten files.

Takes and gives what the functions of `cut` and `whole` do.
"""

from toolc.module import DeferredNode, ExpandedNode, Expr, Module, Other, OutlineNode, Stmt
from toolc.read import guard, plain
from toolc.read.gaps import unread_statement
from toolc.source import SourceFile
from toolc.timings import counts


def define(source: SourceFile, module: Module, node: OutlineNode, kept: dict[int, Stmt] | None = None) -> Stmt:
    """The statement at a node of the outline, read the first time and kept in `module.definitions`: by LibCST if need be.

    `kept`: what LibCST has read of the same text under the same limits, by the offset of the node; more of it is added.
    """
    found = module.definitions.get(node.at)
    if found is None:
        counts["definitions read"] += 1
        with guard.within(source.limits):
            found = plain.statement(source.content, node)
    if found is None:
        with guard.within(source.limits):
            over = guard.beyond(source, node.at, node.head)
            found = unread_statement(node, over) if over else _cut(source, node, {} if kept is None else kept)
    module.definitions[node.at] = found
    return found


def _cut(source: SourceFile, node: OutlineNode, kept: dict[int, Stmt]) -> Stmt:
    found = kept.get(node.at)
    if found is None:
        from toolc.read import cut

        found = cut.statement(source.content, node)
        if not isinstance(found, Other):  # how deep it may nest depends on who asks
            kept[node.at] = found
    return found


def expression(text: str) -> Expr | None:
    """An expression on its own, such as a string annotation; None when it is none. Offsets count from the start of `text`."""
    from toolc.read import cut

    return cut.expression(text)


def expand(source: SourceFile, expr: DeferredNode) -> ExpandedNode | None:
    """Return the expansion of a lambda, a comprehension or a slice of a file; `None` for anything else."""
    from toolc.read import folded

    with guard.within(source.limits):
        return None if guard.beyond(source, expr.at, expr.end) else folded.expand(source.content, expr)


def whole(text: str) -> Module | int | None:
    """A file that only LibCST can parse, read at once; else where LibCST stopped, None when it cannot tell."""
    from toolc.read.whole import module

    return module(text)
