"""Tools as functions: their parameters and results, how an answer is read, and the models they share.

Takes a package of one server, returns `Entry`s. The types are those of the typed clients; how they are spelled is the
languages' own.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from toolc.ir import NamedType, Object, Server, Tool, Type
from toolc.schema.view.names import reached_names, references
from toolc.targets import tool_types
from toolc.targets.code_mode.declared import is_declared
from toolc.targets.code_mode.naming import TreeNames
from toolc.targets.code_mode.reading import Reading, how_to_read


class Entry(Struct, frozen=True):
    """One tool. `function`: its name, and that of its file; `stem`: what its own types begin with; `model`: the model that it
    returns, or "". `models`: the names of the models that no other tool has, `shared` of those it has in common.
    `declared`: the result is what the function says, and nothing enforces it."""

    server: Server
    tool: Tool
    function: str
    stem: str
    model: str
    args: Type
    result: Type
    models: tuple[str, ...]
    shared: tuple[str, ...]
    declared: bool = False
    reading: Reading = ""


def entries(
    tools: Sequence[tuple[Server, Tool]], named: Sequence[NamedType], names: TreeNames
) -> tuple[tuple[Entry, ...], tuple[NamedType, ...]]:
    """Return the tools, and the models that two of them or more need."""
    types = {one.name: one.type for one in named}
    sides = [(_arguments(tool), tool_types.result(tool)) for _, tool in tools]
    needed = [reached_names(both, types) for both in sides]
    common = {name for name in types if sum(name in one for one in needed) > 1}
    found = tuple(
        Entry(
            server,
            tool,
            names.functions[at],
            names.types.stems[at],
            names.types.models[at],
            *sides[at],
            tuple(name for name in types if name in needed[at] and name not in common),
            tuple(name for name in types if name in needed[at] and name in common),
            is_declared(tool),
            (how_to_read(sides[at][1], tool.system, types) or "") if is_declared(tool) else "",
        )
        for at, (server, tool) in enumerate(tools)
    )
    return found, tuple(one for one in named if one.name in common)


def _arguments(tool: Tool) -> Type:
    """Return the type of the arguments. A tool without properties takes none, unless its schema allows any."""
    args = tool_types.args(tool)
    silent = "additionalProperties" not in (tool.input_schema or {})
    return Object() if isinstance(args, Object) and not args.properties and silent and not args.prefixed else args


def mentioned_models(types: Iterable[Type], among: Iterable[str], names: Mapping[str, str]) -> list[str]:
    """Return the identifiers of those models that stand in some types themselves."""
    wanted = {name for type_ in types for name in references(type_)}
    return sorted(names[name] for name in among if name in wanted)
