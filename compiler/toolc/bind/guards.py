"""Statements of a block with the guards under which they run, and those that bind a name.

Takes outline nodes, gives `GuardedStatement`s in source order: every statement with the conditions it stands under. Bodies of
functions and classes are blocks of their own and not entered.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property

from msgspec import Struct

from toolc.module import OutlineNode


class Guard(Struct, frozen=True):
    """One condition around a statement: the compound statement and the suite it is in, then the guards further out.

    `block` is the number of the suite among those of the statement.
    """

    node: OutlineNode
    role: str
    outer: "Guard | None" = None
    block: int = 0


class GuardedStatement(Struct, frozen=True):
    """One statement where it stands. `names` are what it binds; the `except E as name` of a handler is a site of its own."""

    node: OutlineNode
    names: tuple[str, ...]
    guard: Guard | None = None


def guards(guard: Guard | None) -> Iterator[Guard]:
    """The conditions around a statement, the innermost first."""
    while guard is not None:
        yield guard
        guard = guard.outer


def guarded_statements(nodes: Iterable[OutlineNode]) -> Iterator[GuardedStatement]:
    """All statements of a block, those of nested suites included, in source order."""
    pending: list[tuple[OutlineNode | GuardedStatement, Guard | None]] = [(node, None) for node in reversed(tuple(nodes))]
    while pending:
        item, guard = pending.pop()
        if isinstance(item, GuardedStatement):
            yield item
            continue
        yield GuardedStatement(item, item.names, guard)
        if item.kind in ("def", "class"):
            continue
        for number, block in reversed(list(enumerate(item.blocks))):
            inner = Guard(item, block.role, guard, number)
            pending.extend((node, inner) for node in reversed(block.nodes))
            if block.names:
                pending.append((GuardedStatement(item, block.names, inner), inner))


def body(node: OutlineNode) -> tuple[OutlineNode, ...]:
    """The statements inside a function or class."""
    return node.blocks[0].nodes if node.blocks else ()


class BlockIndex:
    """The sites of one block by the name they bind, and its star imports."""

    def __init__(self, nodes: Iterable[OutlineNode]) -> None:
        self.sites = tuple(guarded_statements(nodes))
        self.by_name: dict[str, list[GuardedStatement]] = {}
        for site in self.sites:
            for name in site.names:
                self.by_name.setdefault(name, []).append(site)
        self.stars = self.by_name.pop("*", [])

    @cached_property
    def by_offset(self) -> dict[int, OutlineNode]:
        """The statements by where they stand."""
        return {site.node.at: site.node for site in self.sites}

    def binding(self, name: str) -> list[GuardedStatement]:
        """Sites that bind `name`, or may (star imports), in source order."""
        found = self.by_name.get(name, [])
        if not self.stars:
            return found
        return sorted((*found, *self.stars), key=lambda site: site.node.at)
