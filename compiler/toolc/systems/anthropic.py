"""anthropic: `@beta_tool` and `@beta_async_tool`.

Takes signatures, gives `input_schema`: what pydantic makes of a call of the function, described by the docstring in any style
(anthropic 2.10.0 `lib/tools/_beta_functions.py`, docstring_parser 0.18.0).
"""

from msgspec.structs import replace

from toolc import docstrings
from toolc.ir import JsonSchema
from toolc.program import ConstantValue, Declaration, DefinitionValue, ExternalSymbol, Program, RegistrationSite, ServerKey
from toolc.schema.constants import NotJsonError, json_value
from toolc.signature import Class, Constant
from toolc.systems.base import Finding, OneMark, Spelled, Subject, System, make_finding
from toolc.systems.shared.callables import decorator
from toolc.systems.shared.parameters import (
    as_findings,
    docstring_findings,
    method_findings,
    model_findings,
    refuse_tool,
    schema_unless_refused,
)
from toolc.systems.shared.spelling import NEWEST, Outcome, spell_call, spell_type

NAME = "anthropic"
VERSIONS = {"anthropic": "2.10.0", "pydantic": NEWEST, "python": "3.14"}


def spell(subject: Subject) -> Spelled:
    """`BetaFunctionTool(f)`; an empty name or description counts as none."""
    signature = subject.signature
    if subject.options.get("entered") or signature.callable == "class":
        message = f"`{signature.name}` is not a function: what it gives only the running program knows"
        return refuse_tool(subject, [make_finding("TC204", message, signature.span, "unknown", "decorate the function itself")])
    doc = docstrings.detect_parts(signature.doc or "")
    given = subject.options.get("input_schema")
    shown = [one for one in signature.parameters if one.name not in subject.hidden]
    outcome = spell_call(shown, signature.definitions, subject.version("pydantic"))
    schema, findings = _schema_of_call(subject, doc, outcome) if given is None else _given_schema(subject, given)
    derived = doc or docstrings.Detected()
    text = f"{derived.short}\n\n{derived.long}" if derived.short and derived.long else derived.short
    findings = (*findings, *docstring_findings(signature, doc is not None, NAME), *method_findings(subject))
    name, description = subject.name or signature.name, subject.description or text
    return Spelled(name, description, schema_unless_refused(schema, findings), findings=findings, shared=outcome.shared)


def _schema_of_call(
    subject: Subject, doc: docstrings.Detected | None, outcome: Outcome
) -> tuple[JsonSchema | None, tuple[Finding, ...]]:
    """`TypeAdapter(validate_call(f))`; a text of the docstring goes where no description stands."""
    signature = subject.signature
    findings = model_findings(outcome.issues, "", signature)
    if outcome.schema is None:
        told_already = any(finding.fidelity == "refused" for finding in findings)
        message = f"`{signature.name}`: a parameter has no JSON form"
        return None, findings if told_already else (*findings, make_finding("TC308", message, signature.span, "refused"))
    if outcome.schema.get("type") != "object":
        message = f"`{signature.name}` takes its arguments by position: the schema is an array, which the API refuses"
        return outcome.schema, (*findings, make_finding("TC356", message, signature.span, help="name each parameter"))
    texts = doc.parameters if doc is not None else {}
    properties = {name: _describe(shown, texts.get(name)) for name, shown in outcome.schema["properties"].items()}
    return {**outcome.schema, "properties": properties}, findings


def _describe(shown: JsonSchema, text: str | None) -> JsonSchema:
    """An argument of any kind without a title has an empty schema, which is left alone."""
    return {**shown, "description": text} if text and shown and "description" not in shown else shown


def _given_schema(subject: Subject, given: Constant) -> tuple[JsonSchema | None, tuple[Finding, ...]]:
    """`input_schema`: a model, or a JSON Schema that is taken as it stands."""
    signature = subject.signature
    if isinstance(given, Class):
        outcome = spell_type(given, signature.definitions, subject.version("pydantic"))
        return outcome.schema, as_findings(outcome.issues, f"`{signature.name}`", signature.span)
    try:
        schema = json_value(given)
    except NotJsonError as reason:
        return None, (make_finding("TC203", f"the tool's parameters are not known: {reason}", signature.span, "unknown"),)
    if not isinstance(schema, dict):
        return None, (make_finding("TC203", "the tool's parameters are not a JSON object", signature.span, "unknown"),)
    return schema, ()


# --- registrations ---------------------------------------------------------------------------------------------------

_ENTERED = (ExternalSymbol("contextlib.contextmanager"), ExternalSymbol("contextlib.asynccontextmanager"))


def _tool(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """A context manager is entered, and gives the function then."""
    made = _DECORATOR(registration, program, server)
    target = made.target if made is not None else None
    if made is None or not isinstance(target, DefinitionValue):
        return made
    decorators = [program.evaluate(one, target.scope) for one in target.stmt.decorators]
    entered = any(one in _ENTERED for one in decorators)
    return replace(made, options={**made.options, "entered": ConstantValue(True)}) if entered else made


_DECORATOR: OneMark = decorator(NAME, input_schema="input_schema")
_MODULES = ("anthropic", "anthropic.lib.tools")

SYSTEM = System(
    name=NAME,
    about="@beta_tool and @beta_async_tool functions of anthropic",
    envelope="anthropic",
    marks={f"{module}.{name}": _tool for module in _MODULES for name in ("beta_tool", "beta_async_tool")},
    spell=spell,
    versions=VERSIONS,
    distribution="anthropic",
)
