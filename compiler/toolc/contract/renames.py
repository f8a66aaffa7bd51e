"""Detection of renames: takes a removed tool and the new ones, gives the likeliest candidate with the reason, or None.

A candidate never counts as the tool itself: callers say the old name. It only tells who reads the report what may be meant.
"""

from collections.abc import Mapping
from difflib import SequenceMatcher
from typing import Any

from msgspec import Struct

from toolc.contract.change import Place
from toolc.contract.schemas import differences
from toolc.ir import Tool

_ALIKE = 0.6  # of names, and of the names of parameters: what both have, of what either has
_SAME_TEXT = 0.9


class Candidate(Struct, frozen=True):
    """A new tool, and what speaks for it, in words that go on from its name."""

    place: Place
    because: str


def candidate(place: Place, gone: Tool, new: Mapping[Place, Tool]) -> Candidate | None:
    """The likeliest of the new tools of the same server."""
    beside = {other: tool for other, tool in new.items() if other.server == place.server}
    for other, tool in beside.items():
        if _takes_the_same(gone, tool):
            return Candidate(other, "takes the same")
    ranked = sorted(beside.items(), key=lambda one: (-_nearness(gone, one[1]), one[0]))
    if ranked and _nearness(gone, ranked[0][1]) > 0:
        return Candidate(ranked[0][0], "is much like it")
    return None


def _takes_the_same(one: Tool, other: Tool) -> bool:
    if one.input_schema is None or other.input_schema is None:
        return False
    takes, others = _parameters(one), _parameters(other)
    if takes.keys() != others.keys():
        return False  # most pairs: what each is compared with costs a proof
    same = [found for found in differences(one.input_schema, other.input_schema, "input") if found.code != "TD151"]
    return not same and bool(takes or one.description == other.description)


def _nearness(one: Tool, other: Tool) -> float:
    """How much two tools have in common; 0 where it takes more than chance to call one the other."""
    names = _ratio(one.name, other.name)
    texts = _ratio(one.description or "", other.description or "") if one.description else 0.0
    mine, theirs = set(_parameters(one)), set(_parameters(other))
    shared = len(mine & theirs) / len(mine | theirs) if mine | theirs else 0.0
    if texts >= _SAME_TEXT and (names >= _ALIKE or shared >= _ALIKE):
        return 2 + names + shared
    return names + shared if names >= _ALIKE and shared >= _ALIKE else 0.0


def _parameters(tool: Tool) -> Mapping[str, Any]:
    found = (tool.input_schema or {}).get("properties")
    return found if isinstance(found, dict) else {}


def _ratio(one: str, other: str) -> float:
    return SequenceMatcher(None, one[:300], other[:300], autojunk=False).ratio()
