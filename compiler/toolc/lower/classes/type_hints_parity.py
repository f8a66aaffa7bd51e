"""Classes whose `typing.get_type_hints` are their fields and nothing else.

Takes a class with its lineage and fields, gives True where that is certain. Needed for frameworks that read annotations
themselves.
"""

from toolc.lower.annotations.spelling import in_quotes
from toolc.module import AnnAssign, Class, Expr, Name, SubscriptExpr
from toolc.program import DefinitionValue, ExternalSymbol, Program, ProgramPoint
from toolc.signature import Field

_WITHOUT = frozenset(
    {"abc.ABC", "builtins.object", "pydantic.BaseModel", "semantic_kernel.kernel_pydantic.KernelBaseModel", "typing.Generic"}
    | {"typing.NamedTuple", "typing.Protocol", "typing.TypedDict"}
)
"""Classes of tables that annotate nothing, as a class that inherits from them finds it (CPython 3.11-3.14, pydantic 2.14)."""

_KEPT = frozenset({ExternalSymbol("dataclasses.InitVar"), ExternalSymbol("typing.Final"), ExternalSymbol("typing.ClassVar")})
"""Wrappers of a type in a hint that are not part of the field's type."""


def plainly_hinted(
    definition: DefinitionValue, lineage: list[DefinitionValue], fields: tuple[Field, ...], program: Program
) -> bool:
    """Return `True` if the hints are the fields, each with its type; names in quotes are looked up in the class's module."""
    if any(not isinstance(base, DefinitionValue) and _name(base) not in _WITHOUT for base in program.ancestors(definition)):
        return False
    named: dict[str, None] = {}
    for cls in reversed(lineage):
        if _applies(cls, program):
            return False
        own = cls.module == definition.module and not definition.scope.within
        for _, statement, scope in program.statements(cls):
            if isinstance(statement, AnnAssign) and isinstance(statement.target, Name):
                named[statement.target.id] = None
                if not own and (
                    program.has_postponed_annotations(cls.module) or in_quotes(statement.annotation, scope, program)
                ):
                    return False
                if _is_wrapped(statement.annotation, scope, program):
                    return False
    return list(named) == [field.name for field in fields]


def _applies(cls: DefinitionValue, program: Program) -> bool:
    """Return `True` if a class has a generic base with arguments: hints show the variables, fields their arguments."""
    written = (
        (arg.value for arg in cls.stmt.args if isinstance(arg.value, SubscriptExpr)) if isinstance(cls.stmt, Class) else ()
    )
    return any(isinstance(program.evaluate(one.value, cls.scope), DefinitionValue) for one in written)


def _name(base: object) -> str:
    return base.name if isinstance(base, ExternalSymbol) else ""


def _is_wrapped(annotation: Expr, scope: ProgramPoint, program: Program) -> bool:
    return program.evaluate(annotation.value if isinstance(annotation, SubscriptExpr) else annotation, scope) in _KEPT
