"""The lattice of abstract values, and the objects of the heap.

A value is one of Python's own scalars or a tuple of values, which stand for themselves; an object with identity (`Obj`); a
`Symbol` of a library that is not executed; a `Choice` of a few values under an undecided condition; or `Unknown`, the top,
which carries the `Doubt` that says why. `Maybe` stands in cells and containers only: there under a condition, else missing.
"""

from collections.abc import Callable, Mapping
from itertools import count
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from toolc.analysis.doubts import Doubt, Guard, Place, UnknownOrder, order_depends_on, stronger_doubt
from toolc.code import ClassDef, FunctionDef, LambdaExpr, Suite
from toolc.module import Expr, ImportFrom, Param

if TYPE_CHECKING:
    from toolc.source import SourceFile

Value = Any
"""One of the classes below, a scalar of Python, or a tuple of values."""

WRITTEN_BASES: Final = frozenset(
    "Container Iterable Sized Hashable Callable Iterator Collection Reversible Sequence MutableSequence Set MutableSet Mapping"
    " MutableMapping".split()
)
"""Classes of `collections.abc` whose methods are written in Python (`written.py`)."""

SCALARS: Final = (str, int, float, bool, bytes, type(None), complex, type(...))
MAX_ALTERNATIVES = 8  # of a `Choice`


class Unknown:
    """Any value at all. `of` is the class of a library that it is certainly an instance of, "" where that is not known."""

    __slots__ = ("doubt", "of")

    def __init__(self, doubt: Doubt, of: str = "") -> None:
        self.doubt, self.of = doubt, of

    def __repr__(self) -> str:
        return f"Unknown({self.doubt.reason})"


class Choice:
    """One of a few values, selected by an undecided condition."""

    __slots__ = ("alternatives", "guard")

    def __init__(self, alternatives: tuple[Value, ...], guard: Guard) -> None:
        self.alternatives, self.guard = alternatives, guard

    def __repr__(self) -> str:
        return f"Choice{self.alternatives}"


class Maybe:
    """A cell or element that is there only under a condition."""

    __slots__ = ("guard", "value")

    def __init__(self, value: Value, guard: Guard) -> None:
        self.value, self.guard = value, guard

    def __repr__(self) -> str:
        return f"Maybe({self.value})"


class Input:
    """A value that holds by default: `names` are the environment variables and options that may give another."""

    __slots__ = ("names", "value")

    def __init__(self, value: Value, names: frozenset[str]) -> None:
        self.value, self.names = value, names


class _Missing:
    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"

    def __bool__(self) -> bool:
        return False


MISSING: Final = _Missing()
"""No value: a name that is not bound, an attribute or key that is not there."""


class Symbol:
    """A name of a library whose source is not executed: a class, a function, a constant. Interned: one object per name."""

    __slots__ = ("name",)
    name: str
    _pool: ClassVar[dict[str, "Symbol"]] = {}

    def __new__(cls, name: str) -> "Symbol":
        found = cls._pool.get(name)
        if found is None:
            found = cls._pool[name] = object.__new__(cls)
            found.name = name
        return found

    def __repr__(self) -> str:
        return f"<{self.name}>"


class Missed:
    """Symbolic parameter of a function that was executed without a known caller."""

    __slots__ = ("annotation", "function", "name")

    def __init__(self, function: "Function", name: str, annotation: Value) -> None:
        self.function, self.name, self.annotation = function, name, annotation

    def __repr__(self) -> str:
        return f"<parameter {self.name}>"


# --- objects ----------------------------------------------------------------------------------------------------------


class Obj:
    """An object of the heap: its identity is the Python object itself. `taint` says why its state is not known any more;
    `serial` counts objects as they are made; `changed_at`, once it is set, is when it was changed last; `unordered`, once it is
    set, why the order of `cells` is not known. Branches do not put that back: what goes through the attributes is unknown."""

    __slots__ = ("cells", "changed_at", "serial", "taint", "unordered")
    unordered: UnknownOrder
    changed_at: int
    _serials = count()
    is_view = False
    """True if its state is that of another object, its `keeper`."""

    def __init__(self, cells: dict[str, Value] | None = None) -> None:
        self.serial = next(Obj._serials)
        self.cells: dict[str, Value] = {} if cells is None else cells
        self.taint: Doubt | None = None

    @property
    def keeper(self) -> "Obj":
        """The object whose state this is."""
        return self

    def save(self) -> tuple[Any, ...]:
        """A copy of the state, for the undo log."""
        return self.cells.copy(), self.taint

    def load(self, state: tuple[Any, ...]) -> None:
        """Put a saved state back, in place: namespaces share their cells."""
        self.cells.clear()
        self.cells.update(state[0])
        self.taint = state[1]

    def children(self) -> list[Value]:
        """The values reachable in one step."""
        return list(self.cells.values())


class Container(Obj):
    """A list, set, dict or deque, or an instance of a subclass, which is then `cls`."""

    __slots__ = ("cls",)

    def __init__(self, cls: "Class | None" = None) -> None:
        super().__init__()
        self.cls = cls


class List(Container):
    """A list or deque. Elements are values, behind the first uncertain one `Maybe` where they are there conditionally."""

    __slots__ = ("items", "kind")

    def __init__(self, items: list[Value], kind: str = "list", cls: "Class | None" = None) -> None:
        super().__init__(cls)
        self.items, self.kind = items, kind

    def save(self) -> tuple[Any, ...]:
        return self.cells.copy(), self.taint, self.items.copy()

    def load(self, state: tuple[Any, ...]) -> None:
        super().load(state)
        self.items[:] = state[2]

    def children(self) -> list[Value]:
        return [*self.items, *self.cells.values()]


class Dict(Container):
    """A dict or set: `items` maps keys to values; of a set each element to itself. `factory` is that of a defaultdict."""

    __slots__ = ("factory", "items", "kind")

    def __init__(
        self, items: dict[Value, Value], kind: str = "dict", cls: "Class | None" = None, factory: Value = MISSING
    ) -> None:
        super().__init__(cls)
        self.items, self.kind, self.factory = items, kind, factory

    def put(self, key: Value, value: Value) -> None:
        """Give a key a value. It keeps its place, or comes last; if it was there under a condition, which is not known."""
        kept = self.items.get(key, MISSING)
        if isinstance(kept, Maybe) and not self.is_view and next(reversed(self.items)) != key:
            self.taint = stronger_doubt(self.taint, order_depends_on(kept.guard))
        self.items[key] = value

    @property
    def is_set(self) -> bool:
        """Return `True` if the container has elements rather than keys with values."""
        return self.kind in ("set", "frozenset", "view")

    def save(self) -> tuple[Any, ...]:
        return self.cells.copy(), self.taint, self.items.copy()

    def load(self, state: tuple[Any, ...]) -> None:
        super().load(state)
        self.items.clear()
        self.items.update(state[2])

    def children(self) -> list[Value]:
        return [*self.items, *self.items.values(), *self.cells.values()]


class Scope(Obj):
    """The variables of one call of a function, of a module, or of a class body; `parent` is the scope around it, `counter`
    what makes the values of an enum's members, `captured` says that a function or generator was made in it."""

    __slots__ = ("captured", "counter", "declared", "function", "is_class", "local", "parent")

    def __init__(
        self,
        parent: "Scope | None",
        local: frozenset[str] = frozenset(),
        declared: frozenset[str] = frozenset(),
        function: "Function | None" = None,
        is_class: bool = False,
    ) -> None:
        super().__init__()
        self.parent, self.local, self.declared, self.function, self.is_class = parent, local, declared, function, is_class
        self.counter: Callable[[str, Value], Value] | None = None
        self.captured = False


class Module(Obj):
    """A module of the program that is executed. `state` is "new", "running" or "done".

    `failed` is the name of the exception with which it certainly ends, "" for any other; `is_written`: it stands for a part of
    the standard library (`written.py`). `imported`: what its importers see of the names that its `__main__` block binds anew.
    """

    __slots__ = ("body", "failed", "imported", "is_package", "is_written", "name", "postponed", "scope", "source", "state")
    is_view = True

    def __init__(self, name: str, source: "SourceFile", body: Suite, is_package: bool) -> None:
        self.scope = Scope(None)
        super().__init__(self.scope.cells)
        self.name, self.source, self.body, self.is_package, self.state = name, source, body, is_package, "new"
        self.failed, self.is_written = "", False
        self.imported: dict[str, Value] = {}
        self.postponed = any(
            isinstance(one, ImportFrom) and one.module == "__future__" and any(name == "annotations" for name, _ in one.names)
            for one in body
        )

    @property
    def keeper(self) -> Obj:
        """The variables of the module."""
        return self.scope

    @property
    def taint(self) -> Doubt | None:  # a slot of all other objects
        return self.scope.taint

    @taint.setter
    def taint(self, doubt: Doubt | None) -> None:
        self.scope.taint = doubt


class Annotation:
    """An annotation that was not evaluated: its expression and where it is to be read."""

    __slots__ = ("expr", "frame")

    def __init__(self, expr: Expr, frame: Any) -> None:
        self.expr, self.frame = expr, frame


class Function(Obj):
    """A function of the program. Attributes that `inspect` reads, from `__name__` to `__signature__`, are stored in `cells`.

    `node` says what it executes, `scope` where its free names are found, `owner` the class whose body defines it, `opaque` at
    which offsets decorators stand that were not executed, `made_at` when it was made, in changes of the heap.
    """

    __slots__ = ("made_at", "module", "node", "opaque", "owner", "qualname", "scope")

    def __init__(self, node: FunctionDef | LambdaExpr, scope: Scope, module: str, qualname: str, owner: "Scope | None") -> None:
        super().__init__()
        self.node, self.scope, self.module, self.qualname, self.owner, self.made_at = node, scope, module, qualname, owner, 0
        self.opaque: frozenset[int] = frozenset()

    @property
    def params(self) -> tuple[Param, ...]:
        """The parameters as the program writes them."""
        return self.node.header.params if isinstance(self.node, FunctionDef) else self.node.params

    @property
    def name(self) -> str:
        return self.node.header.name if isinstance(self.node, FunctionDef) else "<lambda>"

    def __repr__(self) -> str:
        return f"<function {self.qualname}>"


class Class(Obj):
    """A class of the program, or one of a library that has a model here (`library` is then its dotted name).

    `traits` are facts that classes inherit: "enum", "dataclass", "exception", "metaclass" and so on.
    """

    __slots__ = (
        "bases",
        "body_scope",
        "library",
        "meta",
        "module",
        "mro",
        "name",
        "node",
        "qualname",
        "scope",
        "traits",
        "whole",
    )

    def __init__(
        self,
        name: str,
        bases: tuple[Value, ...] = (),
        cells: dict[str, Value] | None = None,
        library: str = "",
        module: str = "",
        qualname: str = "",
        node: ClassDef | None = None,
        scope: Scope | None = None,
    ) -> None:
        super().__init__(cells)
        self.name, self.bases, self.library, self.node, self.scope = name, bases, library, node, scope
        self.module, self.qualname = module, qualname or name
        self.meta, self.body_scope = cast("Value", None), cast("Scope | None", None)
        self.whole: bool
        self.mro: tuple[Value, ...] = linearize(self)
        self.traits: set[str] = set()
        for base in self.mro[1:]:
            if isinstance(base, Class):
                self.traits |= base.traits
        self.whole = (not library or library.startswith("builtins.")) and all(
            one.whole if isinstance(one, Class) else isinstance(one, Symbol) and one.name in PLAIN_BASES for one in self.mro[1:]
        )

    def find(self, name: str) -> Value:
        """The attribute of the nearest class in method resolution order; MISSING where no known class has it."""
        for one in self.mro:
            if isinstance(one, Class) and name in one.cells:
                return one.cells[name]
        return MISSING

    def symbols(self) -> list[str]:
        """The dotted names of the library classes among the bases, nearest first."""
        names = [one.name if isinstance(one, Symbol) else one.library if isinstance(one, Class) else "" for one in self.mro]
        return [name for name in names if name]

    def __repr__(self) -> str:
        return f"<class {self.qualname}>"


PLAIN_BASES = frozenset(
    {"builtins.object", "abc.ABC", "typing.Generic", "typing.Protocol", "typing_extensions.Protocol"}
    | {f"collections.abc.{name}" for name in WRITTEN_BASES}
)
"""Bases of libraries that give a class no attribute that a program reads."""


def linearize(cls: Class) -> tuple[Value, ...]:
    """The C3 linearisation of a class; an inconsistent order falls back to first come, first served."""
    if len(cls.bases) == 1:
        base = cls.bases[0]
        return (cls, *base.mro) if isinstance(base, Class) else (cls, base)
    sequences = [list(base.mro) if isinstance(base, Class) else [base] for base in cls.bases]
    sequences.append(list(cls.bases))
    found: list[Value] = [cls]
    while sequences := [one for one in sequences if one]:
        head = next((one[0] for one in sequences if not any(one[0] in other[1:] for other in sequences)), sequences[0][0])
        found.append(head)
        sequences = [[part for part in one if part is not head] for one in sequences]
    return tuple(found)


class Instance(Obj):
    """An instance of a class. `native` is what a model keeps beside the cells; `site` where it was made, with its arguments;
    `made_as` its parts behind that, of an object with fields."""

    __slots__ = ("cls", "made_as", "native", "site")

    def __init__(self, cls: Class, site: "Site | None" = None) -> None:
        super().__init__()
        self.cls, self.site = cls, site
        self.native, self.made_as = cast("Any", None), cast("tuple[Any, ...] | None", None)

    def save(self) -> tuple[Any, ...]:
        return self.cells.copy(), self.taint, self.native, self.cls

    def load(self, state: tuple[Any, ...]) -> None:
        super().load(state)
        self.native, self.cls = state[2:]

    def __repr__(self) -> str:
        return f"<{self.cls.name} object>"


class LibraryObject(Obj):
    """Result of a library call that is not executed: a field, a client, a logger. `callee` is the value that was called,
    `decorated` the function or class it was applied to as a decorator, `event` the registration noted for the call, if any."""

    __slots__ = ("callee", "decorated", "event", "site")

    def __init__(self, callee: Value, site: "Site", decorated: Value = None) -> None:
        super().__init__()
        self.callee, self.site, self.decorated = callee, site, decorated
        self.event: Any = None

    @property
    def maker(self) -> str:
        """The dotted name of what was called; "" where that is no name of a library."""
        return self.callee.name if isinstance(self.callee, Symbol) else ""

    @property
    def is_instance(self) -> bool:
        """Return `True` if the callee's name looks like a class; its result is then neither `None` nor false."""
        last = self.callee.name.rpartition(".")[2] if isinstance(self.callee, (Symbol, LibraryMethod)) else ""
        return self.decorated is not None or (last[:1].isupper() and not last.isupper())

    def children(self) -> list[Value]:
        return [*self.cells.values(), *self.site.values]

    def __repr__(self) -> str:
        return f"<result of {self.callee}>"


class Site:
    """One call as it was made: where, in which scope, with which arguments."""

    __slots__ = ("args", "kwargs", "name", "place", "scope")

    def __init__(
        self, place: Place, scope: "Scope | None", args: tuple[Value, ...], kwargs: Mapping[str, Value], name: str = ""
    ) -> None:
        self.place, self.scope, self.args, self.kwargs, self.name = place, scope, args, dict(kwargs), name

    @property
    def values(self) -> list[Value]:
        return [*self.args, *self.kwargs.values()]


class BoundMethod:
    """A function with its first argument: two of the same function and object are equal."""

    __slots__ = ("function", "receiver")

    def __init__(self, function: Value, receiver: Value) -> None:
        self.function, self.receiver = function, receiver

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BoundMethod) and other.function is self.function and other.receiver is self.receiver

    def __hash__(self) -> int:
        return hash((id(self.function), id(self.receiver)))

    def __repr__(self) -> str:
        return f"<bound {self.function}>"


class LibraryMethod:
    """An attribute of an object of a library, or of a symbol's instance: `client.get`."""

    __slots__ = ("name", "owner")

    def __init__(self, owner: Value, name: str) -> None:
        self.owner, self.name = owner, name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LibraryMethod) and other.owner is self.owner and other.name == self.name

    def __hash__(self) -> int:
        return hash((id(self.owner), self.name))

    def __repr__(self) -> str:
        return f"<{self.owner}.{self.name}>"


class Native:
    """A function with a model: `run(call)` gives its value. `name` is its dotted name."""

    __slots__ = ("name", "run")

    def __init__(self, name: str, run: Callable[[Any], Value]) -> None:
        self.name, self.run = name, run

    def __repr__(self) -> str:
        return f"<native {self.name}>"


class OwnedRun:
    """The function of a `Native` that belongs to an object, so that code which receives the one receives the other."""

    __slots__ = ("_run", "owner")

    def __init__(self, owner: Value, run: Callable[[Any], Value]) -> None:
        self.owner, self._run = owner, run

    def __call__(self, call: Any) -> Value:
        return self._run(call)


class Descriptor(Obj):
    """`property`, `staticmethod`, `classmethod`, `cached_property` and the like around a function; `kind` says which."""

    __slots__ = ("deleter", "function", "kind", "setter")

    def __init__(self, kind: str, function: Value, setter: Value = None, deleter: Value = None) -> None:
        super().__init__()
        self.kind, self.function, self.setter, self.deleter = kind, function, setter, deleter

    def children(self) -> list[Value]:
        return [self.function, self.setter, self.deleter, *self.cells.values()]


class Partial(Obj):
    """`functools.partial(function, *args, **kwargs)`."""

    __slots__ = ("args", "function", "kwargs")

    def __init__(self, function: Value, args: tuple[Value, ...], kwargs: dict[str, Value]) -> None:
        super().__init__()
        self.function, self.args, self.kwargs = function, args, kwargs

    def children(self) -> list[Value]:
        return [self.function, *self.args, *self.kwargs.values()]


class Iterator(Obj):
    """A generator or iterator: `advance()` gives the next element or MISSING; `level` is the depth of branches it began at,
    `function` what makes its elements, where that is a function of the program, `throw` raises an exception in it, and `send`
    has it receive a value when it goes on (`Frame.send`); `result` is what it returned at its end."""

    __slots__ = ("advance", "function", "level", "result", "send", "sources", "throw")

    def __init__(self, advance: Callable[[], Value], level: int, sources: tuple[Value, ...] = ()) -> None:
        super().__init__()
        self.advance, self.level, self.sources = advance, level, sources
        self.function: Function | None = None
        self.throw: Callable[[Exception], Value] | None = None
        self.send: Callable[[Value], bool] | None = None
        self.result: Value = None

    def children(self) -> list[Value]:
        return [*self.sources, *([] if self.function is None else [self.function])]


class Coroutine(Obj):
    """The call of an asynchronous function, which runs when it is awaited."""

    __slots__ = ("run",)

    def __init__(self, run: Callable[[], Value]) -> None:
        super().__init__()
        self.run = run


class Subscript:
    """A generic class or type with arguments: `Annotated[str, …]`, `Model[int]`. Its calls and attributes are its origin's."""

    __slots__ = ("args", "origin")

    def __init__(self, origin: Value, args: tuple[Value, ...]) -> None:
        self.origin, self.args = origin, args

    def __repr__(self) -> str:
        return f"{self.origin}[…]"


class Super:
    """`super()` in a method of `cls` for an object."""

    __slots__ = ("cls", "receiver")

    def __init__(self, cls: Class, receiver: Value) -> None:
        self.cls, self.receiver = cls, receiver
