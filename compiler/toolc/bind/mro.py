"""The ancestors of a class, in the order Python looks attributes up (C3), across modules.

Takes a class definition, gives its ancestors without itself; a base that cannot be followed is an `Unknown` in its place.
"""

from collections import Counter, deque
from collections.abc import Hashable, Mapping, Sequence

from toolc.bind.links import Links
from toolc.module import Class
from toolc.program import CallResult, DefinitionValue, ExternalSymbol, Thunk, Unknown, Value

Base = DefinitionValue | ExternalSymbol | Unknown
Key = tuple[str, int]

MAX_ANCESTORS = 200
"""Beyond any real hierarchy, and what keeps a chain of thousands of classes from costing the square of its length."""

_TOO_MANY = Unknown(f"it inherits from more than {MAX_ANCESTORS} classes")

_UNPACKED = Unknown("bases are unpacked in its header")

CALLED = frozenset({"typing.TypedDict", "typing.NamedTuple", "collections.namedtuple"})
"""Calls that make a class one can inherit from; it stands in the order by the name of what made it."""


class Hierarchy:
    """All ancestors asked for so far. Those that stand on a question still open are found anew each time."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._kept: dict[Key, tuple[Base, ...]] = {}

    def ancestors(self, definition: DefinitionValue) -> tuple[Base, ...]:
        """All bases of a class in method resolution order; a class has none for as long as they are being found."""
        found: dict[Key, tuple[Base, ...]] = {}
        bases: dict[Key, tuple[Base, ...]] = {}
        pending, sure = [definition], True
        while pending:
            cls = pending[-1]
            key = key_of(cls)
            if key in found or key in self._kept:
                pending.pop()
            elif key in bases:
                found[key] = self._linearise(bases[key], found)
                pending.pop()
            else:
                bases[key], settled = self._links.bases(cls)
                sure = sure and settled
                pending.extend(one for one in bases[key] if isinstance(one, DefinitionValue) and key_of(one) not in bases)
        if sure:
            self._kept.update(found)
        return self._kept.get(key_of(definition)) or found.get(key_of(definition), ())

    def _linearise(self, bases: Sequence[Base], found: Mapping[Key, tuple[Base, ...]]) -> tuple[Base, ...]:
        above = [
            found.get(key_of(one), self._kept.get(key_of(one), ())) if isinstance(one, DefinitionValue) else () for one in bases
        ]
        sequences = [[one, *inherited] for one, inherited in zip(bases, above, strict=True)]
        merged = list(dict.fromkeys(sequences[0])) if len(bases) == 1 else merge([*sequences, list(bases)])
        if len(merged) <= MAX_ANCESTORS:
            return tuple(merged)
        libraries = [
            base for base in merged[MAX_ANCESTORS:] if isinstance(base, ExternalSymbol)
        ]  # they say what kind of class it is
        return (*merged[:MAX_ANCESTORS], *libraries, _TOO_MANY)


def key_of(definition: DefinitionValue) -> Key:
    """A class defined again in its module is another class."""
    return definition.full_name, definition.node.at


def same(value: Value | None, definition: DefinitionValue) -> bool:
    """Return `True` if a value is that definition, in any calling context."""
    return isinstance(value, DefinitionValue) and key_of(value) == key_of(definition)


def bases_of(definition: DefinitionValue, links: Links) -> list[Base]:
    """The classes named in a class statement, type arguments left off."""
    statement = definition.stmt
    if not isinstance(statement, Class):
        return []
    return [
        _UNPACKED if arg.star else _as_class(links.evaluate(arg.value, definition.scope), links)
        for arg in statement.args
        if arg.name is None and arg.star != "**"
    ]


def _as_class(value: Value, links: Links) -> Base:
    match value:
        case DefinitionValue() if value.node.kind == "class":
            return value
        case ExternalSymbol():
            return value
        case Thunk(expr, scope):  # Base[int]
            inner = getattr(expr, "value", None)
            return _as_class(links.evaluate(inner, scope), links) if inner is not None else Unknown("it is not a class")
        case CallResult(ExternalSymbol() as callee) if callee.name in CALLED:  # class X(NamedTuple("X", …))
            return callee
        case CallResult():
            return Unknown("the base class is made by a call")
        case Unknown():
            return value
        case _:
            return Unknown("the base class is computed while the program runs")


def merge(sequences: list[list[Base]]) -> list[Base]:
    """C3 linearisation; an order no interpreter would accept falls back to first come, first served."""
    queues = [deque((_identity(one), one) for one in sequence) for sequence in sequences if sequence]
    waiting = Counter(identity for queue in queues for identity, _ in list(queue)[1:])
    merged: dict[Hashable, Base] = {}
    while queues:
        head, base = next((queue[0] for queue in queues if not waiting[queue[0][0]]), queues[0][0])
        merged[head] = base
        for queue in queues:
            while queue and queue[0][0] in merged:
                queue.popleft()
                if queue:
                    waiting[queue[0][0]] -= 1
        queues = [queue for queue in queues if queue]
    return list(merged.values())


def _identity(base: Base) -> Hashable:
    return key_of(base) if isinstance(base, DefinitionValue) else base
