"""The naming pass: one identifier for every module, tool and type.

Takes names in order, gives identifiers and a TC505 note for each name that could not be kept. Models come first, then tools,
then what has no name of its own; who comes later gets the number.
"""

from collections.abc import Collection, Sequence

from toolc.ir import NamedType, Tool
from toolc.targets.casing import add_number, apart, snake
from toolc.targets.identifiers import Names, ToolNames
from toolc.targets.python.encode import plain
from toolc.targets.python.reserved import METHODS, TYPES
from toolc.targets.type_names import renamed_tools, type_names


def module_names(packages: Sequence[str]) -> list[str]:
    """The name of each package's module, no two alike. None is that of a server, which may stand on the same path."""
    return apart([f"{snake(package, 'tools')}_client" for package in packages])


def identifiers(types: Sequence[NamedType], tools: Sequence[Tool], imported: Collection[str] = ()) -> Names:
    """Names everything once. `imported`: further names that the module has."""
    named = type_names(types, tools, TYPES | {*imported})
    methods = _methods([tool.name for tool in tools])
    own = tuple(map(ToolNames, methods, named.stems, named.models))
    usual = [snake(tool.name, "tool") for tool in tools]
    return Names(named.by_name, own, named.taken, renamed_tools(tools, usual, methods, "Python"))


def _methods(names: Sequence[str]) -> list[str]:
    """In order; a name that can stay as it is stays, before one that has to change."""
    given: dict[int, str] = {}
    taken: set[str] = set()
    for at in sorted(range(len(names)), key=lambda at: snake(names[at], "tool") != names[at]):
        method = snake(names[at], "tool")
        usable = plain(method) and method not in METHODS
        given[at] = add_number(method if usable else f"{method}_tool", taken)
        taken.add(given[at])
    return [given[at] for at in range(len(names))]
