"""Pools of threads: what they are given to do is done, each call whole, in the order of the calls.

Source: the library reference of CPython 3.11, `concurrent.futures`. Calls that run side by side may end in another order, which
nobody sees of tools, but where two of them write one name: programs that depend on it have no one answer.
"""

from toolc.analysis.models.table import MODELS, model
from toolc.analysis.protocol import Call
from toolc.analysis.signals import Raised
from toolc.analysis.values import MISSING, Class, Coroutine, Instance, Native, Unknown, Value

_POOL = Class("ThreadPoolExecutor", library="concurrent.futures.ThreadPoolExecutor")
_FUTURE = Class("Future", library="concurrent.futures.Future")


@model("concurrent.futures.ThreadPoolExecutor", "concurrent.futures.thread.ThreadPoolExecutor")
def _pool(call: Call) -> Value:
    made = Instance(_POOL)
    started = call.get("initializer", 2)
    if started is not None:
        given = call.get("initargs", 3)
        call.vm.call(started, given if isinstance(given, tuple) else (), {}, call.place)
    return made


def _map(call: Call) -> Value:
    """`Executor.map`, which submits everything at once, whether or not the results are read."""
    _, *given = call.args
    call.args = tuple(given)
    vm = call.vm
    try:
        found = vm.elements(MODELS["builtins.map"](call))
    except Raised as raised:  # by the thread: who reads the results meets it, if anybody does
        return Unknown(vm.doubt("TC205", f"a call in a pool raises {raised.name}"))
    if isinstance(found, Unknown):
        return found
    rest = iter(found)
    return vm.new_iterator(lambda: next(rest, MISSING))


def _submit(call: Call) -> Value:
    made = Instance(_FUTURE)
    try:
        done = call.vm.call(call.args[1], call.args[2:], dict(call.kwargs), call.place)
    except Raised as raised:
        made.native = raised
        return made
    made.native = done if not isinstance(done, Coroutine) else Unknown(call.vm.doubt("TC205", "a coroutine is never awaited"))
    return made


def _result(call: Call) -> Value:
    done = call.args[0].native
    if isinstance(done, Raised):
        raise done
    return done


_POOL.cells.update(
    {
        "map": Native("concurrent.futures.Executor.map", _map),
        "submit": Native("concurrent.futures.Executor.submit", _submit),
        "shutdown": Native("concurrent.futures.Executor.shutdown", lambda call: None),
        "__enter__": Native("concurrent.futures.Executor.__enter__", lambda call: call.args[0]),
        "__exit__": Native("concurrent.futures.Executor.__exit__", lambda call: None),
    }
)
_FUTURE.cells.update(
    {
        "result": Native("concurrent.futures.Future.result", _result),
        "done": Native("concurrent.futures.Future.done", lambda call: True),
    }
)
