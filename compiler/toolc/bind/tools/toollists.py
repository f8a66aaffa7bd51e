"""The tools that a handler lists: what `list_tools` of a low-level server gives back.

Takes the handler, gives the `Tool(…)` objects in what it returns, and the reason why when a part of the list cannot be told.
"""

from toolc.bind.identity import identity
from toolc.bind.links import Links
from toolc.bind.lists import Listing
from toolc.program import Called, Definition, External, Unknown, Value

Part = Called | Unknown
"""A tool object, or why a part of the list is not told."""


def listed_tools(handler: Definition, tools: frozenset[str], links: Links) -> list[Part]:
    """Each tool object once, in order; `tools` are the qualified names of what they are made by."""
    parts = [_tool(one.value, tools) for one in Listing(links).handler(handler)]
    return list({identity(part): part for part in parts}.values())


def _tool(value: Value, tools: frozenset[str]) -> Part:
    if isinstance(value, Called) and isinstance(value.callee, External) and value.callee.name in tools:
        return value
    return value if isinstance(value, Unknown) else Unknown("one of them is no tool object that toolc can follow")
