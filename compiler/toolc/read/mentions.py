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
_NAMELESS = {ast.Name, ast.Constant, ast.Pass, ast.Break, ast.Continue, ast.Global, ast.Nonlocal, ast.Import}
_PARTS = {kind for kind in vars(ast).values() if isinstance(kind, type) and issubclass(kind, _KINDS)} - _NAMELESS
"""The nodes that may hold a name that counts."""


def of_body(body: Iterable[ast.stmt]) -> Mentions:
    """The names in the body of a function."""
    names, inner = set[str](), list[tuple[str, frozenset[str]]]()
    _collect(body, names, inner)
    return Mentions(frozenset(names), tuple(inner))


def _collect(nodes: Iterable[Any], names: set[str], inner: list[tuple[str, frozenset[str]]]) -> None:
    todo: list[Any] = list(nodes)
    while todo:
        node = todo.pop()
        kind = type(node)
        if kind is ast.Call:
            names.add(_last(node.func))
        elif kind is ast.ImportFrom:
            names.update([one.name for one in node.names])
            continue
        elif kind in _DEFINITIONS:
            _collect_definition(node, names, inner)
            parts = {**node.__dict__, "body": None}
            todo.extend(_parts(parts.values()))
            continue
        todo.extend(_parts(node.__dict__.values()))


def _collect_definition(node: Any, names: set[str], inner: list[tuple[str, frozenset[str]]]) -> None:
    own = set[str]()
    names.update(map(_last, node.decorator_list))
    if isinstance(node, ast.ClassDef):
        own.update(map(_last, [*node.decorator_list, *node.bases, *[one.value for one in node.keywords]]))
    _collect(node.body, own, inner)
    inner.append((node.name, frozenset(own)))
    names |= own


def _parts(values: Iterable[Any]) -> list[Any]:
    """Return the child nodes among the values of a node's fields, and of the lists among them."""
    found: list[Any] = []
    for value in values:
        kind = type(value)
        if kind is list:
            found += [one for one in value if type(one) in _PARTS]
        elif kind in _PARTS:
            found.append(value)
    return found


def _last(node: Any) -> str:
    """The last name of what is called or derived from: `tool` of `mcp.tool`."""
    kind = type(node)
    return str(node.attr) if kind is ast.Attribute else str(node.id) if kind is ast.Name else ""
