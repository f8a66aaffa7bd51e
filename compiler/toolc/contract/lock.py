"""`toolc.lock`: the contract of all tools in one file, for reviews and for runs that must not drift.

Takes a bundle, gives the bytes of the file, and back. The file has the schemas themselves beside their fingerprints, so that a
difference can be told in words. It is made for merging: every tool has lines of its own, sorted, and none of them says where in
the sources it stands. The same bundle gives the same bytes. Keys of schemas keep their order: callers see it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from toolc.contract.hashes import digest, pins
from toolc.encoders import json_text
from toolc.ir import Bundle, Fidelity, JsonSchema, Package, Server, Tool, withheld
from toolc.source import Span

FORMAT = 3


class Locked(Struct, frozen=True, omit_defaults=True):
    """One tool. `sources`: the paths its package was compiled from, where only these say what is in it.

    `partial`: a file of its package could not be read, and the lock had nothing better to keep.
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
    sources: tuple[str, ...] = ()
    partial: bool = False
    hashes: dict[str, str] = {}


class DamagedError(ValueError):
    """The file is no lock that this toolc reads; the message says why."""


def lock_entries(
    bundle: Bundle, sources: Mapping[str, tuple[str, ...]] | None = None, partial: Collection[str] = ()
) -> tuple[Locked, ...]:
    """Every tool of a bundle as the file has it.

    `sources`: the paths that packages were compiled from, where these count. `partial`: the packages with unread files.
    """
    paths = sources or {}
    return tuple(
        _locked(package, server, tool, paths.get(package.name, ()), package.name in partial)
        for package, server, tool in bundle.tools
    )


def lock_bytes(entries: Iterable[Locked], version: str) -> bytes:
    """The file of some tools. `version`: toolc's."""
    told: dict[str, Any] = {}
    for entry in sorted(entries, key=lambda one: (one.package, one.server, one.name)):
        key = " / ".join((entry.package, entry.server, entry.name))
        number = 2
        while key in told:  # tools of which not even the name can be told
            key, number = f"{' / '.join((entry.package, entry.server, entry.name))} {number}", number + 1
        told[key] = msgspec.to_builtins(entry)
    # Behind all tools, so that each of these ends with a comma: where one is added, no other line changes.
    return f"{json_text({**told, 'toolc': version, 'toolc_lock': FORMAT})}\n".encode()


def read_entries(data: bytes, path: str) -> tuple[Locked, ...]:
    """The tools of a lock. `path` is shown. Raises DamagedError."""
    try:
        content = msgspec.json.decode(data, type=dict[str, Any])
        if (found := content.pop("toolc_lock", None)) != FORMAT:
            raise DamagedError(f"{path} has format {found}, this toolc reads {FORMAT}: `toolc lock` writes it again")
        content.pop("toolc", None)
        return tuple(msgspec.convert(entry, Locked) for entry in content.values())
    except (msgspec.DecodeError, RecursionError) as error:
        raise DamagedError(f"{path} is no lock of toolc: {error}") from None


def locked_bundle(entries: Sequence[Locked]) -> Bundle:
    """The tools of a lock as a bundle. They have no typed view, and no place in any source."""
    packages: dict[str, dict[tuple[str, str], list[Tool]]] = {}
    for entry in entries:
        servers = packages.setdefault(entry.package, {})
        servers.setdefault((entry.server, entry.system), []).append(_tool(entry))
    return Bundle(
        tuple(
            Package(name, tuple(Server(server, system, "plain", "", tuple(tools)) for (server, system), tools in found.items()))
            for name, found in packages.items()
        )
    )


def read_lock(data: bytes, path: str) -> Bundle:
    """The bundle of a lock. `path` is shown. Raises DamagedError."""
    return locked_bundle(read_entries(data, path))


def _locked(package: Package, server: Server, found: Tool, sources: tuple[str, ...], partial: bool) -> Locked:
    tool = withheld(found) if found.broken else found
    told = {
        "name": tool.name,
        "description": tool.description or "",
        "input_schema": tool.input_schema,
        "output_schema": tool.output_schema,
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
        sources,
        partial,
        {**hashes, **(pins(tool) if tool.written else {})},
    )


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
        annotations=entry.annotations,
        icons=entry.icons,
        meta=entry.meta,
        execution=entry.execution,
        fidelity=entry.fidelity,
    )
