"""Annotations as values: what a program sees that asks for one."""

from toolc.analysis.protocol import Machine
from toolc.analysis.values import Annotation, LibraryObject, Subscript, Symbol, Unknown, Value
from toolc.module import Const, Name


def evaluate_annotation(vm: Machine, value: Value) -> Value:
    """Evaluate an annotation, also one that is a name in quotes; other text is not followed."""
    if not isinstance(value, Annotation):
        return value
    expr = value.expr
    if isinstance(expr, Const) and isinstance(expr.value, str):
        if not expr.value.isidentifier():
            return Unknown(vm.doubt("TC205", "an annotation is text, which is not evaluated here"))
        expr = Name(expr.at, expr.end, expr.value)
    found = vm.evaluate(expr, value.frame)
    return Unknown(vm.doubt("TC205", "an annotation holds text, which is not evaluated here")) if _holds_text(found) else found


def _holds_text(value: Value) -> bool:
    """Return whether a type has text among its arguments that stands for a type."""
    if isinstance(value, LibraryObject) and value.maker == "typing.Union":
        return any(map(_holds_text, value.site.args))
    if not isinstance(value, Subscript) or value.origin is Symbol("typing.Literal"):
        return isinstance(value, str)
    return any(map(_holds_text, value.args[:1] if value.origin is Symbol("typing.Annotated") else value.args))


def union_members(union: LibraryObject) -> list[Value]:
    """The members of `X | Y | Z`."""
    found: list[Value] = []
    for one in union.site.args:
        found.extend(union_members(one) if isinstance(one, LibraryObject) and one.maker == "typing.Union" else [one])
    return found


def value_of(vm: Machine, value: Value) -> Value:
    """A value as the program sees it: of an annotation what it stands for, or its text where annotations are not evaluated.

    Source: PEP 563. The text is that of the syntax tree, and so certain of names only.
    """
    if not isinstance(value, Annotation):
        return value
    if not value.frame.module.postponed:
        return vm.evaluate(value.expr, value.frame)
    if isinstance(value.expr, Name):
        return value.expr.id
    if isinstance(value.expr, Const) and value.expr.value is None:
        return "None"
    return Unknown(vm.doubt("TC205", "the text of an annotation is not followed"))
