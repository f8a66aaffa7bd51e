"""Whether a tool says that it is to go: takes a tool, gives the words it says so with.

A docstring says it as Sphinx (`.. deprecated:: 1.4`), as a section or a first word (`Deprecated: …`); a schema with
`"deprecated": true` (JSON Schema 2020-12, validation vocabulary, 9.3).
"""

import re

from toolc.ir import Tool

_SAID = re.compile(
    r"(?im)^[ \t]*(?:\.\.[ \t]+deprecated::|\*{0,2}\[?deprecated\b(?:[\]:.!,*]|[ \t]+(?:since|in favou?r|use)\b)).*$"
)


def deprecation(tool: Tool) -> str | None:
    """Return the line that says that a tool is deprecated; `None` if nothing does."""
    if found := _SAID.search(tool.description or ""):
        return found[0].strip()
    return "deprecated: true" if (tool.input_schema or {}).get("deprecated") is True else None
