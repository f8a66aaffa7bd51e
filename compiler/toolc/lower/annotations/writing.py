"""Expressions of annotations as Python writes them down (`ast.unparse`): takes an expression, gives its source or None."""

from collections.abc import Iterable

from toolc.module import Attribute, Call, Const, Expr, Name, Operation, SequenceExpr, SubscriptExpr


def annotation_text(expr: Expr) -> str | None:
    """Return the text of an annotation under `from __future__ import annotations`; `None` for syntax that is rare in one."""
    match expr:
        case Name(_, _, id):
            return id
        case Const(_, _, kind, value) if kind in ("str", "int", "float", "bool", "none"):
            return repr(value)
        case Const(_, _, "ellipsis"):
            return "..."
        case Attribute(_, _, value, attr):
            owner = annotation_text(value)
            return None if owner is None else f"{owner}.{attr}"
        case Operation(_, _, "binary", ops, items) if set(ops) == {"|"}:
            return _join_texts(items, " | ")
        case SequenceExpr(_, _, "list", items):
            inside = _join_texts(items, ", ")
            return None if inside is None else f"[{inside}]"
        case SubscriptExpr(_, _, value, items, many):
            outer, inside = annotation_text(value), _join_texts(items, ", ") if items else "()"
            end = "," if many and len(items) == 1 else ""
            return None if outer is None or inside is None else f"{outer}[{inside}{end}]"
        case Call(_, _, func, args) if not any(arg.star for arg in args):
            outer, values = annotation_text(func), _texts(arg.value for arg in args)
            if outer is None or values is None:
                return None
            shown = [f"{arg.name}={text}" if arg.name else text for arg, text in zip(args, values, strict=True)]
            return f"{outer}({', '.join(shown)})"
        case _:
            return None


def _join_texts(items: Iterable[Expr], between: str) -> str | None:
    texts = _texts(items)
    return None if texts is None else between.join(texts)


def _texts(items: Iterable[Expr]) -> list[str] | None:
    texts = [annotation_text(item) for item in items]
    return None if None in texts else [text for text in texts if text is not None]
