"""Whether a program changes its tools after they are registered: takes a unit, gives the place where it does.

A look at the text is enough to say that something changes; what comes of it is not followed.
"""

import re

from toolc.bind.library import Unit
from toolc.source import Span

_REACHES = re.compile(r"\._tool_manager\b|\.get_tools?\(|\.list_tools\(|\._tools\b")
"""How a program gets at the tools of a server (mcp 1.30.0, fastmcp 3.4.10)."""

_FACT = r"(?:parameters|inputSchema|input_schema|outputSchema|output_schema|fn_metadata|arg_model|description)"
CHANGES = re.compile(
    rf"^[ \t]*(?:\w+(?:\.\w+)*\.{_FACT}(?:\[[^\n]*?\])*[ \t]*=(?!=)"  # tool.parameters["title"] = …
    rf"|(?:del[ \t]+)?\w+(?:\.\w+)*\.{_FACT}(?:\[[^\n]*?\])*\.(?:pop|update|setdefault|clear)\("
    rf"|del[ \t]+\w+(?:\.\w+)*\.{_FACT}\["
    rf"|\w+(?:\.\w+)*\(\w+(?:\.\w+)*\.{_FACT}\)[ \t]*(?:#[^\n]*)?$)",  # a call whose result nobody takes
    re.MULTILINE,
)
"""Statements that change one of the facts of a tool."""


def altered(unit: Unit) -> Span | None:
    """The first statement that changes a tool in place, in a file that gets at registered tools."""
    text = unit.source.text
    match = CHANGES.search(text) if _REACHES.search(text) else None
    if match is None or match[0].lstrip().startswith("self."):
        return None
    return unit.source.span(match.start() + len(match[0]) - len(match[0].lstrip()), match.end())
