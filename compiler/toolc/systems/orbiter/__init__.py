"""orbiter: `@tool`, `FunctionTool` and subclasses of `Tool`.

Takes signatures, gives parameter schemas by the table of its system document ("Schema Generation from Type Hints"); what
the table does not list is mapped as function_to_tool does. `classes` reads the subclasses.
"""

from toolc import docstrings
from toolc.ir import JsonSchema
from toolc.schema.mapping import Mapper
from toolc.signature import Generic, Plain, Type
from toolc.systems.base import Spelled, Subject, System
from toolc.systems.orbiter.classes import subclass
from toolc.systems.shared.callables import decorator, registers
from toolc.systems.shared.parameters import description_or, map_parameters, method_findings, tool_name, visible

NAME = "orbiter"


def spell(subject: Subject) -> Spelled:
    """The first docstring line describes the tool, Google's `Args:` its parameters."""
    signature = subject.signature
    doc = docstrings.parse(signature.doc, [parameter.name for parameter in signature.parameters])
    mapper = Mapper(signature.definitions, rows)
    schema, findings = map_parameters(visible(subject), mapper, lambda one: doc.parameters.get(one.name), signature)
    findings = (*findings, *method_findings(subject))
    return Spelled(tool_name(subject), description_or(subject, doc.first_line), schema, findings=findings)


def rows(type_: Type, _: Mapper) -> JsonSchema | None:
    """The one row that differs from function_to_tool's mapping: `dict[K, V]` says nothing about its values."""
    match type_:
        case Plain("builtins.dict") | Generic("builtins.dict"):
            return {"type": "object"}
        case _:
            return None


_MODULES = ("orbiter.tool", "toolc.runtime.orbiter")

SYSTEM = System(
    name=NAME,
    about="@tool, FunctionTool(f) and Tool subclasses with literal parameters",
    envelope="openai",
    marks={
        **{f"{module}.tool": decorator(NAME) for module in _MODULES},
        **{f"{module}.FunctionTool": registers(NAME, "fn", name="name", description="description") for module in _MODULES},
        **{f"{module}.Tool": subclass for module in _MODULES},
    },
    spell=spell,
)
