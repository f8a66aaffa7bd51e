"""Executions beside the program: what they find is not kept, or all that they do is rolled back."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from toolc.analysis.budget import Exhausted
from toolc.analysis.interpreter.machine import NOWHERE, Interpreter
from toolc.analysis.signals import Raised
from toolc.deep_calls import run_deep
from toolc.limits import CpuBudgetExceeded

T = TypeVar("T")

STEPS, FORKS = 20_000, 200  # of one call beside the program


class NotFollowed(Exception):
    """A call beside the program has no result that is known; the text says why."""


def run_aside(vm: Interpreter, steps: int, work: Callable[[], T]) -> T:
    """Return the result of work on the heap, which is afterwards as before. Raises `NotFollowed`."""
    kept = [(one, len(one)) for one in (vm.functions, vm.instances, vm.classes)]
    state = vm.place, vm.frame, vm.catching, vm.import_caught, vm.landing
    level, guards = vm.store.level, len(vm.guards)
    vm.place, vm.catching, vm.import_caught, vm.landing = NOWHERE, 0, False, None
    vm.store.open()
    try:
        with forgetting(vm), vm.budget.allowance(STEPS + steps, FORKS, whole=True):
            return run_deep(work)
    except Raised as raised:
        raise NotFollowed(f"it raises {raised.name}") from None
    except Exhausted:
        raise NotFollowed("it takes more steps than toolc follows") from None
    except RecursionError:
        raise NotFollowed("it is nested too deeply") from None
    except (NotFollowed, CpuBudgetExceeded, MemoryError):
        raise
    except Exception:
        if vm.strict:
            raise
        raise NotFollowed("toolc has a fault there") from None
    finally:
        restore(vm, level, guards)
        vm.place, vm.frame, vm.catching, vm.import_caught, vm.landing = state
        for one, length in kept:
            del one[length:]


@contextmanager
def forgetting(vm: Interpreter) -> Iterator[None]:
    """Within, what an execution finds is not kept."""
    lists: tuple[list[Any], ...] = (vm.notes, vm.events, vm.left_out, vm.mains, vm.shadowed)
    kept = [(one, len(one)) for one in lists]
    try:
        yield
    finally:
        for one, length in kept:
            del one[length:]


def restore(vm: Interpreter, level: int, guards: int) -> None:
    """Roll back the branches and calls that were open when an execution was aborted."""
    while vm.store.level > level:
        vm.store.close()
    vm.store.unwatch_all()
    vm.landing = None
    del vm.guards[guards:]
    vm.calls.clear()
    vm.active.clear()
    vm.ghost, vm.unknown_loops, vm.unordered_loops, vm.catching, vm.import_caught = None, 0, 0, 0, False
