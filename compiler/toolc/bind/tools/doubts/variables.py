"""Which variables an expression reads, and what of them may reach its value."""

import ast
import re
from collections.abc import Callable, Iterator
from typing import Literal

from msgspec import Struct

from toolc.bind.tools.doubts.syntax import FunctionNode, arguments_of, bound_names, is_common, last_name, own_nodes
from toolc.bind.tools.doubts.tables import COPIES, SCALARS, SCHEMAS
from toolc.clock import tick

Key = tuple[str, ...]
"""A variable: `(module, name)`, `(module, place of the function, name)`, or `(".", attribute)`; `("()", *variable)` is what the
function gives that it holds."""

Kind = Literal["alias", "element", "part", "scalar"]
"""What of the source may reach the target: the object or what holds it, its elements, an attribute, nothing that can change."""

_MANGLED = re.compile(r"^_[A-Za-z]\w*?__(?=\w*[^_]$)")


class Place(Struct, frozen=True):
    """Where a statement stands: the functions around it, whether it is one of the module's own top, the headers around it."""

    functions: tuple[FunctionNode, ...] = ()
    cls: str = ""
    straight: bool = True
    headers: tuple[ast.expr, ...] = ()
    only_ifs: bool = True


class Variables:
    """The variables of one module."""

    def __init__(self, module: str, resolve: Callable[[str, str], str]) -> None:
        self.module = module
        self.imports: dict[str, tuple[str, str]] = {}  # name → module and name there, "" for the module itself
        self._locals: dict[int, frozenset[str]] = {}
        self._globals: dict[int, frozenset[str]] = {}
        self._resolve = resolve

    def key(self, name: str, place: Place) -> Key:
        """The variable that a name is at a place."""
        for function in reversed(place.functions):
            if name in self._locals_of(function):
                return (self.module, f"{function.lineno}:{function.col_offset}", name)
        return (self.module, name)

    def _locals_of(self, function: FunctionNode) -> frozenset[str]:
        if id(function) not in self._locals:
            declared = {
                name for node in own_nodes(function) if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names
            }
            bound = {name for node in own_nodes(function) for name in bound_names(node)}
            self._globals[id(function)] = frozenset(declared)
            self._locals[id(function)] = frozenset((bound | {arg.arg for arg in arguments_of(function)}) - declared)
        return self._locals[id(function)]

    def attribute(self, node: ast.Attribute, place: Place) -> Key:
        """An attribute; of an imported module of the program its variable."""
        if isinstance(node.value, ast.Name) and len(self.key(node.value.id, place)) == 2:
            module, name = self.imports.get(node.value.id, ("", "-"))
            if module and not name and self._resolve(module, node.attr) == module:
                return (module, node.attr)
        return (".", _MANGLED.sub("__", node.attr))

    def keys(self, node: ast.AST | None, place: Place) -> Iterator[Key]:
        """All variables that an expression reads, and what the functions give that it calls."""
        for inner in ast.walk(node) if node is not None else ():
            match inner:
                case ast.Name():
                    yield self.key(inner.id, place)
                case ast.Attribute():
                    yield self.attribute(inner, place)
                case ast.Call(func=ast.Name() | ast.Attribute() as func):
                    if not is_common(func):
                        yield ("()", *self.reference(func, place))
                    yield from self._fetched(inner, place)
                case ast.Subscript(slice=ast.Constant(value=str(text))) if text.isidentifier():
                    yield (".", text)
                case ast.Subscript(value=ast.Name(id=name)):
                    yield ("()", *self.key(name, place))

    def reference(self, node: ast.Name | ast.Attribute, place: Place) -> Key:
        return self.key(node.id, place) if isinstance(node, ast.Name) else self.attribute(node, place)

    def _fetched(self, call: ast.Call, place: Place) -> Iterator[Key]:
        """The attribute that `getattr` fetches by a name that is written out."""
        if last_name(call.func) == "getattr" and len(call.args) > 1 and isinstance(call.args[1], ast.Constant):
            yield self.attribute(ast.Attribute(call.args[0], str(call.args[1].value), ast.Load()), place)

    def sources(self, node: ast.AST | None, place: Place, kind: Kind = "alias") -> Iterator[tuple[Key, Kind]]:
        """The variables that may reach the value of an expression, each with how."""
        pending: list[tuple[ast.AST, Kind]] = [] if node is None else [(node, kind)]
        while pending:
            tick()
            inner, how = pending.pop()
            match inner:
                case ast.Name() | ast.Attribute():
                    yield self.reference(inner, place), how
                    if isinstance(inner, ast.Attribute):
                        pending.append((inner.value, narrow(how, "element" if inner.attr in SCHEMAS else "part")))
                case ast.Constant() | ast.JoinedStr():
                    yield from ((key, "scalar") for key in self.keys(inner, place))
                case ast.Lambda(body=body):
                    own = {("", one.arg) for one in arguments_of(inner)}
                    yield from ((key, how) for key in self.keys(body, place) if ("", key[-1]) not in own)
                case ast.Compare():
                    yield from ((key, "scalar") for key in self.keys(inner, place))
                case ast.IfExp(test, body, orelse):
                    yield from ((key, "scalar") for key in self.keys(test, place))
                    pending += [(body, how), (orelse, how)]
                case ast.Starred(value):
                    pending.append((value, narrow(how, "element")))
                case ast.Dict(keys, values):
                    pending += [(key, "scalar") for key in keys if key is not None]
                    for key, value in zip(keys, values, strict=True):
                        pending.append((value, narrow(how, "element") if key is None else how))
                case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                    yield from ((key, narrow(how, "element")) for key in self.keys(inner, place))
                case ast.Subscript(value, index):
                    pending += [(value, narrow(how, "element") if isinstance(index, ast.Slice) else how), (index, "scalar")]
                    if not isinstance(index, ast.Slice) and isinstance(value, ast.Name):
                        yield ("()", *self.key(value.id, place)), how
                case ast.Call(func, arguments, keywords):
                    called = last_name(func)
                    yield from ((key, how) for key in self._fetched(inner, place))
                    if called in SCALARS:
                        how = "scalar"
                    elif called in COPIES and how == "alias":
                        how = "element"
                    if isinstance(func, ast.Name | ast.Attribute) and not is_common(func):
                        yield ("()", *self.reference(func, place)), how
                    pending += [(func, "scalar" if isinstance(func, ast.Name) else how)]
                    pending += [(one, how) for one in (*arguments, *(keyword.value for keyword in keywords))]
                case _:
                    pending += [
                        (child, how) for child in ast.iter_child_nodes(inner) if not isinstance(child, ast.expr_context)
                    ]


def narrow(how: Kind, kind: Kind) -> Kind:
    order: tuple[Kind, ...] = ("alias", "element", "part", "scalar")
    return max(how, kind, key=order.index)
