"""Whether a program changes its tools after they are registered: takes a unit, gives the places where it does.

A look at the text is enough to say that something changes; `reshaping` follows what can be followed.
"""

import re

from toolc.bind.library import Unit

_REACHES = re.compile(r"\._tool_manager\b|\.get_tools?\(|\.list_tools\(|\._tools\b")
"""How a program gets at the tools of a server (mcp 1.30.0, fastmcp 3.4.10)."""

_FACT = r"(?:parameters|inputSchema|input_schema|outputSchema|output_schema|fn_metadata|description)"
CHANGES = re.compile(
    rf"^[ \t]*(?:\w+(?:\.\w+)*\.{_FACT}(?:\[[^\n]*?\])*[ \t]*=(?!=)"  # tool.parameters["title"] = …
    rf"|(?:del[ \t]+)?\w+(?:\.\w+)*\.{_FACT}(?:\[[^\n]*?\])*\.(?:pop|update|setdefault|clear)\("
    rf"|del[ \t]+\w+(?:\.\w+)*\.{_FACT}\["
    rf"|\w+(?:\.\w+)*\(\w+(?:\.\w+)*\.{_FACT}\)[ \t]*(?:#[^\n]*)?$)",  # a call whose result nobody takes
    re.MULTILINE,
)
"""Statements that change one of the facts of a tool."""


def altered(unit: Unit) -> tuple[tuple[int, int], ...]:
    """The statements that change a tool in place, in a file that gets at registered tools: where each begins and ends."""
    text = unit.source.text
    found = ((match[0].lstrip(), match) for match in CHANGES.finditer(text)) if _REACHES.search(text) else ()
    return tuple((match.end() - len(own), match.end()) for own, match in found if not own.startswith("self."))
