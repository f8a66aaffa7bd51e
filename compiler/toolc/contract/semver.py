"""The least version that a set of changes asks for: takes changes and a version, gives what must go up, and the next version.

Source: Semantic Versioning 2.0.0; below 1.0.0 as caret ranges of npm and Cargo read it: the minor number breaks.
"""

import re
from collections.abc import Iterable
from typing import Literal

from toolc.contract.change import Change

Bump = Literal["none", "patch", "minor", "major"]
_ORDER: tuple[Bump, ...] = ("none", "patch", "minor", "major")
_TEXTS = frozenset({"TD150", "TD151", "TD152", "TD153", "TD154", "TD161", "TD180", "TD190"}) | frozenset(
    {"TD155", "TD156", "TD157", "TD207", "TD214", "TD221", "TD222", "TD224"}
)
_VERSION = re.compile(r"v?(\d+)(?:\.(\d+))?(?:\.(\d+))?")


def bump(changes: Iterable[Change]) -> Bump:
    """Return what must go up: what breaks calls or typed code is major, what adds is minor, texts are a patch."""
    return max((_of(one) for one in changes), key=_ORDER.index, default="none")


def _of(change: Change) -> Bump:
    if change.rule.breaks in ("call", "stubs"):
        return "major"
    if change.code in _TEXTS:
        return "patch"
    return "minor"


def numbers(version: str) -> tuple[int, int, int] | None:
    """Return the three numbers of a version, what is missing as 0; `None` if it does not begin with a number."""
    found = _VERSION.match(version)
    if found is None:
        return None
    major, minor, patch = (int(part or 0) for part in found.groups())
    return major, minor, patch


def next_version(version: str, by: Bump) -> str | None:
    """Return the least next version; `None` if the version is none of Semantic Versioning's or PEP 440's release numbers."""
    if (found := numbers(version)) is None:
        return None
    major, minor, patch = found
    if by == "none":
        return version
    if by == "major":
        return f"0.{minor + 1}.0" if major == 0 else f"{major + 1}.0.0"
    if by == "minor" and major > 0:
        return f"{major}.{minor + 1}.0"
    return f"{major}.{minor}.{patch + 1}"
