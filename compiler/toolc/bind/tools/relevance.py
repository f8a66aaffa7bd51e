"""Names of a file that can register tools, so that only statements using them are read.

Takes units and the marks of all systems, gives names: those bound to a decorator, wrapper or server, and the functions and
classes whose text mentions one of them.
"""

from collections.abc import Collection, Sequence

from toolc.bind.guards import GuardedStatement
from toolc.bind.linker import Linker
from toolc.bind.modules import SourceModule
from toolc.bind.tools.registration_table import RegistrationTable
from toolc.cpu_budget import tick
from toolc.diagnostics import internal
from toolc.limits import CpuBudgetExceeded
from toolc.program import CallResult, DefinitionValue, ExternalSymbol, ProgramPoint, Value
from toolc.qualified_names import canonical
from toolc.source import Span

_BINDING = ("import", "from", "assign", "ann")
_MADE = ("def", "class")
_SAYING = (*_MADE, "assign", "ann")


class RelevantNames:
    """The words of each unit, found once."""

    def __init__(self, linker: Linker, marks: RegistrationTable) -> None:
        self._linker = linker
        self._marks = marks
        self._roots = marks.roots
        self._candidates: set[str] = set()
        self._found: dict[str, frozenset[str]] = {}

    def add(self, unit: SourceModule) -> None:
        """The unit is a candidate. Others, those of the search path above all, are not searched for words."""
        self._candidates.add(unit.source.path)

    def of(self, unit: SourceModule) -> frozenset[str]:
        """The names a unit binds at its top to something that registers tools."""
        key = unit.source.path
        if key not in self._candidates:
            return frozenset()
        if key not in self._found:
            self._found[key] = frozenset()  # modules that import each other
            try:
                made = ("__init__",) if self._makes(unit) else ()  # that word is looked for nowhere else
                self._found[key] = frozenset((*self.bound_names(unit), *made))
            except CpuBudgetExceeded:
                del self._found[key]
                raise
        return self._found[key]

    def _makes(self, unit: SourceModule) -> bool:
        """Return `True` if a class of a file has, or inherits, an `__init__` that may make tools."""
        if self._marks.has_making_base(unit.source.text):
            return True
        derived = [site for site in unit.top.sites if site.node.kind == "class" and "(" in unit.header(site.node)]
        found = (
            self._linker.lookup(site.node.names[0], ProgramPoint(unit.source.module, (), site.node.end)) for site in derived
        )
        bases = (base for cls in found if isinstance(cls, DefinitionValue) for base in self._linker.ancestors(cls))
        return any(isinstance(base, ExternalSymbol) and canonical(base.name) in self._marks.makers for base in bases)

    def bound_names(self, unit: SourceModule, starred: Collection[str] = (), wanted: frozenset[str] | None = None) -> set[str]:
        """The same; of star imports the names in `starred`, and of all only those in `wanted`, where that is given."""
        found: set[str] = set()
        try:
            with self._linker.clock.charging(unit.source.path, unit.source.limits):
                sites = unit.top.sites if wanted is None else _binding_statements(unit, wanted, starred)
                self._grow(found, unit, sites, starred)
        except CpuBudgetExceeded as error:
            self._linker.library.diagnostics.append(internal(error, Span(unit.source.path)))
        return found

    def _grow(self, found: set[str], unit: SourceModule, sites: Sequence[GuardedStatement], starred: Collection[str]) -> None:
        words = self._marks.words | self._roots
        grown = True
        while grown:
            before = len(found)
            for site in sites:
                tick()
                found.update(self._names_bound_by(site, unit, words, found, starred))
            grown = len(found) > before

    def _names_bound_by(
        self, site: GuardedStatement, unit: SourceModule, words: frozenset[str], found: set[str], starred: Collection[str]
    ) -> Collection[str]:
        fresh = [name for name in (starred if site.names == ("*",) else site.names) if name not in found]
        if not fresh:
            return ()
        if site.node.kind in _MADE:
            return fresh if found and not found.isdisjoint(unit.words(site.node)) else ()
        if site.node.kind not in _BINDING:
            return ()
        if site.node.kind in ("assign", "ann"):
            written = unit.words(site.node)
            if words.isdisjoint(written) and found.isdisjoint(written):
                return ()
        scope = ProgramPoint(unit.source.module, (), site.node.end)
        return [name for name in fresh if self.can_register(self._linker.lookup(name, scope))]

    def can_register(self, value: Value) -> bool:
        """Return `True` if a variable with this value can be used to register tools."""
        if isinstance(value, CallResult):
            return self.can_register(value.callee)
        if isinstance(value, DefinitionValue):
            return self.mentions_registrar(value) or self._marks.owned.name(value) is not None
        return self._marks.can_register(value)

    def mentions_registrar(self, definition: DefinitionValue) -> bool:
        """Return `True` if the text of a function or class mentions a name that registers tools in its module."""
        unit = self._linker.library.unit(definition.module)
        words = self.of(unit)
        return bool(words) and not words.isdisjoint(unit.words(definition.node))


def _binding_statements(unit: SourceModule, wanted: frozenset[str], starred: Collection[str]) -> list[GuardedStatement]:
    """The statements at the top of a module that bind a wanted name, and those that bind what is said in one of these."""
    todo = {name for site in unit.top.sites for name in (starred if site.names == ("*",) else site.names) if name in wanted}
    said, taken = set(todo), set[int]()
    while todo:
        fresh = [site for site in unit.top.sites if site.node.at not in taken and _binds(site, todo)]
        taken.update(site.node.at for site in fresh)
        todo = {word for site in fresh if site.node.kind in _SAYING for word in unit.words(site.node)} - said
        said |= todo
    return [site for site in unit.top.sites if site.node.at in taken]


def _binds(site: GuardedStatement, names: set[str]) -> bool:
    return site.names == ("*",) or not names.isdisjoint(site.names)
