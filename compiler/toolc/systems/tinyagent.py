"""tinyagent: `@tool` gives a `Tool` and fails fast on what it cannot describe; `Tool(…)` takes what it is given.

Takes signatures, gives parameter schemas in function_to_tool's mapping (the document has none of its own), or refuses.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from toolc import docstrings
from toolc.docstrings import Doc
from toolc.program import ConstantValue, Declaration, DefinitionValue, Program, RegistrationSite, ServerKey
from toolc.schema.mapping import Mapper
from toolc.signature import ANY, NONE, Class, Definition, Parameter, Plain, Type, TypeVariable
from toolc.systems.base import Finding, OneMark, Spelled, Subject, System, argument, declare_at, make_finding
from toolc.systems.shared.callables import decorator, given_facts, without_schema
from toolc.systems.shared.parameters import description_or, map_parameters, metadata, refuse_tool, tool_name, visible
from toolc.types.format import display

NAME = "tinyagent"

_RAISES = "tinyagent raises ToolDefinitionError"
_ANYTHING = (ANY, NONE, Plain("builtins.object"), Plain("pydantic.JsonValue"))
"""Types outside the mapping whose values do have a JSON form: the document forbids only what is not serialisable."""


def spell(subject: Subject) -> Spelled:
    """Document, "Validation Rules"."""
    signature = subject.signature
    doc = docstrings.parse(signature.doc, [parameter.name for parameter in signature.parameters])
    description = description_or(subject, doc.description)
    broken = _check_rules(subject)
    mapper = Mapper(signature.definitions)
    schema, findings = map_parameters(visible(subject), mapper, lambda one: _describe_parameter(one, doc), signature)
    broken += _without_json(subject)
    if broken:
        return refuse_tool(subject, broken, description)
    if not description.strip():
        message = f"`{tool_name(subject)}` has no docstring: tinyagent warns, and the description stays empty"
        findings = (make_finding("TC305", message, signature.span, help="write a docstring"), *findings)
    return Spelled(tool_name(subject), description, schema, findings=findings)


def _check_rules(subject: Subject) -> list[Finding]:
    """Functions only, type hints on every parameter, a return type."""
    signature, name = subject.signature, tool_name(subject)
    if signature.callable != "function":
        kind = {"method": "is a method, not a function", "class": "is a class, not a function"}
        message = f"`{name}` {kind.get(signature.callable, 'is not a function')}: {_RAISES}"
        return [make_finding("TC303", message, signature.span, "refused")]
    bare = [one for one in signature.parameters if one.type is None and one.name not in subject.hidden]
    findings = [
        make_finding("TC301", f"{_place(one, subject)} has no type hint: {_RAISES}", one.span or signature.span, "refused")
        for one in bare
    ]
    if signature.returns is None:
        findings.append(make_finding("TC302", f"`{name}` has no return type: {_RAISES}", signature.span, "refused"))
    return findings


def _without_json(subject: Subject) -> list[Finding]:
    """Parameters must be JSON serialisable: what the mapping knows, and what may be anything."""
    findings: list[Finding] = []
    for parameter in visible(subject):
        if parameter.type is None:
            continue
        if (culprit := _culprit(parameter.type, subject.signature.definitions)) is not None:
            whole = "" if culprit == parameter.type else f", a part of `{display(parameter.type)}`,"
            message = f"{_place(parameter, subject)}: `{display(culprit)}`{whole} has no JSON form: {_RAISES}"
            findings.append(make_finding("TC304", message, parameter.span or subject.signature.span, "refused"))
    return findings


def _place(parameter: Parameter, subject: Subject) -> str:
    stars = {"var_positional": "*", "var_keyword": "**"}.get(parameter.kind, "")
    return f"parameter `{stars}{parameter.name}` of `{tool_name(subject)}`"


def _culprit(type_: Type, definitions: Mapping[str, Definition]) -> Type | None:
    """The first part of a type that the mapping does not know. What could not be resolved is not judged.

    A NewType is as serialisable as the type it is made of.
    """
    pending, seen = [type_], set[str]()
    while pending:
        mapper = Mapper(definitions)
        mapper.schema(pending.pop())
        for one in mapper.unmapped:
            made = definitions.get(one.qualname) if isinstance(one, Class) else None
            if made is not None and made.kind == "new_type" and made.value is not None:
                pending += [made.value] if made.qualname not in seen else []
                seen.add(made.qualname)
            elif one not in _ANYTHING and not isinstance(one, TypeVariable):
                return one
    return None


def _describe_parameter(parameter: Parameter, doc: Doc) -> str:
    """Document, "Soft Requirements": auto-generated from type hints if not provided, in the docstring or in `Annotated`."""
    texts = (item for item in metadata(parameter) if isinstance(item, str) and item)
    generated = f"Parameter {parameter.name} of type {display(parameter.type)}"
    return doc.parameters.get(parameter.name) or next(texts, generated)


def _mark_with_name(form: OneMark) -> OneMark:
    """`tool(name)`: the name may also be passed by position."""

    def mark(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
        declaration = form(registration, program, server)
        if declaration is None or declaration.name is not None or registration.form != "called":
            return declaration
        name = argument(registration, program, "name", 0)
        return declaration if name == ConstantValue(None) else replace(declaration, name=name)

    return mark


def _object(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """Document, "Tool Class": a dataclass of four fields without defaults, each taken as it is given."""
    if registration.form != "call":
        return None
    given = given_facts(registration, program, "name", "func", "description", "parameters")
    missing = [f"`{fact}`" for fact, value in given.items() if value is None]
    told = (without_schema(registration, program, f"this `Tool` has no {', '.join(missing)}: tinyagent raises TypeError"),)
    return declare_at(
        registration,
        NAME,
        server,
        target=given["func"] if isinstance(given["func"], DefinitionValue) else None,
        name=given["name"],
        description=given["description"],
        schema=given["parameters"],
        diagnostics=told if missing else (),
    )


_TOOL = _mark_with_name(decorator(NAME, description=None))
_MODULES = ("tinyagent", "tinyagent.core", "tinyagent.core.registry", "toolc.runtime.tinyagent")

SYSTEM = System(
    name=NAME,
    about="@tool and Tool(…); missing hints and types without JSON are errors",
    envelope="plain",
    marks={
        **{f"{module}.tool": _TOOL for module in _MODULES},
        **{f"{module}.Tool": _object for module in _MODULES},
    },
    spell=spell,
)
