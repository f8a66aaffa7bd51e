"""Which definitions are tools: asks every system about every registration of the project's candidate files.

Takes the linker and the systems, gives `Declaration`s in source order. Candidates are the files that name a framework; names
that those files bind to decorators, wrappers or servers join the search until nothing new appears.
"""

from collections.abc import Collection, Iterator

from toolc.bind.library import Unit
from toolc.bind.linker import Linker
from toolc.bind.marks import Claim, Finder, Marks
from toolc.bind.servers import Servers
from toolc.bind.toolfiles import declared_tools, loaded_files
from toolc.diagnostics import internal
from toolc.program import Declaration, Definition, Scope
from toolc.source import SourceFile, Span
from toolc.systems.base import System

_STAR = "import *"
_BINDING = ("import", "from", "assign", "ann")


def declarations(linker: Linker, systems: dict[str, System]) -> tuple[Declaration, ...]:
    """Every tool of the project."""
    marks = Marks(systems)
    servers = Servers(linker)
    found: list[Declaration] = []
    for source, unit in _candidates(linker, marks):
        linker.candidates.append(unit)
        declared = linker.library.sources.declared_system(source.path)
        if declared is None:
            found.extend(_in_unit(unit, linker, marks, servers))
    library = linker.library
    for source in library.sources.everything():
        system = library.sources.declared_system(source.path)
        if system is not None and (opened := library.add(source)) is not None:
            found.extend(declared_tools(opened, systems[system], linker, library.sources.package(source.path)))
    return _without_repeats(found)


def _in_unit(unit: Unit, linker: Linker, marks: Marks, servers: Servers) -> list[Declaration]:
    """The tools of one file; should toolc itself fail on it, the other files are not affected."""
    try:
        words = frozenset(marks.words | _local_words(unit, linker, marks))
        return list(_declared(Finder(unit, linker, marks, words).claims(), linker, servers))
    except Exception as error:
        linker.library.diagnostics.append(internal(error, Span(unit.source.path)))
        return []


def _candidates(linker: Linker, marks: Marks) -> Iterator[tuple[SourceFile, Unit]]:
    """The files in which a tool can be registered, each with its unit, sorted by path."""
    library = linker.library
    roots = frozenset(name.partition(".")[0] for name in (*marks.table, *marks.servers))
    units: dict[str, tuple[SourceFile, Unit]] = {}
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
                    units[path] = source, unit
                    opened.append(unit)
        before = {*names, *((_STAR,) if names else ())}
        for unit in opened:
            for name in _local_words(unit, linker, marks, names.keys()):
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


def _local_words(unit: Unit, linker: Linker, marks: Marks, starred: Collection[str] = ()) -> set[str]:
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


def _declared(claims: Iterator[Claim], linker: Linker, servers: Servers) -> Iterator[Declaration]:
    for claim in claims:
        server = servers.key(claim.system, claim.registration)
        declaration = claim.mark(claim.registration, linker, server)
        if declaration is None:
            continue
        if "files" not in declaration.options:
            yield declaration
            continue
        for source in loaded_files(declaration, linker):
            if (unit := linker.library.add(source)) is not None:
                yield from declared_tools(unit, claim.system, linker, server.package)


def _without_repeats(found: list[Declaration]) -> tuple[Declaration, ...]:
    """A function that is decorated and then put into a registry of the same system is one tool, the registry's."""
    held = {(d.system, *_target_key(d.target)) for d in found if d.target is not None and d.server.name != d.system}
    seen: set[tuple[object, ...]] = set()
    kept: list[Declaration] = []
    for declaration in found:
        if declaration.target is not None:
            own = (declaration.system, *_target_key(declaration.target))
            if declaration.server.name == declaration.system and own in held:
                continue
            key = (*own, declaration.server, declaration.name)
            if key in seen:
                continue
            seen.add(key)
        kept.append(declaration)
    return tuple(kept)


def _target_key(target: Definition) -> tuple[str, int]:
    return target.module, target.node.at
