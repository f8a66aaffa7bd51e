"""In which files a tool can be registered.

Takes the linker and what registers tools, gives units. Candidates are the files that name a framework; names that those files
bind to decorators, wrappers, servers or functions that register join the search until nothing new appears.
"""

import re
from collections.abc import Collection, Iterator

from toolc.bind.linker import Linker
from toolc.bind.modules import SourceModule
from toolc.bind.tools.registration_table import RegistrationTable
from toolc.bind.tools.relevance import RelevantNames
from toolc.interfaces import Sources
from toolc.source import SourceFile

_STAR = "import *"
_WORD = re.compile(r"\w+")


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
        for path, source in sorted(waiting.items()):
            if fresh is roots or _may_import(source, names):  # at first: files that name a framework, or that were named
                del waiting[path]
                if unit := library.add(source):
                    units[path] = unit
                    words.add(unit)
                    opened.append(unit)
        before = {*names, *((_STAR,) if names else ())}
        wanted = _words_of_other_files(library.sources, units) if opened else frozenset()
        for module, found in words.grow().items() if opened else ():
            for name in found if wanted is None else found & wanted:
                names.setdefault(name, set()).add(module)
        fresh = frozenset({*names, _STAR} - before) if names else frozenset()
    for path in sorted(units):
        yield units[path]


def _words_of_other_files(sources: Sources, units: Collection[str]) -> frozenset[str] | None:
    """The words of the files that are no candidates: no other name can make one of them a candidate. None: any name can."""
    texts = [source.text for source in sources.members() if source.path not in units]
    if any(_STAR in text for text in texts):
        return None
    return frozenset(word for text in texts for word in _WORD.findall(text))


def _may_import(source: SourceFile, names: dict[str, set[str]]) -> bool:
    """Return `True` if a file may import one of the names from a module that binds it."""
    said = frozenset(_WORD.findall(source.text))
    near = "from ." in source.text
    named = names if _STAR in source.text else names.keys() & said
    return any(near or module.rpartition(".")[2] in said for name in named for module in names[name])
