"""function_to_tool: plain functions as OpenAI tools, by the full mapping of its system document.

Takes signatures, gives parameter schemas in which every parameter is described; refuses functions without documentation. With
`generated=False`, which is toolc's own, nothing is described in words that only repeat name and type: texts come from
`Annotated` and from the docstring, and what is said of parameters is not said twice.
"""

from functools import partial

from toolc import docstrings
from toolc.ir import Tool
from toolc.schema.mapping import Mapper
from toolc.signature import Constant, Parameter
from toolc.systems.base import Finding, Spelled, Subject, System, make_finding
from toolc.systems.shared.callables import registers
from toolc.systems.shared.metadata import lost_part, words
from toolc.systems.shared.parameters import (
    Texts,
    description_or,
    map_parameters,
    metadata,
    method_findings,
    refuse_tool,
    tool_name,
    visible,
)
from toolc.types.format import display

NAME = "function_to_tool"


def spell(subject: Subject) -> Spelled:
    """Document, "Algorithm": documentation is a must, a missing type is a string, each parameter gets a description."""
    signature = subject.signature
    description = description_or(subject, docstrings.clean(signature.doc or ""))
    if not description.strip():
        has = "has no docstring" if signature.doc is None else "has an empty docstring"
        message = f"`{signature.name}` {has}: function_to_tool raises an error"
        return refuse_tool(subject, [make_finding("TC306", message, signature.span, "refused", "write a docstring")])
    text: Texts = describe
    asked = subject.options.get("generated", True)
    if asked is False:
        doc = docstrings.parse(signature.doc, [parameter.name for parameter in visible(subject)])
        description = description_or(subject, doc.body.strip() or description)
        text = partial(_written_text, doc)
    schema, findings = map_parameters(visible(subject), Mapper(signature.definitions), text, signature)
    findings = (*findings, *_check_generation(subject, asked), *_unknown_metadata(subject), *method_findings(subject))
    return Spelled(tool_name(subject), description, schema, findings=findings)


def describe(parameter: Parameter) -> str:
    """Document, "Parameter Description Generation": name, type and any metadata.

    "Parameter location of type str", then ": " and the words of every item of `Annotated`.
    """
    said = _texts_of_metadata(parameter)
    return _generated_text(parameter.name, display(parameter.type)) + (f": {said}" if said else "")


def _generated_text(name: str, shown: str) -> str:
    return f"Parameter {name} of type {shown or 'str'}"


def generated_bytes(tool: Tool) -> int:
    """Return how many bytes of a tool are words that are generated for parameters, and say nothing that its schema does not."""
    properties = (tool.input_schema or {}).get("properties") or {}
    told = ((properties.get(one.property.name), _generated_text(one.property.name, one.display)) for one in tool.parameters)
    return sum(len(words.encode()) for schema, words in told if str((schema or {}).get("description")).startswith(words))


def _written_text(doc: docstrings.Doc, parameter: Parameter) -> str | None:
    """Return the text that is written for a parameter, else `None`."""
    return _texts_of_metadata(parameter) or doc.parameters.get(parameter.name) or None


def _texts_of_metadata(parameter: Parameter) -> str:
    """The words of every item of `Annotated`."""
    return "; ".join(text for text in map(words, metadata(parameter)) if text)


def _check_generation(subject: Subject, asked: Constant) -> list[Finding]:
    """Return a finding if it is not known whether descriptions are generated."""
    if isinstance(asked, bool | int | float | str):
        return []
    message = "whether descriptions of parameters are generated (`generated`) is not known"
    return [make_finding("TC202", message, subject.signature.span, "approximate", "give True or False")]


def _unknown_metadata(subject: Subject) -> list[Finding]:
    """Metadata that only the running program knows is left open in the description."""
    return [
        make_finding(
            "TC202", f"the description of parameter `{one.name}` is not known: {unknown.reason}", one.span, "approximate"
        )
        for one in visible(subject)
        for unknown in map(lost_part, metadata(one))
        if unknown is not None
    ]


SYSTEM = System(
    name=NAME,
    about="a helper that converts one function to the OpenAI tool format",
    envelope="openai",
    marks={"toolc.function_to_tool": registers(NAME, "func", generated="generated")},
    spell=spell,
)
