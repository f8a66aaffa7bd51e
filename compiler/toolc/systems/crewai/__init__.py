"""crewai: `@tool` and subclasses of `BaseTool`.

Takes signatures and models, gives `args_schema`: a model of the parameters as they are annotated (crewai 1.15.30
`tools/base_tool.py`, which asks for pydantic before 2.13). `marks` reads registrations.
"""

from collections.abc import Mapping

from toolc import docstrings
from toolc.ir import JsonSchema
from toolc.signature import ANY, Constant, Field, Parameter, Signature
from toolc.systems.base import Finding, Spelled, Subject, System, make_finding
from toolc.systems.crewai.marks import MARKS, NAME
from toolc.systems.shared.created import given_model, unread_names
from toolc.systems.shared.model_names import as_fields
from toolc.systems.shared.parameters import method_findings, model_findings, refuse_tool, schema_unless_refused, tool_name
from toolc.systems.shared.spelling import spell_model
from toolc.systems.shared.versions import version

VERSIONS = {"crewai": "1.15.30", "pydantic": "2.12.5", "python": "3.14"}

_EMPTIED = "crewai sends it in strict mode, where an object without named keys can only be empty"

_IMPORTED = frozenset("Any Awaitable Callable BaseModel PydanticBaseModel".split())
"""Types that `crewai.tools.base_tool` imports, where pydantic looks names in quotes up."""


def spell(subject: Subject) -> Spelled:
    """A class's `args_schema`, or a model of what `_run` or the function takes."""
    signature = subject.signature
    given = subject.options.get("args_schema")
    of = subject.options.get("class")
    findings: list[Finding] = []
    if given is None and signature.callable == "class":
        message = "the tool is made from a class, which toolc does not follow"
        return refuse_tool(subject, [make_finding("TC316", message, signature.span, "unknown")])
    if given is not None:
        schema, findings = given_model(subject, "args_schema", given, tool_name(subject))
    else:
        own = isinstance(of, str)
        title = f"{of}Schema" if own else "".join(tool_name(subject).split()).title()
        schema, findings = _created_schema(subject, title, ("self",) if own else ())
        findings += () if own else method_findings(subject)
    description = subject.description
    if of is None and description is None:
        description = docstrings.of(signature, version(subject, "python", VERSIONS["python"]))
    if of is None and signature.doc is None and given is None:
        message = f"`{signature.name}` has no docstring: crewai raises ValueError"
        findings.append(make_finding("TC306", message, signature.span, "refused", "write a docstring"))
    findings += _emptied_maps(schema, signature)
    name = of if isinstance(of, str) and subject.name is None else tool_name(subject)  # which is not known then
    return Spelled(name, description, schema_unless_refused(schema, findings), closed=False, findings=tuple(findings))


def _emptied_maps(schema: JsonSchema | None, signature: Signature) -> list[Finding]:
    """`force_additional_properties_false` of crewai 1.15.30: a map is sent as an object that takes no key."""
    places = {one.name: one.span for one in signature.parameters}
    properties: Mapping[str, JsonSchema] = (schema or {}).get("properties", {})
    return [
        make_finding(
            "TC394", f"parameter `{name}`: {_EMPTIED}", places.get(name) or signature.span, help="name the keys in a model"
        )
        for name, inner in properties.items()
        if _maps(inner)
    ]


def _maps(schema: JsonSchema) -> bool:
    """Return `True` if the schema, or a union member or item in it, is an object without declared keys."""
    inner = [
        *schema.get("anyOf", ()),
        *(schema[key] for key in ("items", "additionalProperties") if isinstance(schema.get(key), dict)),
    ]
    return (schema.get("type") == "object" and not schema.get("properties")) or any(map(_maps, inner))


def _created_schema(subject: Subject, title: str, left_out: tuple[str, ...]) -> tuple[JsonSchema | None, list[Finding]]:
    """Stars are no fields, nor is `self` of a class's own method."""
    signature = subject.signature
    plain = [
        one
        for one in signature.parameters
        if one.name not in (*left_out, *subject.hidden) and one.kind not in ("var_positional", "var_keyword")
    ]
    findings: list[Finding] = []
    config: dict[str, Constant] = {}
    shown = as_fields(plain, findings, config)
    findings += unread_names(shown, signature, "crewai", _IMPORTED)
    outcome = spell_model(list(map(_field, shown)), signature.definitions, title, config, subject.version("pydantic"))
    findings += model_findings(outcome.issues, title, signature)
    if outcome.schema is None and schema_unless_refused({}, findings) is not None:
        findings.append(
            make_finding("TC308", f"`{tool_name(subject)}`: a parameter has no JSON form", signature.span, "refused")
        )
    return outcome.schema, findings


def _field(parameter: Parameter) -> Field:
    return Field(parameter.name, ANY if parameter.type is None else parameter.type, parameter.default, span=parameter.span)


SYSTEM = System(
    name=NAME,
    about="@tool functions and BaseTool classes of crewai",
    decisive={"crewai.tools.BaseTool": frozenset({"_generate_description", "_set_args_schema"})},
    envelope="plain",
    marks=MARKS,
    spell=spell,
    package="crewai",
    versions=VERSIONS,
    distribution="crewai",
    shows=True,
)
