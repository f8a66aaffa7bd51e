"""Cache of parsed files, by their text: a `Reader` that reads no outline and no definition twice, in any project and run.

Decoding an outline takes a thirtieth of what reading the file does, and what needs no other definition needs no LibCST.
Reading is a function of text and limits alone, so nothing of the file system is asked; what it takes is counted as ever.
"""

from msgspec import Struct, field

from toolc import read, tracked_files
from toolc.cache.store import NOTHING_KEPT, Store
from toolc.code import Suite
from toolc.diagnostics import Diagnostic
from toolc.module import DeferredNode, ExpandedNode, Expr, Module, OutlineNode, Stmt
from toolc.source import SourceFile

_SMALL = 2000
"""Characters of a file whose outline is read as fast as a file of the store."""


class _Kept(Struct):
    """Parsed parts of one text: its outline, and definitions by the offset of their node."""

    doc: str | None
    outline: tuple[OutlineNode, ...]
    definitions: dict[int, Stmt] = field(default_factory=dict)


class KeptReader:
    """Satisfies `toolc.interfaces.Reader`. What was read is in the store once `keep` was called."""

    def __init__(self, store: Store = NOTHING_KEPT) -> None:
        self._store = store
        self._kept: dict[str, _Kept] = {}
        self._stored: dict[str, int] = {}  # how many definitions of each text the store has; -1 where its outline is worth it

    def read(self, source: SourceFile, executed: bool = False) -> tuple[Module | None, tuple[Diagnostic, ...]]:
        """The outline of a file, or None and the reason. `executed`: its `code` is asked for later."""
        if not self._store.keeps or not source.content:
            return read.read(source, executed)
        name = _name(source)
        kept = self._kept.get(name) or self._load(name)
        if kept is not None:
            return Module(kept.doc, kept.outline), ()
        module, said = read.read(source, executed)
        if module is not None and not module.whole:
            self._kept[name] = _Kept(module.doc, module.outline)
            self._stored[name] = 0 if len(source.content) < _SMALL else -1
        return module, said

    def define(self, source: SourceFile, module: Module, node: OutlineNode) -> Stmt:
        """The statement at a node of the outline."""
        kept = None if module.whole else self._kept.get(_name(source))
        return read.define(source, module, node, None if kept is None else kept.definitions)

    def code(self, source: SourceFile, again: bool = False) -> Suite | None:
        """The statements of a file, to be executed."""
        return read.code(source, again)

    def expression(self, text: str) -> Expr | None:
        """An expression on its own."""
        return read.expression(text)

    def expand(self, source: SourceFile, expr: DeferredNode) -> ExpandedNode | None:
        """Return the expansion of a lambda or a slice of a file."""
        return read.expand(source, expr)

    def keep(self) -> None:
        """Puts what was read since the last time into the store, and out of memory."""
        for name, kept in self._kept.items():
            if len(kept.definitions) > self._stored[name]:
                self._store.save(name, kept, _Kept)
        self._kept.clear()
        self._stored.clear()

    def _load(self, name: str) -> _Kept | None:
        kept = self._store.load(name, _Kept)
        if kept is not None:
            self._kept[name] = kept
            self._stored[name] = len(kept.definitions)
        return kept


def _name(source: SourceFile) -> str:
    known: str | None = source.__dict__.get("_kept_as")
    if known is None:
        data = f"{source.limits}\n{source.content}".encode("utf-8", "surrogatepass")
        known = source.__dict__["_kept_as"] = f"module {tracked_files.digest(data)}"
    return known
