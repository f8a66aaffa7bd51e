"""The rounds of a comprehension over something that is written down: a literal, a constant, the items of a dict.

Takes the comprehension and its scope, gives for each round the values of its variables; None when the rounds are not known.
"""

from collections.abc import Iterator

from msgspec import structs

from toolc.bind.links import Links
from toolc.bind.values.call_arguments import entries, items
from toolc.module import Clause, Comprehension, Expr, Name, SequenceExpr
from toolc.program import (
    CallContext,
    CallResult,
    ConstantValue,
    ExternalSymbol,
    GuardedElement,
    ProgramPoint,
    SequenceValue,
    Unknown,
    Value,
    value_of_key,
)

MOST_IN_A_LOOP = 500

MAX_COPIES = 8
"""How many builtins are looked through one in another: `self.parts = list(self.parts)` is made of itself."""


def unroll_comprehension(expr: Comprehension, scope: ProgramPoint, links: Links) -> list[ProgramPoint] | None:
    """The scope of each element of a comprehension; None when they are not told."""
    scopes = [scope]
    for clause in expr.clauses:
        made: list[ProgramPoint] = []
        for around in scopes:
            parts = iterate(links.evaluate(clause.iter, around), links)
            if parts is None or len(parts) + len(made) > MOST_IN_A_LOOP or not links.reserve(len(parts)):
                return None
            for part in parts:
                here = bind_iteration(clause, part, around)
                if (kept := filters_hold(clause, here, links)) is None:
                    return None
                if kept:
                    made.append(here)
        scopes = made
    return scopes


def bind_iteration(clause: Clause, part: Value, scope: ProgramPoint) -> ProgramPoint:
    """The scope of a comprehension in which its variables stand for one part of what it goes through."""
    outer = dict(scope.loops.values) if scope.loops is not None else {}
    return structs.replace(scope, loops=CallContext({**outer, **dict(_unpack(clause.target, part))}))


def filters_hold(clause: Clause, scope: ProgramPoint, links: Links) -> bool | None:
    """Return `True` if all conditions of a comprehension clause hold; `None` if that is not known."""
    verdicts = [links.evaluate(test, scope) for test in clause.tests]
    if not all(isinstance(verdict, ConstantValue) for verdict in verdicts):
        return None
    return all(verdict.value for verdict in verdicts if isinstance(verdict, ConstantValue))


def iterate(value: Value, links: Links, depth: int = MAX_COPIES) -> tuple[Value, ...] | None:
    """Return the elements of an iteration over a value; `None` if they are not known."""
    value = links.result(value)
    inside = entries(value)
    if inside is not None:
        return tuple(value_of_key(key) for key, _ in inside)
    if isinstance(value, CallResult) and isinstance(value.callee, ExternalSymbol):
        return _by_builtin(value.callee.name, value, links, depth - 1) if depth else None
    return items(value)


def elements_of_list(value: Value, links: Links) -> Iterator[GuardedElement]:
    """Yield the elements of a list that executing the program has put together; an `Unknown` for what is not known of it."""
    value = links.result(value)
    if isinstance(value, Unknown):
        yield from value.parts or (GuardedElement(value),)
        return
    parts = iterate(value, links)
    if parts is None and value != ConstantValue(None):
        yield GuardedElement(Unknown("it is computed while the program runs"))
    yield from (GuardedElement(links.result(one), single=True) for one in parts or ())


def _by_builtin(name: str, call: CallResult, links: Links, depth: int) -> tuple[Value, ...] | None:
    """`list(x)`, `sorted(x)`, `enumerate(x)`, `zip(x, y)`: the order does not matter to registrations."""
    given = [arg.value for arg in call.args if arg.name is None and not arg.star]
    parts = [iterate(links.evaluate(one, call.scope), links, depth) for one in given]
    told = [part for part in parts if part is not None]
    if not told or len(told) < len(parts):
        return None
    match name:
        case "builtins.list" | "builtins.tuple" | "builtins.sorted" | "builtins.reversed" | "builtins.set" | "builtins.iter":
            return told[0]
        case "builtins.enumerate":
            return tuple(SequenceValue("tuple", (ConstantValue(position), part)) for position, part in enumerate(told[0]))
        case "builtins.zip":
            return tuple(SequenceValue("tuple", together) for together in zip(*told, strict=False))
        case _:
            return None


def _unpack(target: Expr, value: Value) -> list[tuple[str, Value]]:
    """The names of a loop's target with the parts they get; nothing where the parts are not told."""
    match target:
        case Name(_, _, name):
            return [(name, value)]
        case SequenceExpr(_, _, _, parts):
            inside = items(value)
            if inside is None or len(inside) != len(parts):
                return []
            return [pair for part, one in zip(parts, inside, strict=True) for pair in _unpack(part, one)]
        case _:
            return []
