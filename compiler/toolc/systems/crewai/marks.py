"""Registrations of crewai's tools: takes one registration, gives its declaration (crewai 1.15.30 `tools/base_tool.py`)."""

from collections.abc import Mapping

from toolc.diagnostics import Diagnostic
from toolc.module import Func
from toolc.program import ConstantValue, Declaration, DefinitionValue, Program, RegistrationSite, ServerKey, Unknown, Value
from toolc.systems.base import Mark, argument, declare_at
from toolc.systems.shared.callables import declaration
from toolc.systems.shared.classes import abstract, method, replaced_methods
from toolc.systems.shared.model_classes import class_marks, fact, lineage, set_by_init, unannotated_fields

NAME = "crewai"

_FACTS = ("name", "description", "args_schema")
_FIELDS = {"name": "str", "description": "str", "args_schema": "type[BaseModel]", "result_as_answer": "bool"}


def _tool(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`@tool`, `@tool("Name", …)`, `@tool(result_as_answer=True)`, `tool(f)`."""
    first = argument(registration, program, "", 0)
    if registration.form == "call":
        if isinstance(first, ConstantValue):  # `tool("Name")`, kept for later
            return None
        return declaration(registration, program, server, NAME, first, {})
    return declaration(registration, program, server, NAME, registration.target, {"name": first})


def _object(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`Tool(name=…, description=…, func=…, args_schema=…)`; without a schema it asks for nothing."""
    if registration.form == "subclass":
        return _subclass(registration, program, server)
    if registration.form != "call":
        return None
    given = {name: argument(registration, program, name) for name in _FACTS}
    if given["args_schema"] in (None, ConstantValue(None)):
        given["args_schema"] = Unknown("the schema of an object made without one is not followed")
    return declaration(registration, program, server, NAME, argument(registration, program, "func"), given)


def _declare_class(
    registration: RegistrationSite,
    program: Program,
    server: ServerKey,
    target: DefinitionValue | None,
    own: Mapping[str, Value],
) -> Declaration | None:
    """Return the tool that one class declares, or an object of it; None for an abstract one, and where each object is given its
    own facts."""
    if target is None:
        unknown = Unknown("the class of this tool is made by a call")
        told: dict[str, Value | None] = {name: own.get(name, unknown) for name in _FACTS}
        return declaration(registration, program, server, NAME, own.get("_run", unknown), {**told, "class": unknown})
    classes = lineage(target, program)
    run = method("_run", classes, program)
    if run is None or abstract(classes, program):
        return None
    facts = {**{name: fact(name, classes, program, plain=True) for name in _FACTS}, **own}
    if facts["name"] is None or facts["description"] is None:
        return None
    options: dict[str, Value] = {"class": ConstantValue(target.stmt.name)}
    if (given := facts.pop("args_schema")) is not None:
        options["args_schema"] = given
    elif (later := method("_arun", classes, program)) is not None and not _asks(run):
        run = later
    said = (*unannotated_fields(classes, _FIELDS, program), *_varying_attributes(target, classes, program))
    said += tuple(replaced_methods("_run", classes, program))
    return declare_at(registration, NAME, server, target=run, owner=target, options=options, diagnostics=said, **facts)


def _asks(run: DefinitionValue) -> bool:
    """Return `True` if a method has a named parameter; if `_run` has none, crewai reads `_arun`."""
    params = run.stmt.params if isinstance(run.stmt, Func) else ()
    return any(one.name not in ("self", "return") and not one.kind.startswith("var_") for one in params)


def _varying_attributes(target: DefinitionValue, classes: list[DefinitionValue], program: Program) -> tuple[Diagnostic, ...]:
    """Report attributes that `__init__` sets only if it is called with arguments."""
    given = {name for cls in classes for name in set_by_init(cls, program)}
    names = sorted((given - {name for cls in classes for name in set_by_init(cls, program, plain=True)}) & set(_FACTS))
    if not names:
        return ()
    span = program.span(target.scope, target.stmt.name_at, target.name_end)
    what = " and ".join(f"`{name}`" for name in names)
    message = f"`{target.stmt.name}` sets another {what} when it is made with arguments; this is the tool of one made without"
    return (Diagnostic("TC376", message, span, help="give each tool a class of its own"),)


_subclass, _made = class_marks(_declare_class, _FACTS)
MARKS: dict[str, Mark] = {
    "crewai.tools.tool": _tool,
    "crewai.tools.BaseTool": _subclass,
    "crewai.tools.BaseTool.__init__": _made,
    "crewai.tools.base_tool.Tool": _object,
}
