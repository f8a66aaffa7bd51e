"""Partition of a run's files into groups compiled together: takes files with their imports, gives the groups.

Tools of two files can depend on each other only where one imports the other, or both are in one output unit. Files that can
hold no tool, and import none that can, are in no group: a group reads them when a name leads there, as it reads packages.
"""

from collections.abc import Iterable, Mapping
from functools import cache

from msgspec import Struct

from toolc.discover.file_summaries import FileSummary, absolute


class Placed(Struct, frozen=True):
    """A file: the name it is imported by where its own root is searched first, and the unit it belongs to."""

    module: str
    package: bool
    unit: str


class Groups:
    """Sets that are joined one by one."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}

    def of(self, one: str) -> str:
        while (above := self._above.setdefault(one, one)) != one:
            self._above[one] = one = self._above.setdefault(above, above)
        return one

    def join(self, one: str, other: str) -> None:
        self._above[self.of(one)] = self.of(other)


def partition(
    files: Mapping[str, Placed], facts: Mapping[str, FileSummary], always: Iterable[str]
) -> tuple[tuple[str, ...], ...]:
    """The groups, each sorted, by path. `always`: files that can hold tools whatever they say."""
    edges = _edges(files, facts)
    importers: dict[str, list[str]] = {}
    for path, targets in edges.items():
        for target in targets:
            importers.setdefault(target, []).append(path)
    todo = [path for path, fact in facts.items() if fact.mentions]
    todo += [path for path in always if path in facts]
    wanted: set[str] = set()
    while todo:
        path = todo.pop()
        if path not in wanted:
            wanted.add(path)
            todo.extend(importers.get(path, ()))
    groups = Groups()
    for path in wanted:
        groups.join(path, f"unit {files[path].unit}")
        for target in edges[path]:
            if target in wanted:
                groups.join(path, target)
    found: dict[str, list[str]] = {}
    for path in sorted(wanted):
        found.setdefault(groups.of(path), []).append(path)
    return tuple(sorted(map(tuple, found.values())))


def _edges(files: Mapping[str, Placed], facts: Mapping[str, FileSummary]) -> dict[str, set[str]]:
    """The files that each may import. A name that two roots have means either: that they are compiled together does no harm."""
    named: dict[str, list[str]] = {}
    inside: dict[str, list[str]] = {}
    for path in facts:
        module = files[path].module
        named.setdefault(module, []).append(path)
        inside.setdefault(module.rpartition(".")[0], []).append(path)

    @cache  # most files import the same few modules, and those are no files of the run
    def meant_modules(name: str) -> tuple[str, ...]:
        found: set[str] = set()
        if name.endswith("*"):
            name = name.rstrip("*").rstrip(".")
            found.update(inside.get(name, ()))
        while name:
            found.update(named.get(name, ()))
            name = name.rpartition(".")[0]
        return tuple(found)

    edges: dict[str, set[str]] = {}
    for path, fact in facts.items():
        place = files[path]
        edges[path] = found = set[str]()
        for written in fact.imports:
            found.update(meant_modules(written if written[0] != "." else absolute(written, place.module, place.package)))
        found.discard(path)
    return edges
