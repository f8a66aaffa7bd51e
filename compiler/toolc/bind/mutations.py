"""Mutations of an object in place, after a name was bound to it.

Takes the sites of a block and their text, gives the changes by name: items and attributes that are set, methods that change a
list, dict or set. A look at the start of each statement is enough to say that something changes; what it makes is not followed.
"""

from collections.abc import Callable

from msgspec import Struct

from toolc.bind.guards import GuardedStatement
from toolc.module import OutlineNode
from toolc.text.regex import late

_START = late(r"(?:del\s+|setattr\(\s*)?(\w+)\s*(?:(\[)|\.\s*(\w+)\s*(\()?|,\s*[\"'](\w+)[\"'])")
_KINDS = ("assign", "ann", "aug", "do", "other")
_METHODS = frozenset(
    "add append clear difference_update discard extend insert intersection_update pop popitem remove reverse setdefault sort "
    "symmetric_difference_update update".split()
)
_TELLING = frozenset(
    """__annotations__ __code__ __defaults__ __doc__ __kwdefaults__ __name__ __qualname__ __signature__ __wrapped__
    model_config model_fields""".split()
)


class Mutation(Struct, frozen=True):
    """One change. `attribute` is the attribute that is set, "" for an item or a method that changes items."""

    at: int
    attribute: str = ""

    @property
    def affects_introspection(self) -> bool:
        """Return `True` if frameworks read the changed attribute of a function or class."""
        return self.attribute in _TELLING


def mutations(sites: tuple[GuardedStatement, ...], text: Callable[[OutlineNode], str]) -> dict[str, list[Mutation]]:
    """By name, in source order."""
    found: dict[str, list[Mutation]] = {}
    for site in sites:
        if site.node.kind not in _KINDS or not (match := _START.match(text(site.node))):
            continue
        name, item, attribute, called, set_ = match.groups()
        calls = site.node.kind == "do" and not set_
        if not calls or (called and attribute in _METHODS):
            found.setdefault(name, []).append(Mutation(site.node.at, "" if item or calls else attribute or set_))
    return found
