"""Registrations of instructor's response models: takes one registration, gives its declaration (instructor 1.17.0).

`client.chat.completions.create(response_model=Model)` and its like, where the program makes the client; subclasses of
`OpenAISchema`; `@openai_schema`. What is no model class of the program is said to be not followed (TC397).
"""

from toolc.diagnostics import Diagnostic
from toolc.program import ConstantValue, Declaration, DefinitionValue, Program, RegistrationSite, ServerKey, Value
from toolc.systems.base import Mark, argument, declare_at

NAME = "instructor"

WRAPPED = "wrapped"
"""The option that says that instructor makes a subclass of the model, of the same name."""


def _request(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | Diagnostic | None:
    """A request; without a `response_model` it asks for text."""
    model = argument(registration, program, "response_model") if registration.form == "call" else None
    return (
        None if model in (None, ConstantValue(None)) or model is None else _declare_model(model, registration, program, server)
    )


def _declare_decorated(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | Diagnostic | None:
    """`@openai_schema`, `openai_schema(Model)`."""
    model = registration.target or argument(registration, program, "cls", 0)
    return None if model is None else _declare_model(model, registration, program, server)


def _schema(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | Diagnostic | None:
    """`generate_openai_schema(Model)`, which asks the model itself."""
    model = argument(registration, program, "model", 0) if registration.form == "call" else None
    return None if model is None else _declare_model(model, registration, program, server, wrapped=False)


def _subclass(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | Diagnostic | None:
    """A subclass of `OpenAISchema` is asked for its own schema."""
    target = registration.target
    if registration.form != "subclass" or not isinstance(target, DefinitionValue):
        return None
    return _declare_model(target, registration, program, server, wrapped=False)


def _declare_model(
    model: Value, registration: RegistrationSite, program: Program, server: ServerKey, wrapped: bool = True
) -> Declaration | Diagnostic:
    if not isinstance(model, DefinitionValue) or model.node.kind != "class":
        span = program.span(registration.scope, registration.at, registration.end)
        message = "the type that is asked for is not a model class of the program: what instructor makes of it is not followed"
        return Diagnostic("TC397", message, span, help="ask for a subclass of BaseModel")
    options: dict[str, Value] = {"model": model, WRAPPED: ConstantValue(wrapped and not _own(model, program))}
    return declare_at(registration, NAME, ServerKey(server.package, NAME, NAME, standalone=True), target=model, options=options)


def _own(model: DefinitionValue, program: Program) -> bool:
    return any(getattr(one, "name", "") in _BASES for one in program.ancestors(model))


_BASES = tuple(f"instructor.{name}" for name in ("OpenAISchema", "ResponseSchema"))
_CLIENTS = ("instructor.Instructor", "instructor.AsyncInstructor")
_METHODS = ("create", "create_with_completion")
_PATHS = ("", "chat.completions.", "messages.")
MARKS: dict[str, Mark] = {
    **dict.fromkeys(_BASES, _subclass),
    **{f"instructor.{name}": _declare_decorated for name in ("openai_schema", "response_schema")},
    "instructor.generate_openai_schema": _schema,
    **{f"{client}.{path}{method}": _request for client in _CLIENTS for path in _PATHS for method in _METHODS},
}
