"""pba (Proxy Base Agent): `Tool` objects around a callable or a literal schema, and tool files.

Takes signatures, gives parameter schemas in function_to_tool's mapping (the document has none of its own). The first
parameter receives the caller and is no argument. Finding the functions of tool files is not done here.
"""

from toolc import docstrings
from toolc.program import (
    ConstantValue,
    Declaration,
    DefinitionValue,
    MappingValue,
    Program,
    RegistrationSite,
    ServerKey,
    Unknown,
)
from toolc.schema.mapping import Mapper
from toolc.signature import Parameter, Signature
from toolc.systems.base import Mark, Spelled, Subject, System, argument, declare_at, make_finding
from toolc.systems.shared.callables import declaration, given_facts, without_schema
from toolc.systems.shared.parameters import map_parameters, refuse_tool, tool_name, visible

NAME = "pba"

_POSITIONAL = ("positional_only", "positional_or_keyword")


def spell(subject: Subject) -> Spelled:
    """Document, "Key Methods" (call) and "Initialization": the caller comes first, the description may be missing."""
    signature = subject.signature
    doc = docstrings.parse(signature.doc, [parameter.name for parameter in signature.parameters])
    description = (doc.description or None) if subject.description is None else subject.description
    caller = _caller(signature)
    if caller is None:
        message = f"`{signature.name}` needs a first parameter for the caller, e.g. `self`"
        return refuse_tool(subject, [make_finding("TC315", message, signature.span, "refused")], description)
    parameters = tuple(one for one in visible(subject) if one is not caller)
    mapper = Mapper(signature.definitions)
    schema, findings = map_parameters(parameters, mapper, lambda one: doc.parameters.get(one.name), signature)
    return Spelled(tool_name(subject), description, schema, findings=findings)


def _caller(signature: Signature) -> Parameter | None:
    """The parameter that the first positional argument lands in; `*args` takes it as well."""
    first = next(iter(signature.parameters), None)
    return first if first is not None and first.kind in (*_POSITIONAL, "var_positional") else None


def _tool(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """Document, "Initialization": `Tool(name, description, callable, schema)`.

    A schema that is given is used as it stands, beside a callable too, whose docstring then still describes the tool.
    Without a callable it "must be provided".
    """
    if registration.form != "call":
        return None
    given = given_facts(registration, program, "name", "description", "callable", "schema")
    function = given.pop("callable")
    if isinstance(function, DefinitionValue) and given["schema"] is not None and given["description"] is None:
        text = docstrings.clean(function.stmt.doc or "")
        given["description"] = ConstantValue(text) if text else None
    if function is not None:
        return declaration(registration, program, server, NAME, function, given)
    message = "this `Tool` has neither a callable nor a schema: pba needs one of them"
    told = () if given["schema"] is not None else (without_schema(registration, program, message),)
    return declare_at(registration, NAME, server, diagnostics=told, **given)


def _files(*keywords: str) -> Mark:
    """`Tool.from_file(…)`, `Tool.load(…)`: option `files` holds the arguments by keyword, None for one left out."""

    def mark(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
        given = ((one, argument(registration, program, one, at) or ConstantValue(None)) for at, one in enumerate(keywords))
        return declare_at(registration, NAME, server, options={"files": MappingValue(tuple(given))})

    return mark


def _declare_listed(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`Tool.from_mcp_tool(…)`: "a tool definition received via the MCP protocol" stands in no source."""
    if registration.form != "call":
        return None
    return declare_at(registration, NAME, server, options={"files": Unknown("an MCP server lists them")})


_CLASSES = ("agent.tools.Tool", "toolc.runtime.pba.Tool")

SYSTEM = System(
    name=NAME,
    about="Tool(callable=…), Tool(schema=…) and tool files of the Proxy Base Agent",
    envelope="pba",
    one_per_file=True,
    marks={
        **dict.fromkeys(_CLASSES, _tool),
        **{f"{one}.from_file": _files("filepath") for one in _CLASSES},
        **{f"{one}.load": _files("filepath", "file_name") for one in _CLASSES},
        **{f"{one}.from_mcp_tool": _declare_listed for one in _CLASSES},
    },
    spell=spell,
)
