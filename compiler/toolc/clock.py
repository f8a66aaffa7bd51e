"""The last limit: CPU time, for costs that no count foresees.

Gives `Account`s. While one pays, a bell rings every few hundredths of a CPU second, wherever the program is by then; from an
account that is used up it raises `limits.Overrun`, and whoever opened the account catches that and says so. No real file comes
near its limit, so what is compiled does not depend on how fast a machine is.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from types import FrameType

from toolc.limits import DEFAULTS, Limits, Overrun

_STEP = 0.05  # CPU seconds from one ring to the next
_GRACE = 0.25  # seconds in which whoever is at work is to come by a place that is good to stop at
_EACH = 50  # questions between two looks at the clock, where no bell can ring

RUN = 2
"""How many times what a file may take a run may, for each of its files: linking and lowering are not all there is."""

IMPORTED = 0.2
"""Seconds more for each other file that is opened meanwhile: the first file of a package to ask pays for what all share."""


class Account:
    """Account of CPU seconds: allowed and taken. `limits`: those named in the message when it is overdrawn."""

    def __init__(self, limits: Limits, allowed: float) -> None:
        self.limits = limits
        self.allowed = allowed
        self.spent = 0.0

    @property
    def empty(self) -> bool:
        return self.spent > self.allowed


class _Bell:
    """State shared by all accounts of the process."""

    def __init__(self) -> None:
        self.paying: list[Account] = []
        self.rings = False
        self.late = False  # an account is used up
        self.waits = False  # until later with raising `Overrun`
        self.left = _EACH
        self.read = 0.0


_bell = _Bell()


@contextmanager
def paying(account: Account) -> Iterator[None]:
    """Until it ends, the account pays, beside those that do already. Raises `Overrun`: at once where there is nothing left."""
    outer = len(_bell.paying)
    if not outer and not _bell.rings:
        _bell.read = process_time()  # nobody pays for what was before
    try:
        _bell.paying.append(account)
        spend(0.0)
        yield
    finally:
        del _bell.paying[outer:]
        _bell.late = False


def share(part: float, more: float) -> Account:
    """An account with a part of what a file may take, and so many seconds more."""
    limits = _bell.paying[0].limits if _bell.paying else DEFAULTS
    return Account(limits, limits.seconds * part + more)


@contextmanager
def unhurried() -> Iterator[None]:
    """Until it ends, no `Overrun` is raised: for what must not stop half way."""
    before, _bell.waits = _bell.waits, True
    try:
        yield
    finally:
        _bell.waits = before


def allow(seconds: float) -> None:
    """Extend the current accounts by some seconds."""
    for account in _bell.paying:
        account.allowed += seconds


def spend(seconds: float) -> None:
    """Charge the current accounts with seconds spent, also in another process. Raises `Overrun`."""
    for account in _bell.paying:
        account.spent += seconds
    _demand(0.0)


def ring() -> None:
    """Has the bell ring from here on. Only the main thread can, and no thread on Windows: there `tick` has to do."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return
    _bell.rings, _bell.read = True, process_time()
    signal.signal(signal.SIGPROF, _rung)  # for good: a bell that is stopped may have rung already
    signal.setitimer(signal.ITIMER_PROF, _STEP, _STEP)


def still() -> None:
    """Stops the bell."""
    if _bell.rings:
        _bell.rings = False
        signal.setitimer(signal.ITIMER_PROF, 0)


def tick() -> None:
    """One more question, and a good place to stop at. Raises `Overrun`."""
    if not _bell.rings:
        _bell.left -= 1
        if _bell.left < 0:
            _bell.left = _EACH
            _look(0.0)
    elif _bell.late:
        _demand(0.0)


def _rung(number: int, frame: FrameType | None) -> None:
    _look(_GRACE)


def _look(grace: float) -> None:
    """Charges what has been taken since the last look."""
    now = process_time()
    seconds, _bell.read = now - _bell.read, now
    for account in _bell.paying:
        account.spent += seconds
    _demand(grace)


def _demand(grace: float) -> None:
    """Raises `Overrun` from an account that is used up for so long."""
    _bell.late = any(account.empty for account in _bell.paying)
    if _bell.waits:
        return
    for account in _bell.paying:
        if account.spent > account.allowed + grace:
            raise Overrun(account.limits)


class Files:
    """An account for each file."""

    def __init__(self) -> None:
        self._accounts: dict[str, Account] = {}
        self._busy = False

    @contextmanager
    def charging(self, path: str, limits: Limits) -> Iterator[None]:
        """Until it ends, the file pays; within another one's turn, that one does."""
        if self._busy:
            yield
            return
        account = self._accounts.setdefault(path, Account(limits, limits.seconds))
        try:
            self._busy = True
            with paying(account):
                yield
        finally:
            self._busy = False
