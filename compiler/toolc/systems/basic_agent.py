"""basic_agent: `@tool` functions and `ToolRegistry.register`.

Takes signatures, gives parameter schemas by the table of its system document ("Type Mapping"); what the table does not
list is mapped as function_to_tool does.
"""

from typing import Any

from toolc import docstrings
from toolc.ir import JsonSchema
from toolc.schema.constants import NotJsonError
from toolc.schema.mapping import Mapper
from toolc.signature import Class, Definition, Plain, Type, Union
from toolc.systems.base import Spelled, Subject, System, decorator
from toolc.systems.callables import registers
from toolc.systems.definitions import Definitions
from toolc.systems.parameters import description_or, mapped, told, tool_name, visible
from toolc.systems.spelling import NEWEST, spell_type

NAME = "basic_agent"


def spell(subject: Subject) -> Spelled:
    """The whole docstring describes the tool; `$defs` of models stand at the root, where their references point."""
    signature = subject.signature
    doc = docstrings.parse(signature.doc, [parameter.name for parameter in signature.parameters])
    hoisted = Definitions()
    version = subject.version("pydantic")
    mapper = Mapper(signature.definitions, lambda type_, mapper: rows(type_, mapper, hoisted, version))
    schema, findings = mapped(visible(subject), mapper, lambda one: doc.parameters.get(one.name), signature)
    if hoisted.schemas:
        schema["$defs"] = hoisted.schemas
    description = description_or(subject, doc.description)
    return Spelled(tool_name(subject), description, told(schema, findings), findings=findings)


def rows(type_: Type, mapper: Mapper, hoisted: Definitions, version: str | None = None) -> JsonSchema | None:
    """The rows that differ from function_to_tool's mapping."""
    match type_:
        case Plain("builtins.list"):
            return {"type": "array"}
        case Plain("builtins.dict"):
            return {"type": "object"}
        case Union(members):
            return mapper.union(members, "anyOf")
        case Class(qualname) if (definition := mapper.definitions.get(qualname)) is not None:
            if definition.kind == "enum":
                return _enum(definition, mapper)
            if definition.kind in ("model", "root_model"):
                return _model(type_, mapper, hoisted, version)
            return None
        case _:
            return None


def _enum(definition: Definition, mapper: Mapper) -> JsonSchema | None:
    """Row "`enum.Enum` subclass": always a string, whatever the values are."""
    try:
        values: list[Any] = mapper.values(definition)
    except NotJsonError:
        return None
    if not all(isinstance(value, str) for value in values):
        mapper.report("TC311", f"`{definition.name}` has values that are no strings, but is given `type: string`", "exact")
    return {"type": "string", "enum": values}


def _model(type_: Class, mapper: Mapper, hoisted: Definitions, version: str | None) -> JsonSchema:
    """Row "Pydantic `BaseModel`": what the model itself reports."""
    spelled = spell_type(type_, mapper.definitions, version)
    for issue in spelled.issues:
        mapper.report(issue.code, issue.message, issue.fidelity)
    if spelled.schema is None:
        return {"type": "object"}
    return hoisted.hoist(spelled.schema)


_TOOL = decorator(NAME)
_REGISTRIES = ("basic_agent.ToolRegistry", "basic_agent.tools.ToolRegistry", "toolc.runtime.basic_agent.ToolRegistry")

SYSTEM = System(
    name=NAME,
    about="@tool functions and ToolRegistry.register",
    envelope="plain",
    marks={
        **dict.fromkeys(("basic_agent.tool", "basic_agent.tools.tool", "toolc.runtime.basic_agent.tool"), _TOOL),
        **{f"{registry}.register": registers(NAME, "func") for registry in _REGISTRIES},
    },
    spell=spell,
    servers=frozenset(_REGISTRIES),
    versions={"pydantic": NEWEST},
)
