"""Everything that registers tools, by qualified name: takes values, says which system knows them."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import TypeGuard

from msgspec import Struct

from toolc.bind.instances import class_of, parameter
from toolc.bind.linker import Linker
from toolc.bind.tools.configured_decorators import ConfiguredDecorators
from toolc.module import Class, Func
from toolc.program import BoundAttribute, CallResult, DefinitionValue, ExternalSymbol, ParameterValue, Value
from toolc.qualified_names import canonical, package_of
from toolc.systems.base import Mark, System

_MAKING = ".__init__"


class Claimant(Struct, frozen=True):
    """System that knows a callee: the qualified name, the system, its mark, and the receiver of a method."""

    name: str
    system: System
    mark: Mark
    receiver: Value | None


class _Tables:
    """Registration tables of all systems; no program changes them, so they are built once for all parts of a run."""

    def __init__(self, systems: tuple[System, ...]) -> None:
        self.systems = systems
        self.table = {name: (system, mark) for system in systems for name, mark in system.marks.items()}
        self.servers = {name: system for system in systems for name in system.servers}
        self.assigned = {name: (system, mark) for system in systems for name, mark in system.declared_by_assignment.items()}
        self.consumers = frozenset(name for system in systems for name in system.consumers)
        self.objects = {name: methods for system in systems for name, methods in system.objects.items()}
        self.copies = {mark: told for system in systems for mark, told in system.vendored_functions.items()}
        self.homes = {system.package: system.package_module for system in systems if system.package}
        self.owned = tuple(name for system in systems if system.user_defined for name in system.marks)
        known = [name for name in (*self.table, *self.servers) if not name.endswith(_MAKING)]
        self.words = frozenset(_last_part(name).partition(".")[0] for name in known)
        self.roots = frozenset(name.partition(".")[0] for name in (*self.table, *self.servers))
        self.frameworks = frozenset(name.partition(".")[0] for name in self.table)
        self.registering = {package: frozenset(last) for package, last in _by_package(self.table).items()}
        everything = (*self.table, *self.servers, *self.objects)
        self.known = frozenset(name.removesuffix(_MAKING) for name in everything)  # a class whose `__init__` makes tools too
        self.names = frozenset(self.table)
        self.renaming = frozenset(name for name, (system, _) in self.table.items() if system.renames)
        self.methods = sorted({name.rpartition(".")[2] for name in self.table if name.rpartition(".")[0] in self.servers})
        self.leading = {
            prefix for name in (*self.table, *self.servers) for prefix in accumulate(name.split("."), "{}.{}".format)
        }
        told = frozenset(system.distribution for system in systems if system.distribution)
        self.distributions = told | {root.replace("_", "-").lower() for root in self.roots}


def _by_package(names: Iterable[str]) -> dict[str, set[str]]:
    """The last parts of names, by their package."""
    found: dict[str, set[str]] = {}
    for name in names:
        found.setdefault(package_of(name), set()).add(_last_part(name))
    return found


def _last_part(name: str) -> str:
    """The last part of a name; of a list's method the name of the list too, as each program has lists: `middleware.append`."""
    owner, _, last = name.rpartition(".")
    return f"{owner.rpartition('.')[2]}.{last}" if last in _OF_LISTS else last


_OF_LISTS = frozenset({"append", "insert"})


_latest: dict[tuple[int, ...], _Tables] = {}
_LATEST = 8  # sets of systems; those of a configuration are others in every run


def _tables(systems: tuple[System, ...]) -> _Tables:
    """The tables of some systems, which are the same objects as when they were made."""
    key = tuple(map(id, systems))
    if key not in _latest:
        while len(_latest) >= _LATEST:
            del _latest[next(iter(_latest))]
        _latest[key] = _Tables(systems)
    return _latest[key]


def known_names(systems: Mapping[str, System]) -> frozenset[str]:
    """The names of everything that registers tools or has them."""
    return _tables(tuple(systems.values())).known


class RegistrationTable:
    """Everything that registers tools, by qualified name, over all systems."""

    def __init__(self, systems: Mapping[str, System], linker: Linker) -> None:
        tables = _tables(tuple(systems.values()))
        self.table, self.servers, self.assigned = tables.table, tables.servers, tables.assigned
        self.consumers, self.objects, self.copies, self.homes = tables.consumers, tables.objects, tables.copies, tables.homes
        self.words, self.roots = tables.words, tables.roots
        self.frameworks, self.registering, self.methods = tables.frameworks, tables.registering, tables.methods
        self.names, self.renaming = tables.names, tables.renaming
        self.distributions, self._leading = tables.distributions, tables.leading
        self.owned = ConfiguredDecorators(tables.owned, linker)

    def leads_to_mark(self, name: str) -> bool:
        """Return `True` if a qualified name is that of a mark, of a server, or of a module with some."""
        return name in self._leading or canonical(name) in self._leading

    def is_mark(self, name: str) -> bool:
        """Return `True` if a qualified name is that of a mark, or of a server."""
        name = canonical(name)
        return name in self.table or name in self.servers

    def takes(self, value: Value) -> bool:
        """Return `True` if a value is a class that takes tools in its constructor, and registers none afterwards."""
        return isinstance(value, ExternalSymbol) and canonical(value.name) in self.consumers

    def claim(self, callee: Value, linker: Linker) -> Claimant | None:
        """Return the system that knows a callee. The receiver of a function of the program is the function itself."""
        if isinstance(callee, ExternalSymbol):
            return self._known_claimant(canonical(callee.name), self.owned.definitions.get(callee.name))
        if isinstance(callee, DefinitionValue) and (own := self.owned.name(callee)):
            return self._known_claimant(own, _instance(callee) or callee)
        if isinstance(callee, DefinitionValue) and (copied := self._copied_mark(callee)):
            return self._known_claimant(copied, callee)
        if isinstance(callee, BoundAttribute):
            for name in self.classes(callee.owner, linker):
                if found := self._known_claimant(f"{name}.{callee.name}", None if _is_class(callee.owner) else callee.owner):
                    return found
        return None

    def _copied_mark(self, value: DefinitionValue) -> str | None:
        """The mark that a function of the program is a copy of, by its name and parameters."""
        if not isinstance(value.stmt, Func):
            return None
        parameters = {one.name for one in value.stmt.params}
        same = (mark for mark in self.copies if mark.rpartition(".")[2] == value.stmt.name)
        return next((mark for mark in same if self.copies[mark] <= parameters), None)

    def serves(self, value: Value, linker: Linker) -> bool:
        """Return `True` if a value is an instance of a class that holds tools."""
        return any(name in self.servers or name in self.objects for name in self.classes(value, linker))

    def classes(self, owner: Value, linker: Linker) -> Iterator[str]:
        """The qualified framework classes of a value, or of a class that is one, as far as a call, a base class or an
        annotation tells; of an attribute of an instance, and what it gives when it is called, the name behind those of its
        class."""
        if isinstance(owner, CallResult) and isinstance(owner.callee, ExternalSymbol):
            yield canonical(owner.callee.name)
        elif isinstance(owner, CallResult) and isinstance(owner.callee, BoundAttribute):
            yield from self.classes(owner.callee, linker)
        elif isinstance(owner, BoundAttribute):
            yield from (f"{name}.{owner.name}" for name in self.classes(owner.owner, linker))
        elif (cls := owner if _is_class(owner) else class_of(owner, linker)) is not None:
            yield from (canonical(base.name) for base in linker.ancestors(cls) if isinstance(base, ExternalSymbol))
        elif isinstance(owner, ParameterValue):
            annotation = parameter(owner).annotation
            told = linker.annotation_value(annotation, owner.function.scope) if annotation is not None else None
            if isinstance(told, ExternalSymbol):
                yield canonical(told.name)

    def _known_claimant(self, name: str, receiver: Value | None) -> Claimant | None:
        known = self.table.get(name)
        return Claimant(name, *known, receiver) if known else None


def _instance(method: DefinitionValue) -> Value | None:
    """Return the instance or class to which a method is bound, else `None`."""
    frame = method.frame
    return next(iter(frame.values.values()), None) if frame is not None and frame.bound else None


def _is_class(value: Value) -> TypeGuard[DefinitionValue]:
    return isinstance(value, DefinitionValue) and isinstance(value.stmt, Class)
