"""The arguments between the brackets of an annotation.

Takes a subscript, gives its arguments; for a string among those of a generic class also the text of it in the name of the
resulting class.
"""

from typing import TypeGuard

from toolc.module import Attribute, Const, Expr, Name, SequenceExpr, SubscriptExpr
from toolc.program import ConstantValue, Program, ProgramPoint
from toolc.signature import FORWARD, CallConstant, Type
from toolc.types.operations import annotate


def items_of(expr: SubscriptExpr) -> tuple[Expr, ...]:
    """The arguments of a subscript; `x[(a, b)]` is `x[a, b]`, but `x[()]` has the empty tuple as its argument."""
    first = expr.items[0] if len(expr.items) == 1 else None
    if isinstance(first, SequenceExpr) and first.kind == "tuple" and first.items:
        return first.items
    return expr.items


def laid_open(expr: SubscriptExpr) -> list[Expr]:
    """The arguments, a list among them laid open: `Callable[[int, str], None]` has three."""
    return [part for item in items_of(expr) for part in (item.items if _is_list(item) else (item,))]


def _is_list(expr: Expr) -> TypeGuard[SequenceExpr]:
    return isinstance(expr, SequenceExpr) and expr.kind == "list"


def quoted_text(expr: Expr, scope: ProgramPoint, program: Program) -> str | None:
    """The text that an argument is, in quotes or by the name of an alias: `Name: TypeAlias = "int | str"`."""
    value = program.evaluate(expr, scope) if isinstance(expr, (Const, Name, Attribute)) else None
    return value.value if isinstance(value, ConstantValue) and isinstance(value.value, str) else None


def as_written(found: Type, text: str | None, typing: bool) -> Type:
    """Mark a type as written in quotes (`None`: it was not): `List["X"]` of `typing` holds a `ForwardRef`, `list["X"]` the
    string.
    """
    if text is None:
        return found
    return annotate(found, (CallConstant(FORWARD, (f"ForwardRef({text!r})" if typing else "str",)),))


def as_given(found: Type, text: str | None, model: bool) -> Type:
    """An argument of a class itself: a text shows in the name of a model as it stands, elsewhere as `typing` holds it."""
    return as_written(found, text, True) if text is None or not model else annotate(found, (CallConstant(FORWARD, (text,)),))
