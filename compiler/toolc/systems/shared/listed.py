"""Functions that an agent is given in a list: takes a registration with such an argument, gives their declarations.

Tools in the list that are made elsewhere are declared there. A part of the list that is one item and cannot be told is a tool
that is not known; how many a list has that cannot be told nobody knows.
"""

from collections.abc import Container, Iterator

from toolc.module import DeferredNode
from toolc.program import (
    CallResult,
    Declaration,
    DefinitionValue,
    ExternalSymbol,
    Program,
    RegistrationSite,
    ServerKey,
    Thunk,
    Unknown,
    Value,
)
from toolc.systems.base import Mark, find_argument
from toolc.systems.shared.callables import declaration


def lists(system: str, keyword: str, made: Container[str] = ()) -> Mark:
    """The mark of a call that takes functions, and tools that are declared where they are made: by the decorators `made`."""

    def mark(registration: RegistrationSite, program: Program, server: ServerKey) -> tuple[Declaration, ...]:
        return tuple(functions(registration, program, server, system, keyword, made=made))

    return mark


def functions(
    registration: RegistrationSite,
    program: Program,
    server: ServerKey,
    system: str,
    keyword: str,
    position: int | None = None,
    made: Container[str] = (),
    options: dict[str, Value | None] | None = None,
) -> Iterator[Declaration]:
    """The functions in the list that is passed as `keyword` or at `position`; of a wrapper what it shows."""
    given = find_argument(registration.args, keyword, position) if registration.form == "call" else None
    for one in program.list_elements(given.value, registration.scope) if given is not None else ():
        function = program.unwrap(one.value)
        if isinstance(function, DefinitionValue):
            known = function.node.kind == "def" and not is_made_before(function, program, made)
        else:
            known = (isinstance(function, Unknown) and one.single) or _is_made(function)
        if known and (found := declaration(registration, program, server, system, function, dict(options or {}))) is not None:
            yield found


def _is_made(value: Value) -> bool:
    """A function that no `def` makes."""
    if isinstance(value, Thunk):
        return isinstance(value.expr, DeferredNode) and value.expr.kind == "lambda"
    return isinstance(value, CallResult) and value.callee == ExternalSymbol("functools.partial")


def is_made_before(function: DefinitionValue, program: Program, made: Container[str]) -> bool:
    """Return `True` if a decorator makes a tool of a function."""
    values = [program.evaluate(one, function.scope) for one in function.stmt.decorators]
    callees = [one.callee if isinstance(one, CallResult) else one for one in values]
    return any(isinstance(one, ExternalSymbol) and one.name in made for one in callees)
