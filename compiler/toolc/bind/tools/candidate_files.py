"""In which files a tool can be registered.

Takes the linker and what registers tools, gives units. Candidates are the files that name a framework; names that those files
bind to decorators, wrappers, servers or functions that register join the search until nothing new appears.
"""

from collections.abc import Collection, Iterator

from toolc.bind.linker import Linker
from toolc.bind.modules import SourceModule
from toolc.bind.tools.registration_table import RegistrationTable
from toolc.bind.tools.relevance import RelevantNames
from toolc.interfaces import Sources
from toolc.source import SourceFile
from toolc.text_questions import IMPORTS_ALL, imports_all, imports_near, words_among


def candidate_files(linker: Linker, marks: RegistrationTable, words: RelevantNames) -> Iterator[SourceModule]:
    """The units in which a tool can be registered, sorted by path."""
    library = linker.library
    roots = marks.roots | {name.partition(".")[0] for name in marks.assigned}
    roots |= {name.rpartition(".")[2] for name in marks.owned.definitions}  # a program names its own decorator as it likes
    units: dict[str, SourceModule] = {}
    waiting: dict[str, SourceFile] = {}
    names: dict[str, set[str]] = {}  # name → modules that bind it to something interesting
    fresh, opened = roots, list[SourceModule]()
    while fresh or opened:  # a file that hands a known name on makes its own importers candidates
        waiting.update((source.path, source) for source in library.sources.files_with_words(fresh))
        opened = []
        asked = tuple(sorted({*names, *(module.rpartition(".")[2] for modules in names.values() for module in modules)}))
        for path, source in sorted(waiting.items()):
            if fresh is roots or _may_import(source, names, asked):  # at first: files that name a framework, or that were named
                del waiting[path]
                if unit := library.add(source):
                    units[path] = unit
                    words.add(unit)
                    opened.append(unit)
        before = {*names, *((IMPORTS_ALL,) if names else ())}
        grown = words.grow() if opened else {}
        every = tuple(sorted(frozenset().union(*grown.values())))
        wanted = _words_of_other_files(library.sources, units, every) if opened else frozenset()
        for module, found in grown.items():
            for name in found if wanted is None else found & wanted:
                names.setdefault(name, set()).add(module)
        fresh = frozenset({*names, IMPORTS_ALL} - before) if names else frozenset()
    for path in sorted(units):
        yield units[path]


def _words_of_other_files(sources: Sources, units: Collection[str], names: tuple[str, ...]) -> frozenset[str] | None:
    """Return the names that files which are no candidates contain: no other can make one of them one. None: any can."""
    others = [source for source in sources.members() if source.path not in units]
    if any(source.ask(imports_all) for source in others):
        return None
    return frozenset().union(*(source.ask(words_among, names) for source in others))


def _may_import(source: SourceFile, names: dict[str, set[str]], asked: tuple[str, ...]) -> bool:
    """Return `True` if a file may import one of the names from a module that binds it. `asked`: the words to look for."""
    said, near = source.ask(words_among, asked), source.ask(imports_near)
    named = names if source.ask(imports_all) else names.keys() & said
    return any(near or module.rpartition(".")[2] in said for name in named for module in names[name])
