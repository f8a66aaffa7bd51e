"""`toolc.lock`: the contract of all tools in one file, for reviews and for runs that must not drift.

Takes a bundle, gives the bytes of the file, and back. The file has the schemas themselves beside their fingerprints, so that a
difference can be told in words. The same bundle gives the same bytes. Keys of schemas keep their order: callers see it.
"""

from typing import Any

import msgspec
from msgspec import Struct

from toolc.contract.hashes import digest, pins
from toolc.encoders import json_text
from toolc.ir import Bundle, Fidelity, JsonSchema, Package, Server, Tool, withheld
from toolc.source import Span

FORMAT = 1


class Locked(Struct, frozen=True, omit_defaults=True):
    """One tool."""

    name: str
    source: str  # path and line
    qualname: str
    fidelity: Fidelity
    description: str | None = None
    title: str | None = None
    annotations: dict[str, Any] | None = None
    input_schema: JsonSchema | None = None
    output_schema: JsonSchema | None = None
    hashes: dict[str, str] = {}


class LockedServer(Struct, frozen=True, omit_defaults=True):
    """One server with its tools."""

    package: str
    server: str
    system: str
    version: str = ""
    tools: tuple[Locked, ...] = ()


class Lock(Struct, frozen=True):
    """The whole file."""

    toolc_lock: int
    toolc: str
    servers: tuple[LockedServer, ...] = ()


class DamagedError(ValueError):
    """The file is no lock that this toolc reads; the message says why."""


def lock_bytes(bundle: Bundle, version: str) -> bytes:
    """The file for a bundle. `version`: toolc's."""
    servers = tuple(
        LockedServer(package.name, server.name, server.system, server.version, tuple(map(_locked, server.tools)))
        for package in bundle.packages
        for server in package.servers
    )
    return f"{json_text(msgspec.to_builtins(Lock(FORMAT, version, servers)))}\n".encode()


def read_lock(data: bytes, path: str) -> Bundle:
    """The bundle of a lock; tools have no typed view. `path` is shown. Raises DamagedError."""
    try:
        lock = msgspec.json.decode(data, type=Lock)
    except (msgspec.DecodeError, RecursionError) as error:
        raise DamagedError(f"{path} is no lock of toolc: {error}") from None
    if lock.toolc_lock != FORMAT:
        raise DamagedError(f"{path} has format {lock.toolc_lock}, this toolc reads {FORMAT}")
    packages: dict[str, list[Server]] = {}
    for entry in lock.servers:
        tools = tuple(_tool(entry, one) for one in entry.tools)
        packages.setdefault(entry.package, []).append(Server(entry.server, entry.system, "plain", entry.version, tools))
    return Bundle(tuple(Package(name, tuple(servers)) for name, servers in packages.items()))


def _locked(found: Tool) -> Locked:
    tool = withheld(found) if found.broken else found
    told = {
        "name": tool.name,
        "description": tool.description or "",
        "input_schema": tool.input_schema,
        "output_schema": tool.output_schema,
    }
    hashes = {what: digest(value) for what, value in told.items() if value is not None}
    return Locked(
        tool.name,
        f"{tool.span.path}:{tool.span.line}",
        tool.qualname,
        tool.fidelity,
        tool.description,
        tool.title,
        tool.annotations,
        tool.input_schema,
        tool.output_schema,
        {**hashes, **(pins(tool) if tool.written else {})},
    )


def _tool(server: LockedServer, tool: Locked) -> Tool:
    path, _, line = tool.source.rpartition(":")
    number = int(line) if line.isascii() and line.isdecimal() and len(line) < 9 else 1
    return Tool(
        tool.name,
        tool.qualname,
        server.system,
        Span(path or tool.source, number, 1, number, 1),
        tool.description,
        tool.title,
        tool.input_schema,
        tool.output_schema,
        annotations=tool.annotations,
        fidelity=tool.fidelity,
    )
