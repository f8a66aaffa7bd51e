"""openai-agents: `@function_tool`, `FunctionTool(…)` and `agent.as_tool(…)`.

Takes signatures, gives `params_json_schema`: a model of the parameters, made strict unless `strict_mode=False` (openai-agents
0.24.0). `marks` reads registrations, `docs` docstrings, `fields` parameters.
"""

from msgspec.structs import replace

from toolc.docstrings import Described, Style
from toolc.ir import JsonSchema
from toolc.schema import reshape
from toolc.schema.constants import NotJsonError, json_value
from toolc.signature import Class, Constant, UnknownConstant
from toolc.source import Span
from toolc.systems.base import Finding, Spelled, Subject, System, make_finding
from toolc.systems.openai_agents.docs import STYLES, describe_parts
from toolc.systems.openai_agents.fields import fields
from toolc.systems.openai_agents.marks import COPIES, MARKS, NAME
from toolc.systems.shared.hints import unreadable
from toolc.systems.shared.mcp_options import undecided_options
from toolc.systems.shared.parameters import (
    as_findings,
    docstring_findings,
    method_findings,
    model_findings,
    refuse_tool,
    schema_unless_refused,
)
from toolc.systems.shared.quoted import misread_findings
from toolc.systems.shared.spelling import NEWEST, spell_model, spell_type
from toolc.systems.shared.versions import version

VERSIONS = {"openai-agents": "0.24.0", "pydantic": NEWEST, "python": "3.14"}
_OPTIONS = {"strict_mode": (bool,), "use_docstring_info": (bool,), "docstring_style": (str,)}


def spell(subject: Subject) -> Spelled:
    """`function_tool(f)`; an empty name or description counts as none."""
    signature = subject.signature
    if "params_json_schema" in subject.options:
        return _spell_given(subject, subject.options["params_json_schema"])
    if signature.callable == "class":
        message = f"`{signature.name}` is a class: what becomes of it only the running program knows"
        return refuse_tool(subject, [make_finding("TC204", message, signature.span, "unknown", "give it a function")])
    name = subject.name or signature.name
    doc = describe_parts(signature.doc, _style(subject)) if _flag(subject, "use_docstring_info") else Described()
    schema, findings = _parameters(subject, f"{name}_args", doc)
    findings = (
        *findings,
        *misread_findings(signature, subject.hidden),
        *unreadable(signature),
        *undecided_options(subject, _OPTIONS),
        *docstring_findings(signature, doc.known, NAME),
        *method_findings(subject),
    )
    findings = _of_a_copy(subject, findings)
    return Spelled(
        name,
        subject.description or doc.text or "",
        schema_unless_refused(schema, findings),
        strict=_flag(subject, "strict_mode"),
        findings=findings,
    )


def _of_a_copy(subject: Subject, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """A copy of the SDK may be of any version, and changed: nothing is sure, not even that it raises."""
    if (module := subject.options.get("copied")) is None:
        return findings
    message = f"`{module}` is a copy of openai-agents, which may make another tool of `{subject.signature.name}`"
    sure = make_finding("TC364", message, subject.signature.span, "approximate", "use the SDK itself")
    return (*(replace(one, fidelity="unknown") if one.fidelity == "refused" else one for one in findings), sure)


def _parameters(subject: Subject, title: str, doc: Described) -> tuple[JsonSchema | None, tuple[Finding, ...]]:
    signature, strict = subject.signature, _flag(subject, "strict_mode")
    python = version(subject, "python", VERSIONS["python"])
    made = fields(signature, subject.hidden, doc.parameters, strict, python)
    config: dict[str, Constant] = {"extra": "forbid"} if made.open_ended else {}
    outcome = spell_model(made.fields, signature.definitions, title, config, subject.version("pydantic"))
    findings = (*made.findings, *model_findings(outcome.issues, title, signature))
    if outcome.schema is None and schema_unless_refused({}, findings) is not None:
        findings = (
            *findings,
            make_finding("TC308", f"`{signature.name}`: a parameter has no JSON form", signature.span, "refused"),
        )
    if outcome.schema is None or schema_unless_refused({}, findings) is None or not strict:
        return outcome.schema, findings
    schema, refusals = _strict(subject, outcome.schema)
    return schema, (*findings, *refusals)


def _spell_given(subject: Subject, given: Constant) -> Spelled:
    """`FunctionTool(params_json_schema=…)` and the parameters of an agent that is a tool: a JSON Schema, or a class."""
    place, name = subject.signature.span, subject.name or subject.signature.name
    findings: tuple[Finding, ...] = undecided_options(subject, _OPTIONS)
    schema: JsonSchema | None = None
    if isinstance(given, Class):
        outcome = spell_type(given, subject.signature.definitions, subject.version("pydantic"))
        schema, findings = outcome.schema, (*findings, *as_findings(outcome.issues, f"`{name}`", place))
    else:
        try:
            schema = _mapping(given)
        except NotJsonError as reason:
            message = f"the tool's parameters are not known: {reason}"
            findings = (*findings, make_finding("TC203", message, place, "unknown"))
    if schema is not None and schema_unless_refused({}, findings) is not None and _flag(subject, "strict_mode"):
        schema, refusals = _strict(subject, schema)
        findings = (*findings, *refusals)
    return Spelled(
        name,
        subject.description or "",
        schema_unless_refused(schema, findings),
        strict=_flag(subject, "strict_mode"),
        findings=findings,
    )


def _mapping(given: Constant) -> JsonSchema:
    schema = json_value(given)
    if not isinstance(schema, dict):
        raise NotJsonError("they are not a JSON object")
    return schema


# --- strict mode -----------------------------------------------------------------------------------------------------


def _strict(subject: Subject, schema: JsonSchema) -> tuple[JsonSchema | None, tuple[Finding, ...]]:
    signature = subject.signature
    try:
        return reshape.closed_by_agents(schema), ()
    except reshape.Unstrict as refusal:
        where, place = _where(refusal.path, subject)
        if not refusal.known:
            return None, (make_finding("TC203", f"{where}: {refusal}, which toolc does not follow", place, "unknown"),)
        message = f"{where}: {refusal}, and openai-agents raises UserError"
        help_ = "name the keys in a model, or say `strict_mode=False`"
        return None, (make_finding("TC360", message, place or signature.span, "refused", help_),)


def _where(path: tuple[str, ...], subject: Subject) -> tuple[str, Span | None]:
    """The parameter or the class that a path of a schema leads into."""
    signature = subject.signature
    match path:
        case ("properties", name, *_):
            by_name = {one.name: one.span for one in signature.parameters}
            return f"parameter `{name}`", by_name.get(name) or signature.span
        case ("$defs" | "definitions", name, *_):
            return f"`{name}`", signature.span
        case _:
            return f"`{subject.name or signature.name}`", signature.span


# --- options ---------------------------------------------------------------------------------------------------------


def _flag(subject: Subject, name: str) -> bool:
    value = subject.options.get(name, True)
    return True if isinstance(value, UnknownConstant) else bool(value)


def _style(subject: Subject) -> Style | None:
    given = subject.options.get("docstring_style")
    return next((style for style in STYLES if style == given), None)


SYSTEM = System(
    name=NAME,
    about="function_tool and FunctionTool of openai-agents",
    types_from="annotations",
    envelope="plain",
    marks=MARKS,
    spell=spell,
    versions=VERSIONS,
    distribution="openai-agents",
    vendored_functions=COPIES,
    package="agents",
    package_module="agents.function_schema",
    renames="facts",
)
