"""Subclasses of smolagents' `Tool`: takes a class, gives the tool that its objects are.

Name, description, inputs and output type are attributes of the class, or set in `__init__`; an object is judged when it is made
(smolagents 1.26.0 `Tool.validate_arguments`). A class without a name, inputs or `forward` declares no tool.
"""

import keyword
from collections.abc import Iterator, Mapping
from typing import Any

from toolc.ir import JsonSchema
from toolc.module import AnnAssign, Assign, Attribute, Expr, Func, Name
from toolc.program import (
    ConstantValue,
    Declaration,
    DefinitionValue,
    ExternalSymbol,
    Program,
    ProgramPoint,
    RegistrationSite,
    ServerKey,
    Unknown,
    Value,
)
from toolc.schema.constants import NotJsonError, json_value
from toolc.signature import NO_DEFAULT, Parameter, UnknownConstant
from toolc.systems.base import Finding, Spelled, Subject, declare_at, make_finding
from toolc.systems.shared.classes import assigns, method, receiver
from toolc.systems.shared.huggingface import Refusal, UnknownPart, parse_hint, refused_hint
from toolc.systems.shared.model_classes import set_by_init
from toolc.systems.shared.parameters import refuse_tool, schema_unless_refused, tool_name
from toolc.systems.smolagents.types import RULES, sent_schema

_FACTS = ("name", "description", "inputs", "output_type")
_UNCHECKED = "skip_forward_signature_validation"
_GENERIC = ("smolagents.PipelineTool", "smolagents.tools.PipelineTool")
_TYPES = ("string", "boolean", "integer", "number", "image", "audio", "array", "object", "any", "null")


def subclass(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """The tool that one subclass declares; None for an abstract one."""
    target = registration.target
    if registration.form != "subclass" or not isinstance(target, DefinitionValue):
        return None
    bases = program.ancestors(target)
    lineage = [one for one in (target, *bases) if isinstance(one, DefinitionValue)]
    forward = method("forward", lineage, program)
    facts = {name: _fact(name, lineage, program) for name in (*_FACTS, _UNCHECKED)}
    generic = any(isinstance(one, ExternalSymbol) and one.name in _GENERIC for one in bases)
    if (forward is None and not generic) or facts["name"] is None or facts["inputs"] is None:
        return None
    unchecked = facts.pop(_UNCHECKED) or ConstantValue(generic)
    name, description = facts.pop("name"), facts.pop("description")
    options = {key: value if value is not None else ConstantValue(None) for key, value in facts.items()}
    return declare_at(
        registration,
        "smolagents",
        server,
        target=forward or target,
        owner=target,
        hidden=receiver(forward, program),
        name=name,
        description=description,
        options={**options, "unchecked": unchecked, "described": ConstantValue(description is not None)},
    )


def _fact(name: str, lineage: list[DefinitionValue], program: Program) -> Value | None:
    """Return an object's attribute: of the nearest class and, within a class, the one set by `__init__`.

    A class that is a base of others judges objects at the end of its own `__init__`, before theirs has ended.
    """
    for cls in lineage:
        if name in set_by_init(cls, program):
            given = list(_set_by_init(name, cls, program))
            decided = len(given) == 1 and cls is lineage[-1]
            return program.evaluate(*given[0]) if decided else Unknown(f"`__init__` sets `{name}`")
        if any(assigns(name, statement) for _, statement, _ in program.statements(cls)):
            return program.class_attribute(cls, name)
        if name in program.class_attribute_names(cls) and program.class_attribute(cls, name) is not None:
            return Unknown(f"`{cls.stmt.name}` declares `{name}` in a way toolc does not follow")
    return None


def _set_by_init(name: str, cls: DefinitionValue, program: Program) -> Iterator[tuple[Expr, ProgramPoint]]:
    """The values that the class's own `__init__` assigns to an attribute of its object."""
    init = program.class_attribute(cls, "__init__")
    if not isinstance(init, DefinitionValue) or not isinstance(init.stmt, Func) or not init.stmt.params:
        return
    for _, statement, scope in program.statements(init):
        targets = statement.targets if isinstance(statement, Assign) else ()
        if isinstance(statement, AnnAssign) and statement.value is not None:
            targets = (statement.target,)
        for target in targets:
            match target, statement:
                case Attribute(value=Name(), attr=attribute), Assign(value=value) | AnnAssign(value=value) if (
                    attribute == name and value
                ):
                    yield value, scope


# --- spelling --------------------------------------------------------------------------------------------------------


def spell_class(subject: Subject) -> Spelled:
    """An object of the class."""
    place = subject.signature.span
    try:
        inputs = json_value(subject.options["inputs"])
    except NotJsonError as reason:
        return refuse_tool(
            subject,
            [make_finding("TC203", f"the tool's inputs are not known: {reason}", place, "unknown")],
            subject.description,
        )
    findings = [_refuse(subject, problem) for problem in _problems(subject, inputs)]
    if isinstance(subject.options.get("output_type"), UnknownConstant):
        findings.append(make_finding("TC202", "`output_type` is computed while the program runs", place, "approximate"))
    schema: JsonSchema | None = None
    if schema_unless_refused({}, findings) is not None:
        findings += _forward(subject, inputs)
        try:
            schema = sent_schema(inputs)
        except Refusal as problem:
            findings.append(_refuse(subject, str(problem)))
    return Spelled(tool_name(subject), subject.description, schema_unless_refused(schema, findings), findings=tuple(findings))


def _refuse(subject: Subject, problem: str) -> Finding:
    message = f"`{tool_name(subject)}`: {problem}: smolagents raises when an object is made"
    return make_finding("TC388", message, subject.signature.span, "refused")


def _problems(subject: Subject, inputs: Any) -> Iterator[str]:
    name, output = subject.name, subject.options.get("output_type")
    if name is not None and (not name.isidentifier() or keyword.iskeyword(name)):
        yield "the name is not an identifier"
    if not subject.options.get("described"):
        yield "it has no `description`"
    if not isinstance(output, UnknownConstant) and output not in _TYPES:
        yield f"`output_type` is none of {', '.join(_TYPES)}"
    if not isinstance(inputs, dict):
        yield "`inputs` is not a dict"
        return
    for key, shown in inputs.items():
        if not isinstance(shown, dict) or "type" not in shown or "description" not in shown:
            yield f"input `{key}` needs `type` and `description`"
        elif not all(one in _TYPES for one in _as_list(shown["type"])):
            yield f"input `{key}`: its type is none of {', '.join(_TYPES)}"


def _as_list(types: Any) -> list[Any]:
    return types if isinstance(types, list) else [types]


def _forward(subject: Subject, inputs: Mapping[str, JsonSchema]) -> list[Finding]:
    """`forward` takes what the inputs say, and a default makes nullable."""
    if subject.options.get("unchecked"):
        return []
    signature = subject.signature
    own = [one for one in signature.parameters if one.name != "self" and one.name not in subject.hidden]
    if {one.name for one in own} != set(inputs):
        return [_refuse(subject, "the parameters of `forward` are not the inputs")]
    findings = []
    returns = [Parameter("return", signature.returns)] if signature.returns is not None else []
    for parameter in (*own, *returns):
        try:
            shape = {} if parameter.type is None else parse_hint(parameter.type, signature.definitions, RULES)
        except (Refusal, UnknownPart) as problem:
            findings.append(refused_hint(problem, parameter, signature))
            continue
        nullable = "nullable" in shape or parameter.default != NO_DEFAULT
        if parameter.name in inputs and nullable != ("nullable" in inputs[parameter.name]):
            findings.append(_refuse(subject, f"input `{parameter.name}` and the parameter must both be nullable, or neither"))
    return findings
