"""Which definitions are tools: asks every system about every registration of the project's candidate files.

Takes the linker and the systems, gives `Declaration`s, file by file in source order.
"""

from collections.abc import Iterator

from toolc.bind.candidates import candidates, local_words
from toolc.bind.library import Unit
from toolc.bind.linker import Linker
from toolc.bind.marks import Claim, Finder, Marks
from toolc.bind.servers import Servers
from toolc.bind.toolfiles import declared_tools, loaded_files
from toolc.diagnostics import internal
from toolc.program import Declaration, Definition
from toolc.source import Span
from toolc.systems.base import System


def declarations(linker: Linker, systems: dict[str, System]) -> tuple[Declaration, ...]:
    """Every tool of the project."""
    marks = Marks(systems)
    servers = Servers(linker)
    found: list[Declaration] = []
    library = linker.library
    for unit in candidates(linker, marks):
        linker.candidates.append(unit)
        if library.sources.declared_system(unit.source.path) is None:
            found.extend(_in_unit(unit, linker, marks, servers))
    for source, system in library.sources.declared():
        if (opened := library.add(source)) is not None:
            found.extend(declared_tools(opened, systems[system], linker, library.sources.package(source.path)))
    return _without_repeats(found)


def _in_unit(unit: Unit, linker: Linker, marks: Marks, servers: Servers) -> list[Declaration]:
    """The tools of one file; should toolc itself fail on it, the other files are not affected."""
    try:
        words = frozenset(marks.words | local_words(unit, linker, marks))
        return list(_declared(Finder(unit, linker, marks, words).claims(), linker, servers))
    except Exception as error:
        linker.library.diagnostics.append(internal(error, Span(unit.source.path)))
        return []


def _declared(claims: Iterator[Claim], linker: Linker, servers: Servers) -> Iterator[Declaration]:
    for claim in claims:
        server = servers.key(claim.system, claim.registration)
        made = claim.mark(claim.registration, linker, server)
        for declaration in made if isinstance(made, tuple) else (made,) if made is not None else ():
            if "files" not in declaration.options:
                yield declaration
                continue
            for source in loaded_files(declaration, linker):
                if (unit := linker.library.add(source)) is not None:
                    yield from declared_tools(unit, claim.system, linker, server.package)


def _without_repeats(found: list[Declaration]) -> tuple[Declaration, ...]:
    """A function that is decorated and then put into a registry of the same system is one tool, the registry's."""
    held = {(d.system, *_target_key(d.made_of), d.name) for d in found if d.made_of is not None and d.server.name != d.system}
    seen: set[tuple[object, ...]] = set()
    kept: list[Declaration] = []
    for declaration in found:
        if declaration.made_of is not None:
            own = (declaration.system, *_target_key(declaration.made_of))
            if declaration.server.name == declaration.system and (*own, declaration.name) in held:
                continue
            key = (*own, declaration.server, declaration.name)
            if key in seen:
                continue
            seen.add(key)
        kept.append(declaration)
    return tuple(kept)


def _target_key(target: Definition) -> tuple[str, int]:
    return target.module, target.node.at
