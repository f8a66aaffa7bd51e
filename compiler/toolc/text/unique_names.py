"""Names for what would share one: takes a name and those that are taken, gives the name, then `name-2`, `name-3` …"""

from collections.abc import Container, Iterator
from itertools import count


def candidates(name: str, taken: Container[str]) -> Iterator[str]:
    """The name, taken or not, and then its numbered forms that are not."""
    yield name
    yield from (other for number in count(2) if (other := f"{name}-{number}") not in taken)


def first_free(name: str, taken: Container[str]) -> str:
    """The first of them that is not taken."""
    return next(one for one in candidates(name, taken) if one not in taken)
