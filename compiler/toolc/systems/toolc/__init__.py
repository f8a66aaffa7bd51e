"""toolc's own system: `@toolc.tool`, `FunctionTool` and `ToolRegistry`, in the form of a pydantic model of the parameters.

Takes signatures, gives closed object schemas; `Field(description=…)` describes a parameter, else the docstring does.
"""

from toolc import docstrings
from toolc.ir import JsonSchema
from toolc.schema.mapping.structures import key
from toolc.signature import ANY, Field, Parameter
from toolc.systems.base import Spelled, Subject, System
from toolc.systems.shared.parameters import (
    description_or,
    method_findings,
    model_findings,
    schema_unless_refused,
    tool_name,
    visible,
)
from toolc.systems.shared.spelling import NEWEST, spell_model
from toolc.systems.toolc.marks import MARKS, NAME, REGISTRIES


def spell(subject: Subject) -> Spelled:
    """Parameters as fields of a model; the text before the docstring's sections describes the tool."""
    signature = subject.signature
    fields = [as_field(parameter) for parameter in visible(subject)]
    doc = docstrings.parse(signature.doc, [field.name for field in fields])
    outcome = spell_model(fields, signature.definitions, signature.name, version=subject.version("pydantic"))
    findings = (*model_findings(outcome.issues, signature.name, signature), *method_findings(subject))
    texts = {key(field, {}, lambda _: None): doc.parameters.get(field.name, "") for field in fields}
    schema = None if outcome.schema is None else _finish_schema(outcome.schema, texts)
    return Spelled(
        tool_name(subject), description_or(subject, doc.body), schema_unless_refused(schema, findings), findings=findings
    )


def as_field(parameter: Parameter) -> Field:
    """A parameter as the field of a model; without an annotation it takes anything."""
    type_ = ANY if parameter.type is None else parameter.type
    return Field(parameter.name, type_, parameter.default, span=parameter.span)


def _finish_schema(schema: JsonSchema, texts: docstrings.Texts) -> JsonSchema:
    """The root closed and untitled, each property described where a text is known and none stands there."""
    properties: dict[str, JsonSchema] = {}
    for name, value in schema.get("properties", {}).items():
        text = "" if "description" in value else texts.get(name, "")
        properties[name] = {**value, "description": text} if text else value
    rest = {keyword: value for keyword, value in schema.items() if keyword != "title"}
    return {**rest, "properties": properties, "additionalProperties": False}


SYSTEM = System(
    name=NAME,
    about="toolc's own @tool, FunctionTool and ToolRegistry, written as pydantic writes a model",
    envelope="openai",
    marks=MARKS,
    spell=spell,
    servers=frozenset(REGISTRIES),
    versions={"pydantic": NEWEST},
)
