"""The MCP Python SDK: `FastMCP` of mcp 1.x and `MCPServer` of mcp 2.x.

Takes signatures, gives the schemas of `Tool.from_function`: pydantic's spelling of a model of the parameters, with the
quirks of `func_metadata` (mcp 1.30.0 and 2.3.0, run with pydantic 2.14.3). `marks` reads registrations.
"""

from collections.abc import Mapping

from toolc import docstrings
from toolc.ir import JsonSchema
from toolc.signature import (
    ANY,
    NO_DEFAULT,
    Annotated,
    CallConstant,
    Constant,
    Default,
    Factory,
    Field,
    Given,
    NoDefault,
    Parameter,
)
from toolc.systems.base import Finding, Spelled, Subject, System, make_finding
from toolc.systems.mcp.components import LAST_1, info, prompt, resource
from toolc.systems.mcp.marks import MARKS, SERVERS
from toolc.systems.mcp.output import Case, Output, output, sent_schema
from toolc.systems.mcp.types import hidden_parameters
from toolc.systems.shared.mcp_objects import sent_facts
from toolc.systems.shared.mcp_options import text, undecided_options
from toolc.systems.shared.model_names import configuration, hides_model_fields, no_configuration, swallowed_name
from toolc.systems.shared.parameters import as_findings, method_findings, model_findings, refuse_tool, schema_unless_refused
from toolc.systems.shared.quoted import out_of_reach
from toolc.systems.shared.spelling import NEWEST, spell_model
from toolc.systems.shared.versions import version
from toolc.types.operations import annotate

NAME = "mcp"
VERSIONS = {"mcp": "2.3.0", "pydantic": NEWEST, "python": "3.14"}
STRUCTURED = (1, 10)
"""The first version whose tools have output schemas and titles (mcp 1.10.1 `func_metadata`; 1.9.4 knows neither)."""

_CONFIG: Mapping[str, Constant] = {"arbitrary_types_allowed": True}
_INHERITED: Mapping[str, Default] = {
    "model_fields": Given({}),
    "model_computed_fields": Given({}),
    "model_extra": Factory(),
    "model_fields_set": Factory(),
}
"""Attributes of BaseModel that are no functions become the default of a parameter of their name; two show no value."""


_METHODS = frozenset(
    """construct copy dict from_orm json model_construct model_copy model_dump model_dump_json model_json_schema
    model_parametrized_name model_post_init model_rebuild model_validate model_validate_json model_validate_strings
    parse_file parse_obj parse_raw schema schema_json update_forward_refs validate""".split()
)
"""Attributes of BaseModel that are functions: a parameter of their name becomes a field with that alias."""


_OPTIONS = {"title": (str,), "structured_output": (bool,)}
"""The shapes of the options that show."""


def newest(modules: frozenset[str]) -> dict[str, str]:
    """`mcp.server.fastmcp` is gone since mcp 2."""
    old = any(f"{module}.".startswith("mcp.server.fastmcp.") for module in modules)
    return {"mcp": LAST_1} if old else {}


def spell(subject: Subject) -> Spelled:
    """`Tool.from_function`; an empty name or description counts as none, an empty title stays."""
    signature = subject.signature
    if subject.options.get("uncalled"):
        message = "`@tool` must be called: the SDK raises TypeError"
        return refuse_tool(subject, [make_finding("TC317", message, signature.span, "refused", "write `@tool()`")])
    mcp, python = (version(subject, name, VERSIONS[name]) for name in ("mcp", "python"))
    schema, findings = _input(subject, mcp[0])
    case = Case(signature, subject.options.get("structured_output"), mcp, python, subject.version("pydantic"))
    result = output(case) if mcp >= STRUCTURED else Output()
    findings += as_findings(result.issues, f"`{signature.name}`", signature.span)
    result = result if schema_unless_refused(schema, findings) is not None else Output()
    sent = sent_facts(subject.options, mcp[0])
    return Spelled(
        subject.name or signature.name,
        subject.description or docstrings.of(signature, python),
        schema_unless_refused(schema, findings),
        result.schema,
        title=text(subject.options.get("title")),
        unwrap=result.unwrap,
        result_schema=sent_schema(case, result),
        **sent.fields,
        findings=(
            *findings,
            *undecided_options(subject, _OPTIONS),
            *sent.findings(signature.span),
            *method_findings(subject),
        ),
    )


def _input(subject: Subject, major: int) -> tuple[JsonSchema | None, tuple[Finding, ...]]:
    """The model of the arguments; `*args` and `**kwargs` are parameters like any other."""
    signature = subject.signature
    left_out = {*subject.hidden, *hidden_parameters(signature, major)}
    findings: list[Finding] = []
    fields: list[Field] = []
    config = dict(_CONFIG)
    for parameter in signature.parameters:
        if parameter.name in subject.hidden:
            continue
        place = parameter.span or signature.span
        if parameter.name.startswith("_"):
            message = f"parameter `{parameter.name}`: names must not start with `_`"
            findings.append(make_finding("TC313", message, place, "refused", "give it another name"))
        elif parameter.name == "model_config" and parameter.name not in left_out:
            findings.append(_model_config(parameter, config))
        elif parameter.name in left_out:
            continue
        elif parameter.name in signature.unresolved_names or out_of_reach(parameter.type, signature.definitions):
            findings.append(_unread_annotation(parameter, major))
        elif major >= 2 and (hiding := hides_model_fields(parameter, "the SDK")) is not None:
            findings.append(hiding)
        else:
            fields.append(_field(parameter))
    outcome = spell_model(fields, signature.definitions, f"{signature.name}Arguments", config, subject.version("pydantic"))
    findings += model_findings(outcome.issues, f"{signature.name}Arguments", signature)
    if outcome.schema is None and schema_unless_refused({}, findings) is not None:
        findings.append(make_finding("TC308", f"`{signature.name}`: a parameter has no JSON form", signature.span, "refused"))
    return outcome.schema, tuple(findings)


def _field(parameter: Parameter) -> Field:
    """Without an annotation: a string titled with the raw name."""
    type_ = parameter.type
    if type_ is None:
        type_ = Annotated(ANY, (CallConstant("pydantic.WithJsonSchema", ({"title": parameter.name, "type": "string"},)),))
    if parameter.name in _METHODS:
        type_ = annotate(type_, (CallConstant("pydantic.Field", (), {"alias": parameter.name}),))
    default = parameter.default
    if isinstance(default, NoDefault):
        default = _INHERITED.get(parameter.name, NO_DEFAULT)
    return Field(parameter.name, type_, default, span=parameter.span)


def _unread_annotation(parameter: Parameter, major: int) -> Finding:
    """The model of the arguments is made in the SDK's module, where names of the program mean nothing (mcp 1.30.0)."""
    message = f"parameter `{parameter.name}`: pydantic cannot resolve the type in quotes inside its annotation"
    help_ = "write the type without quotes, or put the quotes around the whole annotation"
    return make_finding("TC308", message, parameter.span, "refused" if major < 2 else "unknown", help_)


def _model_config(parameter: Parameter, config: dict[str, Constant]) -> Finding:
    """pydantic takes the default for the model's configuration, and raises when there is none or it is no mapping."""
    given = configuration(parameter) if parameter.type is not None else None
    if given is None:
        return no_configuration(parameter.span)
    config.update(given)
    return swallowed_name(parameter.name, parameter.span)


SYSTEM = System(
    name=NAME,
    about="FastMCP and MCPServer of the MCP Python SDK",
    types_from="signature",
    envelope="mcp",
    marks=MARKS,
    spell=spell,
    servers=SERVERS,
    versions=VERSIONS,
    distribution="mcp",
    newest=newest,
    list_methods=frozenset({"_handle_list_tools", "list_tools"}),
    components={"prompt": prompt(_input), "resource": resource, "server": info},
)
