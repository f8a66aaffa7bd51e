"""Documents as packages of tools.

Takes documents, gives an `ir.Package` with one server for each, both named after the file, and diagnostics. What is wrong with
one tool leaves the others.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from posixpath import basename
from typing import Any

from toolc.diagnostics import Diagnostic
from toolc.ir import Package, Server, Tool
from toolc.limits import words
from toolc.schema.forms import SCHEMAS, Entry, entries, is_schema
from toolc.schema.view import Names, package_with_sides
from toolc.schema_budget import SchemaBudget
from toolc.snapshots.document import Document, Malformed, parse
from toolc.source import SourceFile, Span
from toolc.systems.assemble import assemble_tool, literal
from toolc.systems.base import Finding, Spelled, make_finding

SYSTEM = "snapshot"
_ENVELOPE = "mcp"
_EMPTY: Mapping[str, Any] = {"type": "object", "properties": {}}


def recorded_packages(documents: Iterable[SourceFile]) -> tuple[tuple[Package, ...], tuple[Diagnostic, ...]]:
    """The packages, sorted by name, and all that is wrong. A document that cannot be read gives none."""
    packages: list[Package] = []
    diagnostics: list[Diagnostic] = []
    for source in documents:
        names = Names()
        if tools := _tools(source, names, diagnostics):
            diagnostics.extend(diagnostic for tool in tools for diagnostic in tool.diagnostics)
            name = _stem(source.path)
            packages.append(package_with_sides(name, (Server(name, SYSTEM, _ENVELOPE, "", tools),), names))
    return tuple(sorted(packages, key=lambda package: package.name)), tuple(diagnostics)


def _tools(source: SourceFile, names: Names, diagnostics: list[Diagnostic]) -> tuple[Tool, ...]:
    try:
        document = parse(source)
    except Malformed as error:
        diagnostics.append(Diagnostic("TC121", error.message, error.place))
        return ()
    listed = entries(document.value)
    if listed is None:
        if not is_schema(document.value):
            diagnostics.append(_foreign(document))
            return ()
        listed = [Entry((), {"name": _stem(source.path), "parameters": document.value})]
    return tuple(_within(source, listed, document, names, diagnostics))


def _within(
    source: SourceFile, listed: Sequence[Entry], document: Document, names: Names, diagnostics: list[Diagnostic]
) -> Iterator[Tool]:
    """The tools, up to what a file may hold; the limits are those of sources."""
    budget = SchemaBudget(lambda _: source.limits)
    for number, entry in enumerate(listed):
        place = document.place(entry.path)
        beyond = budget.budget_finding(source.path, place)
        if number == source.limits.tools:
            message, help_ = words("tools", source.limits)
            beyond = Diagnostic("TC106", message, place, help=help_)
        if beyond is not None:
            diagnostics.append(beyond)
            return
        budget.add(source.path, entry.value)
        if (tool := _tool(entry, document, _stem(source.path), names, diagnostics)) is not None:
            yield tool


def _tool(entry: Entry, document: Document, module: str, names: Names, diagnostics: list[Diagnostic]) -> Tool | None:
    place = document.place(entry.path)
    name = entry.value.get("name") if isinstance(entry.value, Mapping) else None
    if not isinstance(name, str) or not name:
        diagnostics.append(Diagnostic("TC123", "this entry has no name, so it is not a tool", place))
        return None
    spelled = _spell_entry(entry, name, place)
    qualname = f"{module}:{name}"
    return assemble_tool(spelled, None, spelled.findings, names, qualname=qualname, system=SYSTEM, span=place, is_async=False)


def _spell_entry(entry: Entry, name: str, place: Span) -> Spelled:
    given = entry.value
    description, title = (_text(given.get(key)) for key in ("description", "title"))
    schema = _schema(next((given[key] for key in SCHEMAS if given.get(key) is not None), _EMPTY if entry.bare else None))
    if schema is None:
        return Spelled(name, description, findings=(_without(name, place),))
    output = _schema(next((given[key] for key in ("outputSchema", "output_schema") if key in given), None))
    described = description if description is not None else _text(schema.get("description")) if not entry.path else None
    stated = literal(schema, name, described, place)
    return Spelled(
        name,
        described,
        schema,
        output,
        title,
        _object(given.get("annotations")),
        _wrapper(output),
        closed=stated.closed,
        icons=_icons(given.get("icons")),
        meta=_object(given.get("_meta")),
        execution=_object(given.get("execution")),
        findings=stated.findings,
    )


def _schema(value: Any) -> dict[str, Any] | None:
    """A schema as an object: `true` and `false` have one that says the same."""
    if isinstance(value, bool):
        return {} if value else {"not": {}}
    return value if isinstance(value, dict) else None


def _wrapper(output: Mapping[str, Any] | None) -> str:
    """fastmcp marks the schemas of results that it wraps (2.10 and later)."""
    return "result" if output is not None and output.get("x-fastmcp-wrap-result") is True else ""


def _object(value: Any) -> dict[str, Any] | None:
    return value if isinstance(value, dict) else None


def _icons(value: Any) -> list[dict[str, Any]] | None:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _stem(path: str) -> str:
    return basename(path).removesuffix(".json").removesuffix(".schema")


def _foreign(document: Document) -> Diagnostic:
    return Diagnostic(
        "TC122",
        "the document is neither a list of tools nor a JSON Schema",
        document.place(()),
        help='give the result of `tools/list`, a list of tools, or a schema such as {"type": "object"}',
    )


def _without(name: str, place: Span) -> Finding:
    return make_finding(
        "TC123", f"the tool `{name}` has no schema of its arguments", place, "unknown", f"one of {', '.join(SCHEMAS)}"
    )
