"""Selected codes: takes selectors, gives codes.

A selector is a code, the beginning of codes (`TC4`), a name (`duplicate-tool-name`) or `ALL`. The longer one wins; of two that
are as long, the one that leaves out. These are the rules of ruff's `select`, `extend-select` and `ignore`. `ALL` and
`TC4` do not select codes that are optional; their group (`TC46`) does.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from toolc.codes import CODES, Code

EVERYTHING = "ALL"
_GROUP = len("TC46")


def select_codes(select: Iterable[str], extend: Iterable[str], ignore: Iterable[str]) -> frozenset[str]:
    """The numbers of the codes that are left. What says that something was not done or not read cannot be left out."""
    chosen: dict[str, tuple[int, bool]] = {}
    for selectors, wanted in (((*select, *extend), True), (tuple(ignore), False)):
        for selector in selectors:
            rank = _rank(selector)
            for code in codes_of(selector):
                if wanted and CODES[code].optional and rank < _GROUP:
                    continue
                chosen[code] = max(chosen.get(code, (-1, False)), (rank, wanted), key=lambda one: (one[0], not one[1]))
    return frozenset(code for code in CODES if chosen.get(code, (0, False))[1] or not hideable(CODES[code]))


@cache
def codes_of(selector: str) -> frozenset[str]:
    """The codes that a selector stands for; none when there is no such code."""
    word = selector.strip()
    if word == EVERYTHING:
        return frozenset(CODES)
    named = {number for number, code in CODES.items() if code.slug == word.lower()}
    prefix = word.upper()
    return frozenset(named or (number for number in CODES if prefix.startswith("TC") and number.startswith(prefix)))


def unknown_selectors(selectors: Iterable[str]) -> Iterator[str]:
    """The selectors that stand for nothing."""
    return (selector for selector in selectors if not codes_of(selector))


def hideable(code: Code) -> bool:
    """Return `True` if a run may leave a code out. A file that could not be read, a mistake in the command line or a lock
    that does not hold cannot be hidden."""
    return code.severity != "error" or code.number[2] not in "1679"


def _rank(selector: str) -> int:
    """Return the precision of a selector."""
    word = selector.strip()
    return 0 if word == EVERYTHING else len(word) if word.upper().startswith("TC") else len("TC000")
