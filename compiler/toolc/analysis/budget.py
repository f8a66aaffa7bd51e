"""Limits of one analysis: steps, depth of calls, forks. Counts, never a clock: the answer depends on the program alone.

A call that takes half of an allowance alone is given up when that is used up, and what is behind it still runs (`give_up`).
"""

from collections.abc import Iterator
from contextlib import contextmanager

from toolc.limits import Exhausted

STEPS, MODULE_FORKS = 400_000, 8_000
"""Of one module and what it imports, or one entry point."""


class Budget:
    """Step, depth and fork limits; they are never reset during an analysis."""

    def __init__(self, steps: int = 6_000_000, depth: int = 60, forks: int = 100_000) -> None:
        self.steps, self.depth, self.forks = steps, depth, forks
        self.taken = self.forked = 0
        self.statements = 0  # statements among the steps
        self._until, self._forks_until = steps, forks
        self._steps_share, self._forks_share, self._given_up = steps, forks, MAX_GIVEN_UP

    def step(self, count: int = 1) -> None:
        """Count one statement, round of a loop or call; `count` steps for one that does more work. Raises `Exhausted`."""
        self.taken += count
        if self.taken > self._until:
            raise Exhausted(self.taken > self.steps)

    @contextmanager
    def allowance(self, steps: int, forks: int, whole: bool = False) -> Iterator[None]:
        """Within, at most so many steps and forks, out of those that are left. `whole`: no call in it is given up alone."""
        before = self._until, self._forks_until, self._steps_share, self._forks_share, self._given_up
        self._until, self._forks_until = min(self._until, self.taken + steps), min(self._forks_until, self.forked + forks)
        self._steps_share, self._forks_share, self._given_up = steps, forks, MAX_GIVEN_UP if whole else 0
        try:
            yield
        finally:
            self._until, self._forks_until, self._steps_share, self._forks_share, self._given_up = before

    def give_up(self, taken: int, forked: int) -> bool:
        """Decide whether a call is what used up the allowance; then what follows it may take a quarter of that again.

        `taken` and `forked`: the counts when the call began.
        """
        heavy = 2 * (self.taken - taken) >= self._steps_share or 2 * (self.forked - forked) >= self._forks_share
        if not heavy or self._given_up >= MAX_GIVEN_UP or self.taken > self.steps or self.forked > self.forks:
            return False
        self._given_up += 1
        self._until, self._forks_until = self.taken + self._steps_share // 4, self.forked + self._forks_share // 4
        return True

    def fork(self) -> None:
        """One undecided condition is followed both ways. Raises `Exhausted`."""
        self.forked += 1
        if self.forked > self._forks_until:
            raise Exhausted(self.forked > self.forks)


MAX_GIVEN_UP = 2  # calls within one allowance
MAX_ROUNDS = 2_000  # of one loop
MAX_ENDLESS = 50  # rounds of a loop whose test is a constant
MAX_UNDECIDED = 8  # rounds of a `while`, or operands of `and`, that may each have ended it
MAX_TEXT = 1 << 20  # characters of a text, or elements of a container, that an operation makes
ELEMENTS_A_STEP = 16  # of a sequence that is gone through at once
MAX_RECURSION = 24  # calls of one function within each other

__all__ = ["MAX_RECURSION", "MAX_ROUNDS", "MAX_TEXT", "Budget", "Exhausted"]
