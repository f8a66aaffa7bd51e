"""All tools of a program as a bundle: grouped by package and server, sorted, with the named types of each package.

Takes declarations, gives `ir.Package`s.
"""

from collections.abc import Mapping

from toolc.ir import Bundle, Package, Server, Tool
from toolc.lower.tools import Tools, versions
from toolc.numbered import free
from toolc.program import Declaration, Program, ServerKey
from toolc.schema.view import Names
from toolc.systems.base import System


def bundle(program: Program, tools: Tools, systems: Mapping[str, System]) -> Bundle:
    """The bundle of a whole program. Servers are sorted by name, tools by where they stand."""
    by_package: dict[str, dict[ServerKey, list[Declaration]]] = {}
    for declaration in program.tools:
        servers = by_package.setdefault(declaration.server.package, {})
        servers.setdefault(declaration.server, []).append(declaration)
    return Bundle(tuple(_package(name, by_package[name], program, tools, systems) for name in sorted(by_package)))


def _package(
    name: str,
    servers: dict[ServerKey, list[Declaration]],
    program: Program,
    tools: Tools,
    systems: Mapping[str, System],
) -> Package:
    names = Names()
    made: list[Server] = []
    for key in sorted(servers):
        lowered = sorted((tools.tool(declaration, names) for declaration in servers[key]), key=_place)
        system = systems[key.system]
        own = free(key.name, {one.name for one in made})
        made.append(Server(own, system.name, system.envelope, _version(system, program), tuple(lowered), key.apart))
    return Package(name, tuple(made), names.types())


def _place(tool: Tool) -> tuple[object, str]:
    return tool.span, tool.name


def _version(system: System, program: Program) -> str:
    """The version of the framework itself, not of what it is built on."""
    return (versions(system, program)(system.distribution) or "") if system.distribution else ""
