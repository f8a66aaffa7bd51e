"""Annotations that can be evaluated when their class is created, or only later (pydantic 2.14 `FieldInfo._complete`).

Takes a class of the program and the name of a field, gives whether that is so.
"""

from collections.abc import Iterator

from toolc.lower.annotations.subscripts import items_of
from toolc.module import AnnAssign, Attribute, Const, Expr, Name, Operation, SequenceExpr, SubscriptExpr
from toolc.program import DefinitionValue, ExternalSymbol, Program, ProgramPoint, Unknown
from toolc.python_versions import python_before
from toolc.qualified_names import canonical


def readable(name: str, cls: DefinitionValue, program: Program) -> bool:
    """Return `True` if every name in the annotation is bound when the class is created."""
    late = program.has_postponed_annotations(cls.module) or not python_before(program.version("python"), 3, 14)
    written = annotation(name, cls, program)
    for named, quoted in names(*written, program) if written is not None else ():
        if not (late or quoted) or named.id == cls.stmt.name:
            continue
        if isinstance(program.evaluate(named, cls.scope), Unknown):
            return False
    return True


def is_rebuilt(name: str, cls: DefinitionValue, program: Program) -> bool:
    """Return `True` if a later `model_rebuild` completes the class with a binding for a name of the annotation."""
    written, inside = annotation(name, cls, program), ProgramPoint(cls.module, (*cls.scope.within, cls))
    asked = names(*written, program) if written is not None else ()
    return any(program.model_rebuild_binding(named.id, inside) is not None for named, _ in asked)


def annotation(name: str, cls: DefinitionValue, program: Program) -> tuple[Expr, ProgramPoint] | None:
    """The annotation of a name in the body of a class, the last one, and where it stands."""
    statements = ((one, scope) for _, one, scope in program.statements(cls) if isinstance(one, AnnAssign))
    found = [(one.annotation, scope) for one, scope in statements if isinstance(one.target, Name) and one.target.id == name]
    return found[-1] if found else None


def names(expr: Expr, scope: ProgramPoint, program: Program) -> Iterator[tuple[Name, bool]]:
    """Yield the names in an annotation with whether each stands in quotes. Strings in metadata and literals do not count."""
    pending: list[tuple[Expr | None, bool]] = [(expr, False)]
    while pending:
        match pending.pop():
            case Name() as name, quoted:
                yield name, quoted
            case Const(_, _, "str", text), _:
                pending.append((program.expression(str(text)), True))
            case Attribute(_, _, value), quoted:
                pending.append((value, quoted))
            case SubscriptExpr(_, _, value) as sub, quoted:
                pending += [(one, quoted) for one in (value, *_types(sub, scope, program))]
            case ((Operation(_, _, _, _, items) | SequenceExpr(_, _, _, items)), quoted):
                pending += [(one, quoted) for one in items]
            case _:
                pass


def _types(sub: SubscriptExpr, scope: ProgramPoint, program: Program) -> list[Expr]:
    """The arguments of a subscript, without the texts that `Literal` and the metadata of `Annotated` are."""
    items = items_of(sub)
    origin = program.evaluate(sub.value, scope)
    kept = {"typing.Literal": 0, "typing.Annotated": 1}.get(
        canonical(origin.name) if isinstance(origin, ExternalSymbol) else ""
    )
    return [one for at, one in enumerate(items) if kept is None or at < kept or not isinstance(one, Const)]
