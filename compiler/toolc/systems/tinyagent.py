"""tinyagent: `@tool` gives a `Tool`, and fails fast on what it cannot describe.

Takes signatures, gives parameter schemas in function_to_tool's mapping (the document has none of its own), or refuses.
"""

from msgspec.structs import replace

from toolc import docstrings
from toolc.program import Declaration, Known, Program, Registration, ServerKey
from toolc.schema.mapping import Mapper
from toolc.signature import ANY, NONE, Parameter, Plain, Type, Var, display
from toolc.systems.base import Finding, Mark, Spelled, Subject, System, argument, decorator, found
from toolc.systems.parameters import description_or, mapped, refused, tool_name, visible

NAME = "tinyagent"

_ANYTHING = (ANY, NONE, Plain("builtins.object"))
"""Types outside the mapping whose values do have a JSON form: the document forbids only what is not serialisable."""


def spell(subject: Subject) -> Spelled:
    """Document, "Validation Rules"."""
    signature = subject.signature
    doc = docstrings.parse(signature.doc, [parameter.name for parameter in signature.parameters])
    description = description_or(subject, doc.description)
    broken = _broken(subject)
    mapper = Mapper(signature.definitions)
    schema, findings = mapped(visible(subject), mapper, lambda one: doc.parameters.get(one.name) or _generated(one), signature)
    broken += _without_json(subject)
    if broken:
        return refused(subject, broken, description)
    if not description.strip():
        message = f"`{signature.name}` has no docstring: tinyagent warns"
        findings = (found("TC305", message, signature.span, help="write a docstring"), *findings)
    return Spelled(tool_name(subject), description, schema, findings=findings)


def _broken(subject: Subject) -> list[Finding]:
    """Functions only, type hints on every parameter, a return type."""
    signature = subject.signature
    if signature.callable != "function":
        message = f"`{signature.name}` is no function: tinyagent raises ToolDefinitionError"
        return [found("TC303", message, signature.span, "refused")]
    bare = [one for one in signature.parameters if one.type is None and one.name not in subject.hidden]
    findings = [
        found("TC301", f"parameter `{one.name}` has no type hint", one.span or signature.span, "refused") for one in bare
    ]
    if signature.returns is None:
        findings.append(found("TC302", f"`{signature.name}` has no return type", signature.span, "refused"))
    return findings


def _without_json(subject: Subject) -> list[Finding]:
    """Parameters must be JSON serialisable: what the mapping knows, and what may be anything."""
    findings: list[Finding] = []
    for parameter in visible(subject):
        if parameter.type is None:
            continue
        if (culprit := _culprit(parameter.type, Mapper(subject.signature.definitions))) is not None:
            message = f"parameter `{parameter.name}`: `{display(culprit)}` has no JSON form"
            findings.append(found("TC304", message, parameter.span or subject.signature.span, "refused"))
    return findings


def _culprit(type_: Type, mapper: Mapper) -> Type | None:
    """The first part of a type that the mapping does not know. What could not be resolved is not judged."""
    mapper.schema(type_)
    return next((one for one in mapper.unmapped if one not in _ANYTHING and not isinstance(one, Var)), None)


def _generated(parameter: Parameter) -> str:
    """Document, "Soft Requirements": auto-generated from type hints if not provided."""
    return f"Parameter {parameter.name} of type {display(parameter.type)}"


def _named(form: Mark) -> Mark:
    """`tool(name)`: the name may also be passed by position."""

    def mark(registration: Registration, program: Program, server: ServerKey) -> Declaration | None:
        declaration = form(registration, program, server)
        if declaration is None or declaration.name is not None or registration.form != "called":
            return declaration
        name = argument(registration, program, "name", 0)
        return declaration if name == Known(None) else replace(declaration, name=name)

    return mark


_TOOL = _named(decorator(NAME, description=None))

SYSTEM = System(
    name=NAME,
    about="@tool gives a Tool; missing hints and types without JSON are errors",
    envelope="plain",
    marks={
        "tinyagent.tool": _TOOL,
        "tinyagent.core.tool": _TOOL,
        "tinyagent.core.registry.tool": _TOOL,
        "toolc.runtime.tinyagent.tool": _TOOL,
    },
    spell=spell,
)
