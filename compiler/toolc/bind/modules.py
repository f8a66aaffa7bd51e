"""Modules by name, read when first asked for.

Takes the `Sources` and the `Reader`, gives `SourceModule`s: a source file, its module, and the indexes of its blocks. Also
collects what reading had to say.
"""

from collections.abc import Sequence
from sys import intern  # the words of nodes within each other are the same text, once for all of them

from msgspec import structs

from toolc.bind.guards import BlockIndex, GuardedStatement, body
from toolc.bind.mutations import Mutation, mutations
from toolc.cpu_budget import IMPORTED, extend
from toolc.diagnostics import Diagnostic
from toolc.interfaces import Reader, Sources
from toolc.limits import CODES, words
from toolc.module import DeferredNode, ImportFrom, Module, Other, OutlineNode, Stmt
from toolc.program import DefinitionValue, Value
from toolc.qualified_names import FRAMEWORKS, TABLED_ROOTS, is_modelled
from toolc.source import SourceFile
from toolc.text.regex import late
from toolc.text_questions import binds_dynamically, contains, mutated_in_functions, rebound_in_functions

_UNREAD = "What this statement defines is not known: "
_DEEP = "it is longer or nests deeper than toolc reads", "give its parts names and write it with those"

_WORD = late(r"(\.\s*)?(\w+)")
_SELF = late(r"[(=,]\s*self\s*[,)]")

ITSELF = "(self)"
"""Stands among the words of a text in which a method hands on its object."""


class SourceModule:
    """One module that can be followed."""

    def __init__(self, source: SourceFile, module: Module, reader: Reader, diagnostics: list[Diagnostic]) -> None:
        self.source = source
        self.module = module
        self._reader = reader
        self._diagnostics = diagnostics
        self._indexes: dict[int, BlockIndex] = {}
        self._imported_names: dict[int, dict[str, str]] = {}
        self._words: dict[int, frozenset[str]] = {}
        self.members: dict[int, dict[str, Value]] = {}  # of its enums, by place
        self.concerning: dict[int, dict[str, list[GuardedStatement]]] = {}  # statements about a name, by block
        self.deleting: dict[int, dict[str, list[GuardedStatement]]] = {}  # statements that delete a name, by place of the class
        self.assigned: dict[
            int, dict[str, list[tuple[OutlineNode, GuardedStatement]]]
        ] = {}  # what methods store, by place of the class
        self._spent: set[str] = set()  # limits of the whole file that were said
        self._changes: dict[int, dict[str, list[Mutation]]] = {}
        self.set_on_any: dict[str, bool] = {}
        self.top = BlockIndex(module.outline)

    def statement(self, node: OutlineNode) -> Stmt:
        """The statement at a node, read on demand; one beyond the limits of reading is among the diagnostics from then on."""
        known = self.module.definitions.get(node.at)
        if known is not None:
            return known
        statement = self._reader.define(self.source, self.module, node)
        if (why := _unread_reason(statement, node)) and why not in self._spent:
            self._spent |= {why} & {"effort"}  # which is the file's, not the statement's
            said, help_ = words(why, self.source.limits) if why in CODES else _DEEP
            span = self.source.span(node.at, node.head)
            self._diagnostics.append(Diagnostic(CODES.get(why, "TC112"), _UNREAD + said, span, help=help_))
        return statement

    def index(self, within: DefinitionValue | None) -> BlockIndex:
        """The index of the module's own block, or of a function's or class's body."""
        if within is None:
            return self.top
        return self.block(within.node)

    def block(self, node: OutlineNode) -> BlockIndex:
        """The index of the body of a function or class."""
        if node.at not in self._indexes:
            self._indexes[node.at] = BlockIndex(body(node))
        return self._indexes[node.at]

    def mutations(self, within: DefinitionValue | None, name: str) -> list[Mutation]:
        """Return the mutations in a block of the object that a name is bound to."""
        key = -1 if within is None else within.node.at
        if key not in self._changes:
            self._changes[key] = mutations(self.index(within).sites, self.text)
        return self._changes[key].get(name, [])

    @property
    def rebound_in_functions(self) -> frozenset[str]:
        """The names of the module that its functions bind."""
        return self.source.ask(rebound_in_functions)

    @property
    def mutated_in_functions(self) -> frozenset[str]:
        """The names whose value functions of the module change in place."""
        return self.source.ask(mutated_in_functions)

    @property
    def binds_dynamically(self) -> bool:
        """Return `True` if the module may bind names dynamically."""
        return self.source.ask(binds_dynamically)

    def imported_names(self, statement: ImportFrom) -> dict[str, str]:
        """The names an import brings, each with what it is called where it is from."""
        if statement.at not in self._imported_names:
            named = [(alias or original, original) for original, alias in statement.names if original != "*"]
            self._imported_names[statement.at] = dict(reversed(named))
        return self._imported_names[statement.at]

    def text(self, node: OutlineNode) -> str:
        """The text of a statement with all that is in it."""
        if node.nested:
            self.source.use.parts.add((node.at, node.end))
        return self.source.content[node.at : node.end]

    def contains(self, text: str) -> bool:
        """Return `True` if a text stands anywhere in the file."""
        return self.source.ask(contains, text)

    def words(self, node: OutlineNode) -> frozenset[str]:
        """The words in the text of a node; attributes with and without their dot. They are asked for again and again."""
        if node.at not in self._words:
            text = self.text(node)
            found = {intern(f".{word}" if dot else word) for dot, word in set(_WORD.findall(text))}
            found.update([intern(word[1:]) for word in found if word[0] == "."])
            if _SELF.search(text):
                found.add(ITSELF)
            self._words[node.at] = frozenset(found)
        return self._words[node.at]

    def header(self, node: OutlineNode) -> str:
        return self.source.content[node.at : node.head]


class ModuleLoader:
    """All modules of the project and the search path."""

    def __init__(self, sources: Sources, reader: Reader, frameworks: bool = True) -> None:
        self.sources = sources
        self._frameworks = frameworks  # whether tool frameworks come from tables where they could be read
        self._reader = reader
        self._units: dict[str, SourceModule | None] = {}
        self._read: set[str] = set()
        self._roots: set[str] = set()  # top-level packages of the project's files
        self._mentioning: dict[tuple[str, tuple[str, ...]], list[SourceFile]] = {}  # that hold words
        self._searched: set[str] = set()  # modules that were opened for their words alone
        self.failing: dict[tuple[str, int], bool | None] = {}  # modules that cannot be imported, as far as was asked
        self.set_on: dict[tuple[str, str], bool] = {}  # attributes that some module of a package sets, as far as was asked
        self.diagnostics: list[Diagnostic] = []

    def add(self, source: SourceFile) -> SourceModule | None:
        """The unit of a project's file; None when it cannot be read, which is then among the diagnostics."""
        self._roots.add(source.module.partition(".")[0])
        known = self._units.get(source.module)
        if known is not None and known.source.path == source.path:
            return known
        unit = self._open(source, executed=True)
        if known is None:
            self._units[source.module] = unit
        return unit

    def find(self, module: str) -> SourceModule | None:
        """The unit that `import module` would give; None when its names come from tables or it is nowhere to be read."""
        return None if not module or self.is_modelled(module) else self.open(module)

    def open(self, module: str) -> SourceModule | None:
        """The unit of a module, be its names in tables or not; None when it is nowhere to be read."""
        if module in self._searched:
            self._searched.discard(module)
            self.sources.find(module)  # from here on it is read, not searched
        if module not in self._units:
            source = self.sources.find(module)
            self._units[module] = self._open(source) if source else None
        return self._units[module]

    def resolve(self, module: str, near: str) -> str:
        """The name under which the module that `import module` gives in the file `near` is known here.

        Two folders of a monorepo may both hold a `tools.py`; each file means the one beside it.
        """
        if not module or self.is_modelled(module):
            return module
        source = self.sources.find(module, near)
        return module if source is None else source.module

    def is_modelled(self, module: str) -> bool:
        """Return `True` if a module, or a name, comes from tables; a framework's does not where its own source is compiled."""
        root = module.partition(".")[0]
        if not is_modelled(module) or root in FRAMEWORKS & self._roots:
            return False
        return self._frameworks or root not in FRAMEWORKS | TABLED_ROOTS or not self._can_read(module)

    def _can_read(self, name: str) -> bool:
        parts = name.split(".")
        return any(self.sources.find(".".join(parts[:length])) is not None for length in range(1, len(parts) + 1))

    def exists(self, module: str) -> bool:
        """Return `True` if a module is modelled or found; a package without `__init__.py` counts."""
        return self.is_modelled(module) or self.sources.find(module) is not None

    def modules_with_words(self, package: str, words: Sequence[str]) -> list[SourceModule]:
        """The modules of a top-level package whose text holds one of the words, by name."""
        found: list[SourceModule] = []
        for source in self.texts(package, words):
            if source.module not in self._units:
                self._units[source.module] = self._open(source)
                self._searched.add(source.module)
            if (unit := self._units[source.module]) is not None:
                found.append(unit)
        return found

    def texts(self, package: str, words: Sequence[str], pattern: str = "") -> list[SourceFile]:
        """The files of the same modules, unread; those alone that match the regular expression `pattern`."""
        if not package or self.is_modelled(package):
            return []
        key = package, (*words, pattern)
        if key not in self._mentioning:
            self._mentioning[key] = list(self.sources.package_files_with_words(package, words, pattern))
        return self._mentioning[key]

    def unit(self, module: str) -> SourceModule:
        """The unit of a module that was opened before."""
        unit = self._units[module]
        assert unit is not None
        return unit

    def _open(self, source: SourceFile, executed: bool = False) -> SourceModule | None:
        extend(IMPORTED)
        source.use.opened = True
        module, diagnostics = self._reader.read(source, executed)
        if source.path not in self._read:
            self._read.add(source.path)
            self.diagnostics.extend(diagnostics)
        if module is None:
            source.use.whole = True
            return None
        if source.use.outline is not None and source.use.outline is not module.outline:
            source.use.whole = True  # what was noted of the other one is lost
        source.use.outline = module.outline
        return SourceModule(source, module, self._reader, self.diagnostics)


def _unread_reason(statement: Stmt, node: OutlineNode) -> str:
    """Why `read` kept no more of a statement than its kind, one gap from its start to the end of its head; "" if it did."""
    if isinstance(statement, Other):
        return statement.why or "unread" if node.kind in ("def", "class", "import", "from", "alias") else ""
    parts = structs.astuple(statement)
    gaps = (part for part in parts if isinstance(part, DeferredNode) and part.kind in ("deep", "unread", *CODES))
    return next((gap.kind for gap in gaps if (gap.at, gap.end) == (node.at, node.head)), "")
