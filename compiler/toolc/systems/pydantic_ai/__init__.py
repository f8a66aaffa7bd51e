"""pydantic-ai: tools of agents and toolsets, and `Tool(…)`.

Takes signatures, gives the parameters of `ToolDefinition`: the keys of a typed dict without titles, or the one model itself
(pydantic-ai-slim 2.68.0). `marks` reads registrations, `docs` docstrings.
"""

from toolc import docstrings
from toolc.docstrings import Described, Style
from toolc.ir import JsonSchema
from toolc.schema.constants import NotJsonError, json_value
from toolc.schema.pointer import find
from toolc.signature import Annotated, Class, Constant, Generic, Parameter, Plain
from toolc.systems.base import Finding, Spelled, Subject, System, make_finding
from toolc.systems.pydantic_ai.docs import STYLES, describe_parts
from toolc.systems.pydantic_ai.marks import MARKS, NAME, OBJECTS, SERVERS
from toolc.systems.shared.hints import unreadable
from toolc.systems.shared.mcp_options import undecided_options
from toolc.systems.shared.parameters import (
    docstring_findings,
    method_findings,
    model_findings,
    refuse_tool,
    schema_unless_refused,
)
from toolc.systems.shared.quoted import misread_findings
from toolc.systems.shared.spelling import NEWEST, spell_keys, spell_type
from toolc.systems.shared.versions import version

VERSIONS = {"pydantic-ai-slim": "2.68.0", "pydantic": NEWEST, "python": "3.14"}
_OPTIONS = {"takes_ctx": (bool,), "docstring_format": (str,), "require_parameter_descriptions": (bool,), "strict": (bool,)}
_MODELS = ("model", "root_model", "dataclass", "typed_dict")


def spell(subject: Subject) -> Spelled:
    """`Tool(f)`; an empty name counts as none, an empty description does not."""
    signature = subject.signature
    name = subject.name or signature.name
    if "json_schema" in subject.options:
        return _spell_given(subject, subject.options["json_schema"])
    if signature.callable == "class":
        message = f"`{signature.name}` is a class: what becomes of it only the running program knows"
        return refuse_tool(subject, [make_finding("TC204", message, signature.span, "unknown", "give it a function")])
    raw = None if signature.doc is None else docstrings.of(signature, version(subject, "python", VERSIONS["python"]))
    doc = describe_parts(raw, _style(subject))
    shown, findings = _shown_parameters(subject, doc)
    schema, text, issues = _schema(subject, shown, doc)
    findings = (
        *findings,
        *issues,
        *misread_findings(signature, subject.hidden),
        *unreadable(signature),
        *_check_return(subject),
        *_unfollowed_schemas(subject),
        *undecided_options(subject, _OPTIONS),
        *docstring_findings(signature, doc.known, NAME),
        *method_findings(subject),
    )
    description = text if subject.description is None else subject.description
    strict = subject.options.get("strict")
    asked = strict if isinstance(strict, bool) else None
    return Spelled(name, description, schema_unless_refused(schema, findings), strict=asked, findings=findings)


def _spell_given(subject: Subject, given: Constant) -> Spelled:
    """`Tool.from_schema`: the schema is taken as it stands."""
    place, name = subject.signature.span, subject.name or subject.signature.name
    try:
        schema = json_value(given)
    except NotJsonError as reason:
        return Spelled(
            name,
            subject.description,
            findings=(make_finding("TC203", f"the tool's parameters are not known: {reason}", place, "unknown"),),
        )
    if not isinstance(schema, dict):
        message = "the tool's parameters are not a JSON object"
        return Spelled(name, subject.description, findings=(make_finding("TC203", message, place, "unknown"),))
    return Spelled(name, subject.description, schema)


# --- parameters ------------------------------------------------------------------------------------------------------


def _shown_parameters(subject: Subject, doc: Described) -> tuple[list[Parameter], tuple[Finding, ...]]:
    """The parameters without the context, which comes first and is told by its type unless the registration says it."""
    signature = subject.signature
    first = signature.parameters[0] if signature.parameters else None
    asked = subject.options.get("takes_ctx")
    takes = asked if isinstance(asked, bool) else first is not None and is_context(first)
    shown = [one for one in signature.parameters if one.name not in subject.hidden]
    findings: list[Finding] = []
    if takes and first is not None:
        shown = [one for one in shown if one is not first]
        if first.type is not None and not is_context(first):
            message = f"parameter `{first.name}` is to take the context, but is not a RunContext: pydantic-ai raises UserError"
            help_ = "annotate it with RunContext[…], or use `tool_plain`"
            findings.append(make_finding("TC361", message, first.span or signature.span, "refused", help_))
    for one in filter(is_context, shown):
        why = "but is not the first" if takes else "but the tool takes none"
        message = f"parameter `{one.name}` takes the context of the run, {why}: pydantic-ai raises UserError"
        help_ = "make it the first parameter" if takes or one is not first else "register the function with `tool`"
        findings.append(make_finding("TC361", message, one.span or signature.span, "refused", help_))
    shown = [one for one in shown if not is_context(one)]
    missing = [one.name for one in shown if one.name not in doc.parameters]
    if subject.options.get("require_parameter_descriptions") is True and missing:
        message = f"the docstring says nothing about `{missing[0]}`: pydantic-ai raises UserError"
        findings.append(make_finding("TC362", message, signature.span, "refused", "describe every parameter in the docstring"))
    return shown, tuple(findings)


def is_context(parameter: Parameter) -> bool:
    """`RunContext`, with or without its argument; not inside `Annotated` or a union."""
    return isinstance(parameter.type, Plain | Generic) and _name(parameter.type) == "pydantic_ai.RunContext"


def _name(type_: Plain | Generic) -> str:
    return type_.name if isinstance(type_, Plain) else type_.origin


def _schema(
    subject: Subject, shown: list[Parameter], doc: Described
) -> tuple[JsonSchema | None, str | None, tuple[Finding, ...]]:
    """The schema and the description: that of the one model where the function has none."""
    signature = subject.signature
    unwrapped = len(shown) == 1 and _is_model(shown[0], subject)
    outcome = spell_keys(shown, signature.definitions, doc.parameters, unwrapped, subject.version("pydantic"))
    findings = model_findings(outcome.issues, "", signature)
    schema, text = outcome.schema, doc.text
    if schema is None:
        refused_already = any(finding.fidelity == "refused" for finding in findings)
        message = f"`{signature.name}`: a parameter has no JSON form"
        more = () if refused_already else (make_finding("TC308", message, signature.span, "refused"),)
        return None, text, (*findings, *more)
    if unwrapped and not text:
        text = schema.get("description")
        schema = {key: value for key, value in schema.items() if key != "description"}
    whole = _object(schema)
    if whole is None and schema_unless_refused({}, findings) is not None:
        message = f"parameter `{shown[0].name}` stands for all parameters, but is not an object: pydantic-ai raises UserError"
        return None, text, (*findings, make_finding("TC308", message, shown[0].span, "refused", "take a second parameter"))
    return whole, text, findings


def _is_model(parameter: Parameter, subject: Subject) -> bool:
    """`is_model_like`: a class that is a model, a dataclass or a typed dict; of those with arguments only models."""
    type_ = parameter.type
    if parameter.kind in ("var_positional", "var_keyword") or isinstance(type_, Annotated):
        return False
    if not isinstance(type_, Class):
        return type_ == Plain("pydantic.BaseModel") or (isinstance(type_, Generic) and type_.origin == "pydantic.RootModel")
    definition = subject.signature.definitions.get(type_.qualname)
    if definition is None or definition.kind not in _MODELS:
        return False
    return not type_.args or definition.kind in ("model", "root_model")


def _object(schema: JsonSchema) -> JsonSchema | None:
    """A reference to an object without references is that object; None where the whole is no object."""
    if schema.get("type") == "object":
        return schema
    if not schema.get("$ref"):
        return None
    target = find(schema, schema["$ref"])
    plain = isinstance(target, dict) and target.get("type") == "object" and not _refers(target)
    return target if plain else schema


def _refers(value: Constant) -> bool:
    if isinstance(value, dict):
        return "$ref" in value or any(map(_refers, value.values()))
    return isinstance(value, list) and any(map(_refers, value))


# --- options ---------------------------------------------------------------------------------------------------------


def _style(subject: Subject) -> Style | None:
    given = subject.options.get("docstring_format")
    return next((style for style in STYLES if style == given), None)


def _check_return(subject: Subject) -> tuple[Finding, ...]:
    """pydantic-ai makes a schema of what is returned; it catches some of pydantic's errors, others it lets through."""
    signature, returns = subject.signature, subject.signature.returns
    if returns is None or (isinstance(returns, Plain | Generic) and _name(returns).endswith(".ToolReturn")):
        return ()
    outcome = spell_type(returns, signature.definitions, subject.version("pydantic"), "serialization")
    if outcome.schema is not None or outcome.unsupported:
        return ()
    message = f"`{signature.name}`: pydantic raises an error for the return type, which pydantic-ai may let through"
    return (make_finding("TC316", message, signature.span, "approximate", "return another type"),)


def _unfollowed_schemas(subject: Subject) -> tuple[Finding, ...]:
    """Schemas that are made in another way than pydantic-ai's own."""
    place, definitions = subject.signature.span, subject.signature.definitions
    made = []
    if subject.options.get("schema_generator") is not None:
        made.append(make_finding("TC310", "`schema_generator` is code that is not run", place, "unknown"))
    for one in definitions.values():
        if any(ancestor.endswith("UseEnumMemberDocstrings") for ancestor in one.ancestors):
            message = f"`{one.name}`: docstrings of enum members are not read"
            made.append(make_finding("TC316", message, place, "unknown"))
    return tuple(made)


SYSTEM = System(
    name=NAME,
    about="tools of pydantic-ai's agents and toolsets",
    types_from="annotations",
    decisive={
        f"{module}.FunctionToolset": frozenset({"get_tools", "add_function", "add_tool", "tool", "tool_plain"})
        for module in ("pydantic_ai", "pydantic_ai.toolsets", "pydantic_ai.toolsets.function")
    },
    envelope="plain",
    marks=MARKS,
    spell=spell,
    package="pydantic_ai",
    servers=SERVERS,
    objects=OBJECTS,
    versions=VERSIONS,
    distribution="pydantic-ai-slim",
)
