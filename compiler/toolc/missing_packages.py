"""Packages that are not on the search path: how a finding words that, and one finding for each package.

A package that cannot be read is one fact, however many annotations name something of it.
"""

import re
from collections.abc import Iterable

from msgspec import structs

from toolc.diagnostics import Diagnostic
from toolc.text.regex import late

MISSING = "TC333"

_REASON = "the package `{}` is not on the search path"
_NAMED = late(re.escape(_REASON).replace(r"\{\}", "([^`]+)"))


def describe_missing(package: str) -> str:
    """Return the words for a package."""
    return _REASON.format(package)


def once_for_each_package(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return findings in their order with the first of each missing package in place of all of them."""
    kept: list[Diagnostic] = []
    first: dict[str, int] = {}
    places: dict[str, set[tuple[str, int, int]]] = {}
    for one in found:
        named = _NAMED.search(one.message) if one.code == MISSING else None
        if named is None:
            kept.append(one)
            continue
        package = named[1]
        if package not in first:
            first[package] = len(kept)
            kept.append(one)
        if one.span is not None:
            places.setdefault(package, set()).add((one.span.path, one.span.line, one.span.column))
    for package, index in first.items():
        more = len(places.get(package, ())) - 1
        elsewhere = f", nor at {more} more place{'s' if more > 1 else ''}" if more > 0 else ""
        message = f"{describe_missing(package)}, so types from it are not known here{elsewhere}"
        kept[index] = structs.replace(kept[index], message=message)
    return tuple(kept)
