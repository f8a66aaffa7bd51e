"""Calls that lead deep into each other.

CPython keeps the frames of calls in chunks of 16 KB. Where calls go to and fro over the end of a chunk, it asks the operating
system for the next one and gives it back each time: 200,000 times in one program that is executed, a quarter of the time. A
call of a function that says it needs a large stack gets a chunk of twice that size, which all calls below it share.
"""

import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

T = TypeVar("T")

FRAMES = 20_000
"""Frames of Python that may be nested: each call of a program that is executed takes some dozens."""

_ROOM = 1 << 20
"""Places on the stack: 8 MB, and as much for the calls below, of addresses alone; memory is taken by what is used of it."""


def _call(work: Callable[[], Any]) -> Any:
    return work()


_call_with_room = FunctionType(_call.__code__.replace(co_stacksize=_ROOM), globals())


def run_deep(work: Callable[[], T]) -> T:
    """Return the result of work whose calls are nested in up to `FRAMES` frames of Python."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, FRAMES))
    try:
        result: T = _call_with_room(work)
        return result
    finally:
        sys.setrecursionlimit(limit)
