"""Functions and classes of a program that may register tools, by the names that their text calls, decorates with or derives
from. Code without a caller is executed only where it may.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from toolc import code
from toolc.analysis.values import Class, Module, Symbol
from toolc.module import Attr, Call, Expr, From, Name
from toolc.names import SPELLED_ROOTS

Definition = code.FunctionDef | code.ClassDef


class Relevance:
    """The names that may register: those of the frameworks' own, and of the program's functions that mention one of them."""

    def __init__(self, loaded: Iterable[Module], words: frozenset[str], marks: frozenset[str]) -> None:
        self._mentioned: dict[int, tuple[Definition, frozenset[str]]] = {}
        self._inner: list[tuple[str, frozenset[str]]] = []  # the definitions inside functions that were not read
        modules = list(loaded)
        aliases = {
            name
            for module in modules
            for name, value in module.cells.items()
            if isinstance(value, Symbol) and value.name in marks and not name.startswith("__")
        }
        self._words = words | aliases
        self.names = self._closed(modules, self._words)

    def registers(self, node: code.FunctionDef | code.ClassDef) -> bool:
        """Return `True` if the text of a definition mentions a name that may register."""
        return not self.names.isdisjoint(self.mentioned(node))

    def directly(self, node: code.FunctionDef) -> bool:
        """Return `True` if a function's own text mentions a name of a framework."""
        return not self._words.isdisjoint(self.mentioned(node))

    def has_registering_method(self, cls: Class) -> bool:
        """Return `True` if a method of a class may register."""
        body = cls.node.body if cls.node is not None else ()
        return any(self.registers(one) for one in body if isinstance(one, code.FunctionDef))

    def mentioned(self, node: code.FunctionDef | code.ClassDef) -> frozenset[str]:
        """The names that a definition calls, decorates with or derives from, at any depth, and those of its bases."""
        known = self._mentioned.get(id(node))
        if known is None:
            self._read((node,))
            known = self._mentioned[id(node)]
        return known[1]

    def _read(self, body: code.Suite) -> None:
        """Collect the names of all definitions of a body in one walk: what is inside one is inside those around it."""
        todo: list[tuple[Any, tuple[set[str], ...]]] = [(body, ())]
        collected: list[tuple[Definition, set[str]]] = []
        while todo:
            part, around = todo.pop()
            if isinstance(part, tuple):
                todo.extend([(one, around) for one in part if isinstance(one, (tuple, Struct))])
                continue
            names = _names(part)
            if names:
                for one in around:
                    one.update(names)
            if isinstance(part, (code.FunctionDef, code.ClassDef)):
                own = set(names) if isinstance(part, code.ClassDef) else set[str]()
                collected.append((part, own))
                todo.append((part.header, around))
                known = part.inside.mentions if isinstance(part, code.FunctionDef) else None
                if known is None:
                    todo.append((part.body, (*around, own)))
                    continue
                for one in (*around, own):
                    one.update(known.names)
                self._inner.extend(known.inner)
                continue
            todo.extend(
                [
                    (value, around)
                    for field in part.__struct_fields__
                    if isinstance(value := getattr(part, field), (tuple, Struct))
                ]
            )
        for node, own in collected:
            self._mentioned[id(node)] = node, frozenset(own)

    def _closed(self, modules: list[Module], words: frozenset[str]) -> frozenset[str]:
        """The words, and the names of all definitions from which calls lead to one of them."""
        calling: dict[str, set[str]] = {}  # name → the definitions whose text mentions it
        for module in modules:
            self._read(module.body)
        for own, names in (*((node.header.name, names) for node, names in self._mentioned.values()), *self._inner):
            for name in names:
                calling.setdefault(name, set()).add(own)
        found, todo = set(words), list(words)
        while todo:
            for name in calling.get(todo.pop(), ()):
                if name not in found and not name.startswith("__"):
                    found.add(name)
                    todo.append(name)
        return frozenset(found)


def registering_words(
    marks: Mapping[str, frozenset[str]], own: frozenset[str], texts: list[str], is_installed: Callable[[str], bool]
) -> frozenset[str]:
    """Return the last parts of the marks that a program can reach: of packages that its text names, or that are installed.

    A package that is neither comes up in no expression. `marks` are the last parts by package; `own` are the names of marks
    that the program has functions for.
    """
    found = set(own)
    for package, last in marks.items():
        spelled = SPELLED_ROOTS.get(package, frozenset({package}))
        if any(_is_named(one, texts) for one in spelled) or is_installed(package):
            found |= last
    return frozenset(one for one in found if not one.startswith("__"))


def _is_named(package: str, texts: list[str]) -> bool:
    """Return `True` if a text contains all parts of a package name: `from google import adk` imports `google.adk` as well."""
    parts = [(part, re.compile(rf"\b{part}\b")) for part in package.split(".")]
    return any(all(part in text and whole.search(text) for part, whole in parts) for text in texts)


def _names(part: Any) -> list[str]:
    """The names that one part calls, decorates with, derives from or imports."""
    match part:
        case Call():
            return [_last(part.func)]
        case From():
            return [name for name, _ in part.names]
        case code.FunctionDef():
            return list(map(_last, part.header.decorators))
        case code.ClassDef():
            return [*map(_last, part.header.decorators), *(_last(one.value) for one in part.header.args)]
        case _:
            return []


def _last(expr: Expr) -> str:
    """The last name of what is called or derived from: `tool` of `mcp.tool`."""
    return expr.attr if isinstance(expr, Attr) else expr.id if isinstance(expr, Name) else ""
