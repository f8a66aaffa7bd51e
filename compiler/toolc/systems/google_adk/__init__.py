"""google-adk: tools of functions. `marks` reads registrations.

Takes signatures, gives `parameters_json_schema`: a model of the parameters, the route that google-adk takes by default (2.13.0,
`_function_tool_declarations.py`, for the Gemini API).
"""

from toolc import docstrings
from toolc.ir import JsonSchema
from toolc.missing_packages import MISSING
from toolc.signature import (
    ANY,
    Annotated,
    CallConstant,
    Constant,
    Default,
    Factory,
    Field,
    Parameter,
    Plain,
    Type,
    Union,
    Unresolved,
)
from toolc.systems.base import Finding, Spelled, Subject, System, make_finding
from toolc.systems.google_adk.marks import MARKS, NAME, OBJECTS
from toolc.systems.shared.hints import hint
from toolc.systems.shared.model_names import as_fields, is_field
from toolc.systems.shared.parameters import (
    description_or,
    method_findings,
    model_findings,
    schema_unless_refused,
    tool_name,
    unknown_type,
)
from toolc.systems.shared.quoted import misread_findings
from toolc.systems.shared.spelling import NEWEST, spell_model
from toolc.systems.shared.types import parts, strip_annotated
from toolc.systems.shared.versions import version

VERSIONS = {"google-adk": "2.13.0", "pydantic": NEWEST, "python": "3.14"}

_CONTEXTS = frozenset(
    f"google.adk.{name}" for name in ("Context", "agents.Context", "agents.CallbackContext", "tools.ToolContext")
)
_LATER = (
    "\n\nNOTE: This is a long-running operation. Do not call this tool again if it has already returned some intermediate or"
    " pending status."
)
"""Text that `LongRunningFunctionTool` adds to a description."""


def spell(subject: Subject) -> Spelled:
    """`FunctionTool(f)`: a function without parameters has no schema at all, which is written as one that asks nothing."""
    signature = subject.signature
    findings = misread_findings(signature)
    config: dict[str, Constant] = {}
    fields = [_field(one, subject) for one in _shown_parameters(subject, findings, config)]
    empty = not fields and not findings  # what vanishes counts as a field here
    description = description_or(subject, docstrings.clean(signature.doc or ""))
    if subject.options.get("later"):
        description = (description + _LATER).lstrip()
    title = f"{signature.name}Params"
    outcome = spell_model(fields, signature.definitions, title, config, subject.version("pydantic"))
    findings += model_findings(outcome.issues, title, signature)
    if outcome.schema is None and schema_unless_refused({}, findings) is not None:
        findings.append(make_finding("TC308", f"`{signature.name}`: a parameter has no JSON form", signature.span, "refused"))
    schema: JsonSchema | None = {} if empty else outcome.schema
    if all(one.diagnostic.code not in _NO_NAME for one in findings):
        findings += _lost_parameters(fields)
    if any(one.diagnostic.code in _NO_NAME for one in findings):  # such a type costs the whole schema, whatever the others are
        findings = [one for one in findings if one.fidelity != "refused"]
    findings += method_findings(subject)
    return Spelled(tool_name(subject), description or None, schema_unless_refused(schema, findings), findings=tuple(findings))


_NO_NAME = ("TC230", "TC307", "TC332", MISSING)


def _lost_parameters(fields: list[Field]) -> list[Finding]:
    """Parameters whose type is no known name: `_get_function_fields` gives up all fields, before pydantic sees one."""
    return [
        unknown_type(one.code, f"parameter `{field.name}`: {one.reason}", field.span)
        for field in fields
        for one in parts(field.type)
        if isinstance(one, Unresolved)
    ][:1]


def _shown_parameters(subject: Subject, findings: list[Finding], config: dict[str, Constant]) -> list[Parameter]:
    """Stars, the context and `input_stream` are no parameters; nor are those that pydantic makes no field of."""
    parameters = subject.signature.parameters
    contexts = [one.name for one in parameters if one.type is not None and _is_context(one.type)]
    left_out = {*subject.hidden, contexts[0] if contexts else "tool_context", "input_stream"}
    plain = [one for one in parameters if one.name not in left_out and one.kind not in ("var_positional", "var_keyword")]
    return as_fields(plain, findings, config)


def _is_context(type_: Type) -> bool:
    """The class itself, or a union with it."""
    plain = strip_annotated(type_)
    members = plain.members if isinstance(plain, Union) else (plain,)
    return any(isinstance(one, Plain) and one.name in _CONTEXTS for one in members)


# --- fields ----------------------------------------------------------------------------------------------------------


def _field(parameter: Parameter, subject: Subject) -> Field:
    """With `Annotated`, aliases and defaults in it are dropped and the parameter's own default is taken as it stands."""
    type_ = ANY if parameter.type is None else hint(parameter, version(subject, "python", VERSIONS["python"]))
    if not isinstance(type_, Annotated):
        return Field(parameter.name, type_, parameter.default, span=parameter.span)
    metadata = tuple(_without_alias(item) for item in type_.metadata)
    return Field(parameter.name, Annotated(type_.type, metadata), _plain(parameter.default), span=parameter.span)


def _python(subject: Subject) -> tuple[int, ...]:
    return version(subject, "python", VERSIONS["python"])


def _without_alias(item: Constant) -> Constant:
    if not isinstance(item, CallConstant) or item.of != "pydantic.Field":
        return item
    dropped = ("alias", "validation_alias", "serialization_alias", "default", "default_factory")
    return CallConstant(item.of, (), {key: value for key, value in item.kwargs.items() if key not in dropped})


def _plain(default: Default) -> Default:
    """`Field(…)` as the default of an annotated parameter is a value like any other, which JSON cannot hold."""
    return Factory() if is_field(default) else default


SYSTEM = System(
    name=NAME,
    about="FunctionTool, tool classes and functions in Agent(tools=[…]) of google-adk",
    decisive={
        **{f"google.adk.tools.{name}": frozenset({"_get_declaration"}) for name in ("FunctionTool", "LongRunningFunctionTool")},
        "google.adk.tools.BaseToolset": frozenset({"get_tools_with_prefix"}),
    },
    envelope="plain",
    marks=MARKS,
    spell=spell,
    package="google.adk",
    objects=OBJECTS,
    versions=VERSIONS,
    distribution="google-adk",
)
