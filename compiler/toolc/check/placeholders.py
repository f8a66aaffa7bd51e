"""Placeholders for texts to be written: takes a package, gives a diagnostic for each tool whose texts hold one."""

import re
from collections.abc import Iterator

from toolc.diagnostics import Diagnostic
from toolc.ir import Package, Tool
from toolc.text.regex import late

# At the start of a text, or behind the name of a parameter in a docstring. The words: pylint W0511, and TBD.
_LATER = late(r"^[ \t]*(?:(?::param\s+)?[\w*]+(?:\s*\([^()\n]*\))?\s*:\s*)?(?P<word>TODO|FIXME|XXX|TBD)\b", re.MULTILINE)


def placeholders(package: Package) -> Iterator[Diagnostic]:
    """One for each text, as models are shown it."""
    for tool in (tool for server in package.servers for tool in server.tools if tool.is_written):
        for where, text in _texts(tool):
            if found := _LATER.search(text):
                message = f"{where} `{tool.name}` says {found['word']}"
                yield Diagnostic("TC408", message, tool.span, help="write what models should know")


def _texts(tool: Tool) -> Iterator[tuple[str, str]]:
    yield "the description of", tool.description or ""
    for parameter in tool.parameters:
        yield f"the description of `{parameter.property.name}` in", parameter.property.doc
