"""Names of models that a program takes in one form and gives in another: pydantic writes a `Decimal` as a text, and adds
computed fields.

Takes servers and the `Names` of their types, gives the package: what comes back has the model's name, what is sent
`<name>Input`.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from toolc.ir import NamedType, Package, Ref, Server, Tool, Type
from toolc.schema.view.names import Names, map_members, reached_names, unused_name


def package_with_sides(name: str, servers: Sequence[Server], names: Names) -> Package:
    """The package of some servers with their named types."""
    types = names.types()
    given = _side_names(servers, types, names)
    if not given:
        return Package(name, tuple(servers), types)
    renamed = tuple(replace(one, name=given.get(one.name, one.name), type=rename(one.type, given)) for one in types)
    return Package(
        name, tuple(replace(one, tools=tuple(_rename_tool(tool, given) for tool in one.tools)) for one in servers), renamed
    )


def _side_names(servers: Sequence[Server], types: Sequence[NamedType], names: Names) -> Mapping[str, str]:
    """New names of types that share their model's name with one of the other side. A type of both sides keeps its name, and so
    do the others of that model: nothing tells which of them people mean."""
    tools = [tool for server in servers for tool in server.tools]
    by_name = {one.name: one.type for one in types}
    sent = reached_names((type_ for tool in tools for type_ in sent_types(tool)), by_name)
    back = reached_names((tool.result for tool in tools if tool.result is not None), by_name)
    models: dict[str, list[str]] = {}
    for one in types:
        models.setdefault(names.hint(one.name), []).append(one.name)
    two_sided = {hint: own for hint, own in models.items() if len(own) > 1 and not any((n in sent) == (n in back) for n in own)}
    split = {hint: own for hint, own in two_sided.items() if any(n in sent for n in own) and any(n in back for n in own)}
    taken = {one.name for one in types} - {name for own in split.values() for name in own}
    given: dict[str, str] = {}
    for hint, own in split.items():
        for name in own:
            given[name] = unused_name(hint if name in back else f"{hint}Input", taken)
            taken.add(given[name])
    return {name: new for name, new in given.items() if name != new}


def sent_types(tool: Tool) -> Iterable[Type]:
    """The types of what a caller sends."""
    yield from (one.property.type for one in tool.parameters)
    if tool.arguments is not None:
        yield tool.arguments


def rename(type_: Type, given: Mapping[str, str]) -> Type:
    """A type with other names for some of those that it mentions."""
    if isinstance(type_, Ref):
        return Ref(given.get(type_.name, type_.name))
    return map_members(type_, lambda one: rename(one, given))


def _rename_tool(tool: Tool, given: Mapping[str, str]) -> Tool:
    parameters = tuple(
        replace(one, property=replace(one.property, type=rename(one.property.type, given))) for one in tool.parameters
    )
    arguments = None if tool.arguments is None else rename(tool.arguments, given)
    return replace(
        tool, parameters=parameters, arguments=arguments, result=None if tool.result is None else rename(tool.result, given)
    )
