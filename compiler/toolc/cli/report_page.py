"""The tools of a bundle as one page of HTML, for people who decide.

Takes a bundle with its findings and what changed since the lock, gives text. The page needs no network; its policy (CSP) lets
nothing run but the script in it. No dates: the text changes only when a tool does, or what is found.
"""

import base64
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from toolc import __version__
from toolc.cli import stages
from toolc.cli.catalogue import first_line, hints, parameters, title
from toolc.cli.run import count_noun
from toolc.cli.sizes import compact
from toolc.contract.change import Change, Place
from toolc.contract.hashes import digest
from toolc.contract.inclusion import Document
from toolc.contract.values import value
from toolc.contract.words import result_words, words
from toolc.diagnostics import Diagnostic
from toolc.encoders import html
from toolc.ir import Bundle, Package, Server, Tool

if TYPE_CHECKING:
    from toolc.reach import Reach, Reached

PROVIDERS = {
    "mcp": "MCP",
    "openai": "OpenAI",
    "openai-strict": "OpenAI, strict",
    "anthropic": "Anthropic",
    "gemini": "Gemini",
    "json-schema": "JSON Schema",
}
"""The targets whose document of a tool is shown, with the names that people know."""

GENERATOR = '<meta name="generator" content="toolc">'
"""By this a page is known again, so that nothing else is written over."""

_PLAIN = re.compile(r"[^A-Za-z0-9_]+")


class Known(Struct, frozen=True):
    """Contents of a page beside the tools. `changes`: since the lock. `count`: counts tokens; `None` without a tokenizer.
    `reach`: what code may reach.
    """

    findings: Sequence[Diagnostic] = ()
    changes: Sequence[Change] = ()
    count: Callable[[str], int] | None = None
    reach: "Reach | None" = None


_PLACES = 8
"""Files that are shown of one kind of what is reached, and names in each."""


def report_page(bundle: Bundle, known: Known) -> str:
    """Return the page."""
    style, script = (stages.template_text(f"report/{name}") for name in ("style.css", "script.js"))
    ids, placed = _Ids(), set[Diagnostic]()
    servers = [
        {"title": title(package, server), "tools": [_tool(package, server, tool, ids, known, placed) for tool in server.tools]}
        for package in bundle.packages
        for server in package.servers
        if server.tools
    ]
    context = {
        "title": ", ".join(package.name for package in bundle.packages[:3]) + (", …" if len(bundle.packages) > 3 else "")
        or "nothing",
        "style": style,
        "script": script,
        "style_hash": _hash(style),
        "script_hash": _hash(script),
        "counts": list(_counts(bundle, known.findings)),
        "servers": servers,
        "reached": [
            {"name": name, "kinds": list(_reached_kinds(found)), "unread": ", ".join(found.unread)}
            for name, found in (known.reach.packages if known.reach is not None else {}).items()
        ],
        "removed": [f"{one.place.tool}: {one.message}" for one in known.changes if not _is_there(one, bundle)],
        "findings": [{**_finding(one), "place": _place(one)} for one in known.findings if one not in placed],
        "version": __version__,
        "digest": digest([_contract_parts(tool) for _, _, tool in bundle.tools]).partition(":")[2],
    }
    return stages.rendered_page("report/report.html.jinja", context, {"html": html, "code": str})


def _hash(text: str) -> str:
    """The hash of an inline style or script as a policy names it (CSP 3)."""
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _counts(bundle: Bundle, findings: Iterable[Diagnostic]) -> Iterator[tuple[int, str]]:
    tools = [tool for _, _, tool in bundle.tools]
    servers = sum(1 for package in bundle.packages for server in package.servers if server.tools)
    fidelity = Counter(tool.fidelity for tool in tools)
    severity = Counter(one.severity for one in findings)
    yield len(tools), "tool" if len(tools) == 1 else "tools"
    yield servers, "server" if servers == 1 else "servers"
    yield from ((fidelity[name], name) for name in ("exact", "approximate", "unknown", "refused") if fidelity[name])
    yield from (
        (severity[name], count_noun(severity[name], name).partition(" ")[2])
        for name in ("error", "warning", "note")
        if severity[name]
    )


class _Ids:
    """Names of elements, each once."""

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()

    def of(self, *names: str) -> str:
        plain = "-".join(_PLAIN.sub("-", name).strip("-") for name in names if name).lower() or "tool"
        self._taken[plain] += 1
        number = self._taken[plain]
        return f"tool-{plain}" if number == 1 else f"tool-{plain}--{number}"  # no other name has two hyphens


def _tool(package: Package, server: Server, tool: Tool, ids: _Ids, known: Known, placed: set[Diagnostic]) -> dict[str, Any]:
    own = [one for one in known.findings if _is_about(one, tool)]
    placed.update(own)
    name = ids.of(package.name, server.name, tool.name)
    document = Document(tool.input_schema or {})
    place = Place(package.name, server.name, tool.name)
    reached = None if known.reach is None else known.reach.tools.get((package.name, server.name, tool.name))
    return {
        "reaches": [] if reached is None or reached.whole else list(reached.kinds),
        "reached": [] if reached is None or reached.whole else list(_reached_kinds(reached)),
        "whole": reached is not None and reached.whole,
        "unread": "" if reached is None or reached.whole else ", ".join(reached.unread),
        "told": reached is not None,
        "id": name,
        "name": tool.name,
        "line": first_line(tool),
        "text": (tool.description or "").strip(),
        "fidelity": tool.fidelity,
        "hints": [text for _, text in hints(tool)],
        "parameters": [_parameter(key, schema, must, document) for key, schema, must in parameters(tool)],
        "changes": [_change(one) for one in known.changes if one.place == place],
        "findings": [_finding(one) for one in own],
        "schemas": list(_schemas(server, tool, name, known.count)),
        "facts": list(_facts(server, tool)),
    }


def _reached_kinds(reached: "Reached") -> Iterator[dict[str, Any]]:
    """Yield each kind with the names by which code comes to it, a text for each file."""
    for kind in reached.kinds:
        files: dict[str, list[str]] = {}
        for use in reached.of_kind(kind):
            files.setdefault(use.path, []).append(f"{use.name} ({use.line})")
        places = [f"{path}: {_few(names, 'name')}" for path, names in files.items()]
        yield {"kind": kind, "places": [*places[:_PLACES], *_more(places, "file")]}


def _few(names: list[str], noun: str) -> str:
    return ", ".join([*names[:_PLACES], *_more(names, noun)])


def _more(names: list[str], noun: str) -> list[str]:
    return [f"{count_noun(len(names) - _PLACES, f'further {noun}')}"] if len(names) > _PLACES else []


def _is_about(one: Diagnostic, tool: Tool) -> bool:
    if one in tool.diagnostics or (one.span is not None and one.span == tool.span):
        return True
    return one.span is not None and one.span.path == tool.span.path and f"`{tool.name}`" in one.message


def _parameter(name: str, schema: Any, must: bool, document: Document) -> dict[str, Any]:
    told: Mapping[str, Any] = schema if isinstance(schema, dict) else {}
    text = told.get("description")
    default = value(told["default"]) if "default" in told else ""
    about = text.strip() if isinstance(text, str) else ""
    return {"name": name, "type": words(schema, document), "required": must, "default": default, "text": about}


def _change(one: Change) -> dict[str, str]:
    message = f"{one.at}: {one.message}" if one.at else one.message
    return {"severity": one.severity("call", {}), "code": one.code, "message": message}


def _is_there(one: Change, bundle: Bundle) -> bool:
    return any(one.place == Place(package.name, server.name, tool.name) for package, server, tool in bundle.tools)


def _finding(one: Diagnostic) -> dict[str, str]:
    message = f"{one.message} ({one.help})" if one.help else one.message
    return {"severity": one.severity, "code": one.code, "message": message}


def _place(one: Diagnostic) -> str:
    return f"{one.span.path}:{one.span.line}" if one.span is not None else ""


def _schemas(server: Server, tool: Tool, name: str, count: Callable[[str], int] | None) -> Iterator[dict[str, str]]:
    for key, known_as in PROVIDERS.items():
        text, _ = stages.render_one(server, tool, stages.targets()[key])
        if text is not None:
            sent = compact(json.loads(text))
            tokens = f" · {count_noun(count(sent), 'token')}" if count is not None else ""
            yield {
                "id": f"{name}-{key}",
                "provider": known_as,
                "text": text.rstrip("\n"),
                "size": f"{len(sent.encode()):,} bytes{tokens}",
            }


def _facts(server: Server, tool: Tool) -> Iterator[tuple[str, str]]:
    yield "Defined in", f"{tool.span.path}:{tool.span.line}"
    yield "Python name", tool.qualname
    yield "Framework", f"{server.system} {server.version}".strip()
    if tool.output_schema is not None:
        yield "Result", result_words(tool)
    if tool.annotations:
        yield "Annotations", compact(tool.annotations)
    yield "SHA-256", digest(_contract_parts(tool)).partition(":")[2]


def _contract_parts(tool: Tool) -> dict[str, Any]:
    """Return the parts of a tool that callers see."""
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "input_schema": tool.input_schema,
        "output_schema": tool.output_schema,
        "annotations": tool.annotations,
    }
