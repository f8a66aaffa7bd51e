"""Bounds the time that a regular expression can take: patterns backtrack, and a program must not keep toolc busy.

Takes a pattern and the text that it is run on, gives the number of steps. Source: the parser of `re` of CPython 3.11.
"""

import math
import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from re import _constants, _parser  # type: ignore[attr-defined]  # the parser of `re` has no public name
from typing import Any

from msgspec import Struct

MAX_PATTERN = 400  # characters of a pattern that is run
MAX_STEPS = 500**3  # characters looked at, at worst
LONG = 500  # rounds of a repeat that is limited

_REPEATS = (_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT)
_CATEGORIES = {
    _constants.CATEGORY_DIGIT: r"\d",
    _constants.CATEGORY_NOT_DIGIT: r"\D",
    _constants.CATEGORY_SPACE: r"\s",
    _constants.CATEGORY_NOT_SPACE: r"\S",
    _constants.CATEGORY_WORD: r"\w",
    _constants.CATEGORY_NOT_WORD: r"\W",
}
_Characters = frozenset[str]


class Choice(Struct, frozen=True):
    """A part of a pattern that can take more than one text: in how many ways at one place, and up to how many characters."""

    ways: int
    length: int


def steps(pattern: str, text: str, flags: int = 0) -> int | None:
    """Return an upper bound of the characters that a search looks at; None where it exceeds `MAX_STEPS` or is not known.

    There may be no choice within a repeat, and no reference back. A repeat ends in as many places as the longest run of its
    characters in the text has; one that cannot take what may stand behind it ends in one place.
    """
    if len(pattern) > MAX_PATTERN:
        return None
    try:
        parsed = _parser.parse(pattern, flags)
        choices = list(_Choices(text, parsed.state.flags).of(parsed, False, frozenset()))
    except (re.error, RecursionError, OverflowError, ValueError):
        return None
    if None in choices:
        return None
    ways = math.prod(one.ways for one in choices if one is not None)
    length = 1 + sum(one.length for one in choices if one is not None)
    worst = (len(text) + 1) * ways * length
    return worst if worst <= MAX_STEPS else None


class _Choices:
    """Finds the choices of a parsed pattern on a text of these characters."""

    def __init__(self, text: str, flags: int) -> None:
        self._text, self._characters, self._flags = text, frozenset(text), flags

    def of(self, parsed: Iterable[Any], inside: bool, behind: _Characters) -> Iterator[Choice | None]:
        """Yield the choices, None for one too many.

        `behind` are the characters that may stand behind the whole; a pattern that may end there can do so before any.
        """
        items = list(parsed)
        for index, (operator, argument) in enumerate(items):
            follows = self._first(items[index + 1 :], behind)
            if operator in _REPEATS:
                least, most, body = argument
                taken = self._repeated_characters(body)
                if inside or LONG < most < _constants.MAXREPEAT:
                    yield None
                else:
                    longest = self._longest(taken)
                    settled = least == most or not (follows is None or taken is None or taken & follows)
                    yield Choice(1 if settled else min(longest, most - least) + 1, min(longest, most))
                yield from self.of(body, inside or most > 1, self._characters)
            elif operator is _constants.SUBPATTERN:
                yield from self.of(argument[-1], inside, self._characters if follows is None else follows)
            elif operator is _constants.BRANCH:
                yield None if inside else Choice(len(argument[1]), 0)
                for one in argument[1]:
                    yield from self.of(one, inside, self._characters if follows is None else follows)
            elif operator in (_constants.ASSERT, _constants.ASSERT_NOT):
                yield from self.of(argument[1], inside, self._characters)
            elif operator in (_constants.GROUPREF, _constants.GROUPREF_EXISTS, _constants.ATOMIC_GROUP):
                yield None

    def _longest(self, taken: _Characters | None) -> int:
        """How many characters in a row a repeat takes at most."""
        if taken is None:
            return len(self._text)
        return max((sum(1 for _ in run) for inside, run in groupby(self._text, taken.__contains__) if inside), default=0)

    def _repeated_characters(self, body: Any) -> _Characters | None:
        """The characters that a repeat of one character takes; None for any other repeat."""
        return self._one(*body[0]) if len(body) == 1 else None

    def _first(self, items: list[Any], behind: _Characters) -> _Characters | None:
        """The characters with which what follows can begin; None where that is not told."""
        found: set[str] = set()
        for operator, argument in items:
            if operator in _REPEATS:
                taken = self._repeated_characters(argument[2])
                if taken is None:
                    return None
                found |= taken
                if argument[0] > 0:
                    return frozenset(found)
            elif operator is _constants.SUBPATTERN:
                inner = self._first(list(argument[-1]), frozenset())
                return None if inner is None or argument[-1].getwidth()[0] == 0 else frozenset(found | inner)
            else:
                one = self._one(operator, argument)
                return None if one is None else frozenset(found | one)
        return frozenset(found | behind)

    def _one(self, operator: Any, argument: Any) -> _Characters | None:
        """The characters of the text that one character of a pattern takes; None for what is no character."""
        if operator is _constants.LITERAL or operator is _constants.NOT_LITERAL:
            folded = chr(argument).casefold() if self._flags & re.IGNORECASE else chr(argument)
            same = {one for one in self._characters if (one.casefold() if self._flags & re.IGNORECASE else one) == folded}
            return frozenset(same if operator is _constants.LITERAL else self._characters - same)
        if operator is _constants.ANY:
            return self._characters if self._flags & re.DOTALL else self._characters - {"\n"}
        if operator is not _constants.IN or self._flags & re.IGNORECASE:
            return None
        negated = argument[0][0] is _constants.NEGATE
        taken: set[str] = set()
        for kind, value in argument[negated:]:
            if kind is _constants.LITERAL:
                taken |= self._characters & {chr(value)}
            elif kind is _constants.RANGE:
                taken |= {one for one in self._characters if value[0] <= ord(one) <= value[1]}
            elif kind is _constants.CATEGORY and value in _CATEGORIES:
                taken |= {one for one in self._characters if re.match(_CATEGORIES[value], one, self._flags & re.ASCII)}
            else:
                return None
        return frozenset(self._characters - taken if negated else taken)
