"""agent-framework: `@tool`, `FunctionTool`, and functions in the `tools` of an agent.

Takes signatures, gives `parameters()`: a model of the parameters, or the model or schema that was given (agent-framework-core
1.23.0 `_tools.FunctionTool`).
"""

from toolc import docstrings
from toolc.ir import JsonSchema
from toolc.program import ConstantValue, Declaration, Program, RegistrationSite, ServerKey, Value
from toolc.schema.constants import NotJsonError, json_value
from toolc.signature import Annotated, CallConstant, Class, Constant, Field, Generic, Parameter, Plain, Type, Union, Unresolved
from toolc.systems.base import Finding, Mark, Spelled, Subject, System, argument, declare_at, make_finding
from toolc.systems.shared.callables import declaration, decorator
from toolc.systems.shared.hints import hint
from toolc.systems.shared.listed import lists
from toolc.systems.shared.model_names import as_fields
from toolc.systems.shared.parameters import as_findings, model_findings, refuse_tool, schema_unless_refused
from toolc.systems.shared.quoted import misread_findings
from toolc.systems.shared.spelling import NEWEST, spell_model, spell_type
from toolc.systems.shared.types import bare
from toolc.systems.shared.versions import version

NAME = "agent-framework"
VERSIONS = {"agent-framework-core": "1.23.0", "pydantic": NEWEST, "python": "3.14"}

_CONTEXT = "agent_framework.FunctionInvocationContext"
_STRING = Plain("builtins.str")


def spell(subject: Subject) -> Spelled:
    """An empty name or description counts as none."""
    signature = subject.signature
    name = subject.name or signature.name
    derived = docstrings.of(signature, version(subject, "python", VERSIONS["python"]))
    description = subject.description or ("" if subject.options.get("object") else derived)
    if signature.callable == "class":
        message = f"`{signature.name}` is a class, of which toolc makes no tool here"
        return refuse_tool(
            subject, [make_finding("TC204", message, signature.span, "unknown", "give it a function")], description
        )
    findings: list[Finding] = []
    given = subject.options.get("input_model")
    shown = _shown_parameters(subject, findings)
    schema = _inferred_schema(subject, name, shown, findings) if given is None else _given_schema(subject, given, findings)
    return Spelled(name, description, schema_unless_refused(schema, findings), findings=tuple(findings))


def _inferred_schema(subject: Subject, name: str, shown: list[Parameter], findings: list[Finding]) -> JsonSchema | None:
    """`create_model(f"{name}_input", …)`."""
    signature = subject.signature
    findings += [*misread_findings(signature), *_unread_findings(subject)]
    config: dict[str, Constant] = {}
    title = f"{name}_input"
    fields = [_field(one, subject) for one in as_fields(shown, findings, config)]
    outcome = spell_model(fields, signature.definitions, title, config, subject.version("pydantic"))
    findings += model_findings(outcome.issues, title, signature)
    if outcome.schema is None and schema_unless_refused({}, findings) is not None:
        findings.append(make_finding("TC308", f"`{name}`: a parameter has no JSON form", signature.span, "refused"))
    return outcome.schema


def _given_schema(subject: Subject, given: Constant, findings: list[Finding]) -> JsonSchema | None:
    """`schema=`: a model, or a JSON Schema that is taken as it stands."""
    signature = subject.signature
    if isinstance(given, Class):
        outcome = spell_type(given, signature.definitions, subject.version("pydantic"))
        findings += as_findings(outcome.issues, f"`{signature.name}`", signature.span)
        return outcome.schema
    try:
        schema = json_value(given)
    except NotJsonError as reason:
        findings.append(make_finding("TC203", f"the tool's parameters are not known: {reason}", signature.span, "unknown"))
        return None
    if not isinstance(schema, dict):
        findings.append(make_finding("TC203", "the tool's parameters are not a JSON object", signature.span, "unknown"))
        return None
    return schema


# --- parameters ------------------------------------------------------------------------------------------------------


def _shown_parameters(subject: Subject, findings: list[Finding]) -> list[Parameter]:
    """Stars, receivers by name, and the one parameter that takes the context are not shown."""
    signature = subject.signature
    named = [one for one in signature.parameters if one.name not in ("self", "cls", *subject.hidden)]
    contexts = [one.name for one in named if one.type is not None and _takes_context(one.type)]
    if len(contexts) > 1:
        message = f"`{signature.name}` takes the context twice: agent-framework raises ValueError"
        findings.append(make_finding("TC389", message, signature.span, "refused", "take it once"))
    starred = ("var_positional", "var_keyword")
    return [one for one in named if one.name not in contexts and one.kind not in starred]


def _takes_context(type_: Type) -> bool:
    """The class itself, or anything with the class as argument."""
    whole = bare(type_)
    inside = whole.members if isinstance(whole, Union) else whole.args if isinstance(whole, Generic) else (whole,)
    return any(isinstance(one, Plain) and one.name == _CONTEXT for one in map(bare, inside))


def _field(parameter: Parameter, subject: Subject) -> Field:
    """A parameter without a type is a string."""
    type_ = (
        _STRING if parameter.type is None else _describe_type(hint(parameter, version(subject, "python", VERSIONS["python"])))
    )
    return Field(parameter.name, type_, parameter.default, span=parameter.span)


def _describe_type(type_: Type) -> Type:
    """`Annotated[T, "text", …]`: the text describes the parameter, and whatever stands behind it is lost."""
    if not isinstance(type_, Annotated) or not type_.metadata or not isinstance(type_.metadata[0], str):
        return type_
    return Annotated(type_.type, (CallConstant("pydantic.Field", (), {"description": type_.metadata[0]}),))


def _unread_findings(subject: Subject) -> list[Finding]:
    """One name that cannot be found costs all annotations their reading; those in quotes are then looked up elsewhere."""
    signature = subject.signature
    types = [one.type for one in signature.parameters] + [signature.returns]
    if not signature.string_annotations or not any(isinstance(one, Unresolved) for one in types):
        return []
    message = f"`{signature.name}`: if a name is missing when it runs, agent-framework reads none of the annotations in quotes"
    return [make_finding("TC307", message, signature.span, "unknown", "import the name outside of `if TYPE_CHECKING`")]


# --- registrations ---------------------------------------------------------------------------------------------------


def _function_tool(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`FunctionTool(name=…, description=…, func=f, input_model=…)`; without a function it declares what others do."""
    if registration.form != "call":
        return None
    asked = ("name", "description", "func", "input_model")
    given = {one: value for one in asked if (value := argument(registration, program, one)) not in (None, ConstantValue(None))}
    function = given.pop("func", None)
    # Its description is what is given, never the docstring.
    facts: dict[str, Value | None] = {"description": ConstantValue(""), "object": ConstantValue(True), **given}
    if function is not None:
        return declaration(registration, program, server, NAME, function, facts)
    name, description = facts.pop("name", None), facts.pop("description")
    return declare_at(registration, NAME, server, name=name, description=description, options=facts)


_TOOL = ("agent_framework.tool", "agent_framework._tools.tool")
_AGENTS = ("agent_framework.Agent", "agent_framework.RawAgent", "agent_framework.ChatAgent")
_MARKS: dict[str, Mark] = {
    **dict.fromkeys(_TOOL, decorator(NAME, input_model="schema")),
    "agent_framework.FunctionTool": _function_tool,
    **dict.fromkeys(_AGENTS, lists(NAME, "tools", _TOOL)),
}

SYSTEM = System(
    name=NAME,
    about="@tool, FunctionTool and functions in Agent(tools=[…]) of agent-framework",
    envelope="plain",
    marks=_MARKS,
    spell=spell,
    package="agent_framework",
    versions=VERSIONS,
    distribution="agent-framework-core",
)
