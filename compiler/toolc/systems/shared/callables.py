"""Functions passed to registrations: takes a value, gives the definition, or the diagnostic that it is missing.

`decorator` and `registers` are the two marks that most systems are made of.
"""

from typing import Any

from toolc.diagnostics import Diagnostic
from toolc.module import DeferredNode, Func
from toolc.program import (
    ConstantValue,
    Declaration,
    DefinitionValue,
    ParameterValue,
    Program,
    RegistrationSite,
    ServerKey,
    Thunk,
    Unknown,
    Value,
)
from toolc.systems.base import OneMark, argument, declare_at

_FACTS = ("name", "description", "schema")


def decorator(system: str, name: str | None = "name", description: str | None = "description", **options: str) -> OneMark:
    """The mark of a decorator that takes its function bare (`@tool`), called (`@tool(name=…)`) or directly (`tool(f)`).

    `name` and `description` are the keywords that override the function's own; `options` maps further facts of the
    declaration to the keyword that gives them.
    """

    def mark(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
        target: Value | None = registration.target
        if registration.form == "call":
            target = argument(registration, program, "fn", 0)
            if isinstance(target, ConstantValue):  # `tool("name")`, kept for later
                return None
        asked = {"name": name, "description": description, **options}
        given = {fact: _argument_at(registration, program, keyword) for fact, keyword in asked.items() if keyword}
        return declaration(registration, program, server, system, target, given)

    return mark


def registers(system: str, callable_name: str = "fn", position: int = 0, **facts: str | tuple[str, int]) -> OneMark:
    """The mark of a call that takes a function: `registry.register(f)`, `FunctionTool(f, name="x")`.

    `facts` maps `name`, `description`, `schema` or an option to the keyword that gives it, or to keyword and position.
    """

    def mark(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
        if registration.form == "subclass":
            return None
        function: Value | None = registration.target or argument(registration, program, callable_name, position)
        given = {fact: _argument_at(registration, program, where) for fact, where in facts.items()}
        return declaration(registration, program, server, system, function, given)

    return mark


def declaration(
    registration: RegistrationSite,
    program: Program,
    server: ServerKey,
    system: str,
    function: Value | None,
    given: dict[str, Value | None],
) -> Declaration | None:
    """A declaration of `function`, or of a tool whose function was not found (TC204) when a value stands in its place."""
    known: dict[str, Any] = {fact: given.get(fact) for fact in _FACTS}
    options = {fact: value for fact, value in given.items() if value is not None and fact not in _FACTS}
    function = program.unwrap(function) if function is not None else None
    if isinstance(function, DefinitionValue):
        return declare_at(registration, system, server, target=function, options=options, **known)
    if function in (None, ConstantValue(None)):
        return None
    if isinstance(function, Unknown) and function.name and known["name"] is None:
        known["name"] = ConstantValue(function.name)
    missing = () if known["schema"] is not None else (_missing_function(registration, program, function),)
    return declare_at(registration, system, server, options=options, diagnostics=missing, **known)


def _argument_at(registration: RegistrationSite, program: Program, where: str | tuple[str, int]) -> Value | None:
    keyword, position = (where, None) if isinstance(where, str) else where
    value = by_default(argument(registration, program, keyword, position), program)
    return None if value == ConstantValue(None) else value


def by_default(value: Value | None, program: Program) -> Value | None:
    """Return the default of a parameter whose function, or class, is not called; any other value is returned as it is."""
    if not isinstance(value, ParameterValue) or value.function.frame is not None or not isinstance(value.function.stmt, Func):
        return value
    default = next((one.default for one in value.function.stmt.params if one.name == value.name), None)
    return value if default is None else program.evaluate(default, value.function.scope)


def _missing_function(registration: RegistrationSite, program: Program, function: Value | None) -> Diagnostic:
    why = f": {function.reason}" if isinstance(function, Unknown) else ""
    if isinstance(function, Thunk) and isinstance(function.expr, DeferredNode):
        why = f": a {function.expr.kind} is not evaluated"
    span = program.span(registration.scope, registration.at, registration.end)
    code = "TC205" if isinstance(function, Unknown) and function.code == "TC205" else "TC204"
    return Diagnostic(code, f"the function that is registered here was not found{why}", span)


def without_schema(registration: RegistrationSite, program: Program, message: str) -> Diagnostic:
    """Return a diagnostic for a tool object without a source of a schema."""
    span = program.span(registration.scope, registration.at, registration.end)
    return Diagnostic("TC319", message, span, help="give it its parameters as a JSON Schema")


def given_facts(registration: RegistrationSite, program: Program, *facts: str) -> dict[str, Value | None]:
    """The arguments of a constructor by name, each also by position; an explicit None means nothing."""
    return {fact: _argument_at(registration, program, (fact, at)) for at, fact in enumerate(facts)}


def uncalled_registration(registration: RegistrationSite, program: Program) -> Diagnostic:
    """Return a diagnostic for a registration of a parameter that no known call passes."""
    span = program.span(registration.scope, registration.at, registration.end)
    return Diagnostic("TC213", "what is registered here is a parameter, and no call was found that passes it", span)
