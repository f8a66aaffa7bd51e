"""Native: each system's own form of its tools, one document for each server.

`Server.envelope` chooses the template `native/<envelope>.json.jinja`. An envelope this version does not know, which only a
bundle from elsewhere can name, gets the plain one.
"""

from toolc.ir import Server, Tool
from toolc.schema.wellformed.references import move_references
from toolc.targets.documents import Entry, as_sent, documents

ENVELOPES = ("anthropic", "mcp", "openai", "pba", "plain")


def _template(server: Server) -> str:
    envelope = server.envelope if server.envelope in ENVELOPES else "plain"
    return f"native/{envelope}.json.jinja"


def _entry(tool: Tool) -> Entry:
    """The facts of a tool; `arguments` is its schema for the envelope that is itself a schema (pba) and holds it inside."""
    facts, diagnostics = as_sent(tool)
    arguments = move_references(tool.input_schema or {}, ("properties", "arguments"))
    return {**(facts or {}), "strict": tool.strict, "arguments": arguments}, diagnostics


TARGET = documents("native", "each system's own form of its tools", entry=_entry, template=_template, per_server=True)
