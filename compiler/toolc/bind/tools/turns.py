"""The rounds of a loop or comprehension that registers tools.

Takes the loop and its scope, gives a `Turn` for each round. A list that a function puts together bit by bit (`if admin:
tools.append(drop)`) and one that is sifted (`for f in tools if f in wanted`) give one for each part; what of it only the
running program knows is one round of which nothing is told.
"""

from collections.abc import Iterator

from msgspec import Struct, structs

from toolc.bind.linker import Linker
from toolc.bind.lists import Listing
from toolc.bind.values.loops import comprehended, frame_of, rounds, turn, wanted
from toolc.module import Comp, For, Name, Node
from toolc.program import Scope, Unknown
from toolc.source import Span


class Turn(Struct, frozen=True):
    """One round. `under` is the place of the condition under which there is one; `repeated`: there may be any number."""

    scope: Scope
    under: Span | None = None
    repeated: bool = False


def of_loop(node: Node, scope: Scope, linker: Linker) -> list[Turn]:
    """The rounds of a `for`."""
    if (told := rounds(node, scope, linker)) is not None:
        return [Turn(structs.replace(scope, loops=frame)) for frame in told]
    statement = linker.unit(scope).statement(node)
    if not isinstance(statement, For) or not isinstance(statement.iter, Name):
        return [Turn(scope, repeated=True)]
    made = []
    for part in Listing(linker).parts(statement.iter, scope):
        known = not isinstance(part.value, Unknown) and linker.afford(1)
        frame = frame_of(statement, node, part.value, scope) if known else scope.loops
        made.append(Turn(structs.replace(scope, loops=frame), part.under, repeated=not known))
    return list(_once(made))


def of_comprehension(expr: Comp, scope: Scope, linker: Linker) -> list[Turn]:
    """The elements of a comprehension, each in the scope in which it is made."""
    if (told := comprehended(expr, scope, linker)) is not None:
        return [Turn(here) for here in told]
    clause = expr.clauses[0]
    if len(expr.clauses) > 1:
        return [Turn(scope, repeated=True)]
    made = []
    for part in Listing(linker).parts(clause.iter, scope):
        if isinstance(part.value, Unknown) or not linker.afford(1):
            made.append(Turn(scope, part.under, repeated=True))
            continue
        here = turn(clause, part.value, scope)
        kept = wanted(clause, here, linker)
        place = linker.span(scope, clause.tests[0].at, clause.tests[-1].end) if kept is None else None
        if kept is not False:
            made.append(Turn(here, part.under or place))
    return list(_once(made))


def _once(turns: list[Turn]) -> Iterator[Turn]:
    """Of the rounds of which nothing is told the first."""
    said = False
    for one in turns:
        if not (one.repeated and said):
            yield one
        said = said or one.repeated
