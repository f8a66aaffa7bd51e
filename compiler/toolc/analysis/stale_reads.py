"""Changes to what a function reads, since the function was made.

Pydantic calls some functions of a program when it makes a class, and toolc calls them at the end: with what the program changes
in between the result may be another.
"""

from toolc.analysis.effects import walk
from toolc.analysis.protocol import Machine
from toolc.analysis.values import (
    BoundMethod,
    Class,
    Container,
    Descriptor,
    Function,
    Instance,
    Maybe,
    Partial,
    Scope,
    Value,
)
from toolc.module import Name

MAX_DEPTH = 6  # of objects in objects, and of functions that call functions


def changed_name(vm: Machine, function: Function, given: tuple[Value, ...], first: int) -> str:
    """Return the name of a variable, or of an object, that a function may read and that has changed since it was made; "" if
    there is none.

    `given`: the objects that it is called with. Those that are made for the call, from the serial `first` on, do not count.
    """
    search = _Search(vm, function.made_at, first)
    return next((name for one in given if (name := search.find_changed(one, "", 0))), "") or search.find_in_function(
        function, 0
    )


class _Search:
    """A search for changes since a moment, in older objects than one."""

    def __init__(self, vm: Machine, since: int, first: int) -> None:
        self._vm, self._since, self._first = vm, since, first
        self._seen: set[int] = set()

    def find_in_function(self, function: Function, depth: int) -> str:
        """Return what has changed of what the free names of a function lead to."""
        node = function.node
        local = node.local if hasattr(node, "local") else node.names
        for name in sorted({one.id for one in walk(node.body) if isinstance(one, Name)} - local):
            scope: Scope | None = function.scope
            while scope is not None and (scope.is_class or name not in scope.cells):
                scope = scope.parent
            if scope is None:
                continue
            if self._vm.store.rebound.get((scope, name), -1) > self._since:
                return name
            if found := self.find_changed(scope.cells[name], name, depth + 1):
                return found
        return ""

    def find_changed(self, value: Value, name: str, depth: int) -> str:
        """Return what has changed of what a value leads to, by its name."""
        value = self._vm.plain(value.value if isinstance(value, Maybe) else value)
        if id(value) in self._seen or depth > MAX_DEPTH:
            return ""
        self._seen.add(id(value))
        if isinstance(value, Function):
            return self.find_in_function(value, depth)
        older = isinstance(value, (Container, Instance)) and value.serial < self._first
        if older and getattr(value, "changed_at", 0) > self._since:
            return name or "a container"
        parts = _parts(value)
        return next((found for one in parts if (found := self.find_changed(one, name, depth + 1))), "")


def _parts(value: Value) -> tuple[Value, ...]:
    """The values that are reached through a value; of a class its containers and objects alone, not its methods."""
    if isinstance(value, tuple):
        return value
    if isinstance(value, BoundMethod):
        return value.function, value.receiver
    if isinstance(value, (Container, Instance, Partial, Descriptor)):
        return tuple(value.children())
    if isinstance(value, Class) and value.node is not None:
        cells = [pair for cls in value.mro if isinstance(cls, Class) for pair in cls.cells.items()]
        return tuple(one for name, one in cells if isinstance(one, (Container, Instance)) and not name.startswith("__"))
    return ()
