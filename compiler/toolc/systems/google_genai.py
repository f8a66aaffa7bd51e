"""google-genai: functions in the `tools` of a configuration, and `FunctionDeclaration`.

Takes signatures, gives `parameters_json_schema`: pydantic's schema of each parameter by itself, definitions at the root (3.3.0
`_automatic_function_calling_util.parse_function_declaration_json_schema`, the route of `GenerateContentConfig(tools=[f])`).
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from toolc import docstrings
from toolc.diagnostics import Diagnostic
from toolc.ir import Fidelity, JsonSchema
from toolc.program import ConstantValue, Declaration, Program, RegistrationSite, ServerKey
from toolc.schema.constants import NotJsonError, json_value
from toolc.schema.mapping import Issue
from toolc.signature import Class, Constant, Definition, Given, NoDefault, Parameter, Type, UnknownConstant, undecided_code
from toolc.source import Span
from toolc.systems.base import Finding, Mark, Spelled, Subject, System, argument, declare_at, make_finding
from toolc.systems.shared.callables import registers
from toolc.systems.shared.hints import hint
from toolc.systems.shared.listed import lists
from toolc.systems.shared.model_names import is_field
from toolc.systems.shared.parameters import (
    as_findings,
    description_or,
    method_findings,
    refuse_tool,
    schema_unless_refused,
    tool_name,
    undecided_default,
    visible,
)
from toolc.systems.shared.quoted import out_of_reach
from toolc.systems.shared.spelling import NEWEST, Outcome, spell_type, written_default
from toolc.systems.shared.types import bare
from toolc.systems.shared.versions import version

NAME = "google-genai"
VERSIONS = {"google-genai": "3.3.0", "pydantic": NEWEST, "python": "3.14"}

_CONFIG: dict[str, Constant] = {"arbitrary_types_allowed": True}
_BYTES: dict[str, Constant] = {"ser_json_bytes": "base64"}
"""The configuration of google-genai's own models, under which a default is sent."""


def spell(subject: Subject) -> Spelled:
    """A function without parameters is declared without a schema, and its result not read."""
    signature = subject.signature
    description = description_or(subject, docstrings.clean(signature.doc or ""))
    if signature.callable == "class":
        message = f"`{signature.name}` is a class, of which google-genai makes no declaration"
        return refuse_tool(
            subject, [make_finding("TC204", message, signature.span, "unknown", "give it a function")], description
        )
    schema, findings = _parameters(subject)
    result: JsonSchema | None = None
    if schema and schema_unless_refused(schema, findings) is not None:
        result, said = _result_schema(subject)
        findings += said
    if subject.options.get("schema_form"):
        message = f"`{signature.name}` is declared in Gemini's own form; its `parameters_json_schema` is given here instead"
        findings.append(make_finding("TC380", message, signature.span, "approximate", "pass `use_json_schema=True`"))
    findings += method_findings(subject)
    told = schema_unless_refused(schema, findings)
    return Spelled(tool_name(subject), description, told, None if told is None else result, findings=tuple(findings))


def _parameters(subject: Subject) -> tuple[JsonSchema, list[Finding]]:
    """`root_defs.update(…)`: of two definitions of one name the later one stays."""
    properties: dict[str, JsonSchema] = {}
    definitions: dict[str, JsonSchema] = {}
    findings: list[Finding] = []
    for parameter in visible(subject):
        shown, own = _parameter(parameter, subject)
        findings += own
        inside = shown.pop("$defs", {})
        lost = [name for name, body in inside.items() if definitions.get(name, body) != body]
        findings += [_overwritten_name(name, parameter) for name in lost]
        definitions.update(inside)
        properties[parameter.name] = shown
    if not properties:
        return {}, findings
    schema: JsonSchema = {"type": "object", "properties": properties}
    if definitions:
        schema["$defs"] = definitions
    required = [one.name for one in visible(subject) if _is_required(one, properties[one.name])]
    return {**schema, "required": required}, findings


def _is_required(parameter: Parameter, shown: JsonSchema) -> bool:
    """`_get_required_fields_from_json_schema`: a parameter of any type never is."""
    optional = "default" in shown or not isinstance(parameter.default, NoDefault)
    return bool(shown) and (not optional or ("nullable" in shown and not shown["nullable"]))


def _overwritten_name(name: str, parameter: Parameter) -> Finding:
    message = f"`{name}` of parameter `{parameter.name}` replaces another definition of that name"
    return make_finding("TC381", message, parameter.span, help="give the classes names of their own")


def _parameter(parameter: Parameter, subject: Subject) -> tuple[JsonSchema, list[Finding]]:
    """The schema with its default, which is written as it stands."""
    signature = subject.signature
    if parameter.type is None:
        message = f"parameter `{parameter.name}` has no annotation: google-genai raises ValueError"
        return {}, [make_finding("TC382", message, parameter.span or signature.span, "refused", "annotate it")]
    type_ = parameter.type
    if parameter.name in signature.string_annotations:
        type_ = hint(parameter, version(subject, "python", VERSIONS["python"]))
    place = parameter.span or signature.span
    outcome = _adapter_schema(type_, parameter.name, subject)
    shown = dict(outcome.schema or {})
    findings = list(as_findings(outcome.issues, f"parameter `{parameter.name}`", place))
    if outcome.schema is None and schema_unless_refused({}, findings) is not None:
        findings.append(make_finding("TC308", f"parameter `{parameter.name}` has no JSON form", place, "refused"))
    if is_field(parameter.default):
        message = f"parameter `{parameter.name}`: its default is `Field(…)` itself, which is not JSON: sending the tool fails"
        findings.append(make_finding("TC383", message, place, "refused", "write `Annotated[T, Field(…)]`"))
    elif isinstance(parameter.default, Given):
        default, issues = written_default(parameter.default.value, _BYTES)
        findings += as_findings(issues, f"parameter `{parameter.name}`", place)
        shown |= {} if issues else {"default": default}
    elif isinstance(parameter.default, UnknownConstant):
        findings.append(undecided_default(parameter, place))
    return shown, findings


def _adapter_schema(type_: Type, name: str, subject: Subject) -> Outcome:
    """`Model.model_json_schema()`, or `TypeAdapter(T, config).json_schema()`, which takes no class with a configuration."""
    signature = subject.signature
    unread = name in signature.unresolved_names and name not in signature.string_annotations
    if unread or out_of_reach(type_, signature.definitions):
        return Outcome(None, (Issue("TC307", "pydantic may not find the class behind the name in quotes", "unknown"),))
    plain = bare(type_)
    definition = signature.definitions.get(plain.qualname) if isinstance(plain, Class) else None
    if definition is not None and definition.kind in ("model", "root_model") and type_ == plain:
        return spell_type(type_, signature.definitions, subject.version("pydantic"))
    if definition is not None and _has_config(definition, plain):
        message = f"`{definition.name}` may have a configuration of its own, which pydantic refuses here"
        return Outcome(None, (Issue("TC384", message, "refused"),))
    outcome = spell_type(type_, signature.definitions, subject.version("pydantic"), config=_CONFIG)
    schema = outcome.schema
    if schema and schema.get("maxItems") and len(schema.get("prefixItems", ())) == schema["maxItems"]:
        return replace(outcome, schema={**schema, "unevaluatedItems": False})
    return outcome


def _has_config(definition: Definition, type_: Type) -> bool:
    """pydantic 2.14 `_type_has_config`; with type arguments only a model is still a class."""
    if definition.kind in ("model", "root_model"):
        return True
    return definition.kind in ("dataclass", "typed_dict") and isinstance(type_, Class) and not type_.args


def _result_schema(subject: Subject) -> tuple[JsonSchema | None, list[Finding]]:
    """`response_json_schema`, of a result with an annotation: without a schema the declaration fails."""
    signature = subject.signature
    if signature.returns is None:
        return None, []
    outcome = _adapter_schema(signature.returns, "return", subject)
    findings = list(as_findings((replace(one, fidelity=_doubt(one)) for one in outcome.issues), "the result", signature.span))
    if outcome.schema is None and not findings:
        findings.append(make_finding("TC308", "the result has no JSON form", signature.span, "refused"))
    return outcome.schema, findings


def _doubt(issue: Issue) -> Fidelity:
    """Return the fidelity of a tool for an issue of its result, of which the arguments know nothing."""
    return "approximate" if issue.fidelity == "unknown" else issue.fidelity


# --- registrations ---------------------------------------------------------------------------------------------------


def _from_callable(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`FunctionDeclaration.from_callable(client=…, callable=f)` is in Gemini's own form unless it is asked for the other."""
    made = _CALLABLE(registration, program, server)
    if made is None or argument(registration, program, "use_json_schema") == ConstantValue(True):
        return made
    return replace(made, options={"schema_form": ConstantValue(True)})


def _declaration(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`FunctionDeclaration(name=…, description=…, parameters_json_schema={…})`; in a class of google-adk it is that tool's."""
    if registration.scope.within and registration.scope.within[-1].stmt.name == "_get_declaration":
        return None
    if registration.form != "call":
        return None
    given = {
        one: argument(registration, program, one) for one in ("name", "description", "parameters_json_schema", "parameters")
    }
    facts = {"name": given["name"], "description": given["description"]}
    if given["parameters_json_schema"] is None and given["parameters"] is not None:
        span = program.span(registration.scope, registration.at, registration.end)
        lost = Diagnostic("TC203", "the parameters are a `Schema` of Gemini's own", span, help="pass `parameters_json_schema=`")
        return declare_at(registration, NAME, server, diagnostics=(lost,), **facts)
    results = {one: argument(registration, program, one) for one in _RESULTS}
    options = {one: value for one, value in results.items() if value not in (None, ConstantValue(None))}
    schema = given["parameters_json_schema"] or ConstantValue({})
    return declare_at(registration, NAME, server, schema=schema, options=options, **facts)


def _facts(options: Mapping[str, Constant], version: Callable[[str], str | None], span: Span) -> Mapping[str, Any]:
    """Return the schema of the result that a declaration is given."""
    try:
        if "response" in options:
            raise NotJsonError("it is a `Schema` of Gemini's own")
        return {"output_schema": json_value(options.get("response_json_schema"))}
    except NotJsonError as reason:
        message = f"the schema of the tool's result is not known: {reason}"
        return {"findings": (make_finding(undecided_code(str(reason), "TC203"), message, span, "approximate"),)}


_RESULTS = ("response_json_schema", "response")
_CALLABLE = registers(NAME, "callable")
_TYPES = "google.genai.types"
_MARKS: dict[str, Mark] = {
    f"{_TYPES}.GenerateContentConfig": lists(NAME, "tools"),
    f"{_TYPES}.LiveConnectConfig": lists(NAME, "tools"),
    f"{_TYPES}.FunctionDeclaration": _declaration,
    f"{_TYPES}.FunctionDeclaration.from_callable": _from_callable,
    f"{_TYPES}.FunctionDeclaration.from_callable_with_api_option": _from_callable,
}

SYSTEM = System(
    name=NAME,
    about="functions in GenerateContentConfig(tools=[…]) and FunctionDeclaration of google-genai",
    envelope="plain",
    marks=_MARKS,
    spell=spell,
    package="google.genai",
    versions=VERSIONS,
    distribution="google-genai",
    facts=_facts,
)
