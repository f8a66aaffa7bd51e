"""Equal annotations for which `typing` or pydantic keep one object, that of whichever was evaluated first.

Of `typing`: takes every subscript of a form that caches its results (CPython `typing._tp_cache`), gives those that the program
writes in several orders: `List[Union[str, int]]` *is* `List[Union[int, str]]` where that ran before, in whichever module. The
cache keeps the last 128, so when an entry is dropped cannot be predicted. Builtins cache nothing: `list[int | str]` stays.

Of pydantic: takes the arguments of generic models by tool, gives the tools of which one shows the order of another.
`Box[str | int]` *is* `Box[int | str]` for the whole process (pydantic 2.11 to 2.14, `_generics._early_cache_key`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from toolc.lower.lineage import is_model
from toolc.module import Expr
from toolc.program import Program, ProgramPoint
from toolc.python_versions import python_before
from toolc.signature import (
    NONE,
    Alias,
    Annotated,
    Class,
    Generic,
    Literal,
    Plain,
    Signature,
    Type,
    TypeVariable,
    Union,
)
from toolc.systems.shared.types import parts
from toolc.types.operations import union

ACROSS = "another place writes a union in its types in another order, and typing may keep that one for both"
GENERIC = "a generic class, or the wrapper of a result, has a union in two orders, here and elsewhere: pydantic shows the first"
REORDERED = "a union in its types is written in two orders, and typing keeps the one that runs first for both"


class TypingCacheOrder:
    """The subscripts of one program. `touched` are those met since `apart` began."""

    def __init__(self) -> None:
        self._written: dict[str, set[str]] = {}
        self._touched: set[str] = set()
        self.modules: set[str] = set()
        """The modules with a subscript of which the order counts."""
        self.clashes: set[str] = set()
        """The subscripts that one module writes in several orders."""
        self.across: set[str] = set()
        """The subscripts that the program writes in several orders."""

    def note(self, module: str, head: str, args: Sequence[Type]) -> None:
        """One subscript; without a union or literal in it there is only one way to write it. `module`: see `ran_by`."""
        if any(map(_has_order, args)):
            self.modules |= {module} if module else set()
            key = f"{head}[{', '.join(map(_without_order, args))}]"
            for place, clashes in ((key, self.across), *([(f"{module}: {key}", self.clashes)] if module else ())):
                orders = self._written.setdefault(place, set())
                orders.add(repr(args))
                if len(orders) > 1:
                    clashes.add(place)
                self._touched.add(place)

    def either(self, module: str, members: Sequence[Type]) -> None:
        """Note `X | Y | …`, which is `typing.Union[…]` from the first operand on that is an object of `typing`.

        Its cache is not that of `Optional`, which looks up the type of None.
        """
        typed = next((at for at, one in enumerate(members) if _of_typing(one)), len(members))
        for end in range(max(typed, 1) + 1, len(members) + 1):
            self.note(module, "Union", _flat(members[:end]))

    def touch(self, keys: set[str]) -> None:
        """Subscripts that were met before are met again."""
        self._touched |= keys

    @contextmanager
    def apart(self) -> Iterator[set[str]]:
        """Collect the subscripts touched while the block runs separately from those before it."""
        before, self._touched = self._touched, set()
        try:
            yield self._touched
        finally:
            self._touched = before


def note_program(program: Program, orders: TypingCacheOrder, resolve: Callable[[Expr, ProgramPoint], Type]) -> None:
    """Note what the modules of a program write that no tool shows: whichever runs first counts for all."""
    if not orders.modules:
        return
    with orders.apart():
        for expr, scope in program.annotations(orders.modules):
            with program.charge_file(scope.module):
                resolve(expr, scope)


def ran_by(scope: ProgramPoint, program: Program) -> str:
    """Return the module whose import evaluates the annotations of a scope; "" for annotations that are evaluated on request.

    Those of a model are never deferred: pydantic 2.14 reads them when the class is created.
    """
    cls = scope.within[-1] if scope.within else None
    if cls is None or cls.node.kind != "class" or is_model(cls, program):
        return scope.module
    late = program.has_postponed_annotations(scope.module) or not python_before(program.version("python"), 3, 14)
    return "" if late else scope.module


def _parts(type_: Type) -> tuple[Type, ...]:
    match type_:
        case Generic(_, args) | Class(_, args) | Alias(_, args) | Union(args):
            return args
        case Annotated(inner, _):
            return (inner,)
        case _:
            return ()


def _of_typing(type_: Type) -> bool:
    """Return `True` if Python represents a type by an object of `typing`, whose `|` gives a `typing.Union`."""
    match type_:
        case Literal() | Annotated() | TypeVariable():
            return True
        case Plain(_, spelled) | Generic(_, _, spelled):
            return bool(spelled)
        case Union(members):
            return any(map(_of_typing, members))
        case _:
            return False


def _flat(members: Sequence[Type]) -> list[Type]:
    made = union(members)
    return list(made.members) if isinstance(made, Union) else [made]


def _has_order(type_: Type) -> bool:
    return isinstance(type_, Union | Literal) or any(map(_has_order, _parts(type_)))


def _text(type_: Type, arrange: Callable[[list[str]], Sequence[str]]) -> str:
    """A type as text; `arrange` puts the members of unions and literals in order.

    Its parts are joined: a `repr` of texts doubles with each level.
    """
    inner = partial(_text, arrange=arrange)
    match type_:
        case Union(members):
            return f"Union({', '.join(arrange(list(map(inner, members))))})"
        case Literal(values):
            return f"Literal({arrange(list(map(repr, values)))})"
        case Generic(name, args) | Class(name, args) | Alias(name, args):
            return f"{name}({', '.join(map(inner, args))})"
        case Annotated(annotated, metadata):
            return f"Annotated({inner(annotated)}, {metadata!r})"
        case _:
            return repr(type_)


_without_order = partial(_text, arrange=sorted)
"""The same text for types that Python calls equal."""


def _none_last(members: list[str]) -> list[str]:
    """The members in their order, but for None, which pydantic shows last wherever it is written."""
    return sorted(members, key=lambda one: one == repr(NONE))


class GenericArgumentOrder:
    """The arguments of generic classes that have an order, by tool: as Python compares them, and as pydantic shows them."""

    def __init__(self) -> None:
        self._by_tool: dict[object, frozenset[tuple[str, str]]] = {}
        self._by_definition: dict[str, frozenset[tuple[str, str]]] = {}
        self._clashes: set[str] = set()

    def note(self, tool: object, wrapped: Type | None, signature: Signature | None) -> None:
        """Record one tool. `wrapped`: the type that a generic class of its framework is given (`Shared.wrapped`)."""
        written = {_orders(wrapped)} if wrapped is not None and _has_order(wrapped) else set()
        if signature is not None:
            written.update(_arguments([*(one.type for one in signature.parameters), signature.returns]))
            for name, definition in signature.definitions.items():
                if name not in self._by_definition:
                    self._by_definition[name] = frozenset(_arguments(one.type for one in definition.fields))
                written |= self._by_definition[name]
        if written:
            self._by_tool[tool] = frozenset(written)

    def settle(self) -> bool:
        """Finish after the last tool; return `True` if equal arguments are written in several orders."""
        orders: dict[str, set[str]] = {}
        for key, order in frozenset[tuple[str, str]]().union(*self._by_tool.values()):
            orders.setdefault(key, set()).add(order)
        self._clashes = {key for key, several in orders.items() if len(several) > 1}
        return bool(self._clashes)

    def clashes(self, tool: object) -> bool:
        """Return `True` if another tool may show the arguments of this one in its own order, or this one those of the other."""
        return any(key in self._clashes for key, _ in self._by_tool.get(tool, ()))


def _arguments(types: Iterable[Type | None]) -> Iterator[tuple[str, str]]:
    """The arguments with an order that generic classes have anywhere in some types."""
    for type_ in types:
        for one in parts(type_) if type_ is not None else ():
            if isinstance(one, Class):
                yield from map(_orders, filter(_has_order, one.args))


def _orders(type_: Type) -> tuple[str, str]:
    return _without_order(type_), _text(type_, _none_last)
