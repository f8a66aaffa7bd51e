"""Tables of frameworks for the interpreter: takes the marks of all systems, fills them in.

Which functions of the program are marks, what a name of a library stands for, which classes of frameworks are above a class.
"""

from functools import lru_cache

from toolc.analysis.frameworks import Frameworks
from toolc.analysis.values import Function
from toolc.bind.absent import is_absent, is_of_another_version, lacks
from toolc.bind.linker import Linker
from toolc.bind.tools.registration_table import RegistrationTable
from toolc.program import DefinitionValue, ExternalSymbol
from toolc.qualified_names import canonical


class FrameworkNames:
    """Answers what the interpreter asks of names; `copied` are functions of libraries that are copies of a framework's."""

    def __init__(self, frameworks: Frameworks, linker: Linker, marks: RegistrationTable) -> None:
        self._linker, self._marks = linker, marks
        self.copied: dict[str, DefinitionValue] = {}
        self._behind: dict[str, str] = {}
        self._above: dict[str, tuple[str, ...]] = {}
        self._owned = {(made.module, made.node.at): name for name, made in marks.owned.definitions.items()}
        self._copies: dict[str, list[tuple[str, frozenset[str]]]] = {}
        for name, told in marks.copies.items():
            self._copies.setdefault(name.rpartition(".")[2], []).append((name, told))
        self._fill(frameworks)

    def _fill(self, frameworks: Frameworks) -> None:
        marks, own = self._marks, self._marks.owned.definitions
        frameworks.marks, frameworks.registering = marks.names, marks.registering
        frameworks.renaming = marks.renaming
        frameworks.symbols = frozenset(self._linker.known - own.keys())  # a decorator of the program is what it is
        frameworks.symbol_words = _last_words(frameworks.symbols)
        frameworks.servers, frameworks.objects = frozenset(marks.servers), marks.objects
        frameworks.decorating = frozenset(marks.methods)
        last = {name.rpartition(".")[2] for name in self._owned.values()} | self._copies.keys()
        frameworks.known_names = frozenset(last | {made.stmt.name for made in own.values()})
        frameworks.known_function = self._known_function
        frameworks.canonical = self._name
        frameworks.is_home = self.is_home
        frameworks.library_bases = self._bases
        frameworks.is_absent = self._is_absent
        frameworks.lacks = self._lacks

    def is_home(self, module: str) -> bool:
        """Return `True` if a module is part of a framework's own package."""
        return self.home(module) is not None

    def home(self, module: str) -> str | None:
        """The framework that a module is part of."""
        found = next((home for home in self._marks.homes if f"{module}.".startswith(f"{home}.")), None)
        told = self._marks.homes[found] if found is not None else ""
        return found if not told or self._linker.library.sources.find(told) is not None else None

    def _known_function(self, function: Function) -> str:
        """The mark that a function of the program is, by the configuration or as a copy of a framework's; "" for any other."""
        if (name := self._owned.get((function.module, function.node.at))) is not None:
            return name
        own = {one.name for one in function.params}
        return next((mark for mark, told in self._copies.get(function.name, ()) if told <= own), "")

    def _name(self, spelled: str) -> str:
        """The one name of a library's name; one that a library hands on is that of where it comes from."""
        name = canonical(spelled)
        words = self._marks.words
        if name in self._marks.table or name.rpartition(".")[2] not in words:
            return name
        if name not in self._behind:
            found = self._member(name)
            copied = (
                self._marks.claim(found, self._linker) if found is not None and not isinstance(found, ExternalSymbol) else None
            )
            if copied is not None and isinstance(found, DefinitionValue):
                self.copied[name] = found
            self._behind[name] = canonical(found.name) if isinstance(found, ExternalSymbol) else copied.name if copied else name
        return self._behind[name]

    def _is_absent(self, module: str) -> bool:
        """Return `True` if the framework in use certainly lacks a module."""
        if self._is_read(module):
            return is_absent(module, self._linker)
        return is_of_another_version(module, self._linker)

    def _lacks(self, module: str, name: str) -> bool:
        """Return `True` if a module of the framework in use certainly lacks a name; of what is no module nothing is certain."""
        if self._is_read(module):
            return self._linker.library.sources.find(module) is not None and lacks(module, (name,), self._linker)
        return is_of_another_version(f"{module}.{name}", self._linker)

    def _is_read(self, module: str) -> bool:
        """Return `True` if a package is installed, not the program's; without `__init__.py` it may have more folders."""
        sources = self._linker.library.sources
        root = sources.find(module.partition(".")[0])
        readable = root is not None and root.path.endswith(".py")
        return root is not None and readable and not sources.owns(root.path) and not sources.is_assumed(module)

    def _bases(self, name: str) -> tuple[str, ...]:
        """The classes of frameworks above a class of another library."""
        if name not in self._above:
            found = self._member(name)
            known = isinstance(found, DefinitionValue) and found.node.kind == "class"
            lineage = self._linker.ancestors(found) if isinstance(found, DefinitionValue) and known else ()
            self._above[name] = tuple(canonical(one.name) for one in lineage if isinstance(one, ExternalSymbol))
        return self._above[name]

    def _member(self, name: str) -> DefinitionValue | ExternalSymbol | None:
        """Return the definition of a dotted name in a readable library, else `None`."""
        module, _, last = name.rpartition(".")
        found = self._linker.member(module, last) if self._linker.library.find(module) is not None else None
        return found if isinstance(found, (DefinitionValue, ExternalSymbol)) else None


@lru_cache(maxsize=4)  # a thousand names, the same for every part of a run that has no systems of its own
def _last_words(names: frozenset[str]) -> frozenset[str]:
    return frozenset(name.rpartition(".")[2] for name in names)
