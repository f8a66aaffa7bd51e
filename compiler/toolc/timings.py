"""Measures of a run: the seconds of each stage, and counts of work that are the same on every machine.

Takes names of stages and of what is counted, gives both as text, in the order in which they began.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

spent: dict[str, float] = {}
"""Seconds of this process by stage; `begin` empties it."""

counts: Counter[str] = Counter()
"""How often each kind of work was done in this run, also by the processes that it was spread over; `begin` empties it."""


def begin() -> None:
    """Start a run whose measures are asked for."""
    spent.clear()
    counts.clear()


@contextmanager
def count_apart() -> Iterator[dict[str, int]]:
    """Count what is done until it ends in a mapping of its own, which another process may send; `counts` is as it was."""
    before, apart = counts.copy(), dict[str, int]()
    counts.clear()
    try:
        yield apart
    finally:
        apart.update(counts)
        counts.clear()
        counts.update(before)


@contextmanager
def stage(name: str) -> Iterator[None]:
    """Add the time until it ends to a stage."""
    spent.setdefault(name, 0.0)
    begun = perf_counter()
    try:
        yield
    finally:
        spent[name] += perf_counter() - begun


def table() -> str:
    """Return the stages with their sum, then the counts in alphabetical order, a line each.

    "modules imported" are those of toolc itself: the most of what a small run takes.
    """
    imported = sum(name.partition(".")[0] == "toolc" for name in sys.modules)
    rows = [*spent.items(), ("all of them", sum(spent.values()))]
    seconds = [f"  {name:20} {taken:10.3f} s\n" for name, taken in rows]
    counted = sorted({**counts, "modules imported": imported}.items())
    return "".join([*seconds, *(f"  {name:20} {number:10,}\n" for name, number in counted)])
