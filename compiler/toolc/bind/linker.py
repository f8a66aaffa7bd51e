"""The linked program: names, attributes, class hierarchies, across modules.

Takes a `Library` and the names systems know, gives the `Program` that `lower` and the systems ask. Every question is answered
once and kept; a question that comes back to itself, or goes too deep, is answered with `Unknown`.
"""

from collections.abc import Callable, Iterator
from functools import cached_property

from toolc.bind.conditions import absolute, runs
from toolc.bind.enums import is_enum, member_value, members
from toolc.bind.evaluate import evaluate
from toolc.bind.library import Library, Unit
from toolc.bind.lookup import bound, definition, lookup
from toolc.bind.mro import Hierarchy
from toolc.diagnostics import Diagnostic
from toolc.module import Class, Expr, From, Func, Import, Node, Stmt
from toolc.names import canonical, is_tabled
from toolc.program import (
    Attribute,
    Called,
    Declaration,
    Deferred,
    Definition,
    Entries,
    External,
    Items,
    Known,
    Member,
    ModuleValue,
    Named,
    Reader,
    Received,
    Scope,
    Unknown,
    Value,
)
from toolc.source import Span

MAX_DEPTH = 90
"""How far one question may lead to another: beyond any real chain of re-exports, well within the interpreter's stack."""


class Linker:
    """The program, answering lazily."""

    def __init__(self, library: Library, reader: Reader, known: frozenset[str]) -> None:
        self.library = library
        self.known = known
        self.tools: tuple[Declaration, ...] = ()
        self.candidates: list[Unit] = []
        self._reader = reader
        self._depth = 0
        self._answers: dict[tuple[object, ...], Value] = {}
        self._asked: set[tuple[object, ...]] = set()
        self._hierarchy = Hierarchy(self)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What reading and binding had to say so far."""
        return tuple(self.library.diagnostics)

    # --- questions of lower and the systems ---

    def evaluate(self, expr: Expr, scope: Scope, name: str = "") -> Value:
        if self._depth >= MAX_DEPTH:
            return Unknown("it leads through too many other definitions")
        self._depth += 1
        try:
            return evaluate(expr, scope, self, name)
        finally:
            self._depth -= 1

    def expression(self, text: str) -> Expr | None:
        return self._reader.expression(text)

    def statements(self, definition_: Definition) -> Iterator[tuple[Node, Stmt, Scope]]:
        unit = self.library.unit(definition_.module)
        within = (*definition_.scope.within, definition_)
        for site in unit.index(definition_).sites:
            if site.names != site.node.names:
                continue  # the site of an `except E as name`: its statement has a site of its own
            scope = Scope(definition_.module, within, site.node.at)
            if runs(site.guard, scope, self) is not False:
                yield site.node, unit.statement(site.node), scope

    def ancestors(self, definition_: Definition) -> tuple[Definition | External | Unknown, ...]:
        return self._hierarchy.ancestors(definition_)

    def own(self, definition_: Definition, name: str) -> Value | None:
        return bound(name, Scope(definition_.module, (*definition_.scope.within, definition_)), self)

    def own_names(self, definition_: Definition) -> frozenset[str]:
        return frozenset(self.library.unit(definition_.module).index(definition_).by_name)

    def changed(self, definition_: Definition, name: str) -> bool:
        return any(one.tells for one in self.library.unit(definition_.module).changes(definition_, name))

    def enum_members(self, definition_: Definition) -> tuple[str, ...]:
        return tuple(members(definition_, self)) if is_enum(definition_, self) else ()

    def span(self, scope: Scope, at: int, end: int) -> Span:
        return self.library.unit(scope.module).source.span(at, end)

    def version(self, distribution: str) -> str | None:
        told = self.library.sources.version(distribution)
        return NEWEST_PYTHON if told is None and distribution == "python" else told

    def names(self) -> Iterator[Named]:
        for source in self.library.sources.everything():
            if (unit := self.library.add(source)) is not None:
                yield from self._names(unit, Scope(source.module), "")

    def _names(self, unit: Unit, scope: Scope, prefix: str) -> Iterator[Named]:
        """The last binding of every name of a module or class body: what an importer of the module would see."""
        owner = scope.within[-1] if scope.within else None
        for name, found in sorted(unit.index(owner).by_name.items(), key=lambda item: item[1][-1].node.at):
            site = found[-1]
            if site.node.kind == "class":
                value = bound(name, scope, self)
                if isinstance(value, Definition) and value.node.kind == "class":
                    at = value.stmt.name_at
                    yield Named(unit.source.module, prefix + name, value, scope, at, at + len(name))
                    yield from self._names(unit, Scope(scope.module, (*scope.within, value)), f"{prefix}{name}.")
            elif owner is None and site.node.kind in ("assign", "ann", "alias"):
                value = self.lookup(name, scope)
                yield Named(unit.source.module, name, value, scope, site.node.at, site.node.end)

    def imports(self) -> frozenset[str]:
        return self._imports

    @cached_property
    def _imports(self) -> frozenset[str]:
        found: set[str] = set()
        for unit in self.candidates:
            for site in unit.top.sites:
                statement = unit.statement(site.node) if site.node.kind in ("import", "from") else None
                if isinstance(statement, Import):
                    found.update(name for name, _ in statement.names)
                elif isinstance(statement, From) and (module := absolute(unit.source, statement)):
                    found.update((module, *(f"{module}.{name}" for name, _ in statement.names)))
        return frozenset(found)

    # --- questions of the other parts of bind ---

    def unit(self, scope: Scope) -> Unit:
        return self.library.unit(scope.module)

    def lookup(self, name: str, scope: Scope) -> Value:
        key = ("name", name, scope.module, *(d.node.at for d in scope.within), scope.at)
        return self._once(key, lambda: lookup(name, scope, self))

    def member(self, module: str, name: str) -> Value:
        """What `module.name` is when the module is imported: one of its names, or a module inside it."""
        full = f"{module}.{name}"
        if full in self.known:
            return External(full)
        if is_tabled(full) and not is_tabled(module):
            return self._named(full)
        return self._once(("member", full), lambda: self._member(module, name))

    def _member(self, module: str, name: str) -> Value:
        unit = self.library.find(module)
        if unit is None:
            if not is_tabled(module) and self.library.exists(f"{module}.{name}"):
                return ModuleValue(f"{module}.{name}")
            return self._named(f"{module}.{name}")
        value = bound(name, Scope(module), self)
        if value is not None:
            return value
        if self.library.exists(f"{module}.{name}"):
            return ModuleValue(f"{module}.{name}")
        if "__getattr__" in unit.top.by_name:
            return Unknown(f"`{module}.{name}` is made by the module's __getattr__")
        return Unknown(f"the module `{module}` has no `{name}`", "TC307")

    def _named(self, spelled: str) -> Value:
        """A name that comes from tables; the few whose value matters for conditions are constants."""
        name = canonical(spelled)
        if name == "typing.TYPE_CHECKING":
            return Known(False)
        if name == "sys.version_info":
            return Known((*python_version(self.version("python")), 0, "final", 0))
        if name == "pydantic.VERSION" and (version := self.version("pydantic")):
            return Known(version)
        return External(name, "" if name == spelled else spelled)

    def attribute(self, value: Value, name: str) -> Value:
        match value:
            case ModuleValue(module):
                return self.member(module, name)
            case External(of):
                return self._named(f"{of}.{name}")
            case Definition() if value.node.kind == "class":
                return self._once(("attr", value.full_name, value.node.at, name), lambda: self._class_attribute(value, name))
            case Member(enum, own):
                if name in ("name", "_name_"):
                    return Known(own)
                return member_value(value, self) if name in ("value", "_value_") else self.attribute(enum, name)
            case Known(constant) if isinstance(constant, tuple) and name in ("major", "minor") and len(constant) == 5:
                return Known(constant[("major", "minor").index(name)])  # sys.version_info.major
            case Unknown():
                return value
            case Known() | Definition() | Called() | Attribute() | Received() | Items() | Entries() | Deferred():
                return Attribute(value, name)

    def _class_attribute(self, owner: Definition, name: str) -> Value:
        if name == "__name__":
            return Known(owner.stmt.name)
        if name == "__doc__":
            return Known(owner.stmt.doc)
        if is_enum(owner, self) and name in members(owner, self):
            return Member(owner, name)
        for cls in (owner, *self.ancestors(owner)):
            if isinstance(cls, Unknown):
                return cls
            if isinstance(cls, Definition):
                found = self.own(cls, name)
                if found is not None:
                    return self._through(cls, name, found)
        return Attribute(owner, name)

    def _through(self, cls: Definition, name: str, found: Value) -> Value:
        """What the class body binds a name to, as `cls.name` gives it."""
        within = cls.scope.within[-1] if cls.scope.within else None
        set_later = self.library.unit(cls.module).changes(within, cls.stmt.name)
        if any(one.attribute == name for one in set_later):
            return Unknown(f"`{cls.stmt.name}.{name}` is set after the class is made")
        if isinstance(found, Definition) and isinstance(found.stmt, Func):
            decorators = [self.evaluate(decorator, found.scope) for decorator in found.stmt.decorators]
            if External("builtins.classmethod") in decorators:
                return Attribute(cls, name)  # bound: its first parameter is filled
        return found

    def _once(self, key: tuple[object, ...], answer: Callable[[], Value]) -> Value:
        if key in self._answers:
            return self._answers[key]
        if key in self._asked:
            return Unknown("it is defined in terms of itself")
        if self._depth >= MAX_DEPTH:
            return Unknown("it leads through too many other definitions")
        self._asked.add(key)
        self._depth += 1
        try:
            value = answer()
        finally:
            self._depth -= 1
            self._asked.discard(key)
        self._answers[key] = value
        return value

    def define(self, scope: Scope, node: Node) -> Definition | None:
        """The definition made by a `def` or `class` node of a scope."""
        statement = self.unit(scope).statement(node)
        return definition(statement, node.at, scope, self) if isinstance(statement, (Func, Class)) else None


def python_version(text: str | None) -> tuple[int, int]:
    """Major and minor of the Python the tools run on."""
    parts = (text or NEWEST_PYTHON).split(".")
    numbers = [int(part) for part in parts[:2] if part.isdigit()]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else (3, 14)


NEWEST_PYTHON = "3.14"
"""Followed where neither the configuration nor the search path says which Python the tools run on."""
