"""Names that may be used to register tools: by what the statements at the top of each candidate file say, none of which is
evaluated.

Takes units and the marks of all systems, gives names: those bound to something of a framework that registers, to what a call or
attribute of such a name gives, and the functions and classes whose text mentions one. It may give too many, which costs the
execution of a file; the execution decides what registers.
"""

from collections.abc import Iterator

from msgspec import Struct, field

from toolc.bind.linker import Linker
from toolc.bind.modules import SourceModule
from toolc.bind.reachability import absolute
from toolc.bind.tools.registration_table import RegistrationTable
from toolc.code import For, If, Match, Suite, Try, While, With
from toolc.cpu_budget import tick
from toolc.diagnostics import internal
from toolc.limits import CpuBudgetExceeded
from toolc.module import (
    AnnAssign,
    Assign,
    Attribute,
    Await,
    Call,
    Expr,
    IfExp,
    Import,
    ImportFrom,
    Name,
    NamedExpr,
    Operation,
    SequenceExpr,
    SubscriptExpr,
)
from toolc.qualified_names import canonical
from toolc.source import Span
from toolc.text_questions import definitions_with


class _Bindings(Struct):
    """Names that the top of one file binds: modules and members of them, and values, in the order of the file.

    `read`: the names for which the definitions were searched.
    """

    imports: dict[str, set[str]] = field(default_factory=dict)
    starred: set[str] = field(default_factory=set)
    values: list[tuple[str, Expr]] = field(default_factory=list)
    read: set[str] = field(default_factory=set)


class RelevantNames:
    """The names of all candidates. They grow with each file, for a file may hand on what another one binds."""

    def __init__(self, linker: Linker, marks: RegistrationTable) -> None:
        self._linker, self._marks = linker, marks
        self._units: dict[str, tuple[SourceModule, _Bindings]] = {}
        self._importers: dict[str, set[str]] = {}  # paths of the files that import from a module
        self._found: dict[str, set[str]] = {}
        self._fresh: dict[str, set[str]] = {}  # those found since the last time that somebody asked
        self._waiting: dict[str, None] = {}  # paths of the files that may bind more than is known
        self._members: dict[str, tuple[tuple[str, str], ...]] = {}
        self._registering: dict[str, bool] = {}

    def add(self, unit: SourceModule) -> None:
        """Add a candidate. Of two files of one module, the names of both count."""
        suite = self._linker.reader.code(unit.source, again=True) or ()
        bindings = _Bindings()
        self._collect(suite, unit, bindings)
        path = unit.source.path
        self._units[path] = unit, bindings
        self._found.setdefault(unit.source.module, set())
        self._waiting[path] = None
        for module in bindings.starred.union(*(map(_modules, set().union(*bindings.imports.values())))):
            self._importers.setdefault(module, set()).add(path)

    def _collect(self, suite: Suite, unit: SourceModule, found: _Bindings) -> None:
        """Add the bindings of statements, those of nested suites included."""
        near = unit.source.path
        for stmt in suite:
            match stmt:
                case Import(_, names):
                    for dotted, alias in names:
                        bound = dotted if alias else dotted.partition(".")[0]
                        found.imports.setdefault(alias or bound, set()).add(self._linker.library.resolve(bound, near))
                case ImportFrom(_, _, _, names):
                    module = self._linker.library.resolve(absolute(unit.source, stmt), near)
                    for name, alias in names:
                        if name == "*":
                            found.starred.add(module)
                        else:
                            found.imports.setdefault(alias or name, set()).add(f"{module}.{name}")
                case Assign(_, targets, value):
                    found.values.extend((name, value) for target in targets for name in _names_in(target))
                case AnnAssign(_, target, _, value) if value is not None:
                    found.values.extend((name, value) for name in _names_in(target))
                case With(_, items):
                    found.values.extend((name, made) for made, target in items if target for name in _names_in(target))
            for inner in _suites(stmt):
                self._collect(inner, unit, found)

    def grow(self) -> dict[str, set[str]]:
        """Look for names until there are no more; return those that are new, by module."""
        while self._waiting:
            path = next(iter(self._waiting))
            del self._waiting[path]
            unit, bindings = self._units[path]
            module = unit.source.module
            names = self._found[module]
            before = set(names)
            self._grow(unit, bindings, names)
            if len(names) > len(before):
                self._fresh.setdefault(module, set()).update(names - before)
                self._waiting.update(dict.fromkeys(sorted(self._importers.get(module, ()))))
        fresh, self._fresh = self._fresh, {}
        return fresh

    def _grow(self, unit: SourceModule, bindings: _Bindings, names: set[str]) -> None:
        try:
            with self._linker.clock.charging(unit.source.path, unit.source.limits):
                for module in bindings.starred:
                    names |= self._found.get(module, set())
                    if self._is_known(module):
                        names |= self._marks.words
                names.update(name for name, paths in bindings.imports.items() if any(map(self._is_known, paths)))
                length = -1
                while len(names) > length:
                    length = len(names)
                    tick()
                    for name, value in bindings.values:
                        if name not in names and self._may_register(value, bindings, names):
                            names.add(name)
                    for name in sorted(names - bindings.read):
                        names.update(unit.source.ask(definitions_with, name))
                        bindings.read.add(name)
        except CpuBudgetExceeded as error:
            self._linker.library.diagnostics.append(internal(error, Span(unit.source.path)))

    def _is_known(self, dotted: str) -> bool:
        """Return `True` if a qualified name may mean something that registers: of a framework, the configuration, or a file."""
        if dotted not in self._registering:
            self._registering[dotted] = self._is_foreign(dotted)
            self._members[dotted] = tuple(_members(dotted))
        return self._registering[dotted] or any(name in self._found.get(module, ()) for module, name in self._members[dotted])

    def _is_foreign(self, dotted: str) -> bool:
        """Return `True` if a framework or the configuration has it, or an installed package that is built on a framework."""
        marks, library = self._marks, self._linker.library
        if marks.leads_to_mark(dotted) or dotted in marks.owned.definitions:
            return True
        first, last = dotted.partition(".")[0], dotted.rpartition(".")[2]
        if first in marks.roots:
            return last in marks.words  # a framework hands it on under another name
        if library.is_modelled(first):
            return False
        source = library.sources.find(first)
        installed = source is not None and not library.sources.owns(source.path) and library.sources.is_installed(source.path)
        return installed and library.sources.requires(first, marks.distributions)

    def _may_register(self, value: Expr, bindings: _Bindings, names: set[str]) -> bool:
        """Return `True` if the value of an expression may be used to register tools."""
        match value:
            case Name(_, _, name):
                return name in names
            case Attribute(_, _, owner, _):
                path = _dotted_name(value)
                known = bindings.imports.get(path.partition(".")[0]) if path else None
                if known:
                    _, _, rest = path.partition(".")
                    return any(self._is_known(f"{one}.{rest}") or self._is_member(f"{one}.{rest}") for one in known)
                return self._may_register(owner, bindings, names)
            case Call(_, _, called):
                return self._may_register(called, bindings, names) and not self._takes(called, bindings)
            case Await(_, _, inner) | NamedExpr(_, _, _, inner) | SubscriptExpr(_, _, inner):
                return self._may_register(inner, bindings, names)
            case IfExp(_, _, _, first, second):
                return any(self._may_register(one, bindings, names) for one in (first, second))
            case Operation(_, _, "bool", _, items) | SequenceExpr(_, _, "tuple", items):
                return any(self._may_register(one, bindings, names) for one in items)
            case _:
                return False

    def _is_member(self, dotted: str) -> bool:
        """Return `True` if a qualified name is that of a member of something that registers."""
        return any(map(self._marks.is_mark, _prefixes(dotted)))

    def _takes(self, called: Expr, bindings: _Bindings) -> bool:
        """Return `True` if a class is called that takes tools in its constructor, and registers none afterwards."""
        path = _dotted_name(called)
        first, _, rest = path.partition(".")
        known = bindings.imports.get(first, ())
        return any(canonical(f"{one}.{rest}" if rest else one) in self._marks.consumers for one in known)


def _prefixes(dotted: str) -> Iterator[str]:
    """The qualified names that a name begins with, the shortest first, without itself."""
    return (dotted[:at] for at, sign in enumerate(dotted) if sign == ".")


def _members(dotted: str) -> Iterator[tuple[str, str]]:
    """The modules that a qualified name may name a member of, each with the member's name."""
    return ((module, dotted[len(module) + 1 :].partition(".")[0]) for module in _prefixes(dotted))


def _modules(dotted: str) -> set[str]:
    return {*_prefixes(dotted), dotted}


def _dotted_name(expr: Expr) -> str:
    """The dotted name that an expression is, "" for any other."""
    parts: list[str] = []
    while isinstance(expr, Attribute):
        parts.append(expr.attr)
        expr = expr.value
    return ".".join([expr.id, *reversed(parts)]) if isinstance(expr, Name) else ""


def _names_in(target: Expr) -> Iterator[str]:
    """The names that an assignment to a target binds."""
    if isinstance(target, Name):
        yield target.id
    elif isinstance(target, SequenceExpr):
        for item in target.items:
            yield from _names_in(item)


def _suites(stmt: object) -> Iterator[Suite]:
    """The suites of a compound statement that bind names of the block it stands in."""
    match stmt:
        case If() | While() | For():
            yield from (stmt.body, stmt.orelse)
        case With():
            yield stmt.body
        case Try():
            yield from (stmt.body, *(one.body for one in stmt.handlers), stmt.orelse, stmt.final)
        case Match():
            yield from (one.body for one in stmt.cases)
