"""Ownership of events and servers by the program or by an installed package, and by one of the program's modules.

Takes an interpreter that ran a program. A package that makes a server for itself when it is imported, and whose server the
program neither names nor registers anything on, is another program's: its tools are not the program's.
"""

from toolc.analysis.events import Event
from toolc.analysis.interpreter.machine import Interpreter
from toolc.analysis.values import Instance, Obj
from toolc.bind.modules import ModuleLoader


class Ownership:
    """Split of an execution's events into the program's own and others. `library` has the files of its modules."""

    def __init__(self, vm: Interpreter, library: ModuleLoader) -> None:
        self._modules, self._library = vm.modules, library
        self._of: dict[Obj | None, list[Event]] = {}
        for event in vm.events:
            self._of.setdefault(event.receiver, []).append(event)
        self._foreign = self._others(vm) if vm.modules.aside else frozenset()

    def _others(self, vm: Interpreter) -> frozenset[Event]:
        """Return the events of installed packages, while being imported, on servers that are theirs alone."""
        aside = {id(event) for start, end in vm.modules.aside for event in vm.events[start:end]}
        own = [module for name, module in vm.modules.loaded.items() if self._is_own(name)]
        named = {value for module in own for value in module.cells.values() if isinstance(value, Instance)}
        named |= {one.receiver for one in vm.events if id(one) not in aside and isinstance(one.receiver, Instance)}
        return frozenset(one for one in vm.events if id(one) in aside and one.receiver not in named)

    def _is_own(self, module: str) -> bool:
        unit = self._library.open(module)
        return unit is None or self._modules.is_own(unit.source)

    def package(self, module: str) -> str:
        """The output unit of a module; "" where it is not one of the program's files."""
        unit = self._library.open(module) if module else None
        return self._library.sources.package(unit.source.path) if unit is not None else ""

    def is_foreign(self, event: Event) -> bool:
        """Return `True` if an event belongs to a server or tool that an installed package makes for itself."""
        return event in self._foreign

    def module(self, event: Event) -> str:
        """The module of the program that an event is to be ascribed to: the innermost one on the way to it."""
        places = [event.place, *(place for _, place in reversed(event.stack))]
        return next((one.module for one in places if one.module and self._is_own(one.module)), "")

    def home(self, server: Instance) -> str:
        """The module that makes a server, or else that first has to do with it."""
        made = server.site.place.module if server.site is not None else ""
        if not made or self._is_own(made):
            return made
        return next((module for event in self._of.get(server, ()) if (module := self.module(event))), made)
