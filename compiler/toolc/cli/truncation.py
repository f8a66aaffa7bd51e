"""Truncation of very many findings: a file with one mistake ten thousand times shows it once.

Takes diagnostics in order, gives those that are shown, in order. What is left out is counted all the same.
"""

from collections import Counter
from collections.abc import Sequence

from msgspec import structs

from toolc.diagnostics import Diagnostic, in_order

MOST = 1000
"""Maximum of findings of one code in one file; build servers accept fewer than there may be."""


def truncate(found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The first findings of each code in each file, and in place of the next one how many more there are."""
    counts: Counter[tuple[str, str]] = Counter()
    shown: list[Diagnostic] = []
    cut: dict[tuple[str, str], Diagnostic] = {}
    for one in found:
        key = ("" if one.span is None else one.span.path, one.code)
        counts[key] += 1
        if counts[key] <= MOST:
            shown.append(one)
        else:
            cut.setdefault(key, one)
    if not cut:
        return tuple(found)
    for key, first in cut.items():
        message = f"{counts[key] - MOST:,} more of these, from here on, are not shown"
        shown.append(structs.replace(first, message=message, labels=(), help=""))
    return in_order(shown)
