"""Placeholder of a statement that a parser may not or cannot read: its kind, and the names it assigns.

Takes a node of the outline and the reason, gives a `Stmt` with gaps in it. Needs no LibCST.
"""

from toolc.module import (
    AnnAssign,
    Assign,
    AugAssign,
    DeferredNode,
    ExprStmt,
    For,
    If,
    Name,
    Other,
    OutlineNode,
    Return,
    Stmt,
    Try,
    With,
)


def unread_statement(node: OutlineNode, why: str) -> Stmt:
    """Return the placeholder of a statement, with the reason: the name of a limit, `deep` or `unread_statement`."""
    at, gap = node.at, DeferredNode(node.at, node.head, why)
    targets = tuple(Name(at, at, name) for name in node.names) or (gap,)
    match node.kind:
        case "assign":
            return Assign(at, targets, gap)
        case "ann":
            return AnnAssign(at, targets[0], gap, gap)
        case "aug":
            return AugAssign(at, gap, "", gap)
        case "do":
            return ExprStmt(at, gap)
        case "return":
            return Return(at, gap)
        case "if" | "while":
            return If(at, gap)
        case "for":
            return For(at, gap, gap)
        case "with":
            return With(at, ((gap, None),))
        case "try":
            return Try(at, tuple([gap for block in node.nested if block.role == "except"]))
        case _:
            return Other(at, why)
