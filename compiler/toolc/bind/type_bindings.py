"""Type bindings of a project: its classes, nested ones included, and the names its modules assign.

Takes the linker, gives each name with its value and place, file by file. A file pays for its names.
"""

from collections.abc import Iterator

from toolc.bind.links import Links
from toolc.bind.lookup import resolve_binding
from toolc.bind.modules import SourceModule
from toolc.cpu_budget import FileBudgets, extend
from toolc.diagnostics import internal
from toolc.limits import CpuBudgetExceeded
from toolc.program import DefinitionValue, ProgramPoint, TypeBinding
from toolc.source import Span

_PATIENCE = 1 / 15_000
"""Seconds more for a character of a class: a generated module of 900,000 characters and 1,500 models is no bomb.

It takes 10 to 20 seconds, by how busy the machine is."""

_SHORT, _LONG = 200, 5_000
"""Characters that bring no time: the first of a class, as bombs have many short ones, and those of one of endless fields."""

_LONGEST = 12
"""Times the limit of a file, beyond which it gets no more."""


def named_types(links: Links, clock: FileBudgets, patient: bool) -> Iterator[TypeBinding]:
    """Every class of the project's files, and every alias at the top of one. `patient`: long classes bring their file time."""
    for source in links.library.sources.everything():
        found: list[TypeBinding] = []
        try:
            with clock.charging(source.path, source.limits):
                if (unit := links.library.add(source)) is not None:
                    extend(_worth(unit) if patient else 0.0)
                    found.extend(_inside(unit, ProgramPoint(source.module), "", links))
        except CpuBudgetExceeded as error:
            links.library.diagnostics.append(internal(error, Span(source.path)))
        yield from found


def _worth(unit: SourceModule) -> float:
    """Seconds that the classes of a file may take beyond its limit: who asks for all types asks for more the more there are."""
    lengths = [node.end - node.at for node in unit.module.outline if node.kind == "class"]
    characters = sum(min(max(length - _SHORT, 0), _LONG) for length in lengths)
    return min(characters * _PATIENCE, unit.source.limits.seconds * _LONGEST)


def _inside(unit: SourceModule, scope: ProgramPoint, prefix: str, links: Links) -> Iterator[TypeBinding]:
    """The last binding of every name of a module or class body: what an importer of the module would see."""
    owner = scope.within[-1] if scope.within else None
    for name, found in sorted(unit.index(owner).by_name.items(), key=lambda item: item[1][-1].node.at):
        site = found[-1]
        if site.node.kind == "class":
            value = resolve_binding(name, scope, links)
            if isinstance(value, DefinitionValue) and value.node.kind == "class":
                at = value.stmt.name_at
                yield TypeBinding(unit.source.module, prefix + name, value, scope, at, at + len(name))
                yield from _inside(unit, ProgramPoint(scope.module, (*scope.within, value)), f"{prefix}{name}.", links)
        elif owner is None and site.node.kind in ("assign", "ann", "alias"):
            told = links.lookup(name, scope)
            yield TypeBinding(unit.source.module, name, told, scope, site.node.at, site.node.end)
