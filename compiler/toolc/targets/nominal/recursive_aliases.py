"""Aliases that mention themselves: a language that only renames types needs a type of its own there.

Takes declarations, gives names.
"""

from collections.abc import Iterator, Sequence

from toolc.targets.nominal.recursion import circular
from toolc.targets.nominal.shapes import Alias, Declaration, ListOf, MapOf, Named, Nullable, Shape


def recursive_aliases(declarations: Sequence[Declaration]) -> frozenset[str]:
    """Also those that do so by way of others."""
    edges = {one.name: tuple(_mentioned_names(one.shape)) for one in declarations if isinstance(one, Alias)}
    return frozenset(name for name, _ in circular(edges))


def _mentioned_names(shape: Shape) -> Iterator[str]:
    match shape:
        case Named():
            yield shape.name
        case ListOf():
            yield from _mentioned_names(shape.item)
        case MapOf():
            yield from _mentioned_names(shape.value)
        case Nullable():
            yield from _mentioned_names(shape.inner)
