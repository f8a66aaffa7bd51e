"""What a registration hands over as the function: takes a value, gives the definition or the diagnostic that it is missing."""

from typing import Any

from toolc.diagnostics import Diagnostic
from toolc.program import Declaration, Definition, Known, Program, Registration, ServerKey, Unknown, Value
from toolc.systems.base import Mark, argument, declared


def registers(system: str, callable_name: str = "fn", position: int = 0, **facts: str | tuple[str, int]) -> Mark:
    """The mark of a call that takes a function: `registry.register(f)`, `FunctionTool(f, name="x")`.

    `facts` maps `name`, `description`, `schema` or an option to the keyword that gives it, or to keyword and position.
    """

    def mark(registration: Registration, program: Program, server: ServerKey) -> Declaration | None:
        if registration.form == "subclass":
            return None
        function: Value | None = registration.target or argument(registration, program, callable_name, position)
        given = {fact: _asked(registration, program, where) for fact, where in facts.items()}
        return declaration(registration, program, server, system, function, given)

    return mark


def declaration(
    registration: Registration,
    program: Program,
    server: ServerKey,
    system: str,
    function: Value | None,
    given: dict[str, Value | None],
) -> Declaration | None:
    """A declaration of `function`, or of a tool whose function was not found (TC204) when a value stands in its place."""
    known: dict[str, Any] = {fact: given.pop(fact, None) for fact in ("name", "description", "schema")}
    options = {fact: value for fact, value in given.items() if value is not None}
    if isinstance(function, Definition):
        return declared(registration, system, server, target=function, options=options, **known)
    if function in (None, Known(None)):
        return None
    missing = () if known["schema"] is not None else (_missing(registration, program, function),)
    return declared(registration, system, server, options=options, diagnostics=missing, **known)


def _asked(registration: Registration, program: Program, where: str | tuple[str, int]) -> Value | None:
    keyword, position = (where, None) if isinstance(where, str) else where
    value = argument(registration, program, keyword, position)
    return None if value == Known(None) else value


def _missing(registration: Registration, program: Program, function: Value | None) -> Diagnostic:
    why = f": {function.reason}" if isinstance(function, Unknown) else ""
    span = program.span(registration.scope, registration.at, registration.end)
    code = "TC205" if isinstance(function, Unknown) and function.code == "TC205" else "TC204"
    return Diagnostic(code, f"the function that is registered here was not found{why}", span)
