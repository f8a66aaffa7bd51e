"""The modules that every framework is asked about: takes a writer of wild functions and seeds, gives texts."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from frameworks import pinned
from frameworks.odd import Odd
from frameworks.real import Real


def modules(wild: Callable[[Random], Any], seeds: Sequence[int], head: str = "", contexts: Sequence[str] = ()) -> list[str]:
    """What was once wrong, and of each seed a module with three functions: two thirds wild, a sixth tame, a sixth odd."""
    writers = [
        (Odd if seed % 2 else Real)(Random(seed), head, contexts) if seed % 3 == 0 else wild(Random(seed)) for seed in seeds
    ]
    return [pinned.TEXT, *(writer.module_of(2, 3) for writer in writers)]
