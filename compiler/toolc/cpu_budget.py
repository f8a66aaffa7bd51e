"""CPU time of one file, the last limit: for costs that no count foresees.

Gives `CpuBudget`s. While one is charged, a timer (SIGPROF) fires every few hundredths of a CPU second, wherever the program is
by then; once the budget is used up it raises `limits.CpuBudgetExceeded`, which the code that opened the budget catches and
reports. No real file comes near its limit, so what is compiled does not depend on how fast a machine is.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from types import FrameType

from toolc.limits import DEFAULTS, CpuBudgetExceeded, Limits

_STEP = 0.05  # CPU seconds from one signal to the next
_GRACE = 0.25  # seconds in which the program should reach a `tick`, a good place to stop at
_EACH = 50  # ticks between two looks at the clock, where no timer can run

RUN = 2
"""How many times what a file may take a run may, for each of its files: linking and lowering are not all there is."""

IMPORTED = 1.0
"""Seconds more for each other file that is opened meanwhile: the first file of a package to ask pays for what all share.
Ten times what one takes, since memory that is shared with other work can be that much slower."""


class CpuBudget:
    """Budget of CPU seconds: allowed and spent. `limits`: those named in the message when it is exceeded."""

    def __init__(self, limits: Limits, allowed: float) -> None:
        self.limits = limits
        self.allowed = allowed
        self.spent = 0.0

    @property
    def is_exceeded(self) -> bool:
        return self.spent > self.allowed


class _TimerState:
    """State of the timer and the budgets charged now, one for the process."""

    def __init__(self) -> None:
        self.charged: list[CpuBudget] = []
        self.rings = False
        self.late = False  # a budget is used up
        self.waits = False  # until later with raising `CpuBudgetExceeded`
        self.left = _EACH
        self.read = 0.0


_state = _TimerState()


@contextmanager
def charging(budget: CpuBudget) -> Iterator[None]:
    """Charge a budget in this block, beside those charged already. Raises `CpuBudgetExceeded`, at once if it is used up."""
    outer = len(_state.charged)
    if not outer and not _state.rings:
        _state.read = process_time()  # time spent before is charged to no budget
    try:
        _state.charged.append(budget)
        charge(0.0)
        yield
    finally:
        del _state.charged[outer:]
        _state.late = False


def share(part: float, more: float) -> CpuBudget:
    """A budget of a share of the seconds a file may take, and some seconds more."""
    limits = _state.charged[0].limits if _state.charged else DEFAULTS
    return CpuBudget(limits, limits.seconds * part + more)


@contextmanager
def uninterruptible() -> Iterator[None]:
    """Raise no `CpuBudgetExceeded` in this block: for work that must not stop half way."""
    before, _state.waits = _state.waits, True
    try:
        yield
    finally:
        _state.waits = before


def extend(seconds: float) -> None:
    """Extend the budgets charged now by some seconds."""
    for budget in _state.charged:
        budget.allowed += seconds


def charge(seconds: float) -> None:
    """Charge the current budgets with seconds spent, also in another process. Raises `CpuBudgetExceeded`."""
    for budget in _state.charged:
        budget.spent += seconds
    _raise_if_exceeded(0.0)


def start_timer() -> None:
    """Start the timer. Only the main thread can, and no thread on Windows: there `tick` does its work."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return
    _state.rings, _state.read = True, process_time()
    signal.signal(signal.SIGPROF, _on_timer)  # for good: a signal may be pending when the timer is stopped
    signal.setitimer(signal.ITIMER_PROF, _STEP, _STEP)


def stop_timer() -> None:
    """Stop the timer."""
    if _state.rings:
        _state.rings = False
        signal.setitimer(signal.ITIMER_PROF, 0)


def tick() -> None:
    """Count a step of work at a good place to stop at. Raises `CpuBudgetExceeded`."""
    if not _state.rings:
        _state.left -= 1
        if _state.left < 0:
            _state.left = _EACH
            _charge_elapsed(0.0)
    elif _state.late:
        _raise_if_exceeded(0.0)


def _on_timer(number: int, frame: FrameType | None) -> None:
    _charge_elapsed(_GRACE)


def _charge_elapsed(grace: float) -> None:
    """Charge the time since the last look."""
    now = process_time()
    seconds, _state.read = now - _state.read, now
    for budget in _state.charged:
        budget.spent += seconds
    _raise_if_exceeded(grace)


def _raise_if_exceeded(grace: float) -> None:
    """Raise `CpuBudgetExceeded` if a budget has been used up for longer than the grace."""
    _state.late = any(budget.is_exceeded for budget in _state.charged)
    if _state.waits:
        return
    for budget in _state.charged:
        if budget.spent > budget.allowed + grace:
            raise CpuBudgetExceeded(budget.limits)


class FileBudgets:
    """One budget for each file."""

    def __init__(self) -> None:
        self._budgets: dict[str, CpuBudget] = {}
        self._busy = False

    @contextmanager
    def charging(self, path: str, limits: Limits) -> Iterator[None]:
        """Charge a file in this block; inside the block of another file, that one is charged."""
        if self._busy:
            yield
            return
        budget = self._budgets.setdefault(path, CpuBudget(limits, limits.seconds))
        try:
            self._busy = True
            with charging(budget):
                yield
        finally:
            self._busy = False
