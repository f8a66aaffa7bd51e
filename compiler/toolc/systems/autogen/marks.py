"""Registrations of autogen: `FunctionTool`, functions in the `tools` of an assistant, and classes of tools.

Takes one registration, gives its declaration. A class is a tool by what its `__init__` hands to that of `BaseTool`
(autogen-core 0.7.5 `tools/_base.py`).
"""

from toolc.diagnostics import Diagnostic
from toolc.program import (
    ConstantValue,
    Declaration,
    DefinitionValue,
    ParameterValue,
    Program,
    RegistrationSite,
    ServerKey,
    Unknown,
    Value,
)
from toolc.systems.base import Mark, argument, declare_at
from toolc.systems.shared.callables import by_default, registers, uncalled_registration
from toolc.systems.shared.classes import abstract, class_around, method
from toolc.systems.shared.listed import lists
from toolc.systems.shared.model_classes import lineage

NAME = "autogen"
MODEL = "args_type"

_TOOLS = "autogen_core.tools"
_STATED = f"{_TOOLS}.BaseToolWithState"
_BASES = (f"{_TOOLS}.BaseTool", f"{_TOOLS}.BaseStreamTool", _STATED)


def _of_class(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | Diagnostic | None:
    """`super().__init__(args_type, return_type, name, description, strict)`; a class with state is given its type before."""
    cls = class_around(registration)
    if registration.form != "call" or cls is None or abstract(lineage(cls, program), program):
        return None
    stated = registration.callee.startswith(_STATED)
    places = {MODEL: 0, "name": 3, "description": 4} if stated else {MODEL: 0, "name": 2, "description": 3, "strict": 4}
    given = {fact: by_default(argument(registration, program, fact, place), program) for fact, place in places.items()}
    if any(isinstance(value, ParameterValue) for value in given.values()) or _adapts(given):
        return uncalled_registration(registration, program)
    strict = given.pop("strict", None) or ConstantValue(False)
    known = {fact: value or Unknown("it is not passed on in a way toolc follows") for fact, value in given.items()}
    return declare_at(
        registration,
        NAME,
        ServerKey(server.package, NAME, NAME, standalone=True),  # the object that is made is the tool itself
        target=method("run", lineage(cls, program), program) or cls,
        owner=cls,
        name=known["name"],
        description=known["description"],
        options={MODEL: known[MODEL], "strict": strict},
    )


def _adapts(given: dict[str, Value | None]) -> bool:
    """Return `True` if a class adapts another object to a tool, with its name and arguments."""
    return not isinstance(given["name"], ConstantValue) and not isinstance(given[MODEL], DefinitionValue)


MARKS: dict[str, Mark] = {
    f"{_TOOLS}.FunctionTool": registers(NAME, "func", name=("name", 2), description=("description", 1), strict=("strict", 4)),
    "autogen_agentchat.agents.AssistantAgent": lists(NAME, "tools"),
    **{f"{base}.__init__": _of_class for base in _BASES},
}
