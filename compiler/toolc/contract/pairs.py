"""Pairing of the tools of two bundles: takes both and renames, gives pairs, what is gone and what is new.

Tools pair by package, server and name. Where a side calls its package or server otherwise (a snapshot is named after its file),
the name of the tool decides, if it is the only one. A tool that moved to another server is another tool: callers must follow.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct, structs

from toolc.contract.change import Place
from toolc.ir import Bundle, Tool, withhold_schemas

Key = Callable[[Place], tuple[str, ...]]


class Pairs(Struct, frozen=True):
    """Tools by place. In `both`, the old and the new place."""

    both: tuple[tuple[Place, Place], ...]
    gone: tuple[Place, ...]
    new: tuple[Place, ...]


def tools(bundle: Bundle, sent: bool = False) -> dict[Place, Tool]:
    """All tools by their place; of two at one place the first. With `sent`, their schemas are those that servers send."""
    found: dict[Place, Tool] = {}
    for package, server, tool in bundle.tools:
        held = withhold_schemas(tool) if tool.broken else tool
        found.setdefault(Place(package.name, server.name, tool.name), _as_sent(held) if sent else held)
    return found


def _as_sent(tool: Tool) -> Tool:
    if tool.wire is None:
        return tool
    return structs.replace(tool, input_schema=tool.wire.input_schema, output_schema=tool.wire.output_schema)


def pair_tools(old: Mapping[Place, Tool], new: Mapping[Place, Tool], renamed: Mapping[str, str]) -> Pairs:
    """The pairs. `renamed`: new name → old name, of tools that were renamed on purpose."""
    before, after = dict.fromkeys(old), dict.fromkeys(new)
    both: list[tuple[Place, Place]] = []
    named = {place: Place(place.package, place.server, renamed.get(place.tool, place.tool)) for place in new}
    for key, home in _KEYS:
        mine = {home(place) for place in old} if home else set()
        theirs = {home(place) for place in new} if home else set()
        for one, other in list(_alike(before, after, named, key)):
            if home is None or (home(one) not in theirs and home(other) not in mine):
                both.append((one, other))
                del before[one], after[other]
    return Pairs(tuple(sorted(both)), tuple(sorted(before)), tuple(sorted(after)))


def _alike(
    before: Mapping[Place, None], after: Mapping[Place, None], named: Mapping[Place, Place], key: Key
) -> Iterator[tuple[Place, Place]]:
    """Places that are the only ones with their key on both sides."""
    mine = Counter(key(place) for place in before)
    theirs = Counter(key(named[place]) for place in after)
    where = {key(named[place]): place for place in after}
    for place in before:
        if mine[key(place)] == 1 and theirs[key(place)] == 1:
            yield place, where[key(place)]


_KEYS: tuple[tuple[Key, Key | None], ...] = (
    (lambda place: (place.package, place.server, place.tool), None),
    (lambda place: (place.server, place.tool), lambda place: (place.package,)),
    (lambda place: (place.tool,), lambda place: (place.package, place.server)),
)
"""Keys by which tools are paired, the strictest first, each with the part of a place that must be new to the other side."""
