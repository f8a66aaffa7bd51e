"""How long what is deprecated stays: takes the changes of a comparison and versions, gives them with what went too early.

The window counts versions, never days, so that a comparison says the same tomorrow. Since when something is deprecated its
author says, else the lock, else the version of the old side at the latest. What cannot be told counts as too early.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, cast

from msgspec import Struct, structs

from toolc.contract.change import Change, Place
from toolc.contract.deprecations import deprecated_parts
from toolc.contract.pairs import tools
from toolc.contract.semver import numbers
from toolc.ir import Bundle

Since = Mapping[tuple[Place, str], str]
"""The version since which something is deprecated: a tool as "", a parameter by its name."""

_EARLY = {"TD106": "TD107", "TD115": "TD116"}
_NOT_TOLD = "since which version it is deprecated is not known"


Part = Literal["major", "minor", "patch"]


class Window(Struct, frozen=True):
    """`count` versions by one of their numbers."""

    count: int
    part: Part

    def earliest(self, since: str) -> tuple[int, int, int] | None:
        """Return the first version in which what is deprecated since a version may go; `None` if that is no version."""
        if (found := numbers(since)) is None:
            return None
        major, minor, patch = found
        match self.part:
            case "major":
                return major + self.count, 0, 0
            case "minor":
                return major, minor + self.count, 0
            case "patch":
                return major, minor, patch + self.count


def window(text: str) -> Window | None:
    """Return the window that a configuration says (`2 minor`); `None` where it says none."""
    found = re.match(r"(\d+) (major|minor|patch)", text)
    return Window(int(found[1]), cast("Part", found[2])) if found else None


def judge_deprecations(
    changes: Iterable[Change], within: Window, old: Bundle, since: Since, before: Mapping[str, str], after: Mapping[str, str]
) -> Iterator[Change]:
    """The changes; what was deprecated and went too early has a code of its own.

    `since`: what a lock remembers. `before`, `after`: the versions of packages on both sides.
    """
    listed = tools(old)
    for change in changes:
        if change.code not in _EARLY:
            yield change
            continue
        place = change.place
        told = dict(deprecated_parts(listed[place])).get(change.at) if place in listed else None
        known, latest = told or since.get((place, change.at), ""), before.get(place.package, "")
        yield _hold_change(change, within, known or latest, "since" if known else "by", after.get(place.package, ""))


def _hold_change(change: Change, within: Window, since: str, how: str, now: str) -> Change:
    """The change, or the one that says that it is too early. `how`: since a version, or by a version at the latest."""
    earliest, reached = within.earliest(since), numbers(now)
    if earliest is not None and reached is not None and reached >= earliest:
        return change
    code = _EARLY[change.code]
    if earliest is None:
        return structs.replace(change, code=code, message=f"{change.message}; {_NOT_TOLD}", help=_TELL)
    least = ".".join(map(str, earliest))
    this = f"this is {now}" if reached is not None else "the version of its package now is not known"
    told = f"{change.message}; deprecated {how} {since}, it stays until {least} (deprecation-window), and {this}"
    help_ = f"keep it until {least}" + ("" if reached is not None else ", and give the project a version in pyproject.toml")
    return structs.replace(change, code=code, message=told, help=help_)


_TELL = "`.. deprecated:: VERSION` says it, and `toolc lock` notes the project's version when it first sees a deprecation"
