"""How much tests of random and of very many inputs do: a part in `make test`, all of it in `make test-all`.

Tests that ask here have the marker `long`, so that `make test-all` runs the long form of those and no other test twice.
TOOLC_EXAMPLES asks for another number, TOOLC_SEED for other inputs.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest

_Item = TypeVar("_Item")

ALL = bool(os.environ.get("TOOLC_ALL"))
PART = 5
"""One in so many is left in the short form."""

long = pytest.mark.long
heavy = pytest.mark.heavy
"""Of modules in which one test takes many seconds: they are begun first, so that no process waits for one at the end."""


def examples(count: int) -> int:
    """The number of examples, which is `count` in the long form."""
    return int(os.environ.get("TOOLC_EXAMPLES") or (count if ALL else max(count // PART, 1)))


def some(items: Sequence[_Item]) -> Sequence[_Item]:
    """Items spread evenly over all of them; all of them in the long form."""
    return items if ALL else items[::PART]
