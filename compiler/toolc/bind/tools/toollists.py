"""The tools that a handler lists: what `list_tools` of a low-level server gives back.

Takes the handler, gives the `Tool(…)` objects in what it returns, and the reason why when a part of the list cannot be told.
"""

from toolc.bind.links import Links
from toolc.program import CallResult, DefinitionValue, ExternalSymbol, Unknown, Value
from toolc.source import Span

Part = tuple[CallResult | Unknown, Span | None]
"""A tool object, or why a part of the list is not told; the place of a condition that only the running program decides."""


def listed_tools(handler: DefinitionValue, tools: frozenset[str], links: Links) -> list[Part]:
    """The tool objects, in order; `tools` are the qualified names of what they are made by."""
    return [(_tool(one.value, tools), one.under) for one in links.list_elements(handler, handler.scope)]


def _tool(value: Value, tools: frozenset[str]) -> CallResult | Unknown:
    if isinstance(value, CallResult) and isinstance(value.callee, ExternalSymbol) and value.callee.name in tools:
        return value
    return value if isinstance(value, Unknown) else Unknown("one of them is no tool object that toolc can follow")
