"""`ToolAnnotations` of the MCP Python SDK: takes the value that was given, gives it as on the wire."""

from typing import Any

from toolc.signature import Constant, Made


def hints(value: Constant) -> dict[str, Any] | None:
    """`ToolAnnotations(…)` or a mapping, as on the wire: mcp 2 spells fields in snake case, and None is left out."""
    if isinstance(value, Made):
        value = dict(value.kwargs)
    if not isinstance(value, dict):
        return None
    return {camel(key): item for key, item in value.items() if item is not None}


def camel(name: str) -> str:
    """`read_only_hint` as `readOnlyHint`."""
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))
