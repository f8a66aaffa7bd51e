"""Base of all JSON outputs: a document of tools per package or per server, and optionally one per tool.

Takes the parameters of a provider (`documents(...)`), gives its `Target`. A provider is one module that calls this, one
template that extends `json/tools.json.jinja` and holds the envelope, and one line in the register.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from toolc.config import TargetOptions
from toolc.diagnostics import Diagnostic
from toolc.emit import Options, Page, Plan, Target
from toolc.ir import Package, Server, Tool
from toolc.providers import Finding, NameRule
from toolc.schema.keywords import pointer
from toolc.systems.sent import Sent, sent_form
from toolc.targets.naming import slug, unique
from toolc.targets.package_tools import written_tools

LEFT_OUT = "left-out.json"
"""The file beside `tools.json` that names the tools which a provider cannot take."""

Entry = tuple[Mapping[str, Any] | None, tuple[Diagnostic, ...]]
"""Template context of one tool, or `None` if the target leaves it out, and the diagnostics."""

More = Callable[[Tool, TargetOptions], Entry]
"""Further template context that options ask for, and its diagnostics."""

Grouped = Callable[[Sequence[tuple[Server, Mapping[str, Any]]], TargetOptions], Sequence[Mapping[str, Any]]]
"""Contents of a list: the entries of its tools, by server, or their container."""


def as_reported(tool: Tool) -> Entry:
    """The facts of a tool as the framework reports them."""
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "schema": tool.input_schema,
        "output_schema": tool.output_schema,
        "annotations": tool.annotations,
        "icons": tool.icons,
        "meta": tool.meta,
        "execution": tool.execution,
        "strict": None,
        "beside": None,
    }, ()


def as_sent(tool: Tool) -> Entry:
    """The facts of a tool as its server sends them."""
    facts, diagnostics = as_reported(tool)
    if tool.wire is None or facts is None:
        return facts, diagnostics
    return {**facts, "schema": tool.wire.input_schema, "output_schema": tool.wire.output_schema}, diagnostics


def as_framework_sends(tool: Tool, found: Sent) -> Entry:
    """The facts of a tool as its framework sends it to the provider."""
    facts, _ = as_reported(tool)
    said = {"name": found.name, "description": found.description, "schema": found.schema}
    return {**(facts or {}), **said, "strict": found.strict, "beside": found.beside}, ()


def refused_name(provider: str, names: NameRule, tool: Tool, name: str) -> Diagnostic:
    """Return a diagnostic for a name that a provider does not accept."""
    message = f"{provider} takes no tool named `{name}`: names are {names.words}"
    return Diagnostic("TC501", message, tool.span, help="give the tool a name within that rule; the other targets keep it")


def unsupported_keywords(target: str, tool: Tool, findings: Iterable[Finding], what: str) -> tuple[Diagnostic, ...]:
    """Report the keywords of a schema that a target does not support, once a tool. `what`: what becomes of them."""
    places = list(dict.fromkeys(pointer(finding.place) for finding in findings))
    if not places:
        return ()
    more = f" and {len(places) - 2} more" if len(places) > 2 else ""
    message = f"{target} {what} {', '.join(map(keyword_at, places[:2]))}{more} in `{tool.name}`"
    return (Diagnostic("TC420", message, tool.span, help="check it in the function, where it must hold"),)


def keyword_at(place: str) -> str:
    """A keyword and where it stands in a schema, by its JSON Pointer."""
    where, _, keyword = place.rpartition("/")
    return f"`{keyword}` at {where}" if where else f"`{keyword}`"


class _Provider(Struct, frozen=True):
    """Parameters in which JSON targets differ."""

    name: str
    template: Callable[[Server], str]
    entry: Callable[[Tool], Entry]
    sent: Callable[[Tool, Sent], Entry]
    names: NameRule | None
    per_server: bool
    more: More
    grouped: Grouped

    def one(self, server: Server, tool: Tool) -> Plan:
        entry, diagnostics = self._entry(server, tool)
        pages = () if entry is None else (self._single(f"{slug(tool.name)}.json", server, entry),)
        return Plan(pages, diagnostics)

    def plan(self, package: Package, folder: str, options: Options) -> Plan:
        diagnostics: list[Diagnostic] = []
        entries: list[tuple[Server, Mapping[str, Any]]] = []
        left_out: list[dict[str, Any]] = []
        for server, tool in written_tools(package):
            entry, because = self._entry(server, tool)
            diagnostics.extend(because)
            if entry is not None:
                asked, said = self.more(tool, options.own)
                diagnostics.extend(said)
                entries.append((server, {**entry, **(asked or {})}))
            else:
                reasons = [{"code": one.code, "message": one.message} for one in because]
                left_out.append({"name": tool.name, "reasons": reasons})
        pages = self._documents(package, folder, entries, options)
        if left_out and not self.per_server:  # a consumer of the list sees which tools are missing
            pages.append(Page(f"{folder}/{LEFT_OUT}", "json/left-out.json.jinja", {"left_out": left_out}))
        if options.per_tool:
            pages.extend(self._singles(folder, entries))
        return Plan(tuple(pages), tuple(diagnostics))

    def _entry(self, server: Server, tool: Tool) -> Entry:
        found = sent_form(tool, server.version, self.name)
        name = tool.name if found is None else found.name
        if self.names is not None and not self.names.takes(name):
            return None, (refused_name(self.name, self.names, tool, name),)
        return self.entry(tool) if found is None else self.sent(tool, found)

    def _documents(
        self, package: Package, folder: str, entries: Sequence[tuple[Server, Mapping[str, Any]]], options: Options
    ) -> list[Page]:
        """One page with all tools of the package, or one for each server; none where no tool is left."""
        if not self.per_server:
            tools = self.grouped(entries, options.own)
            return [self._page(f"{folder}/tools.json", entries[0][0], tools, single=False)] if tools else []
        pages = []
        for server, file in zip(package.servers, unique([server.name for server in package.servers]), strict=True):
            if tools := [entry for owner, entry in entries if owner is server]:
                pages.append(self._page(f"{folder}/{file}.json", server, tools, single=False))
        return pages

    def _singles(self, folder: str, entries: Sequence[tuple[Server, Mapping[str, Any]]]) -> list[Page]:
        names = [str(entry["name"]) for _, entry in entries]
        keys = [f"{server.name}\n{entry['name']}" for server, entry in entries]
        return [
            self._single(f"{folder}/tools/{file}.json", server, entry)
            for (server, entry), file in zip(entries, unique(names, keys), strict=True)
        ]

    def _single(self, path: str, server: Server, entry: Mapping[str, Any]) -> Page:
        return self._page(path, server, [entry], single=True)

    def _page(self, path: str, server: Server, tools: Sequence[Mapping[str, Any]], *, single: bool) -> Page:
        return Page(path, self.template(server), {"tools": tools, "single": single})


def _nothing_more(tool: Tool, options: TargetOptions) -> Entry:
    return None, ()


def _one_by_one(entries: Sequence[tuple[Server, Mapping[str, Any]]], options: TargetOptions) -> Sequence[Mapping[str, Any]]:
    return [entry for _, entry in entries]


def documents(
    name: str,
    about: str,
    *,
    names: NameRule | None = None,
    entry: Callable[[Tool], Entry] = as_reported,
    sent: Callable[[Tool, Sent], Entry] = as_framework_sends,
    template: Callable[[Server], str] | None = None,
    per_server: bool = False,
    more: More = _nothing_more,
    grouped: Grouped = _one_by_one,
) -> Target:
    """A JSON target.

    `names`: which tool names the provider takes. `entry`: what the template sees of a tool, and `sent` of one of which is known
    how its framework sends it. `template`: which one, by server,
    unless it is `<name>/tools.json.jinja`. `per_server`: `<package>/<server>.json` instead of `<package>/tools.json`. `more`,
    `grouped`: what options ask for, of a tool and of the list.
    """
    written = template or (lambda server: f"{name}/tools.json.jinja")
    provider = _Provider(name, written, entry, sent, names, per_server, more, grouped)
    return Target(name, about, provider.plan, unique, provider.one, per_server=per_server)
