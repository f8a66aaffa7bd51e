"""fastmcp: `FastMCP` of fastmcp 2, 3 and 4.

Takes signatures, gives the tools that a server keeps (`FunctionTool.from_function`, 2.11.3 to 4.1.6; it inlines references when
it sends them). Siblings: `marks` reads registrations, `servers` mounts, `input` and `output` write the schemas, `docs`
reads docstrings, `types` knows what fastmcp fills in itself.
"""

from collections.abc import Mapping
from functools import partial

from msgspec import structs

from toolc.ir import JsonSchema, Wire
from toolc.schema.reshape import dereference
from toolc.signature import Constant, UnknownConstant
from toolc.systems.base import UNPACKS, Finding, Spelled, Subject, System, make_finding
from toolc.systems.fastmcp.components import sent_component
from toolc.systems.fastmcp.docs import describe_parts
from toolc.systems.fastmcp.input import Case, input_schema
from toolc.systems.fastmcp.listed import info, prompt, resource
from toolc.systems.fastmcp.marks import MARKS, NAME
from toolc.systems.fastmcp.output import Output, given_output, output
from toolc.systems.fastmcp.servers import SERVERS
from toolc.systems.fastmcp.types import hidden_parameters
from toolc.systems.shared.mcp_options import text, undecided_options
from toolc.systems.shared.parameters import as_findings, docstring_findings, method_findings, refuse_tool, schema_unless_refused
from toolc.systems.shared.spelling import NEWEST
from toolc.systems.shared.versions import version

VERSIONS = {"fastmcp": "4.2.3", "pydantic": NEWEST, "python": "3.14"}
_OPTIONS = {"title": (str,)}
_GONE = ("exclude_args", "enabled")
_MAY_BE = UnknownConstant(UNPACKS)


def newest(modules: frozenset[str]) -> dict[str, str]:
    """`ToolManager` is gone since fastmcp 3, `fastmcp.tools.tool` is no module since 4."""
    if any(f"{module}.".startswith("fastmcp.tools.tool_manager.") for module in modules):
        return {"fastmcp": "2.14.7"}
    old = any(module.startswith(("fastmcp.tools.tool.", "fastmcp.server.proxy")) for module in modules)
    return {"fastmcp": "3.4.10"} if old else {}


def spell(subject: Subject) -> Spelled:
    """`FunctionTool.from_function`; an empty name counts as none, an empty description before fastmcp 3 alone."""
    signature, at = subject.signature, version(subject, "fastmcp", VERSIONS["fastmcp"])
    if problems := _registration(subject, at):
        return refuse_tool(subject, problems)
    doc = describe_parts(signature.doc, at)
    case = Case(
        signature,
        at,
        subject.version("pydantic"),
        frozenset({*subject.hidden, *hidden_parameters(signature, at)}),
        _names(subject.options.get("exclude_args")),
        doc.parameters,
    )
    made = input_schema(case)
    schema, findings = made.schema, made.findings
    result = _output(subject, at) if schema_unless_refused(schema, findings) is not None else Output()
    findings += as_findings(result.issues, f"`{signature.name}`", signature.span)
    stored = schema_unless_refused(schema, findings)
    name = subject.name or signature.name
    sent = sent_component(subject.options, at)
    sends = partial(_wire, at) if at >= (3,) and subject.options.get("dereference_schemas") is not False else None
    return Spelled(
        name,
        doc.text if subject.description is None or (not subject.description and at < (3,)) else subject.description,
        stored,
        result.schema,
        title=_title(name, text(subject.options.get("title")), sent.fields.get("annotations"), at),
        unwrap=result.unwrap,
        result_schema=result.sent,
        wire=None if stored is None or sends is None else sends(stored, result.schema),
        sends=sends,
        **sent.fields,
        findings=(
            *findings,
            *_check_excluded(subject, at),
            *undecided_options(subject, _OPTIONS),
            *sent.findings(signature.span),
            *docstring_findings(signature, doc.known, NAME),
            *method_findings(subject),
        ),
        shared=structs.replace(made.shared, wrapped=signature.returns if result.unwrap else None),
    )


def _wire(at: tuple[int, ...], schema: JsonSchema, output: JsonSchema | None) -> Wire | None:
    """Return the schemas as sent (3 on, unless `dereference_schemas=False`); `None` if they equal the stored ones."""
    sent = Wire(dereference(schema, at), None if output is None else dereference(output, at))
    return None if (sent.input_schema, sent.output_schema) == (schema, output) else sent


def _output(subject: Subject, at: tuple[int, ...]) -> Output:
    """The schema that is given, else the one of the return annotation."""
    if "output_schema" in subject.options:
        return given_output(subject.options["output_schema"], at)
    return output(subject.signature, at, subject.version("pydantic"))


def _title(name: str, given: str | None, annotations: Mapping[str, Constant] | None, at: tuple[int, ...]) -> str | None:
    """The title, that of the hints, or since 4.1 one made of the name (`Tool.to_mcp_tool`)."""
    hinted = (annotations or {}).get("title")
    if given or hinted:
        return given or text(hinted)
    return name.replace("_", " ").replace("-", " ").title() if at >= (4,) else None


def _registration(subject: Subject, at: tuple[int, ...]) -> tuple[Finding, ...]:
    """Return the errors that `server.tool` raises before it reads the function's types."""
    signature = subject.signature
    first = signature.parameters[0].name if signature.parameters else ""
    if at >= (3,) and subject.options.get("checked") and first in ("self", "cls"):
        message = f"`{signature.name}` has `{first}` as its first parameter: fastmcp raises TypeError"
        return (make_finding("TC343", message, signature.span, "refused", "add the bound method of an object with `add_tool`"),)
    given = [name for name in _GONE if subject.options.get(name, _MAY_BE) != _MAY_BE]
    gone = given if at >= (4,) else []
    if gone:
        message = f"fastmcp 4 takes no `{gone[0]}`: it raises TypeError"
        return (
            make_finding("TC342", message, signature.span, "refused", "give what the caller must not pass as a dependency"),
        )
    return ()


def _check_excluded(subject: Subject, at: tuple[int, ...]) -> tuple[Finding, ...]:
    """`exclude_args` that only the running program tells: which parameters are left out, or whether fastmcp 4 raises."""
    given, span = subject.options.get("exclude_args"), subject.signature.span
    if isinstance(given, UnknownConstant) and at >= (4,):
        return (
            make_finding(
                "TC202", "`exclude_args` may be among what the call unpacks: fastmcp 4 refuses it", span, "approximate"
            ),
        )
    parts = given if isinstance(given, (list, tuple, set, frozenset)) else (given,)
    if at < (4,) and any(isinstance(one, UnknownConstant) for one in parts):
        return (make_finding("TC203", "`exclude_args` is computed while the program runs", span, "unknown"),)
    return ()


def _names(value: Constant) -> tuple[str, ...]:
    """`exclude_args` as far as it can be told."""
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, (list, tuple, set)) else ()


SYSTEM = System(
    name=NAME,
    about="FastMCP of fastmcp",
    types_from="annotations",
    envelope="mcp",
    marks=MARKS,
    spell=spell,
    package="fastmcp",
    servers=SERVERS,
    versions=VERSIONS,
    distribution="fastmcp",
    newest=newest,
    components={"prompt": prompt, "resource": resource, "server": info},
    list_methods=frozenset(
        "_list_tools _list_tools_mcp _list_tools_middleware _mcp_list_tools _on_list_tools get_tools list_tools".split()
    ),
)
