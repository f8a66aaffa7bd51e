"""The tools of a bundle as Markdown, for a README or a wiki, and where that goes in a file which people write.

Takes a bundle, gives text; takes the text of a file, gives it with the part between two markers replaced. Texts of tools are
escaped, so that nothing in them is markup. No line numbers and no dates: the text changes only when a tool does.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from toolc.contract.inclusion import Document
from toolc.contract.values import value
from toolc.contract.words import result_words, words
from toolc.encoders import markdown, markdown_code
from toolc.ir import Bundle, Package, Server, Tool
from toolc.text.regex import late

if TYPE_CHECKING:
    from toolc.reach import Reach, Reached

BEGIN, END = "<!-- toolc: begin -->", "<!-- toolc: end -->"
_BLOCK = late(r"[-+=]|\d+[.)]")
_HINTS = {
    "readOnlyHint": ("reads only", ""),
    "destructiveHint": ("may destroy", "destroys nothing"),
    "idempotentHint": ("may be repeated", ""),
    "openWorldHint": ("reaches beyond its own data", "stays within its own data"),
}
"""Hints of MCP 2025-11-25 (`ToolAnnotations`) in words: what it means when one is true, and when it is false."""


def catalogue(bundle: Bundle, reach: "Reach | None" = None) -> str:
    """Return a section for each server: a table of its tools, and behind it each tool with its whole text.

    `reach`: a column says what tools may reach.
    """
    servers = [(package, server) for package in bundle.packages for server in package.servers if server.tools]
    lines: list[str] = []
    for package, server in servers:
        if len(servers) > 1:
            lines += [f"### {markdown_code(title(package, server))}", ""]
        reached = None if reach is None else [reach.tools.get((package.name, server.name, tool.name)) for tool in server.tools]
        several = reached or [None] * len(server.tools)
        details = (line for tool, one in zip(server.tools, several, strict=True) for line in _details(tool, one))
        lines += [*_table(server, reached), "", *details]
    return "\n".join(lines).strip("\n") + "\n"


def title(package: Package, server: Server) -> str:
    """Return the name of a server for people: with that of its package, unless both are the same."""
    return "/".join(dict.fromkeys(name for name in (package.name, server.name) if name))


def _table(server: Server, reached: "list[Reached | None] | None") -> Iterator[str]:
    more = "" if reached is None else " may reach |"
    yield f"| tool | parameters | what it does |{more}"
    yield f"| --- | --- | --- |{more and ' --- |'}"
    for number, tool in enumerate(server.tools):
        names = ", ".join(markdown_code(name if must else f"{name}?") for name, _, must in parameters(tool))
        if tool.input_schema is None:
            names = "not known" if tool.fidelity == "unknown" else "refused by its framework"
        told = "" if reached is None else f" {in_words(reached[number])} |"
        yield f"| {markdown_code(tool.name)} | {names or '–'} | {markdown(first_line(tool))} |{told}"


def in_words(reached: "Reached | None") -> str:
    """Return the kinds of what is reached, in a few words."""
    if reached is None:
        return "not known"
    kinds = [*reached.kinds, *(["unread packages"] if reached.unread else [])]
    return (", ".join(kinds) or "nothing") + (" (its package)" if reached.whole else "")


def _details(tool: Tool, reached: "Reached | None") -> Iterator[str]:
    """Yield the details of a tool that the table has no room for, if there are any."""
    rest = (tool.description or "").strip().partition("\n")[2].strip()
    rows = list(parameters(tool))
    facts = [*_facts(tool), *_reach_facts(reached)]
    if not rest and not rows and not facts:
        return
    yield f"<details><summary><code>{markdown(tool.name)}</code></summary>"
    yield ""
    for line in (tool.description or "").strip().splitlines():
        yield _line(line.strip())
    yield ""
    if rows:
        document = Document(tool.input_schema or {})
        yield "| parameter | type | required | default | description |"
        yield "| --- | --- | --- | --- | --- |"
        for name, schema, must in rows:
            yield f"| {' | '.join(_cells(name, schema, must, document))} |"
        yield ""
    yield from (f"- {fact}" for fact in facts)
    yield ""
    yield "</details>"
    yield ""


def _line(text: str) -> str:
    """Return a line of text that begins no list and no rule, and ends where it ends in the source."""
    shown = markdown(text)
    if _BLOCK.match(text):
        shown = f"&#{ord(text[0])};{markdown(text[1:])}"
    return f"{shown}  " if shown else ""


def _cells(name: str, schema: Any, must: bool, document: Document) -> tuple[str, ...]:
    told: Mapping[str, Any] = schema if isinstance(schema, dict) else {}
    default = markdown_code(value(told["default"])) if "default" in told else ""
    text = told.get("description")
    about = " ".join(text.split()) if isinstance(text, str) else ""
    return markdown_code(name), markdown_code(words(schema, document)), "yes" if must else "no", default, markdown(about)


def parameters(tool: Tool) -> Iterator[tuple[str, Any, bool]]:
    """Yield the name and the schema of each parameter, and whether it must be given."""
    schema = tool.input_schema or {}
    properties = schema.get("properties")
    must = schema.get("required") or ()
    if isinstance(properties, dict):
        yield from ((name, one, name in must) for name, one in properties.items())


def _facts(tool: Tool) -> Iterator[str]:
    """Yield further facts of a tool for callers, and its fidelity."""
    if tool.output_schema is not None:
        yield f"gives {markdown_code(result_words(tool))}"
    yield from (f"{text} ({markdown_code(hint)})" for hint, text in hints(tool))
    if tool.fidelity != "exact":
        reasons = "; ".join(dict.fromkeys(f"{one.code}: {markdown(one.message)}" for one in tool.diagnostics))
        yield f"{tool.fidelity}: {reasons}" if reasons else tool.fidelity


def _reach_facts(reached: "Reached | None") -> Iterator[str]:
    """Yield a fact for each kind of what code may reach, with the names by which it does."""
    if reached is None:
        return
    whose = "its package" if reached.whole else "it"
    for kind in reached.kinds:
        names = ", ".join(markdown_code(name) for name in dict.fromkeys(use.name for use in reached.of_kind(kind)))
        yield f"{whose} may reach {kind}: {names}"
    if reached.unread:
        yield f"{whose} calls packages that were not read: {', '.join(map(markdown_code, reached.unread))}"


def hints(tool: Tool) -> Iterator[tuple[str, str]]:
    """Yield the hints of a tool that say something, each with words for it."""
    for hint, (yes, no) in _HINTS.items():
        said = (tool.annotations or {}).get(hint)
        if isinstance(said, bool) and (shown := yes if said else no):
            yield hint, shown


def first_line(tool: Tool) -> str:
    """Return the first line of the description, else of the title; "" without any."""
    return (tool.description or tool.title or "").strip().partition("\n")[0].strip()


def between_markers(text: str, inside: str) -> str | None:
    """Return the text of a file with the part between the markers replaced; `None` without each of them once, in order."""
    head, begin, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not (begin and end) or BEGIN in rest or END in tail or END in head:
        return None
    ends = "\r\n" if "\r\n" in text else "\n"
    return head + BEGIN + ends + inside.replace("\n", ends) + END + tail
