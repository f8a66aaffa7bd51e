"""In which files a tool can be registered.

Takes the linker and what registers tools, gives units. Candidates are the files that name a framework; names that those files
bind to decorators, wrappers or servers join the search until nothing new appears.
"""

from collections.abc import Collection, Iterator

from toolc.bind.library import Unit
from toolc.bind.linker import Linker
from toolc.bind.marks import Marks
from toolc.program import Scope
from toolc.source import SourceFile

_STAR = "import *"
_BINDING = ("import", "from", "assign", "ann")


def candidates(linker: Linker, marks: Marks) -> Iterator[Unit]:
    """The units in which a tool can be registered, sorted by path."""
    library = linker.library
    roots = frozenset(name.partition(".")[0] for name in (*marks.table, *marks.servers, *marks.assigned))
    units: dict[str, Unit] = {}
    waiting: dict[str, SourceFile] = {}
    names: dict[str, set[str]] = {}  # name → modules that bind it to something interesting
    fresh, opened = roots, list[Unit]()
    while fresh or opened:  # a file that hands a known name on makes its own importers candidates
        waiting.update((source.path, source) for source in library.sources.containing(fresh))
        opened = []
        for path, source in sorted(waiting.items()):
            if fresh is roots or _may_import(source, names):  # at first: files that name a framework, or that were named
                del waiting[path]
                if unit := library.add(source):
                    units[path] = unit
                    opened.append(unit)
        before = {*names, *((_STAR,) if names else ())}
        for unit in opened:
            for name in local_words(unit, linker, marks, names.keys()):
                names.setdefault(name, set()).add(unit.source.module)
        fresh = frozenset({*names, _STAR} - before) if names else frozenset()
    for path in sorted(units):
        yield units[path]


def _may_import(source: SourceFile, names: dict[str, set[str]]) -> bool:
    """Whether a file can take one of the names from a module that binds it."""
    for name, modules in names.items():
        if (name in source.text or _STAR in source.text) and any(
            module.rpartition(".")[2] in source.text or "from ." in source.text for module in modules
        ):
            return True
    return False


def local_words(unit: Unit, linker: Linker, marks: Marks, starred: Collection[str] = ()) -> set[str]:
    """The names a unit binds at its top to something that can register tools; of star imports those in `starred`."""
    words = set(marks.words) | {name.partition(".")[0] for name in (*marks.table, *marks.servers)}
    found: set[str] = set()
    scope = Scope(unit.source.module)
    grown = True
    while grown:
        grown = False
        for site in unit.top.sites:
            bound = starred if site.names == ("*",) else site.names
            fresh = [name for name in bound if name not in found]
            if site.node.kind not in _BINDING or not fresh:
                continue
            text = unit.text(site.node)
            if site.node.kind in ("assign", "ann") and not any(word in text for word in words | found):
                continue
            for name in fresh:
                value = linker.lookup(name, Scope(scope.module, (), site.node.end))
                if marks.interesting(value):
                    found.add(name)
                    grown = True
    return found
