"""Subclasses of langchain's `BaseTool`: takes a class, gives the declaration that its fields make.

A tool is an object of such a class; its name, description and schema are defaults of the class's fields (langchain-core 1.8.1,
pydantic 2.14). A class without `_run`, or with abstract methods, has no objects and declares no tool.
"""

from collections.abc import Mapping

from toolc.program import (
    ConstantValue,
    Declaration,
    DefinitionValue,
    ExternalSymbol,
    Program,
    RegistrationSite,
    ServerKey,
    Unknown,
    Value,
)
from toolc.systems.base import declare_at
from toolc.systems.shared.classes import abstract, method, receiver, replaced_methods
from toolc.systems.shared.model_classes import class_marks, fact, lineage, unannotated_fields

_FACTS = ("name", "description", "args_schema")
_FIELDS = {"name": "str", "description": "str", "args_schema": "type[BaseModel]", "return_direct": "bool"}
_CONCRETE = frozenset({"langchain_core.tools.StructuredTool", "langchain_core.tools.Tool", "langchain.agents.Tool"})


def _declare_class(
    registration: RegistrationSite,
    program: Program,
    server: ServerKey,
    target: DefinitionValue | None,
    given: Mapping[str, Value],
) -> Declaration | None:
    """Return the tool that one class declares, or an object of it; None for an abstract one."""
    if target is None:
        return _of_made_class(registration, program, server, given)
    classes = lineage(target, program)
    run = method("_run", classes, program)
    concrete = any(isinstance(one, ExternalSymbol) and one.name in _CONCRETE for one in program.ancestors(target))
    if (run is None and not concrete) or abstract(classes, program):
        return None
    facts = {**{name: fact(name, classes, program) for name in _FACTS}, **given}
    if facts["name"] in (None, ConstantValue("")):
        return None  # each object of the class is given its own
    options: dict[str, Value] = {"maker": ConstantValue("class")}
    if (schema := facts.pop("args_schema")) is not None:
        options["args_schema"] = schema
    return declare_at(
        registration,
        "langchain",
        server,
        target=run or target,
        owner=target,
        hidden=receiver(run, program),
        options=options,
        diagnostics=(*unannotated_fields(classes, _FIELDS, program), *replaced_methods("_run", classes, program)),
        **facts,
    )


def _of_made_class(
    registration: RegistrationSite, program: Program, server: ServerKey, given: Mapping[str, Value]
) -> Declaration | None:
    """Return the tool that an object is whose class a call has made."""
    facts = {name: given.get(name, Unknown("the class of this tool is made by a call")) for name in _FACTS}
    schema, run = facts.pop("args_schema"), given.get("_run")
    options: dict[str, Value] = {"maker": ConstantValue("class")}
    if schema != ConstantValue(None):
        options["args_schema"] = schema
    run = run if isinstance(run, DefinitionValue) else None
    return declare_at(registration, "langchain", server, target=run, hidden=receiver(run, program), options=options, **facts)


subclass, made = class_marks(_declare_class, _FACTS)
