"""Bits that the nodes of a graph come to, for all of them in one walk, by its strongly connected components (R. Tarjan,
"Depth-first search and linear graph algorithms", 1972).

Takes the edges and the own bits of each node, gives the bits of everything that can be reached.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)


class Masks(Generic[Key]):
    """The bits that each node comes to. Each node is visited once, whatever is asked for."""

    def __init__(self, edges: Callable[[Key], Iterable[Key]], own: Callable[[Key], int]) -> None:
        self._edges, self._own = edges, own
        self._done: dict[Key, int] = {}
        self._number: dict[Key, int] = {}

    def of(self, start: Key) -> int:
        """Return the bits of a node and of all that it leads to."""
        if start not in self._done:
            self._walk(start)
        return self._done[start]

    def _walk(self, start: Key) -> None:
        open_nodes: list[Key] = []  # visited, and their component is not complete
        low: dict[Key, int] = {}
        masks: dict[Key, int] = {}
        path: list[tuple[Key, list[Key]]] = []

        def enter(node: Key) -> None:
            low[node] = self._number[node] = len(self._number)
            masks[node] = self._own(node)
            open_nodes.append(node)
            path.append((node, list(dict.fromkeys(self._edges(node)))))

        enter(start)
        while path:
            node, left = path[-1]
            if left:
                following = left.pop()
                if following in self._done:
                    masks[node] |= self._done[following]
                elif following in low:
                    low[node] = min(low[node], self._number[following])
                else:
                    enter(following)
                continue
            path.pop()
            if path:
                above = path[-1][0]
                low[above] = min(low[above], low[node])
                masks[above] |= masks[node]
            if low[node] == self._number[node]:
                self._close(node, open_nodes, masks)

    def _close(self, root: Key, open_nodes: list[Key], masks: dict[Key, int]) -> None:
        """Give all nodes of a component what its root comes to."""
        while True:
            node = open_nodes.pop()
            self._done[node] = masks[root]
            if node == root:
                return
