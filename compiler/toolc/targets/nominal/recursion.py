"""Edges of a graph that lie on a cycle: types that would contain themselves.

Takes for each name those it leads to, gives the pairs that are in one strongly connected part (Tarjan's, without recursion).
"""

from collections.abc import Mapping, Sequence


def circular(edges: Mapping[str, Sequence[str]]) -> frozenset[tuple[str, str]]:
    """Every edge from which a way leads back to where it begins."""
    part = _parts(edges)
    return frozenset((name, other) for name, others in edges.items() for other in others if part[name] == part.get(other))


def _parts(edges: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """The number of the strongly connected part of each name."""
    found: dict[str, int] = {}
    part: dict[str, int] = {}
    low: dict[str, int] = {}
    open_: list[str] = []
    for start in edges:
        stack = [(start, 0)] if start not in found else []
        while stack:
            name, at = stack.pop()
            if at == 0:
                found[name] = low[name] = len(found)
                open_.append(name)
            others = [one for one in edges[name] if one in edges]
            if at:
                low[name] = min(low[name], low[others[at - 1]])
            while at < len(others) and others[at] in found:
                if others[at] not in part:
                    low[name] = min(low[name], found[others[at]])
                at += 1
            if at < len(others):
                stack += [(name, at + 1), (others[at], 0)]
                continue
            if low[name] == found[name]:
                while True:
                    member = open_.pop()
                    part[member] = found[name]
                    if member == name:
                        break
    return part
