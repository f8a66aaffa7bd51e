"""Names as a program writes them, for messages: takes an expression, gives its text, with `…` for arguments."""

from toolc.module import Attribute, Call, Expr, Name, SubscriptExpr


def text_of(expr: Expr) -> str:
    """A name as written, for messages."""
    match expr:
        case Name(_, _, id):
            return id
        case Attribute(_, _, value, attr):
            return f"{text_of(value)}.{attr}"
        case Call(_, _, func):
            return f"{text_of(func)}(…)"
        case SubscriptExpr(_, _, value):
            return f"{text_of(value)}[…]"
        case _:
            return "…"
