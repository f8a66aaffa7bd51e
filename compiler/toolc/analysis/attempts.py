"""Parts of the program that are run by themselves: what ends one of them ends nothing else, and is reported."""

from collections.abc import Callable
from typing import Any

from toolc.analysis.asides import restore
from toolc.analysis.budget import Exhausted
from toolc.analysis.doubts import Doubt, Place
from toolc.analysis.interpreter.machine import Interpreter
from toolc.analysis.signals import Raised
from toolc.analysis.values import Value
from toolc.limits import CpuBudgetExceeded


def report_exceptions(vm: Interpreter, name: str, run_: Callable[[], Any], called: bool = True) -> Callable[[], Any]:
    """Wrap code so that an exception that ends it is reported (TC227): real programs can be started, so the rest is not known.

    `called`: the program is seen to run the code. In other code a `raise` statement is not reported.
    """

    def run_it() -> Any:
        try:
            return run_()
        except Raised as raised:
            if raised.name not in _ORDINARY and (called or not raised.stated):
                detail = f" ({raised.detail})" if raised.detail else ""
                reason = f"{name} raises {raised.name}{detail} here as far as toolc follows it"
                vm.notes.append(Doubt("TC227", reason, raised.place or vm.place))
            raise

    return run_it


_ORDINARY = frozenset({"SystemExit", "KeyboardInterrupt", "NotImplementedError"})
"""Exceptions by which code ends as its author means it to."""


def attempt(vm: Interpreter, run_: Any, beginning: Place | None = None) -> Value:
    """Run a part of the program and return its result; `None` where an exception or a limit ends it, which is noted.

    `beginning`: the place that a limit is reported at if a library has reached it. Raises what ends the whole run.
    """
    level, guards = vm.store.level, len(vm.guards)
    try:
        return run_()
    except Raised:
        return None
    except Exhausted as reached:
        if reached.whole:
            raise
        place = _own_place(vm, beginning)
        restore(vm, level, guards)
        vm.notes.append(Doubt("TC217", "this part of the program takes more steps than toolc follows", place))
        return None
    except RecursionError:
        restore(vm, level, guards)
        vm.notes.append(vm.doubt("TC217", "calls lead deeper into each other than toolc follows"))
        return None
    except (CpuBudgetExceeded, MemoryError):
        raise
    except Exception as fault:  # a fault of toolc affects only this step
        if vm.strict:
            raise
        restore(vm, level, guards)
        vm.faults.append((fault, vm.place))
        return None


def _own_place(vm: Interpreter, beginning: Place | None) -> Place:
    """The place that is executed; in code of a library, the function without a known caller that led there, or the module."""
    module = vm.modules.loaded.get(vm.place.module)
    if module is not None and not module.is_written:
        return vm.place
    uncalled = vm.driven.uncalled
    return (uncalled.place if uncalled is not None else beginning) or vm.place
