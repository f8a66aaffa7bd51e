"""smolagents: `@tool` functions and subclasses of `Tool`.

Takes signatures, gives the schema that models are sent (smolagents 1.26.0 `tools.tool`, `models.get_tool_json_schema`): types
by a table, texts from Google's `Args:`. `classes` reads and judges the subclasses.
"""

from collections.abc import Sequence

from toolc import docstrings
from toolc.ir import JsonSchema
from toolc.signature import NO_DEFAULT, Parameter, Plain, Signature, Type
from toolc.systems.base import Finding, Spelled, Subject, System, make_finding
from toolc.systems.shared.callables import decorator
from toolc.systems.shared.hints import hint
from toolc.systems.shared.huggingface import (
    Refusal,
    UnknownPart,
    describe,
    missing_docstring,
    missing_text,
    missing_type,
    parse_hint,
    refused_hint,
    too_long,
)
from toolc.systems.shared.parameters import description_or, refuse_tool, schema_unless_refused, tool_name
from toolc.systems.shared.types import parts, strip_annotated
from toolc.systems.shared.versions import version
from toolc.systems.smolagents.classes import spell_class, subclass
from toolc.systems.smolagents.types import RULES, check_needed, sent_schema

NAME = "smolagents"
VERSIONS = {"smolagents": "1.26.0", "python": "3.14"}


def spell(subject: Subject) -> Spelled:
    """A class says its inputs itself, a function's are read off its annotations and docstring."""
    return spell_class(subject) if "inputs" in subject.options else _function(subject)


# --- functions -------------------------------------------------------------------------------------------------------


def _function(subject: Subject) -> Spelled:
    """`tool(f)`."""
    signature = subject.signature
    text = docstrings.clean(signature.doc or "")
    if signature.callable == "class":
        message = f"`{signature.name}` is not a function: what it gives only the running program knows"
        return refuse_tool(subject, [make_finding("TC204", message, signature.span, "unknown", "decorate a function")])
    if not text:
        return refuse_tool(subject, [missing_docstring(subject, NAME)])
    doc = docstrings.smolagents(text)
    if doc is None:
        return refuse_tool(subject, [too_long(subject)])
    inputs: dict[str, JsonSchema] = {}
    shown = [one for one in signature.parameters if one.name not in subject.hidden]
    findings = _shape(signature, shown)
    for parameter in shown:
        if parameter.type is None:
            findings.append(missing_type(parameter, signature, NAME))
        elif parameter.name not in doc.parameters:
            findings.append(missing_text(parameter, signature, NAME))
        else:
            try:
                property_ = describe(_input(parameter, subject), doc.parameters[parameter.name], only_texts=True)
                inputs[parameter.name] = check_needed(property_)
            except (Refusal, UnknownPart) as problem:
                findings.append(refused_hint(problem, parameter, signature))
    findings += _check_return(subject)
    schema = schema_unless_refused(sent_schema(inputs), findings) if schema_unless_refused({}, findings) is not None else None
    return Spelled(tool_name(subject), description_or(subject, doc.about), schema, findings=tuple(findings))


def _input(parameter: Parameter, subject: Subject) -> JsonSchema:
    """Whatever has a default is nullable."""
    type_ = hint(parameter, version(subject, "python", VERSIONS["python"]))
    if parameter.name in subject.signature.bare_typing_aliases and _either(type_):
        raise UnknownPart("a bare alias of `typing` and the class it stands for differ here")
    schema = parse_hint(type_, subject.signature.definitions, RULES)
    return schema if parameter.default == NO_DEFAULT else {**schema, "nullable": True}


def _either(type_: Type) -> bool:
    """Return `True` if a type contains a class whose `typing` alias is treated differently."""
    return any(isinstance(one, Plain) and one.name not in RULES.table for one in parts(strip_annotated(type_)))


def _shape(signature: Signature, shown: Sequence[Parameter]) -> list[Finding]:
    """`tool` puts `self` in front of the parameters, and looks for `def` in the source."""
    findings = []
    wrong = [one for one in shown if one.kind == "positional_only" or one.name == "self"]
    if wrong:
        message = f"parameter `{wrong[0].name}`: smolagents raises, it puts a parameter `self` in front"
        findings.append(
            make_finding("TC387", message, wrong[0].span or signature.span, "refused", "make it an ordinary parameter")
        )
    if signature.is_async:
        message = f"`{signature.name}` is asynchronous: smolagents looks for a `def` in its source, and raises if there is none"
        findings.append(make_finding("TC387", message, signature.span, "unknown", "write a function that is not asynchronous"))
    return findings


def _check_return(subject: Subject) -> list[Finding]:
    """The result needs a type that a table knows, unless nothing is taken."""
    signature = subject.signature
    if signature.returns is None:
        if not signature.parameters:
            return []
        message = f"`{signature.name}` says nothing about its result: smolagents raises TypeHintParsingException"
        return [make_finding("TC382", message, signature.span, "refused", "annotate the result")]
    try:
        if "return" in signature.bare_typing_aliases and _either(signature.returns):
            raise UnknownPart("a bare alias of `typing` and the class it stands for differ here")
        if not check_needed(parse_hint(signature.returns, signature.definitions, RULES))["type"]:
            raise Refusal("a Literal of None alone")
    except (Refusal, UnknownPart) as problem:
        return [refused_hint(problem, Parameter("return"), signature)]
    return []


_MODULES = ("smolagents", "smolagents.tools")

SYSTEM = System(
    name=NAME,
    about="@tool functions and Tool classes of smolagents",
    envelope="openai",
    marks={
        **{f"{module}.tool": decorator(NAME, name=None, description=None) for module in _MODULES},
        **{f"{module}.{name}": subclass for module in _MODULES for name in ("Tool", "PipelineTool")},
    },
    spell=spell,
    renames="facts",
    package="smolagents",
    versions=VERSIONS,
    distribution="smolagents",
)
