"""Work that is spread over processes: takes a function and what it is to be called with, gives the results in that order.

Processes are forked, so that nothing has to be sent to them, and only where there is more than about a second of work. A result
depends on nothing but its own argument, so it is the same whoever made it, in whatever order.
"""

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from toolc.cpu_budget import start_timer

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

_Work = TypeVar("_Work", bound=Sequence[object])
_Result = TypeVar("_Result")

WORTH = 80
"""How many files are about a second of work."""

_BATCHES = 8  # for each process: few enough to cost nothing, enough that none waits long for another
_PATIENCE = 0.5  # seconds for processes to end in, and after which they ask whether they should
_work: Callable[[Any], Any]


def available_processors() -> int:
    """How many processes can run at a time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def map_in_processes(work: Callable[[_Work], _Result], items: Sequence[_Work], jobs: int) -> Iterator[_Result]:
    """The result of each item. `jobs`: in how many processes at most."""
    jobs = min(jobs, len(items))
    if jobs < 2 or sum(map(len, items)) < WORTH or not hasattr(os, "fork"):
        yield from map(work, items)
        return
    from concurrent.futures import ProcessPoolExecutor  # most runs are small, and these take as long to import as to run
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    global _work  # a forked process finds it there
    _work = work
    pool, done = ProcessPoolExecutor(jobs, get_context("fork"), _begin, (os.getpid(),)), 0
    try:
        with _uninterrupted():
            results = pool.map(_call, items, chunksize=max(len(items) // (jobs * _BATCHES), 1))
        for result in results:
            yield result
            done += 1
    except BrokenProcessPool:  # one was killed, for want of memory say: the rest is done here
        yield from map(work, items[done:])
    finally:
        _end(pool)


def _end(pool: "ProcessPoolExecutor") -> None:
    """Ends the worker processes, for which the pool has no method, and waits for the thread that manages them: while it ends,
    Python must not, and its messages about processes that were ended on purpose are dropped."""
    forked = list((pool._processes or {}).values())
    thread: Any = pool._executor_manager_thread
    said, threading.excepthook = threading.excepthook, lambda _: None
    try:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in forked:
            process.terminate()
        if thread is not None:
            thread.join(_PATIENCE)
    finally:
        threading.excepthook = said


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """An interrupt waits meanwhile: one that comes while Python forks is dropped, and ends processes that have just begun."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _begin(started: int) -> None:
    """An interrupt is for the process that was started; it ends the others. Should it be killed, they end by themselves: what
    they wait for would never come."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    end_with(started)
    start_timer()


def end_with(started: int) -> None:
    """End this process, which another one has started, within a second of the end of that one; not on Windows."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, lambda *_: None if os.getppid() == started else os._exit(1))
        signal.setitimer(signal.ITIMER_REAL, _PATIENCE, _PATIENCE)


def _call(item: Any) -> Any:
    return _work(item)
