"""Namespaces as dicts: `globals()`, `vars(x)` and `__dict__`. That of a function holds less than what `inspect` reads of it."""

from collections.abc import Callable, MutableMapping
from functools import partial
from typing import Any

from toolc.analysis.doubts import Doubt, UnknownOrder, order_depends_on
from toolc.analysis.protocol import Machine
from toolc.analysis.values import MISSING, Class, Dict, Function, Instance, Maybe, Module, Obj, Value


class Namespace(Dict):
    """`globals()`, `vars(x)` and `__dict__`: a dict that is the cells of another object."""

    __slots__ = ("owner",)
    is_view = True

    def __init__(self, owner: Obj) -> None:
        self.owner, taint = owner, owner.taint
        super().__init__(owner.cells)
        self.taint = taint  # which a new object has not

    @property
    def taint(self) -> Doubt | None:  # a slot of all other objects
        return self.keeper.taint or getattr(self.keeper, "unordered", None)

    @taint.setter
    def taint(self, doubt: Doubt | None) -> None:
        if not isinstance(doubt, UnknownOrder):
            self.keeper.taint = doubt

    def put(self, key: Value, value: Value) -> None:
        put_attribute(self.keeper, key, value)

    @property
    def keeper(self) -> Obj:
        """The object whose cells these are."""
        return self.owner.keeper if isinstance(self.owner, Module) else self.owner


class ObjectNamespace(Namespace):
    """`__dict__` of a class, an instance or a function: its cells, but for what the program does not see among them."""

    __slots__ = ()
    apart: frozenset[str] = frozenset()  # attributes of the object that are elsewhere

    def __init__(self, owner: Class | Instance | Function) -> None:
        super().__init__(owner)
        self.items = OwnAttributes(owner.cells, self.apart)  # type: ignore[assignment]  # read and written as a dict is


class ServerNamespace(ObjectNamespace):
    """`__dict__` of a server, whose attributes its tools may depend on: `changed` is told of those that are set."""

    __slots__ = ("changed",)

    def __init__(self, owner: Instance, changed: Callable[[Value, Value], None]) -> None:
        super().__init__(owner)
        self.changed = changed

    def put(self, key: Value, value: Value) -> None:
        super().put(key, value)
        self.changed(key, value)


def namespace_of(vm: Machine, owner: Obj) -> Namespace:
    """`__dict__` of an object."""
    if isinstance(owner, Instance) and "server" in owner.cls.traits:
        return ServerNamespace(owner, partial(vm.library.note_change, owner))
    return ObjectNamespace(owner) if isinstance(owner, (Class, Instance)) else Namespace(owner)


def put_attribute(owner: Obj, name: Value, value: Value) -> None:
    """Set an attribute. It keeps its place, or comes last; if it was there under a condition, which is not known."""
    kept = owner.cells.get(name, MISSING)
    if isinstance(kept, Maybe) and next(reversed(owner.cells)) != name:
        owner.unordered = order_depends_on(kept.guard)
    owner.cells[name] = value


class OwnAttributes(MutableMapping[Any, Any]):
    """The cells of an object that its `__dict__` holds: names with a space before them, and those in `apart`, are not."""

    def __init__(self, cells: dict[Any, Any], apart: frozenset[str]) -> None:
        self._cells, self._apart = cells, apart

    def __getitem__(self, name: Any) -> Any:
        if name in self._apart:
            raise KeyError(name)
        return self._cells[name]

    def __setitem__(self, name: Any, value: Any) -> None:
        self._cells[name] = value

    def __delitem__(self, name: Any) -> None:
        del self._cells[name]

    def __iter__(self) -> Any:
        return iter([name for name in self._cells if name not in self._apart and not (type(name) is str and name[:1] == " ")])

    def __len__(self) -> int:
        return len(list(iter(self)))

    def copy(self) -> dict[Any, Any]:
        return dict(self)


class FunctionNamespace(ObjectNamespace):
    """`__dict__` of a function."""

    __slots__ = ()
    apart = frozenset(
        "__defaults__ __kwdefaults__ __annotations__ __doc__ __name__ __qualname__ __module__ __type_params__".split()
    )
