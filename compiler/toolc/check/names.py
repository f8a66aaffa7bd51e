"""Tools of one name.

Takes the tools of one server, gives a diagnostic for each tool whose name an earlier one has taken; tools that may stand in for
each other become one, and tools that are registered on no object are held apart.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec.structs import replace

from toolc.diagnostics import Diagnostic, Label
from toolc.ir import UNNAMED, Server, Tool
from toolc.text.unique_names import candidates

_FACTS = ("description", "title", "input_schema", "output_schema", "annotations")


def duplicates(server: str, tools: Sequence[Tool]) -> Mapping[int, tuple[Diagnostic, ...]]:
    """By index in `tools`: why that tool is left out. The first in source order is kept.

    A refused tool is never registered, so it takes no name. An unknown one is: only its schema cannot be told. Where the name
    itself cannot be told there is none to compare.
    """
    return {later: (_duplicate(server, tools[later], tools[first]),) for first, later in _repeated_names(tools)}


def merge_alternatives(tools: Sequence[Tool]) -> tuple[list[Tool], list[Diagnostic]]:
    """The tools with those of one name as one where only the running program decides which of them is registered.

    The first is kept; it is approximate where another differs from it.
    """
    kept: dict[int, Tool] = dict(enumerate(tools))
    said: list[Diagnostic] = []
    for first, later in _repeated_names(tools):
        if not (_conditional(tools[first]) or _conditional(tools[later])):
            continue
        other = kept.pop(later)
        if any(getattr(tools[first], fact) != getattr(other, fact) for fact in _FACTS):
            doubt = _alternative(kept[first], other)
            said.append(doubt)
            fidelity = "approximate" if kept[first].fidelity == "exact" else kept[first].fidelity
            kept[first] = replace(kept[first], fidelity=fidelity, diagnostics=(*kept[first].diagnostics, doubt))
    return list(kept.values()), said


def without_repeats(tools: Sequence[Tool]) -> Iterator[Tool]:
    """The tools without those that one statement made again with the same facts, as a function does that is called twice."""
    kept: dict[tuple[object, ...], list[Tool]] = {}
    for tool in tools:
        alike = kept.setdefault((tool.span, tool.name), [])
        if not any(all(getattr(one, fact) == getattr(tool, fact) for fact in _FACTS) for one in alike):
            alike.append(tool)
            yield tool


def split_server(server: Server, taken: Collection[str]) -> tuple[list[Server], list[Diagnostic]]:
    """A server that is no object as so many servers that no name is on one of them twice; `taken` are the names of others."""
    repeated = dict(_repeated_names(server.tools, turned=True))
    rounds: list[list[Tool]] = [[]]
    said: list[Diagnostic] = []
    times: dict[int, int] = {}
    for index in _in_order(server.tools):
        tool, first = server.tools[index], repeated.get(index)
        if first is not None:
            note = _shared_name(tool, server.tools[first])
            said.append(note)
            tool = replace(tool, diagnostics=(*tool.diagnostics, note))
            times[first] = times.get(first, 0) + 1
        place = 0 if first is None else times[first]
        rounds.extend([] for _ in range(place + 1 - len(rounds)))
        rounds[place].append(tool)
    names = candidates(server.name, taken)
    return [replace(server, name=next(names), tools=tuple(tools)) for tools in rounds], said


def _in_order(tools: Sequence[Tool]) -> list[int]:
    return sorted(range(len(tools)), key=lambda index: (tools[index].span, index))


def _repeated_names(tools: Sequence[Tool], turned: bool = False) -> Iterator[tuple[int, int]]:
    """The first tool of a name and a later one, by index; `turned`: the later one first."""
    first: dict[str, int] = {}
    for index in _in_order(tools):
        tool = tools[index]
        if tool.fidelity == "refused" or tool.broken or not _has_known_name(tool):
            continue
        if tool.name in first:
            yield (index, first[tool.name]) if turned else (first[tool.name], index)
        else:
            first[tool.name] = index


def _has_known_name(tool: Tool) -> bool:
    """Return `True` if the tool's name is known: not a placeholder, nor the function's name in place of a computed one."""
    return tool.name != UNNAMED and all(one.code != "TC201" for one in tool.diagnostics)


def _conditional(tool: Tool) -> bool:
    return any(one.code == "TC214" for one in tool.diagnostics)


def _duplicate(server: str, tool: Tool, earlier: Tool) -> Diagnostic:
    return Diagnostic(
        "TC401",
        f"server `{server}` already has a tool named `{tool.name}`",
        tool.span,
        (Label(earlier.span, "the first one, which is kept"),),
        "give one of the two another name",
    )


def _alternative(tool: Tool, other: Tool) -> Diagnostic:
    return Diagnostic(
        "TC415",
        f"under another condition `{tool.name}` is another tool, which differs from this one",
        tool.span,
        (Label(other.span, "the other one, which is left out"),),
        "give the two their own names, or the same parameters and description",
    )


def _shared_name(tool: Tool, earlier: Tool) -> Diagnostic:
    return Diagnostic(
        "TC416",
        f"another tool is named `{tool.name}` as well: no model can be given both",
        tool.span,
        (Label(earlier.span, "the other one"),),
        "give one of the two another name if they are used together",
    )
