"""All tools of a program as a bundle: grouped by package and server, sorted, with the named types of each package.

Takes declarations, gives `ir.Package`s.
"""

from collections.abc import Mapping

from msgspec import structs

from toolc.ir import Bundle, Component, Package, Prompt, Resource, Server, ServerInfo, Tool
from toolc.lower.components import Components
from toolc.lower.tools import Tools, versions
from toolc.program import OWN, ConstantValue, Declaration, Program, ServerKey, Unknown, Value
from toolc.schema.view import Names, package_with_sides
from toolc.source import Span
from toolc.systems.base import System
from toolc.text.unique_names import first_free


def bundle(program: Program, tools: Tools, systems: Mapping[str, System]) -> Bundle:
    """The bundle of a whole program. Servers are sorted by name, tools and components by where they stand."""
    by_package: dict[str, dict[ServerKey, list[Declaration]]] = {}
    listed = {one.server for one in (*program.tools, *program.components) if one.component not in OWN}
    for declaration in (one for one in (*program.tools, *program.components) if one.server in listed):
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
    components = Components(program, tools, systems)
    made: list[Server] = []
    for key in sorted(servers):
        lowered = sorted((tools.tool(one, names) for one in servers[key] if one.component is None), key=_place)
        beside = _with_capabilities([one for one in servers[key] if one.component is not None])
        others = sorted(map(components.component, beside), key=_start)
        system = systems[key.system]
        own = first_free(key.name, {one.name for one in made})
        made.append(
            Server(
                own,
                system.name,
                system.envelope,
                _version(system, program),
                tuple(lowered),
                key.standalone,
                next((one for one in others if isinstance(one, ServerInfo)), None),
                tuple(one for one in others if isinstance(one, Prompt)),
                tuple(one for one in others if isinstance(one, Resource)),
            )
        )
    named = tuple(structs.replace(one, tools=tuple(_with_union_names(tool, names) for tool in one.tools)) for one in made)
    names.name_unions()
    return package_with_sides(name, named, names)


def _with_union_names(tool: Tool, names: Names) -> Tool:
    """The tool with the names that aliases of the program give to unions in its arguments and its result."""
    parameters = tuple(
        structs.replace(one, property=structs.replace(one.property, type=names.with_union_names(one.property.type)))
        for one in tool.parameters
    )
    arguments = tool.arguments and names.with_union_names(tool.arguments)
    return structs.replace(
        tool, parameters=parameters, arguments=arguments, result=tool.result and names.with_union_names(tool.result)
    )


def _with_capabilities(declarations: list[Declaration]) -> list[Declaration]:
    """Merge the capabilities that are added elsewhere into the declaration of the server itself."""
    added = [one for one in declarations if one.component == "capability"]
    facts: dict[str, Value] = {}
    for name, value in ((name, value) for one in added for name, value in one.options.items()):
        facts[name] = value if facts.get(name, value) == value else Unknown("it is given twice")
    names = {one.name.value for one in added if isinstance(one.name, ConstantValue)}
    facts["capabilities"] = ConstantValue(tuple(sorted(map(str, names))))
    said = dict.fromkeys(diagnostic for one in added for diagnostic in one.diagnostics)
    return [
        structs.replace(one, options={**one.options, **facts}, diagnostics=(*one.diagnostics, *said))
        if one.component == "server"
        else one
        for one in declarations
        if one.component != "capability"
    ]


def _start(component: Component) -> Span:
    return component.span


def _place(tool: Tool) -> tuple[object, str]:
    return tool.span, tool.name


def _version(system: System, program: Program) -> str:
    """The version of the framework itself, not of what it is built on."""
    return (versions(system, program)(system.distribution) or "") if system.distribution else ""
