"""Read a program with toolc: takes files and a framework, returns a `Reading`. All that the judges know of the compiler.

Whoever replaces the engine changes this function at most: the writer, the oracle and the verdicts do not import toolc.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

from harness import LIVE, Memory
from programs.oracles import Oracle
from toolc import read as parser
from toolc.bind import bind
from toolc.check import check_packages
from toolc.diagnostics import Diagnostic
from toolc.ir import JsonSchema
from toolc.lower import lower
from toolc.systems.register import SYSTEMS

Files = Mapping[str, str]


class Finding(Struct, frozen=True):
    """A diagnostic: its code, its place, its message."""

    code: str
    path: str = ""
    line: int = 0
    message: str = ""


class ReadTool(Struct, frozen=True):
    """A tool as toolc lists it; `schemas` are the one that is kept and the one that is sent, where they differ."""

    name: str
    server: str
    description: str | None
    schemas: tuple[JsonSchema, ...]
    fidelity: str
    place: tuple[str, int]
    findings: tuple[Finding, ...] = ()


class Reading(Struct, frozen=True):
    """The tools of a program, and the diagnostics that belong to none of them."""

    tools: tuple[ReadTool, ...]
    findings: tuple[Finding, ...]


Reader = Callable[[Files, Oracle], Reading]


def read_with_toolc(files: Files, oracle: Oracle) -> Reading:
    """Compile a program in this process, up to the checked bundle."""
    program = bind(Memory(files, versions={**LIVE, **oracle.versions}), parser, SYSTEMS)
    bundle, _ = lower(program, SYSTEMS)
    packages, checked = check_packages(bundle.packages)
    tools = tuple(
        ReadTool(
            tool.name,
            server.name,
            tool.description,
            tuple(one for one in (tool.input_schema, tool.wire and tool.wire.input_schema) if one is not None),
            tool.fidelity,
            (tool.span.path, tool.span.line),
            tuple(map(_finding, tool.diagnostics)),
        )
        for package in packages
        for server in package.servers
        for tool in server.tools
    )
    return Reading(tools, tuple(map(_finding, (*program.diagnostics, *checked))))


def _finding(diagnostic: Diagnostic) -> Finding:
    span = diagnostic.span
    return Finding(diagnostic.code, span.path if span else "", span.line if span else 0, diagnostic.message)
