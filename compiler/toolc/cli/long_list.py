"""Tools with their whole texts and parameters, as `toolc list --long` shows them for a review.

Takes a bundle, gives lines for a terminal.
"""

from collections.abc import Iterator

from toolc.cli.catalogue import hints, parameters, title
from toolc.cli.terminal_text import visible
from toolc.contract.inclusion import Document
from toolc.contract.values import value
from toolc.contract.words import words
from toolc.ir import Bundle, Tool


def long_list(bundle: Bundle) -> str:
    """Return each server with its tools: place, fidelity, hints, text and parameters of each."""
    lines: list[str] = []
    for package in bundle.packages:
        for server in package.servers:
            lines += [visible(f"{title(package, server)} ({server.system})"), ""]
            for tool in server.tools:
                lines += [*_tool(tool), ""]
    return "\n".join(lines[:-1])


def _tool(tool: Tool) -> Iterator[str]:
    facts = [f"{tool.span.path}:{tool.span.line}", tool.fidelity, *(word for _, word in hints(tool))]
    yield visible(f"  {tool.name}  {', '.join(facts)}")
    for line in (tool.description or "").strip().splitlines():
        yield f"    {visible(line, LONGEST)}".rstrip()
    document = Document(tool.input_schema or {})
    for name, schema, must in parameters(tool):
        yield visible(f"    - {name}: {_parameter_line(schema, must, document)}", LONGEST)


LONGEST = 100_000
"""Characters of a line that is shown whole."""


def _parameter_line(schema: object, must: bool, document: Document) -> str:
    """The type, the default and the text of a parameter."""
    told = schema if isinstance(schema, dict) else {}
    default = f" = {value(told['default'])}" if "default" in told else "" if must else ", optional"
    text = told.get("description")
    about = f": {' '.join(text.split())}" if isinstance(text, str) and text.strip() else ""
    return f"{words(schema, document)}{default}{about}"
