"""Fitness of tools for providers: takes a bundle and providers, gives what each of them refuses, ignores or changes.

A finding stands at the annotation that causes it, as far as the source has one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import PurePath
from typing import Any

from toolc.diagnostics import Diagnostic, in_order
from toolc.fitness.deprecated import Use, deprecated_starts, deprecated_uses
from toolc.fitness.places import Places
from toolc.fitness.results import untyped_results
from toolc.interfaces import Reader
from toolc.ir import Bundle, Package, Server, Tool
from toolc.providers import Effect, Finding, Provider
from toolc.providers.protocol import VERSIONS, Version, breaches, newest_spoken
from toolc.schema.keywords import pointer
from toolc.source import SourceFile
from toolc.systems.sent import sent_form

__all__ = ["unfit", "untyped_results"]

_CODES: dict[Effect, str] = {"refused": "TC451", "ignored": "TC452", "changed": "TC453", "limit": "TC454"}
_HELP = {
    "TC451": "change the annotation, or leave the tool to other providers",
    "TC452": "say it in the description as well, and check it in the function",
}


def unfit(
    bundle: Bundle,
    providers: Sequence[Provider],
    texts: Callable[[str], str | None],
    reader: Reader,
    units: Mapping[str, str] | None = None,
) -> tuple[Diagnostic, ...]:
    """All findings for all providers. `texts` gives the text of a file by its shown path, `units` the unit of each file."""
    places = Places(texts, reader)
    found: list[Diagnostic] = []
    for package in bundle.packages:
        tools = [(server, tool) for server in package.servers for tool in server.tools if tool.is_written]
        for provider in providers:
            found.extend(one for server, tool in tools for one in _tool(server, tool, provider, places))
            found.extend(one for server in package.servers for one in _protocol(server, provider, places))
            found.extend(_request(package, [tool for _, tool in tools], provider))
            found.extend(_deprecated_uses(package, provider, texts, reader, units or {}))
    return in_order(found)


def _tool(server: Server, tool: Tool, provider: Provider, places: Places) -> Iterator[Diagnostic]:
    request = sent_form(tool, server.version, provider.target)
    name = tool.name if request is None else request.name
    if provider.names is not None and not provider.names.takes(name):
        message = f"{provider.name} takes no tool named `{name}`: names are {provider.names.words}"
        yield Diagnostic("TC451", message, tool.span)
    judged = () if provider.rule is None else provider.rule(server, tool)
    for finding in (*provider.judge(tool.input_schema or {}), *_keys(tool, provider), *judged):
        code = _CODES[finding.effect]
        at = f", at {pointer(finding.place)}" if finding.place else ""
        message = f"{provider.name} {finding.words} (`{tool.name}`{at})"
        seen = f"seen in {finding.source}" if finding.source else ""
        yield Diagnostic(code, message, places.of(tool, finding.place), help=seen or _HELP.get(code, ""))


def _protocol(server: Server, provider: Provider, places: Places) -> Iterator[Diagnostic]:
    """Yield violations of the rules of a version of MCP by the tools of a server."""
    if not provider.protocol:
        return
    version = _version(server, provider)
    for tool in server.tools:
        for one in breaches(tool, version) if tool.is_written else ():
            message = f"`{tool.name}` {one.words} (MCP {version})"
            yield Diagnostic(one.code, message, places.of(tool, one.place))


def _version(server: Server, provider: Provider) -> Version:
    return newest_spoken(server) if provider.protocol == "sdk" else next(one for one in VERSIONS if one == provider.protocol)


def _deprecated_uses(
    package: Package, provider: Provider, texts: Callable[[str], str | None], reader: Reader, units: Mapping[str, str]
) -> Iterator[Diagnostic]:
    """Yield uses of features that the version of the protocol deprecates, in modules that register on servers.

    Other modules of the package may start the server: they are asked for its transport.
    """
    servers = [one for one in package.servers if provider.protocol and one.system.startswith(("mcp", "fastmcp"))]
    for server in servers:
        for path in dict.fromkeys(one.span.path for one in (*server.tools, *server.components)):
            yield from _uses(path, texts(path), reader, deprecated_uses, _version(server, provider))
    if servers:
        own = {one.span.path for server in servers for one in (*server.tools, *server.components)}
        names = frozenset(part for path in own for part in PurePath(path).with_suffix("").parts)
        starts = partial(deprecated_starts, packages=names)
        for path in sorted(path for path, unit in units.items() if unit == package.name and path not in own):
            text = texts(path)
            yield from _uses(path, text if text and "sse" in text else None, reader, starts, _version(servers[0], provider))


def _uses(
    path: str, text: str | None, reader: Reader, uses: Callable[[Any], Iterator[Use]], version: Version
) -> Iterator[Diagnostic]:
    source = SourceFile(path, "", text or "")
    for use in uses(reader.code(source)) if text else ():
        feature = use.feature
        if feature.holds(version):
            message = f"this uses {feature.name}, which MCP deprecates since {feature.since} ({feature.source})"
            yield Diagnostic("TC481", message, source.span(use.at, use.end), help=feature.way_out)


def _keys(tool: Tool, provider: Provider) -> Iterator[Finding]:
    properties = (tool.input_schema or {}).get("properties")
    for name in properties if provider.keys is not None and isinstance(properties, dict) else ():
        if provider.keys is not None and not provider.keys.takes(name):
            yield Finding("refused", ("properties", name), f"takes no argument named `{name}`: names are {provider.keys.words}")


def _request(package: Package, tools: Sequence[Tool], provider: Provider) -> Iterator[Diagnostic]:
    """Yield the limits of a request that all tools of a package together exceed."""
    for limit in provider.request:
        total = sum(limit.count(tool) for tool in tools)
        if total > limit.most:
            most = max(tools, key=limit.count)
            message = f"{provider.name} takes {limit.most} {limit.what} in a request, package `{package.name}` has {total}"
            yield Diagnostic("TC455", message, most.span, help="give a request fewer tools")
