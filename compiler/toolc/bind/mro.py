"""The ancestors of a class, in the order Python looks attributes up (C3), across modules.

Takes a class definition, gives its ancestors without itself; a base that cannot be followed is an `Unknown` in its place.
"""

from toolc.bind.links import Links
from toolc.module import Class
from toolc.program import Called, Deferred, Definition, External, Unknown, Value

Base = Definition | External | Unknown

CALLED = frozenset({"typing.TypedDict", "typing.NamedTuple", "collections.namedtuple"})
"""Calls that make a class one can inherit from; it stands in the order by the name of what made it."""


def ancestors(definition: Definition, links: Links) -> tuple[Base, ...]:
    """All bases of a class in method resolution order."""
    direct = bases(definition, links)
    sequences = [[base, *(links.ancestors(base) if isinstance(base, Definition) else ())] for base in direct]
    return tuple(_merge([*sequences, list(direct)]))


def bases(definition: Definition, links: Links) -> list[Base]:
    """The classes named in a class statement, type arguments left off."""
    statement = definition.stmt
    if not isinstance(statement, Class):
        return []
    return [
        _as_class(links.evaluate(arg.value, definition.scope), links)
        for arg in statement.args
        if arg.name is None and not arg.star
    ]


def _as_class(value: Value, links: Links) -> Base:
    match value:
        case Definition() if value.node.kind == "class":
            return value
        case External():
            return value
        case Deferred(expr, scope):  # Base[int]
            inner = getattr(expr, "value", None)
            return _as_class(links.evaluate(inner, scope), links) if inner is not None else Unknown("it is no class")
        case Called(External() as callee) if callee.name in CALLED:  # class X(NamedTuple("X", …))
            return callee
        case Called():
            return Unknown("the base class is made by a call")
        case Unknown():
            return value
        case _:
            return Unknown("the base class is computed while the program runs")


def _merge(sequences: list[list[Base]]) -> list[Base]:
    """C3 linearisation; an order no interpreter would accept falls back to first come, first served."""
    merged: list[Base] = []
    while sequences := [sequence for sequence in sequences if sequence]:
        head = next(
            (s[0] for s in sequences if not any(_same(s[0], other) for t in sequences for other in t[1:])),
            sequences[0][0],
        )
        merged.append(head)
        sequences = [[base for base in sequence if not _same(base, head)] for sequence in sequences]
    return merged


def _same(one: Base, other: Base) -> bool:
    if isinstance(one, Definition) and isinstance(other, Definition):
        return one.full_name == other.full_name and one.node.at == other.node.at
    return one == other
