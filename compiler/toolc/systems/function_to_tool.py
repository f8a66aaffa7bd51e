"""function_to_tool: plain functions as OpenAI tools, by the full mapping of its system document.

Takes signatures, gives parameter schemas in which every parameter is described; refuses functions without documentation.
"""

from toolc import docstrings
from toolc.display import display
from toolc.schema.mapping import Mapper
from toolc.signature import Parameter
from toolc.systems.base import Finding, Spelled, Subject, System, found
from toolc.systems.shared.callables import registers
from toolc.systems.shared.metadata import lost, words
from toolc.systems.shared.parameters import description_or, mapped, metadata, method_findings, refused, tool_name, visible

NAME = "function_to_tool"


def spell(subject: Subject) -> Spelled:
    """Document, "Algorithm": documentation is a must, a missing type is a string, each parameter gets a description."""
    signature = subject.signature
    description = description_or(subject, docstrings.clean(signature.doc or ""))
    if not description.strip():
        has = "has no docstring" if signature.doc is None else "has an empty docstring"
        message = f"`{signature.name}` {has}: function_to_tool raises an error"
        return refused(subject, [found("TC306", message, signature.span, "refused", "write a docstring")])
    schema, findings = mapped(visible(subject), Mapper(signature.definitions), describe, signature)
    findings = (*findings, *_undecided(subject), *method_findings(subject))
    return Spelled(tool_name(subject), description, schema, findings=findings)


def describe(parameter: Parameter) -> str:
    """Document, "Parameter Description Generation": name, type and any metadata.

    "Parameter location of type str", then ": " and the words of every item of `Annotated`.
    """
    spelled = display(parameter.type) or "str"
    said = "; ".join(text for text in map(words, metadata(parameter)) if text)
    return f"Parameter {parameter.name} of type {spelled}" + (f": {said}" if said else "")


def _undecided(subject: Subject) -> list[Finding]:
    """Metadata that only the running program knows is left open in the description."""
    return [
        found("TC202", f"the description of parameter `{one.name}` is not known: {unknown.reason}", one.span, "approximate")
        for one in visible(subject)
        for unknown in map(lost, metadata(one))
        if unknown is not None
    ]


SYSTEM = System(
    name=NAME,
    about="a helper that converts one function to the OpenAI tool format",
    envelope="openai",
    marks={"toolc.function_to_tool": registers(NAME, "func")},
    spell=spell,
)
