"""Whether an annotation can be read where its class is made, or only later (pydantic 2.14 `FieldInfo._complete`).

Takes a class of the program and the name of a field, says so.
"""

from collections.abc import Iterator

from toolc.lower.running import python_before
from toolc.module import Ann, Attr, Const, Expr, Name, Op, Seq, Sub
from toolc.program import Definition, Program, Unknown


def readable(name: str, cls: Definition, program: Program) -> bool:
    """Whether every name in the annotation means something by the time the class is made."""
    annotations = [one.annotation for _, one, _ in program.statements(cls) if isinstance(one, Ann) and _is(one.target, name)]
    late = program.postponed(cls.module) or not python_before(program, 3, 14)
    for annotation in annotations[-1:]:
        for named, quoted in _names(annotation, program):
            if not (late or quoted) or named.id == cls.stmt.name:
                continue
            if isinstance(program.evaluate(named, cls.scope), Unknown):
                return False
    return True


def _is(target: Expr, name: str) -> bool:
    return isinstance(target, Name) and target.id == name


def _names(expr: Expr, program: Program) -> Iterator[tuple[Name, bool]]:
    """The names in an annotation, and whether each stands in quotes."""
    pending: list[tuple[Expr | None, bool]] = [(expr, False)]
    while pending:
        match pending.pop():
            case Name() as name, quoted:
                yield name, quoted
            case Const(_, _, "str", text), _:
                pending.append((program.expression(str(text)), True))
            case Attr(_, _, value), quoted:
                pending.append((value, quoted))
            case Sub(_, _, value, items), quoted:
                pending += [(one, quoted) for one in (value, *items)]
            case ((Op(_, _, _, _, items) | Seq(_, _, _, items)), quoted):
                pending += [(one, quoted) for one in items]
            case _:
                pass
