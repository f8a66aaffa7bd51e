"""Deprecations of tools and parameters: takes a tool, gives the words of the deprecation, and its version.

A docstring says it as Sphinx (`.. deprecated:: 1.4`), as a section or a first word (`Deprecated: …`); a schema with
`"deprecated": true` (JSON Schema 2020-12, validation vocabulary, 9.3); a function with `@warnings.deprecated` (PEP 702).
"""

import re
from collections.abc import Iterator

from toolc.ir import Tool

_SAID = re.compile(
    r"(?im)^[ \t]*(?:\.\.[ \t]+deprecated::|\*{0,2}\[?deprecated\b(?:[\]:.!,*]|[ \t]+(?:since|in favou?r|use)\b)).*$"
)
_SINCE = re.compile(r"(?i)\bdeprecated(?:::|:?[ \t]+since(?:[ \t]+version)?:?)[ \t]*v?(\d+(?:\.\d+)*)")


def deprecation(tool: Tool) -> str | None:
    """Return the line that says that a tool is deprecated; `None` if nothing does."""
    if found := _SAID.search(tool.description or ""):
        return found[0].strip()
    if tool.deprecated is not None:
        return f"@deprecated: {tool.deprecated}".removesuffix(": ")
    return "deprecated: true" if (tool.input_schema or {}).get("deprecated") is True else None


def deprecated_parts(tool: Tool) -> Iterator[tuple[str, str]]:
    """Yield deprecated parts of a tool, each with its author's version or "": parameters by name, the tool itself as ""."""
    if (said := deprecation(tool)) is not None:
        yield "", _since(said)
    for name, schema in ((tool.input_schema or {}).get("properties") or {}).items():
        if isinstance(schema, dict) and schema.get("deprecated") is True:
            yield name, _since(schema.get("description"))


def _since(text: object) -> str:
    """The version since which a text says that something is deprecated."""
    found = _SINCE.search(text) if isinstance(text, str) else None
    return found[1] if found else ""
