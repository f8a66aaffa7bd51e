"""Time at which an annotation in a class is evaluated: in place, where the class is made, or once everything has run.

Takes an annotation and its class, gives the type it stands for. It matters where a name is bound more than once.
"""

from collections.abc import Iterator

from toolc.lower.annotations.resolve import Annotations
from toolc.lower.classes.annotation_completeness import names, readable
from toolc.module import AnnAssign, Expr, Func, Name
from toolc.program import CallContext, DefinitionValue, Program, ProgramPoint, Unknown
from toolc.python_versions import python_before
from toolc.signature import Type, Unresolved
from toolc.types.operations import has_unresolved

_WHICH = "`{}` is bound again, and when the class is complete decides what it stands for"


def read(expr: Expr, scope: ProgramPoint, cls: DefinitionValue, at_once: bool, annotations: Annotations) -> Type:
    """Resolve the type of a field. pydantic's classes (`at_once`) evaluate names in quotes where the class stands, and those
    that are bound later once they are (2.14 `collect_model_fields`, `rebuild_model_fields`); all others evaluate them on
    request. The name of the class itself always denotes that class (`NsResolver.types_namespace`).
    """
    lazy, program = deferred_annotations(cls.scope, annotations), annotations.program
    again = _rebound_names(expr, scope, program)
    own = CallContext({cls.stmt.name: cls}) if cls.stmt.name in again else None
    here, late = ProgramPoint(scope.module, scope.within, scope.at), ProgramPoint(scope.module, scope.within, None, own)
    if again and at_once:
        made = ProgramPoint(scope.module, scope.within, cls.node.end, own)
        type_ = annotations.resolve(expr, made if lazy else here, made)
        if not has_unresolved(type_):
            return type_
        for name, named in again.items():
            if program.is_rebound(name, scope.module, cls.node.end) and isinstance(program.evaluate(named, made), Unknown):
                return Unresolved("TC316", _WHICH.format(name))
    return annotations.resolve(expr, late if lazy else here, late)


def resolve_return(function: Func, scope: ProgramPoint, cls: DefinitionValue, annotations: Annotations) -> Type | None:
    """Resolve the return annotation of a property or serializer, whose names in quotes are read once all fields of the class
    are known. Returns `None` without one.
    """
    if function.returns is None:
        return None
    program = annotations.program
    again = _rebound_names(function.returns, scope, program, quoted=not deferred_annotations(cls.scope, annotations))
    if again and not all(readable(name, cls, program) for name in _fields(cls, program)):
        made, late = ProgramPoint(scope.module, scope.within, cls.node.end), ProgramPoint(scope.module, scope.within)
        for name, named in again.items():
            values = [program.evaluate(named, one) for one in (made, late)]
            several = program.is_rebound(name, scope.module, cls.node.end)
            if several or (values[0] != values[1] and not isinstance(values[0], Unknown)):
                return Unresolved("TC316", _WHICH.format(name))
    return read(function.returns, scope, cls, True, annotations)


def _fields(cls: DefinitionValue, program: Program) -> Iterator[str]:
    for _, statement, _ in program.statements(cls):
        if isinstance(statement, AnnAssign) and isinstance(statement.target, Name):
            yield statement.target.id


def _rebound_names(expr: Expr, scope: ProgramPoint, program: Program, quoted: bool = False) -> dict[str, Name]:
    """The names for which it may matter when an annotation is read; `quoted`: those in quotes only."""
    inside = len(scope.within) > 1
    found = {named.id: named for named, in_quotes in names(expr, scope, program) if in_quotes or not quoted}
    return {name: named for name, named in found.items() if inside or program.is_rebound(name, scope.module)}


def deferred_annotations(scope: ProgramPoint, annotations: Annotations) -> bool:
    """Return `True` if annotations of a module are evaluated on request (PEP 563 or, from Python 3.14, PEP 649)."""
    program = annotations.program
    if has_postponed_annotations(scope, program):
        return True
    return not python_before(program.version("python"), 3, 14)


def has_postponed_annotations(scope: ProgramPoint, program: Program) -> bool:
    """Return `True` if a module turns its annotations into strings (PEP 563)."""
    return program.has_postponed_annotations(scope.module)
