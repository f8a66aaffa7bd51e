"""The low-level server of the MCP Python SDK: tools returned by a handler of `tools/list`.

Takes `Tool(name=…, description=…, inputSchema=…)` objects, gives them as they stand: the low-level server of mcp 1.30.0
(`Server.list_tools`) and 2.3.0 (`Server(…, on_list_tools=…)`) hands the handler's tools on unchanged.
"""

from collections.abc import Callable, Mapping
from typing import Any

from toolc.program import ConstantValue, Declaration, Program, RegistrationSite, ServerKey
from toolc.schema.constants import NotJsonError, json_value
from toolc.signature import Constant
from toolc.source import Span
from toolc.systems.base import Mark, Spelled, Subject, System, argument, declare_at, make_finding
from toolc.systems.mcp.components import low_level_info
from toolc.systems.mcp.handlers import HANDLED, NAME, SERVERS, TOOLS
from toolc.systems.mcp.listed import listed_prompt, listed_resource
from toolc.systems.shared.callables import without_schema
from toolc.systems.shared.mcp_objects import Sent, camel, sent_facts
from toolc.systems.shared.mcp_options import text
from toolc.systems.shared.parameters import tool_name
from toolc.systems.shared.spelling import NEWEST
from toolc.systems.shared.versions import numbers

_FACTS = ("title", "annotations", "outputSchema", "output_schema", "icons", "execution", "_meta", "meta")
VERSIONS = {"mcp": "2.3.0", "pydantic": NEWEST}
_KNOWN = frozenset({"name", "description", "inputSchema", "input_schema", *_FACTS})


def _tool(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """One `Tool(…)`; mcp 2 takes the fields in snake case too."""
    if registration.form != "call":
        return None
    schema = argument(registration, program, "inputSchema") or argument(registration, program, "input_schema")
    given = {fact: argument(registration, program, fact) for fact in _FACTS}
    missing = () if schema is not None else (without_schema(registration, program, "this tool has no `inputSchema`"),)
    further = tuple(arg.name for arg in registration.args if arg.name and arg.name not in _KNOWN)
    options = {
        fact if fact == "_meta" else camel(fact): value
        for fact, value in given.items()
        if value not in (None, ConstantValue(None))
    }
    return declare_at(
        registration,
        NAME,
        server,
        name=argument(registration, program, "name"),
        description=argument(registration, program, "description"),
        schema=schema,
        options={**options, "further": ConstantValue(further)} if further else options,
        diagnostics=missing,
    )


def spell(subject: Subject) -> Spelled:
    """A function by itself is no tool of this server: the schema comes with the tool object."""
    finding = make_finding("TC319", "a low-level server reads no signature", subject.signature.span, "unknown")
    return Spelled(tool_name(subject), subject.description, findings=(finding,))


def facts(options: Mapping[str, Constant], version: Callable[[str], str | None], span: Span) -> Mapping[str, Any]:
    """Return the facts of a tool beside its parameters; mcp 1 keeps keys unknown to its `Tool`, mcp 2 drops them."""
    major = numbers(version("mcp") or VERSIONS["mcp"])[0]
    meta = options.get("_meta", options.get("meta") if major >= 2 else None)
    sent = sent_facts({**options, "meta": meta}, major)
    title, output = text(options.get("title")), None
    undecided = ["title"] if options.get("title") is not None and title is None else []
    try:
        output = json_value(options.get("outputSchema"))
    except NotJsonError:
        undecided.append("outputSchema")
    if major < 2:
        undecided += options.get("further", ())
        undecided += ["meta"] if "meta" in options else []
    findings = Sent({}, (*undecided, *sent.undecided)).findings(span)
    return {"title": title, "output_schema": output, **sent.fields, "findings": findings}


MARKS: dict[str, Mark] = {**HANDLED, **dict.fromkeys(TOOLS, _tool)}

SYSTEM = System(
    name=NAME,
    about="tools that a low-level Server of the MCP Python SDK lists",
    envelope="mcp",
    marks=MARKS,
    spell=spell,
    servers=SERVERS,
    versions=VERSIONS,
    distribution="mcp",
    listed_by_handler=TOOLS,
    facts=facts,
    components={"prompt": listed_prompt, "resource": listed_resource, "server": low_level_info},
)
