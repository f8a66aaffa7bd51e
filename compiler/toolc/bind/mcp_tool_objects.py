"""Fields of a `Tool` object of the MCP SDK's types, as it is constructed, for code that reads its texts or schema.

Takes the call that makes one and the name of an attribute, gives the value; None where it is not known. The fields are
texts and a dict, which pydantic keeps as they are (mcp 1.30.0 and mcp_types of 2.3.0).
"""

import re

from toolc.bind.links import Links
from toolc.program import CallResult, ConstantValue, ExternalSymbol, MappingValue, Value
from toolc.qualified_names import canonical

_TOOLS = frozenset({"mcp.Tool", "mcp.types.Tool", "mcp_types.Tool"})
_SCHEMA = ("inputSchema", "input_schema")
_FIELDS = {"name": ("name",), "title": ("title",), "description": ("description",), **dict.fromkeys(_SCHEMA, _SCHEMA)}


def tool_object_field(made: CallResult, name: str, links: Links) -> Value | None:
    """`tool.name`, where nothing in the module that makes it sets such an attribute."""
    spelled = _FIELDS.get(name)
    if spelled is None or not isinstance(made.callee, ExternalSymbol) or canonical(made.callee.name) not in _TOOLS:
        return None
    if not made.scope.module:  # made by a function that is followed, which may set its fields
        return None
    sets = re.compile(rf"\.(?:{'|'.join(spelled)})\b[^\n=]{{0,80}}=(?!=)")
    if any(arg.star for arg in made.args) or sets.search(links.unit(made.scope).source.text):
        return None
    given = next((arg.value for arg in made.args if arg.name in spelled), None)
    if given is None:
        return ConstantValue(None) if name in ("title", "description") else None
    value = links.evaluate(given, made.scope)
    kept = isinstance(value, ConstantValue) and isinstance(value.value, dict if name in _SCHEMA else str)
    return value if kept or (isinstance(value, MappingValue) and name in _SCHEMA) else None
