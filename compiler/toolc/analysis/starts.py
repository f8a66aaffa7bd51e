"""Starts of a program: the scripts that its project declares, the `__main__` blocks of its modules, and modules that no other
one imports.

Each is a process of its own, but all are run on one heap, the declared scripts first. So what a later one takes from the
servers that the scripts have filled is put back, and each begins with the environment variables as they were.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from toolc.analysis.attempts import attempt, report_exceptions
from toolc.analysis.branches import drive
from toolc.analysis.budget import MODULE_FORKS, STEPS
from toolc.analysis.effects import walk
from toolc.analysis.interpreter.machine import Interpreter
from toolc.analysis.models.server_interface import tools_of
from toolc.analysis.values import Dict, Instance, Module
from toolc.code import Suite
from toolc.module import Assign, Attribute, Import, ImportFrom, Name
from toolc.text_questions import makes_server, starts_server

OTHERS = 2


def rank(module: Module) -> int:
    """Return the rank of a module as an entry point: it starts a server, it makes one, or neither.

    A heuristic over name and text; it decides the order of execution, and `Interpreter.started_by_nobody`.
    """
    named = module.name.rpartition(".")[2] in ("main", "server", "app", "cli", "__main__")
    if named or module.source.ask(starts_server):
        return 0
    return 1 if module.source.ask(makes_server) else OTHERS


def _names(body: Suite, name: str) -> bool:
    """Return `True` if statements name something by itself or as an attribute."""
    return any(name == (one.id if isinstance(one, Name) else isinstance(one, Attribute) and one.attr) for one in walk(body))


class Starts:
    """The starts of one program. `scripts`: the modules and functions of those that its project declares."""

    def __init__(self, vm: Interpreter, loaded: Iterable[Module]) -> None:
        self._vm, self._loaded = vm, list(loaded)
        named = {module.name: module for module in self._loaded}
        pairs = (script.partition(":") for script in vm.modules.scripts(self._loaded))
        self.scripts = [(named[module], name) for module, _, name in pairs if module in named and name.isidentifier()]
        self._run: set[int] = set()  # the blocks that were run
        self._variables: Any = vm.library.variables.save()
        self._kept: dict[Instance, dict[Any, Any]] = {}  # the tools of servers at the end of the scripts
        self._are_over = False

    def has_others(self) -> bool:
        """Return `True` if the scripts' modules make a server, and others that they have not imported start something."""
        starting = any(module.state == "new" and rank(module) != OTHERS for module in self._loaded)
        return starting and any(tools_of(event.receiver) is not None for event in self._vm.events)

    def keep(self) -> None:
        """Note what the scripts have made, which no other start changes."""
        self._are_over = True
        for server in dict.fromkeys(event.receiver for event in self._vm.events):
            if isinstance(server, Instance) and (held := tools_of(server)) is not None:
                self._kept[server] = dict(held.items)

    @contextmanager
    def another(self) -> Iterator[None]:
        """Run another start than the scripts within."""
        if not self._are_over:
            yield
            return
        own = self._vm.library.variables
        ended = own.save()
        self._set_variables(own, self._variables)
        yield
        self._set_variables(own, ended)
        for server, tools in self._kept.items():
            held = tools_of(server)
            if held is not None:
                self._put_back(held, tools)

    def _set_variables(self, own: Dict, state: Any) -> None:
        self._vm.store.touch(own)
        own.load(state)

    def _put_back(self, held: Dict, tools: dict[Any, Any]) -> None:
        """Put the tools that another start has removed back into those of a server."""
        if any(name not in held.items for name in tools):
            self._vm.store.touch(held)
            held.items = {**{name: held.items.get(name, tool) for name, tool in tools.items()}, **held.items}

    # --- `if __name__ == "__main__"` ----------------------------------------------------------------------------------

    def run_main_calling(self, module: Module, name: str) -> bool:
        """Run the `__main__` block of a module if it names a function; return `False` if it has none that does."""
        found = False
        for index, (body, frame) in enumerate(self._vm.mains):
            if frame.module is module and _names(body, name):
                self._run_main(index)
                found = True
        return found

    def run_mains(self) -> None:
        """Run all `__main__` blocks that were not run, as the ends of their modules."""
        index = 0
        while index < len(self._vm.mains):
            with self.another():
                self._run_main(index)
            index += 1

    def _run_main(self, index: int) -> None:
        vm = self._vm
        body, frame = vm.mains[index]
        if index in self._run or not vm.modules.is_own(frame.module.source):
            return
        self._run.add(index)
        vm.entry = index + 1
        _keep_for_importers(frame.module, body)
        running = partial(drive, vm.run_suite(body, frame))
        with vm.budget.allowance(STEPS, MODULE_FORKS):  # what is left is for the answers of handlers, and uncalled code
            attempt(vm, report_exceptions(vm, "the program", running))
        vm.entry = 0


def _keep_for_importers(module: Module, body: Suite) -> None:
    """The module `__main__` is another than the one that is imported: what its block binds, importers do not see."""
    for statement in body:
        bound: Iterable[str] = ()
        if isinstance(statement, (Import, ImportFrom)):
            bound = [alias or name.partition(".")[0] for name, alias in statement.names]
        elif isinstance(statement, Assign):
            bound = [one.id for one in statement.targets if isinstance(one, Name)]
        module.imported.update({name: module.cells[name] for name in bound if name in module.cells})
