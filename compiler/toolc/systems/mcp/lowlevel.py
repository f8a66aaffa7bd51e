"""The low-level server of the MCP Python SDK: what a handler of `tools/list` gives back.

Takes `Tool(name=…, description=…, inputSchema=…)` objects, gives them as they stand: the low-level server of mcp 1.30.0
(`Server.list_tools`) and 2.3.0 (`Server(…, on_list_tools=…)`) hands the handler's tools on unchanged.
"""

from collections.abc import Mapping
from typing import Any

from toolc.program import Declaration, Known, Program, Registration, ServerKey
from toolc.signature import Constant, Made
from toolc.systems.base import Mark, Spelled, Subject, System, argument, declared, found
from toolc.systems.mcp.handlers import HANDLED, NAME, SERVERS, TOOLS
from toolc.systems.shared.callables import without_schema
from toolc.systems.shared.mcp_options import camel, hints
from toolc.systems.shared.parameters import tool_name
from toolc.systems.shared.spelling import NEWEST

_FACTS = ("title", "annotations", "outputSchema", "output_schema")


def _tool(registration: Registration, program: Program, server: ServerKey) -> Declaration | None:
    """One `Tool(…)`; mcp 2 takes the fields in snake case too."""
    if registration.form != "call":
        return None
    schema = argument(registration, program, "inputSchema") or argument(registration, program, "input_schema")
    given = {fact: argument(registration, program, fact) for fact in _FACTS}
    missing = () if schema is not None else (without_schema(registration, program, "this tool has no `inputSchema`"),)
    return declared(
        registration,
        NAME,
        server,
        name=argument(registration, program, "name"),
        description=argument(registration, program, "description"),
        schema=schema,
        options={camel(fact): value for fact, value in given.items() if value not in (None, Known(None))},
        diagnostics=missing,
    )


def spell(subject: Subject) -> Spelled:
    """A function by itself is no tool of this server: the schema comes with the tool object."""
    finding = found("TC319", "a low-level server reads no signature", subject.signature.span, "unknown")
    return Spelled(tool_name(subject), subject.description, findings=(finding,))


def facts(options: Mapping[str, Constant]) -> Mapping[str, Any]:
    """What a tool says beside its parameters."""
    title, output = options.get("title"), options.get("outputSchema")
    return {
        "title": title if isinstance(title, str) else None,
        "annotations": hints(options.get("annotations")),
        "output_schema": output if isinstance(output, dict) and not isinstance(output, Made) else None,
    }


MARKS: dict[str, Mark] = {**HANDLED, **dict.fromkeys(TOOLS, _tool)}

SYSTEM = System(
    name=NAME,
    about="tools that a low-level Server of the MCP Python SDK lists",
    envelope="mcp",
    marks=MARKS,
    spell=spell,
    servers=SERVERS,
    versions={"mcp": "2.3.0", "pydantic": NEWEST},
    distribution="mcp",
    listed=TOOLS,
    facts=facts,
)
