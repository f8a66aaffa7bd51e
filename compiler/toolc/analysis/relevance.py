"""Which functions and classes of a program may register tools, by the names that their text calls, decorates with or derives
from. What nobody calls is executed only where it may.
"""

from collections.abc import Iterable, Iterator

from toolc import code
from toolc.analysis.effects import walk
from toolc.analysis.values import Class, Module, Symbol
from toolc.module import Attr, Call, Expr, From, Name


class Relevance:
    """The names that may register: those of the frameworks' own, and of the program's functions that mention one of them."""

    def __init__(self, loaded: Iterable[Module], words: frozenset[str], marks: frozenset[str]) -> None:
        self._mentioned: dict[int, tuple[object, frozenset[str]]] = {}
        modules = list(loaded)
        aliases = {
            name
            for module in modules
            for name, value in module.cells.items()
            if isinstance(value, Symbol) and value.name in marks and not name.startswith("__")
        }
        self.names = self._closed(modules, words | aliases)

    def registers(self, node: code.FunctionDef | code.ClassDef) -> bool:
        """Whether the text of a definition mentions a name that may register."""
        return not self.names.isdisjoint(self.mentioned(node))

    def has_registering_method(self, cls: Class) -> bool:
        """Whether a method of a class may register."""
        body = cls.node.body if cls.node is not None else ()
        return any(self.registers(one) for one in body if isinstance(one, code.FunctionDef))

    def mentioned(self, node: code.FunctionDef | code.ClassDef) -> frozenset[str]:
        """The names that a definition calls, decorates with or derives from, at any depth, and those of its bases."""
        known = self._mentioned.get(id(node))
        if known is None:
            known = self._mentioned[id(node)] = node, frozenset(_names(node))
        return known[1]

    def _closed(self, modules: list[Module], words: frozenset[str]) -> frozenset[str]:
        """The words, and the names of all definitions from which calls lead to one of them."""
        calling: dict[str, set[str]] = {}  # name → the definitions whose text mentions it
        for module in modules:
            for part in walk(module.body):
                if isinstance(part, (code.FunctionDef, code.ClassDef)):
                    for name in self.mentioned(part):
                        calling.setdefault(name, set()).add(part.header.name)
        found, todo = set(words), list(words)
        while todo:
            for name in calling.get(todo.pop(), ()):
                if name not in found and not name.startswith("__"):
                    found.add(name)
                    todo.append(name)
        return frozenset(found)


def _names(node: code.FunctionDef | code.ClassDef) -> Iterator[str]:
    if isinstance(node, code.ClassDef):
        yield from (_last(one.value) for one in node.header.args)
    for part in walk(node.body):
        if isinstance(part, Call):
            yield _last(part.func)
        elif isinstance(part, From):
            yield from (name for name, _ in part.names)
        elif isinstance(part, code.FunctionDef):
            yield from map(_last, part.header.decorators)
        elif isinstance(part, code.ClassDef):
            yield from map(_last, part.header.decorators)
            yield from (_last(one.value) for one in part.header.args)


def _last(expr: Expr) -> str:
    """The last name of what is called or derived from: `tool` of `mcp.tool`."""
    return expr.attr if isinstance(expr, Attr) else expr.id if isinstance(expr, Name) else ""
