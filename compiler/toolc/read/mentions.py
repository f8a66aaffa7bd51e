"""Names that a definition of `ast` calls, decorates with, derives from or imports, at any depth.

Takes syntax trees, gives `Mentions`. What nobody calls is executed only where one of its names may register tools, so most
bodies are asked nothing else.
"""

import ast
from collections.abc import Iterable
from typing import Any

from toolc.code import Mentions

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_KINDS: Any = (
    *(ast.expr, ast.stmt, ast.excepthandler, ast.comprehension, ast.keyword, ast.arguments, ast.arg, ast.withitem),
    *(ast.match_case, ast.pattern, getattr(ast, "type_param", ast.expr)),  # the last since Python 3.12
)
_NAMELESS: set[Any] = {ast.Name, ast.Constant, ast.Pass, ast.Break, ast.Continue, ast.Global, ast.Nonlocal}
_PARTS: set[Any] = {kind for kind in vars(ast).values() if isinstance(kind, type) and issubclass(kind, _KINDS)} - _NAMELESS
"""The nodes that may hold a name that counts."""

_PLAIN = set("arg asname attr conversion ctx id is_async kind level module op ops rest simple str type_comment".split())
_FIELDS = {kind: [field for field in kind._fields if field not in _PLAIN] for kind in _PARTS | _NAMELESS}
"""The fields of each that may hold nodes; `name` is one of a type alias."""

_BINDING = {ast.ExceptHandler, ast.MatchAs, ast.MatchStar}
"""The nodes that bind their `name`, where they have one."""


def of_body(body: Iterable[ast.stmt]) -> Mentions:
    """The names in the body of a function."""
    collected = _Collected()
    names: set[str] = set()
    collected.collect(body, names)
    bound, imported = collected.bound, collected.imports
    imports = tuple((local, *several.pop()) for local, several in imported.items() if len(several) == 1 and local not in bound)
    return Mentions(frozenset(names), frozenset(bound | imported.keys()), tuple(collected.inner), imports)


class _Collected:
    """The names that are bound so far, by imports or otherwise, and those of each definition."""

    def __init__(self) -> None:
        self.bound: set[str] = set()
        self.inner: list[tuple[str, frozenset[str]]] = []
        self.imports: dict[str, set[tuple[int, str, str]]] = {}

    def collect(self, nodes: Iterable[Any], names: set[str]) -> None:
        """Add the names that some nodes mention, and note those that they bind."""
        todo: list[Any] = list(nodes)
        while todo:
            node = todo.pop()
            kind = type(node)
            if kind is ast.Call:
                names.add(_dotted_name(node.func))
            elif kind is ast.arg:
                self.bound.add(node.arg)
            elif kind is ast.ImportFrom:
                for one in node.names:
                    names.add(f"{one.asname or one.name}:{one.name}")
                    self._note_import(one.asname or one.name, node.level, node.module or "", one.name)
                continue
            elif kind is ast.Import:
                for one in node.names:
                    whole = one.name if one.asname else one.name.partition(".")[0]
                    self._note_import(one.asname or whole, 0, whole)
                continue
            elif kind in _BINDING:
                self.bound.update([node.name] if node.name else ())
            elif kind is ast.MatchMapping:
                self.bound.update([node.rest] if node.rest else ())
            fields = _FIELDS[kind]
            if kind in _DEFINITIONS:
                self._definition(node, names)
                fields = [field for field in fields if field != "body"]
            for field in fields:
                value = getattr(node, field)
                for one in value if type(value) is list else (value,):
                    kind = type(one)
                    if kind in _PARTS:
                        todo.append(one)
                    elif kind is ast.Name and type(one.ctx) is ast.Store:
                        self.bound.add(one.id)

    def _note_import(self, local: str, level: int, module: str, name: str = "") -> None:
        self.imports.setdefault(local, set()).add((level, module, name))

    def _definition(self, node: Any, names: set[str]) -> None:
        own: set[str] = set()
        self.bound.add(node.name)
        names.update(map(_last, node.decorator_list))
        if isinstance(node, ast.ClassDef):
            own.update(map(_last, [*node.decorator_list, *node.bases, *[one.value for one in node.keywords]]))
        self.collect(node.body, own)
        self.inner.append((node.name, frozenset(own)))
        names |= own


def _dotted_name(node: Any) -> str:
    """The name of what is called, as far as it is written as one."""
    parts: list[str] = []
    if type(node) is ast.Subscript:  # a generic class with its arguments: `Tool[Context](f)`
        node = node.value
    while type(node) is ast.Attribute:
        parts.append(node.attr)
        node = node.value
    if type(node) is ast.Name:
        return ".".join([node.id, *reversed(parts)])
    return f".{parts[0]}" if parts else ""


def _last(node: Any) -> str:
    """The last name of a decorator or a base: `.tool` of `mcp.tool`."""
    kind = type(node)
    return f".{node.attr}" if kind is ast.Attribute else f".{node.id}" if kind is ast.Name else ""
