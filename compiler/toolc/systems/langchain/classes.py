"""Subclasses of langchain's `BaseTool`: takes a class or what makes an object of it, gives the declaration of its fields.

A tool is an object of such a class; its name, description and schema are fields of it (langchain-core 1.8.1, pydantic 2.14).
A class that has a name is the tool. Of one that has none, each object is a tool, of what it is made with. A class without
`_run`, or with abstract methods, has no objects.
"""

from toolc.diagnostics import Diagnostic
from toolc.program import Declaration, Definition, External, Known, Program, Received, Registration, ServerKey, Value
from toolc.systems.base import argument, declared
from toolc.systems.shared.callables import uncalled
from toolc.systems.shared.classes import abstract, class_around, method, receiver
from toolc.systems.shared.model_classes import fact, lineage, unannotated

NAME = "langchain"

_NAMELESS = (None, Known(""))
_FACTS = ("name", "description", "args_schema")
_FIELDS = {"name": "str", "description": "str", "args_schema": "type[BaseModel]", "return_direct": "bool"}
_CONCRETE = frozenset({"langchain_core.tools.StructuredTool", "langchain_core.tools.Tool", "langchain.agents.Tool"})


def subclass(registration: Registration, program: Program, server: ServerKey) -> Declaration | None:
    """The tool that one subclass declares; None for an abstract one, and where each object is given its own name."""
    target = registration.target
    if registration.form != "subclass" or not isinstance(target, Definition):
        return None
    return _tool(registration, target, {}, program, server)


def made(registration: Registration, program: Program, server: ServerKey) -> Declaration | Diagnostic | None:
    """The tool that an object is, of a class that has no name: `Action(name="create", description="Creates.")`."""
    cls = class_around(registration)
    if registration.form != "call" or cls is None or fact("name", lineage(cls, program), program) not in _NAMELESS:
        return None
    passed = {name: argument(registration, program, name) for name in _FACTS}
    given = {name: value for name, value in passed.items() if value not in (None, Known(None))}
    if not isinstance(given.get("name"), Known):
        return uncalled(registration, program) if isinstance(given.get("name"), Received) else _computed(registration, program)
    return _tool(registration, cls, given, program, ServerKey(server.package, NAME, NAME, apart=True))


def _computed(registration: Registration, program: Program) -> Diagnostic:
    span = program.span(registration.scope, registration.at, registration.end)
    return Diagnostic("TC212", "which tools are made here is not known: the name is computed while the program runs", span)


def _tool(
    registration: Registration, cls: Definition, given: dict[str, Value], program: Program, server: ServerKey
) -> Declaration | None:
    classes = lineage(cls, program)
    run = method("_run", classes, program)
    concrete = any(isinstance(one, External) and one.name in _CONCRETE for one in program.ancestors(cls))
    if (run is None and not concrete) or abstract(classes, program):
        return None
    facts = {name: given.get(name) or fact(name, classes, program) for name in _FACTS}
    if facts["name"] in _NAMELESS:
        return None
    options: dict[str, Value] = {"maker": Known("class")}
    if (schema := facts.pop("args_schema")) is not None:
        options["args_schema"] = schema
    return declared(
        registration,
        NAME,
        server,
        target=run or cls,
        owner=cls,
        hidden=receiver(run, program),
        options=options,
        diagnostics=tuple(unannotated(classes, _FIELDS, program)),
        **facts,
    )
