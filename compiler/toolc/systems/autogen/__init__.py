"""autogen: `FunctionTool`, functions in the `tools` of an assistant, and subclasses of `BaseTool`. `marks` reads registrations.

Takes signatures and models, gives `schema["parameters"]`: a model of the parameters with its definitions written out
(autogen-core 0.7.5 `tools/_function_tool.py`, `_function_utils.py`, `tools/_base.py`).
"""

from toolc import docstrings
from toolc.ir import JsonSchema
from toolc.schema.reshape import Cyclic, inline_references
from toolc.signature import Annotated, CallConstant, Constant, Factory, Field, Parameter, Type, Unresolved
from toolc.systems.autogen.marks import MARKS, MODEL, NAME
from toolc.systems.base import Finding, Spelled, Subject, System, make_finding
from toolc.systems.shared.created import given_model
from toolc.systems.shared.hints import hint
from toolc.systems.shared.model_names import CONFIG, PROTECTED, is_field, no_configuration, private, protected_name
from toolc.systems.shared.parameters import model_findings, refuse_tool, schema_unless_refused, tool_name
from toolc.systems.shared.quoted import misread_findings
from toolc.systems.shared.spelling import NEWEST, spell_model
from toolc.systems.shared.versions import version

VERSIONS = {"autogen-core": "0.7.5", "pydantic": NEWEST, "python": "3.14"}

_TOKEN = "cancellation_token"


def spell(subject: Subject) -> Spelled:
    """`FunctionTool(f, description, name)`; the docstring describes what an assistant is given."""
    if MODEL in subject.options:
        return _of_model(subject)
    signature = subject.signature
    name = subject.name or signature.name
    description = subject.description
    if description is None:
        description = docstrings.of(signature, version(subject, "python", VERSIONS["python"]))
    if signature.callable == "class":
        message = f"`{signature.name}` is not a function: what it takes only the running program knows"
        return refuse_tool(
            subject, [make_finding("TC204", message, signature.span, "unknown", "give it a function")], description
        )
    findings: list[Finding] = [*misread_findings(signature), *_result(subject)]
    fields = [field for one in signature.parameters for field in _fields(one, subject, findings)]
    title = f"{name}args"
    outcome = spell_model(fields, signature.definitions, title, None, subject.version("pydantic"))
    findings += model_findings(outcome.issues, title, signature)
    if outcome.schema is None and schema_unless_refused({}, findings) is not None:
        findings.append(make_finding("TC308", f"`{name}`: a parameter has no JSON form", signature.span, "refused"))
    schema = _sent_schema(outcome.schema, subject, findings) if outcome.schema is not None else None
    return Spelled(
        name, description, schema_unless_refused(schema, findings), strict=_strict(subject), findings=tuple(findings)
    )


def _of_model(subject: Subject) -> Spelled:
    """A tool class has what it hands to `BaseTool`: the model of its arguments as it stands, its description always."""
    name = tool_name(subject)
    model, findings = given_model(subject, MODEL, subject.options[MODEL], name)
    if model is None and schema_unless_refused({}, findings) is not None:
        findings.append(make_finding("TC308", f"`{name}`: a field has no JSON form", subject.signature.span, "refused"))
    schema = _sent_schema(model, subject, findings) if model is not None else None
    text = subject.description or ""
    return Spelled(name, text, schema_unless_refused(schema, findings), strict=_strict(subject), findings=tuple(findings))


def _strict(subject: Subject) -> bool | None:
    asked = subject.options.get("strict")
    return asked if isinstance(asked, bool) else None


def _sent_schema(model: JsonSchema, subject: Subject, findings: list[Finding]) -> JsonSchema | None:
    """`BaseTool.schema`."""
    signature = subject.signature
    try:
        whole = inline_references(model, beside=False)
    except Cyclic:
        message = f"`{tool_name(subject)}`: a class that contains itself is written out without end"
        findings.append(make_finding("TC392", message, signature.span, "refused"))
        return None
    if "properties" not in whole:
        message = f"`{tool_name(subject)}`: the model of its arguments has no fields, and autogen raises KeyError"
        findings.append(make_finding("TC308", message, signature.span, "refused", "give it a model with fields"))
        return None
    required = whole.get("required", [])
    if subject.options.get("strict") and whole.get("additionalProperties"):
        message = (
            f"`{tool_name(subject)}`: strict mode takes no further arguments, which the model allows: autogen raises ValueError"
        )
        findings.append(
            make_finding("TC360", message, signature.span, "refused", "forbid them in the model, or drop the strict mode")
        )
    if subject.options.get("strict") and set(required) != set(whole["properties"]):
        message = f"`{tool_name(subject)}`: a parameter has a default, which strict mode does not allow"
        findings.append(make_finding("TC391", message, signature.span, "refused", "take the default away, or the strict mode"))
    return {
        "type": "object",
        "properties": whole["properties"],
        "required": required,
        "additionalProperties": whole.get("additionalProperties", False),
    }


def _result(subject: Subject) -> list[Finding]:
    """`typing.get_type_hints` reads the annotation of the result too."""
    returns = subject.signature.returns
    if not isinstance(returns, Unresolved):
        return []
    return [make_finding(returns.code or "TC307", f"the result: {returns.reason}", subject.signature.span, "approximate")]


# --- fields ----------------------------------------------------------------------------------------------------------


def _fields(parameter: Parameter, subject: Subject, findings: list[Finding]) -> tuple[Field, ...]:
    """Stars are parameters like any other; every one has a description, at least its name."""
    place = parameter.span or subject.signature.span
    if parameter.name in subject.hidden:
        return ()
    if parameter.type is None:
        message = f"parameter `{parameter.name}` has no annotation: autogen raises KeyError"
        findings.append(make_finding("TC382", message, place, "refused", "annotate it"))
        return ()
    if parameter.name == _TOKEN:
        return ()
    if (problem := _check_name(parameter)) is not None:
        findings.append(problem)
        return ()
    type_ = hint(parameter, version(subject, "python", VERSIONS["python"]))
    plain, first = _take_apart(type_)
    text = first[0] if first else parameter.name
    if not isinstance(text, str):
        message = f"parameter `{parameter.name}`: what describes it is not text, and autogen raises ValueError"
        findings.append(make_finding("TC390", message, place, "refused", 'write `Annotated[T, "text"]`'))
        return ()
    if parameter.kind in ("var_positional", "var_keyword"):
        message = f"models are shown `{parameter.name}` as a parameter of that name"
        findings.append(make_finding("TC352", message, place, help="take a list or a dict instead"))
    described = Annotated(plain, (CallConstant("pydantic.Field", (), {"description": text}),))
    default = Factory() if is_field(parameter.default) else parameter.default  # `Field(…)` is a value that is no JSON
    return (Field(parameter.name, described, default, span=parameter.span),)


def _take_apart(type_: Type) -> tuple[Type, tuple[Constant, ...]]:
    """The type without its own metadata, and the first item of that, if there is any: `None` is one (`conbytes` has it)."""
    return (type_.type, type_.metadata[:1]) if isinstance(type_, Annotated) else (type_, ())


def _check_name(parameter: Parameter) -> Finding | None:
    """Every field is made with `Field(…)`, which pydantic does not take under these names."""
    if parameter.name == CONFIG:
        return no_configuration(parameter.span)
    if parameter.name in PROTECTED:
        return protected_name(parameter.name, parameter.span)
    return private(parameter.name, parameter.span) if parameter.name.startswith("_") else None


SYSTEM = System(
    name=NAME,
    about="FunctionTool and tool classes of autogen, and functions in AssistantAgent(tools=[…])",
    envelope="plain",
    marks=MARKS,
    spell=spell,
    package="autogen_core",
    versions=VERSIONS,
    distribution="autogen-core",
)
