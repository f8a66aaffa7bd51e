"""How long the stages of a run take: takes names of stages, gives seconds by name, in the order they began."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

spent: dict[str, float] = {}
"""Seconds of this process; emptied by whoever begins a run that is asked for them."""


@contextmanager
def stage(name: str) -> Iterator[None]:
    """What happens meanwhile is time of this stage."""
    spent.setdefault(name, 0.0)
    begun = perf_counter()
    try:
        yield
    finally:
        spent[name] += perf_counter() - begun


def table() -> str:
    """The stages, a line each, and their sum."""
    rows = [*spent.items(), ("all of them", sum(spent.values()))]
    return "".join(f"  {name:12} {seconds:8.3f} s\n" for name, seconds in rows)
