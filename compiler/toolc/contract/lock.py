"""`toolc.lock`: the contract of all tools in one file, for reviews and for runs that must not drift.

Takes a bundle, gives the bytes of the file, and back. The file has the schemas themselves beside their fingerprints, so that a
difference can be told in words. It is made for merging: every tool has lines of its own, sorted, and none of them says where in
the sources it stands. The same bundle gives the same bytes. Keys of schemas keep their order: callers see it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, structs

from toolc.contract.change import Kind, Place
from toolc.contract.deprecations import deprecated_parts
from toolc.contract.hashes import digest, pins
from toolc.encoders import json_text
from toolc.ir import (
    Bundle,
    Component,
    Fidelity,
    JsonSchema,
    Package,
    Prompt,
    Resource,
    Server,
    ServerInfo,
    Tool,
    withhold_schemas,
)
from toolc.source import Span

FORMAT = 4
_WITHOUT_RESULTS = 3
"""The format before: its tools do not say what results look like when they are sent."""

_Component = TypeVar("_Component", Prompt, Resource, ServerInfo)


class Locked(Struct, frozen=True, omit_defaults=True):
    """One tool. `sources`: the paths its package was compiled from, where only these say what is in it.

    `deprecated`: what `@warnings.deprecated` says of its function. `since`: the versions of its package that first had the tool
    ("") or one of its parameters (by name) deprecated.
    `partial`: a file of its package could not be read, and the lock had nothing better to keep. `kind`: what it is, if no tool;
    `facts` are then all that is known of it. `result_schema`: of results as they are sent, where that is not the reported one.
    `knows_results`: this is known; locks of an older format do not have it.
    """

    package: str
    server: str
    name: str
    system: str
    fidelity: Fidelity
    description: str | None = None
    title: str | None = None
    annotations: dict[str, Any] | None = None
    icons: list[dict[str, Any]] | None = None
    meta: dict[str, Any] | None = None
    execution: dict[str, Any] | None = None
    input_schema: JsonSchema | None = None
    output_schema: JsonSchema | None = None
    deprecated: str | None = None
    since: dict[str, str] = {}
    sources: tuple[str, ...] = ()
    partial: bool = False
    hashes: dict[str, str] = {}
    kind: Kind = "tool"
    facts: dict[str, Any] = {}
    result_schema: JsonSchema | None = None
    knows_results: bool = True


class DamagedError(ValueError):
    """The file is no lock that this toolc reads; the message says why."""


def lock_entries(
    bundle: Bundle, sources: Mapping[str, tuple[str, ...]] | None = None, partial: Collection[str] = ()
) -> tuple[Locked, ...]:
    """Every tool of a bundle as the file has it.

    `sources`: the paths that packages were compiled from, where these count. `partial`: the packages with unread files.
    """
    paths = sources or {}
    tools = (
        _lock_server(package, server, tool, paths.get(package.name, ()), package.name in partial)
        for package, server, tool in bundle.tools
    )
    others = (
        _locked_component(package, server, one, paths.get(package.name, ()), package.name in partial)
        for package, server, one in bundle.components
    )
    return *tools, *others


def keep_deprecations(made: Iterable[Locked], before: Iterable[Locked]) -> Iterator[Locked]:
    """The entries of a new lock; what was deprecated in the lock before is so since the version that is told there."""
    known = {_key(one): one.since for one in before}
    for entry in made:
        told = known.get(_key(entry), {})
        yield structs.replace(entry, since={part: told.get(part, version) for part, version in entry.since.items()})


def deprecated_since(entries: Iterable[Locked]) -> dict[tuple[Place, str], str]:
    """Return since which version tools ("") and parameters (by name) of a lock are deprecated."""
    return {
        (Place(one.package, one.server, one.name), part): version
        for one in entries
        if one.kind == "tool"
        for part, version in one.since.items()
    }


def unknown_results(entries: Iterable[Locked]) -> frozenset[Place]:
    """Return the tools of a lock that do not say what results look like when they are sent."""
    return frozenset(
        Place(one.package, one.server, one.name) for one in entries if one.kind == "tool" and not one.knows_results
    )


def _key(entry: Locked) -> tuple[str, ...]:
    return entry.package, entry.server, entry.kind, entry.name


def lock_bytes(entries: Iterable[Locked], version: str) -> bytes:
    """The file of some tools. `version`: toolc's."""
    told: dict[str, Any] = {}
    for entry in sorted(entries, key=lambda one: (one.package, one.server, one.kind != "tool", one.kind, one.name)):
        parts = (entry.package, entry.server, *(() if entry.kind == "tool" else (entry.kind,)), entry.name)
        key = " / ".join(parts)
        number = 2
        while key in told:  # tools of which not even the name can be told
            key, number = f"{' / '.join(parts)} {number}", number + 1
        told[key] = msgspec.to_builtins(entry)
    # Behind all tools, so that each of these ends with a comma: where one is added, no other line changes.
    return f"{json_text({**told, 'toolc': version, 'toolc_lock': FORMAT})}\n".encode()


def read_entries(data: bytes, path: str) -> tuple[Locked, ...]:
    """The tools of a lock. `path` is shown. Raises DamagedError."""
    try:
        content = msgspec.json.decode(data, type=dict[str, Any])
        if (found := content.pop("toolc_lock", None)) not in (FORMAT, _WITHOUT_RESULTS):
            raise DamagedError(f"{path} has format {found}, this toolc reads {FORMAT}: `toolc lock` writes it again")
        content.pop("toolc", None)
        entries = tuple(msgspec.convert(entry, Locked) for entry in content.values())
        return entries if found == FORMAT else tuple(structs.replace(one, knows_results=False) for one in entries)
    except (msgspec.DecodeError, RecursionError) as error:
        raise DamagedError(f"{path} is not a lock of toolc: {error}") from None


def locked_bundle(entries: Sequence[Locked]) -> Bundle:
    """The tools of a lock as a bundle. They have no typed view, and no place in any source."""
    packages: dict[str, dict[tuple[str, str], list[Locked]]] = {}
    for entry in entries:
        servers = packages.setdefault(entry.package, {})
        servers.setdefault((entry.server, entry.system), []).append(entry)
    return Bundle(
        tuple(Package(name, tuple(_server(*key, listed) for key, listed in found.items())) for name, found in packages.items())
    )


def _server(name: str, system: str, entries: Sequence[Locked]) -> Server:
    by_kind: dict[str, list[Locked]] = {}
    for entry in entries:
        by_kind.setdefault(entry.kind, []).append(entry)
    return Server(
        name,
        system,
        "plain",
        "",
        tuple(_tool(entry) for entry in by_kind.get("tool", ())),
        info=next((_component(entry, ServerInfo) for entry in by_kind.get("server", ())), None),
        prompts=tuple(_component(entry, Prompt) for entry in by_kind.get("prompt", ())),
        resources=tuple(_component(entry, Resource) for entry in by_kind.get("resource", ())),
    )


def read_lock(data: bytes, path: str) -> Bundle:
    """The bundle of a lock. `path` is shown. Raises DamagedError."""
    return locked_bundle(read_entries(data, path))


def _lock_server(package: Package, server: Server, found: Tool, sources: tuple[str, ...], partial: bool) -> Locked:
    tool = withhold_schemas(found) if found.broken else found
    told = {
        "name": tool.name,
        "description": tool.description or "",
        "input_schema": tool.input_schema,
        "output_schema": tool.output_schema,
        "result_schema": tool.result_schema,
    }
    hashes = {what: digest(value) for what, value in told.items() if value is not None}
    return Locked(
        package.name,
        server.name,
        tool.name,
        server.system,
        tool.fidelity,
        tool.description,
        tool.title,
        tool.annotations,
        tool.icons,
        tool.meta,
        tool.execution,
        tool.input_schema,
        tool.output_schema,
        tool.deprecated,
        _since(package, tool),
        sources,
        partial,
        {**hashes, **(pins(tool) if tool.is_written else {})},
        result_schema=tool.result_schema,
    )


def _since(package: Package, tool: Tool) -> dict[str, str]:
    """The version of a package for what it deprecates; nothing where it has none."""
    version = package.project.version if package.project is not None else ""
    return {part: version for part, _ in deprecated_parts(tool)} if version else {}


_PLACES = ("span", "qualname", "system", "fidelity", "diagnostics")
"""Facts left out of a lock: places, and fields that every entry has."""


def _locked_component(package: Package, server: Server, one: Component, sources: tuple[str, ...], partial: bool) -> Locked:
    facts = {key: value for key, value in msgspec.to_builtins(one).items() if key not in _PLACES}
    kind: Kind = "prompt" if isinstance(one, Prompt) else "resource" if isinstance(one, Resource) else "server"
    name = one.uri if isinstance(one, Resource) else one.name if isinstance(one, Prompt) else server.name
    hashes = {"facts": digest(facts)}
    home = (package.name, server.name, name, server.system, one.fidelity)
    return Locked(*home, sources=sources, partial=partial, hashes=hashes, kind=kind, facts=facts)


def _component(entry: Locked, type_: type[_Component]) -> _Component:
    own = {"span": msgspec.to_builtins(Span("")), "fidelity": entry.fidelity}
    named = {} if type_ is ServerInfo else {"qualname": "", "system": entry.system}
    return msgspec.convert({**entry.facts, **own, **named}, type_)


def _tool(entry: Locked) -> Tool:
    return Tool(
        entry.name,
        "",
        entry.system,
        Span(""),
        entry.description,
        entry.title,
        entry.input_schema,
        entry.output_schema,
        result_schema=entry.result_schema,
        annotations=entry.annotations,
        icons=entry.icons,
        meta=entry.meta,
        execution=entry.execution,
        deprecated=entry.deprecated,
        fidelity=entry.fidelity,
    )
