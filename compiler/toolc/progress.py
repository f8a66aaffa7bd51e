"""Progress of long work: counts results as they come, and notifies the display."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

_Result = TypeVar("_Result")

Told = Callable[[int, int], None]
"""How much is done, of how much."""

_listening: list[Told] = []


@contextmanager
def listen(listener: Told) -> Iterator[None]:
    """The listener hears of all that is done meanwhile."""
    _listening.append(listener)
    try:
        yield
    finally:
        _listening.remove(listener)


def count_results(results: Iterable[_Result], items: Sequence[Sequence[object]]) -> Iterator[_Result]:
    """The results, one for each item; an item weighs as much as it is long."""
    done, total = 0, sum(map(len, items))
    tell(done, total)
    for result, item in zip(results, items, strict=True):
        done += len(item)
        tell(done, total)
        yield result


def tell(done: int, total: int) -> None:
    """Tell all listeners how much is done."""
    for listener in _listening:
        listener(done, total)
