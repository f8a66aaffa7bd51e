"""function_to_tool: plain functions as OpenAI tools, by the full mapping of its system document.

Takes signatures, gives parameter schemas in which every parameter is described; refuses functions without documentation.
"""

from toolc import docstrings
from toolc.schema.mapping import Mapper
from toolc.signature import Annotated, Parameter, display
from toolc.systems.base import Spelled, Subject, System, found
from toolc.systems.callables import registers
from toolc.systems.parameters import description_or, mapped, refused, tool_name, visible

NAME = "function_to_tool"


def spell(subject: Subject) -> Spelled:
    """Document, "Algorithm": documentation is a must, a missing type is a string, each parameter gets a description."""
    signature = subject.signature
    description = description_or(subject, docstrings.clean(signature.doc or ""))
    if not description.strip():
        message = f"`{signature.name}` has no docstring: function_to_tool raises an error"
        return refused(subject, [found("TC306", message, signature.span, "refused", "write a docstring")])
    schema, findings = mapped(visible(subject), Mapper(signature.definitions), describe, signature)
    return Spelled(tool_name(subject), description, schema, findings=findings)


def describe(parameter: Parameter) -> str:
    """Name, type and text metadata: "Parameter location of type str", then ": " and what `Annotated` says in strings."""
    spelled = display(parameter.type) or "str"
    texts = [text for text in _metadata(parameter) if text]
    return f"Parameter {parameter.name} of type {spelled}" + (f": {'; '.join(texts)}" if texts else "")


def _metadata(parameter: Parameter) -> list[str]:
    if not isinstance(parameter.type, Annotated):
        return []
    return [item for item in parameter.type.metadata if isinstance(item, str)]


SYSTEM = System(
    name=NAME,
    about="a helper that converts one function to the OpenAI tool format",
    envelope="openai",
    marks={"toolc.function_to_tool": registers(NAME, "func")},
    spell=spell,
)
