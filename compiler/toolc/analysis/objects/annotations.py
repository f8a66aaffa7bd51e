"""Annotations as values: what a program sees that asks for one."""

from toolc.analysis.protocol import Machine
from toolc.analysis.values import Annotation, Unknown, Value
from toolc.module import Const, Name


def seen(vm: Machine, value: Value) -> Value:
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
