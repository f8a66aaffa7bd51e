"""Places of one file that name something: its definitions and values as nodes, each with what it mentions.

Takes the statements of a file, gives `Scanned`. Nothing is resolved across files, and nothing executed.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from toolc.code import ClassDef, Declare, Delete, For, FunctionDef, Inside, NamedExpr, With
from toolc.module import (
    AnnAssign,
    Arg,
    Assign,
    Attribute,
    AugAssign,
    Call,
    Const,
    Expr,
    Import,
    ImportFrom,
    Name,
    Param,
    SequenceExpr,
    Star,
    SubscriptExpr,
)
from toolc.reach.names import MORE_OF_PATHS, OF_PATHS, keeps
from toolc.source import SourceFile, Span

LOCALS = ".<locals>."


class Use(Struct, frozen=True, order=True):
    """One place that names a part of the system. `name`: as an importer writes it."""

    kind: str
    name: str
    path: str
    line: int


class Mention(Struct, frozen=True):
    """One name in a node, at an offset. `kind`: `name` (in a scope), `dotted` (imported), `attribute` (of an object that is not
    known), `own` (of `self`), `path` (a method of paths), `any` (made at run time, of what is imported if there is a text),
    `node` (of the same file), `passed` (what calls of that name are given).
    """

    kind: str
    text: str
    at: int


class Node(Struct):
    """One definition, variable or value. `scope`: the qualified name of the definition around it, "" in a module. `local`: the
    names that a function binds. `kept`: a value that a variable or an attribute has, also when what made it is done."""

    scope: str
    mentions: list[Mention]
    is_function: bool = False
    local: frozenset[str] = frozenset()
    bases: tuple[str, ...] = ()
    kept: bool = False


class Scanned:
    """One file. `nodes` by qualified name, with "" for the module; values have names of their own. `attributes`: the nodes that
    an attribute of that name may be, `passed`: those that calls of a last name are given."""

    def __init__(self, source: SourceFile, suite: Any) -> None:
        self.source = source
        self.imported: dict[str, str] = {}
        self.stars: list[str] = []
        self.nodes: dict[str, Node] = {"": Node("", [])}
        self.attributes: dict[str, list[str]] = {}
        self.passed: dict[str, list[str]] = {}
        self._globals: dict[str, set[str]] = {}
        self._values = 0
        for one in _everything(suite):
            self._import(one)
        self._has_paths = any(name.partition(".")[0] in ("pathlib", "anyio") for name in self.imported.values())
        self._walk(suite)

    def span(self, at: int) -> Span:
        return self.source.span(at, at + 1)

    # --- imports -------------------------------------------------------------------------------------------------------

    def _import(self, node: Any) -> None:
        if isinstance(node, Import):
            for name, alias in node.names:
                self.imported[alias or name.partition(".")[0]] = name if alias else name.partition(".")[0]
        elif isinstance(node, ImportFrom):
            module = self._absolute(node.module, node.level)
            for name, alias in node.names:
                if name == "*":
                    self.stars.append(module)
                else:
                    self.imported[alias or name] = f"{module}.{name}".strip(".")

    def _absolute(self, module: str, level: int) -> str:
        if not level:
            return module
        own = self.source.module.split(".")
        above = own[: len(own) - level + self.source.package]
        return ".".join([*above, *([module] if module else [])])

    # --- definitions and values ----------------------------------------------------------------------------------------

    def _walk(self, suite: Any) -> None:
        todo: list[tuple[Any, str]] = [(suite, "")]
        while todo:
            one, owner = todo.pop()
            if isinstance(one, tuple | list):
                todo += [(item, owner) for item in reversed(one)]
            elif isinstance(one, Inside):
                todo.append((one.body.suite, owner))
            elif isinstance(one, Struct):
                todo += self._enter(one, owner)

    def _enter(self, one: Any, owner: str) -> Iterable[tuple[Any, str]]:
        """Note what one statement or expression says, and return what is inside it, each part with its node."""
        match one:
            case FunctionDef():
                return self._function(one, owner)
            case ClassDef():
                return self._class(one, owner)
            case Assign(targets=targets, value=value):
                return self._assign(targets, (value,), owner)
            case AnnAssign(target=target, value=value, annotation=annotation):
                return self._assign((target,), (annotation, value), owner)
            case AugAssign(target=target, value=value):
                return self._assign((target,), (value,), owner)
            case NamedExpr(name=name, value=value):
                return self._assign((Name(one.at, one.end, name),), (value,), owner)
            case For(target=target, iter=iterable):
                return [*self._assign((target,), (iterable,), owner), ((one.body, one.orelse), owner)]
            case With(items=items):
                inside = [part for value, target in items for part in self._assign([target] if target else [], (value,), owner)]
                return [*inside, (one.body, owner)]
            case Declare(kind="global", names=names):
                self._globals.setdefault(owner, set()).update(names)
                return ()
            case Import() | ImportFrom() | Delete():
                return ()
            case Call():
                return self._note_call(one, owner)
            case Name(id=name, at=at):
                self._mention(owner, "name", name, at)
                return ()
            case Attribute():
                return self._attribute(one, owner)
            case _:
                return [(getattr(one, name), owner) for name in one.__struct_fields__]

    def _node(self, qualname: str, scope: str, **about: Any) -> Node:
        known = self.nodes.get(qualname)
        if known is None:
            known = self.nodes[qualname] = Node(scope, [])
        for key, value in about.items():
            setattr(known, key, value)
        return known

    def _mention(self, owner: str, kind: str, text: str, at: int) -> None:
        self.nodes[owner].mentions.append(Mention(kind, text, at))

    def _inner(self, owner: str) -> str:
        """The beginning of the qualified names of what is defined in a node."""
        if not owner:
            return ""
        return owner + (LOCALS if self.nodes[owner].is_function else ".")

    def _function(self, one: FunctionDef, owner: str) -> list[tuple[Any, str]]:
        header = one.header
        qualname = self._inner(owner) + header.name
        self._node(qualname, owner, is_function=True, local=one.local)
        if owner and not self._of_function(owner):  # a method
            self.attributes.setdefault(header.name, []).append(qualname)
            if header.name.startswith("__") or any(_validates(_last(one)) for one in header.decorators):
                self._mention(owner, "node", qualname, one.at)
        for decorator in header.decorators:
            if (name := _last(decorator)) is not None:
                self.passed.setdefault(name, []).append(qualname)
        return [((header.decorators, header.params, header.returns), qualname), (one.inside, qualname)]

    def _class(self, one: ClassDef, owner: str) -> list[tuple[Any, str]]:
        header = one.header
        qualname = self._inner(owner) + header.name
        bases = tuple(name for arg in header.args if (name := _last(arg.value)) is not None)
        self._node(qualname, owner, bases=bases)
        return [((header.decorators, header.args), qualname), (one.body, qualname)]

    def _assign(self, targets: Iterable[Expr], values: tuple[Expr | None, ...], owner: str) -> list[tuple[Any, str]]:
        """Make a value a node of its own, which a mention of one of the targets leads to."""
        value = self._value(owner, kept=True)
        if owner:
            self._mention(owner, "node", value, 0)
        inside: list[tuple[Any, str]] = [(values, value)]
        for target in _flat(targets):
            root = _root(target)
            if isinstance(root, Attribute):
                self.attributes.setdefault(root.attr, []).append(value)
                inside.append((root.value, owner))
            elif isinstance(root, Name):
                self._mention(self._variable(root.id, owner, fresh=root is target), "node", value, 0)
                if owner and not self._of_function(owner):  # a field of a class
                    self.attributes.setdefault(root.id, []).append(value)
                    self._mention(value, "passed", owner.rpartition(".")[2], 0)
            if isinstance(target, SubscriptExpr):
                inside.append((target.items, owner))
        return inside

    def _variable(self, name: str, owner: str, fresh: bool) -> str:
        """The node of a variable. `fresh`: it is bound, not changed."""
        known = None if fresh else self.known_node(name, owner)
        if known is not None:
            return known
        scope = self._definition(owner)
        if name in self._globals.get(scope, ()):
            scope = ""
        qualname = self._inner(scope) + name
        if qualname not in self.nodes:
            self._node(qualname, scope)
        return qualname

    def known_node(self, name: str, owner: str) -> str | None:
        """The node that a name means where it stands in another one; None if no variable and no definition has it."""
        scope = self._definition(owner)
        while scope:
            node = self.nodes[scope]
            if node.is_function or scope == owner:
                inner = self._inner(scope) + name
                if inner in self.nodes:
                    return inner
            if node.is_function and name in node.local and name not in self.imported:
                return None
            scope = node.scope
        return name if name and name in self.nodes else None

    def is_passed(self, owner: str, function: str) -> bool:
        """Return `True` if what a function was given is still there in a node when its caller is done."""
        return self._definition(owner) != function or self.nodes[owner].kept

    def names_of_callable(self, function: str) -> Iterator[str]:
        """The names under which a function may be called: its own, that of a class it makes objects of, those of functions
        around it, whose callers may be given it."""
        while function:
            yield function.rpartition(".")[2]
            function = self._definition(self.nodes[function].scope)

    def parameter_of(self, name: str, owner: str) -> str | None:
        """The function around a node that a name is a parameter of, or another local name without a value."""
        scope = self._definition(owner)
        while scope:
            node = self.nodes[scope]
            if node.is_function and name in node.local and name not in self.imported:
                return scope
            scope = node.scope
        return None

    def _definition(self, owner: str) -> str:
        """The function or class that a node is or stands in."""
        while owner.startswith("="):
            owner = self.nodes[owner].scope
        return owner

    def class_of(self, owner: str) -> str:
        """The class around a node, "" if there is none."""
        owner = self._definition(owner)
        while owner and self.nodes[owner].is_function:
            owner = self._definition(self.nodes[owner].scope)
        return owner

    def _of_function(self, owner: str) -> bool:
        """Return `True` if a node is a function, or a value in one."""
        scope = self._definition(owner)
        return bool(scope) and self.nodes[scope].is_function

    def _value(self, owner: str, kept: bool) -> str:
        self._values += 1
        qualname = f"={self._values}"
        self._node(qualname, owner, kept=kept or (owner.startswith("=") and self.nodes[owner].kept))
        return qualname

    # --- expressions ---------------------------------------------------------------------------------------------------

    def _note_call(self, call: Call, owner: str) -> list[tuple[Any, str]]:
        func = call.func
        if isinstance(func, Name) and func.id == "getattr" and len(call.args) > 1:
            return self._by_name(call, owner)
        receiver = _root(func.value) if isinstance(func, Attribute) and keeps(func.attr) else None
        changed = self.known_node(receiver.id, owner) if isinstance(receiver, Name) else None
        held = receiver.attr if isinstance(receiver, Attribute) else None
        found: list[tuple[Any, str]] = [(func, owner)]
        for arg in call.args:
            value = self._value(owner, kept=receiver is not None)
            self._mention(owner, "node", value, 0)
            if (name := _last(func)) is not None:
                self.passed.setdefault(name, []).append(value)
            for name in filter(None, (arg.name, held)):
                self.attributes.setdefault(name, []).append(value)
            if changed is not None:  # `handlers.append(f)`
                self._mention(changed, "node", value, 0)
            found.append((arg.value, value))
        return found

    def _by_name(self, call: Call, owner: str) -> list[tuple[Any, str]]:
        """`getattr(x, "name")` is `x.name`; a name that is made at run time may be any."""
        first, second = call.args[0].value, call.args[1].value
        rest = [(arg.value, owner) for arg in call.args[2:]]
        if isinstance(second, Const) and isinstance(second.value, str):
            return [*self._attribute(Attribute(call.at, call.end, first, second.value), owner), *rest]
        self._mention(owner, "any", self._dotted_name(first) or "", call.at)
        return [(first, owner), (second, owner), *rest]

    def _attribute(self, one: Attribute, owner: str) -> list[tuple[Any, str]]:
        dotted = self._dotted_name(one)
        if dotted is not None:
            self._mention(owner, "dotted", dotted, one.at)
            return []
        if one.attr in OF_PATHS or (self._has_paths and one.attr in MORE_OF_PATHS):
            self._mention(owner, "path", one.attr, one.at)
        own = _is_own(one.value)
        if own or not one.attr.startswith("__"):
            self._mention(owner, "own" if own else "attribute", one.attr, one.at)
        return [] if own else [(one.value, owner)]

    def _dotted_name(self, expr: Expr) -> str | None:
        """The name of an expression as an importer would write it; None of anything that is not imported."""
        parts: list[str] = []
        while isinstance(expr, Attribute):
            parts.append(expr.attr)
            expr = expr.value
        first = self.imported.get(expr.id) if isinstance(expr, Name) else None
        return None if first is None else ".".join([first, *reversed(parts)])


def _everything(suite: Any) -> Iterator[Any]:
    """Every statement, at any depth."""
    todo: list[Any] = [suite]
    while todo:
        one = todo.pop()
        if isinstance(one, tuple | list):
            todo += one
        elif isinstance(one, Inside):
            todo.append(one.body.suite)
        elif isinstance(one, Struct) and not isinstance(one, Arg | Param):
            yield one
            todo += [value for name in one.__struct_fields__ if isinstance(value := getattr(one, name), tuple | list | Inside)]


def _flat(targets: Iterable[Expr]) -> Iterator[Expr]:
    for target in targets:
        if isinstance(target, SequenceExpr):
            yield from _flat(target.items)
        else:
            yield target.value if isinstance(target, Star) else target


def _root(expr: Expr) -> Expr:
    """The name or attribute that something is an item of: `table` of `table["a"][0]`."""
    while isinstance(expr, SubscriptExpr):
        expr = expr.value
    return expr


def _is_own(expr: Expr) -> bool:
    """Return `True` for `self`, `cls` and `super()`."""
    if isinstance(expr, Call):
        return isinstance(expr.func, Name) and expr.func.id == "super"
    return isinstance(expr, Name) and expr.id in ("self", "cls")


def _last(expr: Expr) -> str | None:
    """The last name of what is called, decorates or is a base class."""
    while isinstance(expr, Call | SubscriptExpr):
        expr = expr.func if isinstance(expr, Call) else expr.value
    return expr.id if isinstance(expr, Name) else expr.attr if isinstance(expr, Attribute) else None


def _validates(decorator: str | None) -> bool:
    """Return `True` if pydantic calls what is decorated so whenever an object is made or written."""
    return decorator is not None and ("validator" in decorator or "serializer" in decorator)
