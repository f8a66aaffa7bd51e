"""Facts of one tool that show up in another tool's schema: takes them of each tool, gives the doubts once all were lowered.

pydantic 2.11 to 2.14 share one object among all first uses of a model that contains itself (`_model_schema`,
`unpack_definitions`), and write metadata of `Annotated` into it. A generic class with arguments they keep by the arguments
(`_generics._early_cache_key`), and unions are equal whatever the order of their members: the first order shows for all.
"""

from collections.abc import Callable, Iterable, Iterator, Set

from toolc.signature import NONE, Alias, Annotated, Class, Generic, Signature, Type, Union
from toolc.source import Span
from toolc.systems.base import NOTHING, Finding, Shared, Spelled, found
from toolc.systems.shared.types import parts

_MESSAGE = "`{}` holds itself, and what `Annotated` says of it at one use pydantic shows at others too"
_HELP = "say it in the docstring, or in a class of its own"
_ORDER = "a generic class, or the wrapper of a result, has a union in two orders, here and elsewhere: pydantic shows the first"
_ORDER_HELP = "write the members in one order everywhere"


class RecursiveModelLeaks:
    """Metadata on classes by tool; `holding` selects the classes that contain themselves."""

    def __init__(self, holding: Callable[[Iterable[str]], Set[str]]) -> None:
        self._holding = holding
        self._said: dict[object, Shared] = {}
        self._generics: dict[object, frozenset[tuple[object, object]]] = {}  # by tool the types that generic classes are given
        self._given: dict[str, tuple[Type, ...]] = {}  # and by definition
        self._holders: Set[str] = frozenset()
        self._unequal: Set[object] = frozenset()

    def note(self, tool: object, shared: Shared, signature: Signature | None) -> None:
        """Record the facts of one tool."""
        if shared != NOTHING:
            self._said[tool] = shared
        if generics := frozenset(
            [(_key(one, frozenset), _key(one, _without_none)) for one in self._arguments(shared, signature)]
        ):
            self._generics[tool] = generics

    def _arguments(self, shared: Shared, signature: Signature | None) -> Iterator[Type]:
        """The types with unions in them that generic classes are given in a tool's own types and in those of its classes."""
        if shared.wrapped is not None:
            yield from _with_unions([shared.wrapped])
        if signature is None:
            return
        yield from _given([one.type for one in signature.parameters if one.type is not None])
        if signature.returns is not None:
            yield from _given([signature.returns])
        for name, definition in signature.definitions.items():
            if name not in self._given:
                self._given[name] = tuple(_given([one.type for one in definition.fields if one.type is not None]))
            yield from self._given[name]

    def settle(self) -> bool:
        """Finish after the last tool; return `True` if metadata on some class may show up in another place."""
        names = {name for one in self._said.values() for name in (*one.annotated, *(told for told, _ in one.told))}
        self._holders = self._holding(names)
        orders: dict[object, set[object]] = {}
        for type_, order in frozenset[tuple[object, object]]().union(*self._generics.values()):
            orders.setdefault(type_, set()).add(order)
        self._unequal = {key for key, found_ in orders.items() if len(found_) > 1}
        return bool(self._holders or self._unequal)

    def doubts(self, tool: object, signature: Signature | None, spelled: Spelled, place: Span) -> tuple[Finding, ...]:
        """Return the finding that this tool may show metadata of others, or its result that of its parameters."""
        reached = sorted(self._holders & signature.definitions.keys()) if signature is not None else []
        shown = [name for name in reached if signature is not None and self._shows(name, tool, signature, spelled)]
        ordered = any(type_ in self._unequal for type_, _ in self._generics.get(tool, ()))
        return (
            *(found("TC323", _MESSAGE.format(name.rpartition(":")[2]), place, "approximate", _HELP) for name in shown[:1]),
            *([found("TC328", _ORDER, place, "approximate", _ORDER_HELP)] if ordered else []),
        )

    def _shows(self, name: str, tool: object, signature: Signature, spelled: Spelled) -> bool:
        own = self._said.get(tool, NOTHING)
        others = [one for key, one in self._said.items() if key != tool]
        if any(pair[0] == name and pair not in own.told for one in others for pair in one.told):
            return True
        if (
            spelled.output_schema is not None
            and any(pair[0] == name for pair in own.told)
            and name in _named(signature.returns)
        ):
            return True
        if name in own.annotated:  # by a class it uses, where that is not the first use
            return any(name in _named(one.type) for one in signature.parameters) or name in _named(signature.returns)
        return any(name in one.annotated for one in others)


def _named(type_: Type | None) -> Iterator[str]:
    """The classes written in an annotation."""
    return (one.qualname for one in (parts(type_) if type_ is not None else ()) if isinstance(one, Class))


def _given(types: Iterable[Type]) -> Iterator[Type]:
    """The types with unions in them that generic classes are given anywhere in some types."""
    for type_ in types:
        for one in parts(type_):
            if isinstance(one, Class) and one.args:
                yield from _with_unions(one.args)


def _with_unions(types: Iterable[Type]) -> Iterator[Type]:
    return (one for one in types if any(isinstance(part, Union) for part in parts(one)))


def _key(type_: Type, members: Callable[[tuple[object, ...]], object]) -> object:
    """A value that is equal for equal types; `members` makes one of those of a union."""
    match type_:
        case Union(inside):
            return "union", members(tuple([_key(one, members) for one in inside]))
        case Generic(name, args) | Class(name, args) | Alias(name, args):
            return name, tuple([_key(one, members) for one in args])
        case Annotated(inner, metadata):
            return "annotated", _key(inner, members), repr(metadata)
        case _:
            return repr(type_)


def _without_none(members: tuple[object, ...]) -> object:
    """The members in their order, but for None, which pydantic shows last."""
    none = repr(NONE)
    return tuple([one for one in members if one != none]), none in members
