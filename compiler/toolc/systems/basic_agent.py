"""basic_agent: `@tool` functions and `ToolRegistry.register`.

Takes signatures, gives parameter schemas by the table of its system document ("Type Mapping"); what the table does not
list is mapped as function_to_tool does.
"""

from typing import Any

from toolc import docstrings
from toolc.ir import JsonSchema
from toolc.schema.constants import NotJsonError
from toolc.schema.mapping import Mapper
from toolc.signature import Class, Definition, NoDefault, Plain, Type, Union
from toolc.systems.base import Finding, Spelled, Subject, System, make_finding
from toolc.systems.shared.callables import decorator, registers
from toolc.systems.shared.definitions import Definitions
from toolc.systems.shared.parameters import (
    description_or,
    map_parameters,
    method_findings,
    schema_unless_refused,
    tool_name,
    visible,
)
from toolc.systems.shared.spelling import NEWEST, spell_type

NAME = "basic_agent"


def spell(subject: Subject) -> Spelled:
    """The whole docstring describes the tool; `$defs` of models stand at the root, where their references point."""
    signature = subject.signature
    doc = docstrings.parse(signature.doc, [parameter.name for parameter in signature.parameters])
    hoisted = Definitions()
    version = subject.version("pydantic")
    mapper = Mapper(signature.definitions, lambda type_, mapper: rows(type_, mapper, hoisted, version))
    hinted = [one for one in visible(subject) if one.type is not None]
    schema, findings = map_parameters(hinted, mapper, lambda one: doc.parameters.get(one.name), signature)
    findings = (*findings, *_unhinted_parameters(subject), *method_findings(subject))
    if hoisted.schemas:
        schema["$defs"] = hoisted.schemas
    description = description_or(subject, doc.description)
    return Spelled(tool_name(subject), description, schema_unless_refused(schema, findings), findings=findings)


def _unhinted_parameters(subject: Subject) -> list[Finding]:
    """Document: "Type-hinted parameters become the JSON Schema `parameters`". The others are left out, so no call fills them.

    Of a method's first parameter something else is to be said.
    """
    signature = subject.signature
    own = signature.parameters[0].name if signature.callable == "method" and signature.parameters else None
    return [
        make_finding(
            "TC320",
            f"parameter `{one.name}` of `{tool_name(subject)}` has no type hint, so basic_agent leaves it out; "
            "it has no default either, so every call fails",
            one.span or signature.span,
            help="give it a type hint, or a default",
        )
        for one in visible(subject)
        if one.type is None and isinstance(one.default, NoDefault) and one.name != own
    ]


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
    texts = [value for value in values if isinstance(value, str)]
    if len(texts) < len(values):
        fits = f"only {', '.join(f'`{text}`' for text in texts)} can fit" if texts else "no argument can fit"
        message = f"`{definition.name}` has values that are not strings, but is given `type: string`: {fits}"
        mapper.report("TC311", message, "exact")
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
