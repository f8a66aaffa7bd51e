"""Results that functions declare and servers do not: takes a package, returns it with types for them.

The types are read off `Tool.declared_result`, apart from the named types of the package, so that no other target has them. A
model that both have, with the same content, is one.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from toolc.ir import JsonSchema, NamedType, Package, Server, Tool, Type
from toolc.schema.view import Names, view
from toolc.schema.view.names import references, unused_name
from toolc.schema.view.sides import rename
from toolc.targets.code_mode.reading import how_to_read


def is_declared(tool: Tool) -> bool:
    """Return `True` if the result type of a tool of `with_declared` is declared but not enforced."""
    return tool.output_schema is None and tool.result is not None


def with_declared(package: Package) -> Package:
    """Return the package with a result for each tool that declares one, and the models of these results."""
    names = Names()
    found: dict[tuple[str, str], Type] = {}
    for server in package.servers:
        for tool in server.tools:
            if tool.is_written and tool.result is None and tool.declared_result is not None:
                type_ = view(tool.declared_result, names, _model(tool.declared_result))
                if how_to_read(type_, tool.system, {one.name: one.type for one in names.types()}) is not None:
                    found[server.name, tool.name] = type_
    if not found:
        return package
    given, further = _join_names(package.types, names.types())
    servers = tuple(_with_results(server, found, given) for server in package.servers)
    return replace(package, servers=servers, types=(*package.types, *further))


def _with_results(server: Server, found: Mapping[tuple[str, str], Type], given: Mapping[str, str]) -> Server:
    tools = tuple(
        replace(tool, result=rename(found[server.name, tool.name], given)) if (server.name, tool.name) in found else tool
        for tool in server.tools
    )
    return replace(server, tools=tools)


def _model(schema: JsonSchema) -> str:
    """The name of the model that a schema is of, as pydantic titles it; "" where it is of none."""
    title = schema.get("title")
    return re.sub(r"[^a-zA-Z0-9_]", "_", title) if isinstance(title, str) and "properties" in schema else ""


def _join_names(own: Sequence[NamedType], further: Sequence[NamedType]) -> tuple[Mapping[str, str], tuple[NamedType, ...]]:
    """Return the names that further types have in the package, and those of them that the package has not got."""
    known = {one.name: one.type for one in own}
    alike = {one.name for one in further if known.get(one.name) == one.type}
    while odd := {one.name for one in further if one.name in alike and not alike.issuperset(references(one.type))}:
        alike -= odd
    given: dict[str, str] = {}
    for one in further:
        given[one.name] = one.name if one.name in alike else unused_name(one.name, {*known, *given.values()})
    kept = [one for one in further if one.name not in alike]
    return given, tuple(replace(one, name=given[one.name], type=rename(one.type, given)) for one in kept)
