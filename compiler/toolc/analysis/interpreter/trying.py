"""`try`: which handler an exception of the program lands in, and what follows where one may be raised.

Models raise what Python raises. What is not executed is taken to succeed; since it may not, the handlers of a body that
relies on it run as well, as a way that may be taken behind it.
"""

from collections.abc import Callable

from toolc import code
from toolc.analysis.branches import Running, fork
from toolc.analysis.frame import Frame
from toolc.analysis.interpreter import supposing
from toolc.analysis.objects import exceptions
from toolc.analysis.protocol import Machine
from toolc.analysis.signals import Outcome, Raised, Split
from toolc.analysis.values import Guard, Unknown
from toolc.module import From, Import


def run_try(vm: Machine, statement: code.Try, frame: Frame) -> Running:
    """The whole statement; `finally` runs on every way, and its own signal wins."""
    try:
        outcome = yield from _guarded(vm, statement, frame)
    except Raised:
        if statement.final:
            final = yield from vm.run_suite(statement.final, frame)
            if final is not None:
                return final
        raise
    if statement.final:
        final = yield from _finally(vm, statement, outcome, frame)
        return final
    return outcome


def _finally(vm: Machine, statement: code.Try, outcome: Outcome, frame: Frame) -> Running:
    from toolc.analysis.branches import alternatives, branch, settle
    from toolc.analysis.signals import Alternative
    from toolc.analysis.store import State

    if not isinstance(outcome, Split):
        final = yield from vm.run_suite(statement.final, frame)
        return outcome if final is None else final
    found: list[Alternative] = []
    for one in outcome.alternatives:

        def way(state: State = one.state) -> Running:
            vm.store.apply(state)
            return (yield from vm.run_suite(statement.final, frame))

        ended, state = yield from branch(vm, outcome.guard, way)
        found += [Alternative(ended.signal or one.signal, ended.state) for ended in alternatives(ended, state)]
    return settle(vm, found, outcome.guard)


def _guarded(vm: Machine, statement: code.Try, frame: Frame) -> Running:
    around = vm.maybe_raised, vm.maybe_missing
    vm.maybe_raised = vm.maybe_missing = None
    vm.catching += 1
    importing = any(isinstance(one, (Import, From)) for one in statement.body)
    if importing:
        vm.store.open()
    try:
        outcome = yield from vm.run_suite(statement.body, frame)
    except Raised as raised:
        if importing:
            vm.store.apply(vm.store.close())
        vm.catching -= 1
        vm.maybe_raised, vm.maybe_missing = around
        handler = _handler(vm, statement, raised, frame)
        if handler is None:
            raise
        handled = _handle(vm, handler, raised, frame)
        return (yield from supposing.because_of(vm, raised.inputs, handled) if raised.inputs else handled)
    except BaseException:
        if importing:
            vm.store.close()
        vm.catching -= 1
        raise
    vm.catching -= 1
    state = vm.store.close() if importing else None
    absent = Raised("ModuleNotFoundError")
    if state is not None:
        handler = _handler(vm, statement, absent, frame) if vm.maybe_missing is not None and outcome is None else None
        if handler is not None:
            guard, state_ = vm.maybe_missing, state
            vm.maybe_raised, vm.maybe_missing = around
            assert guard is not None

            def installed() -> Running:
                vm.store.apply(state_)
                return (yield from vm.run_suite(statement.orelse, frame))

            return (yield from fork(vm, guard, [installed, lambda: _handle(vm, handler, absent, frame)]))
        vm.store.apply(state)
    possible = vm.maybe_raised
    vm.maybe_raised, vm.maybe_missing = around

    def rest() -> Running:
        return (yield from vm.run_suite(statement.orelse, frame))

    if outcome is None and statement.handlers and possible is not None:
        return (yield from _perhaps(vm, statement, possible, rest, frame))
    if outcome is None and statement.orelse:
        outcome = yield from rest()
    return outcome


def _perhaps(vm: Machine, statement: code.Try, possible: Guard, rest: Callable[[], Running], frame: Frame) -> Running:
    """A body that succeeded, of which something may raise that was not executed: its `else`, or a handler."""
    raised = Raised("Exception", Unknown(vm.doubt("TC205", possible.reason)))
    handlers = [one for one in statement.handlers if not _for_imports(one)]
    ways = [rest, *[lambda one=one: _handle(vm, one, raised, frame) for one in handlers]]
    return (yield from fork(vm, possible, ways)) if handlers else (yield from rest())


def _for_imports(handler: code.Handler) -> bool:
    """A handler of failed imports and of names that are missing: whether these are raised is known."""
    from toolc.module import Name, Seq

    types = handler.type.items if isinstance(handler.type, Seq) else (handler.type,)
    return all(isinstance(one, Name) and one.id in ("ImportError", "ModuleNotFoundError", "NameError") for one in types)


def _handler(vm: Machine, statement: code.Try, raised: Raised, frame: Frame) -> code.Handler | None:
    for one in statement.handlers:
        if one.type is None or exceptions.catches(vm, vm.evaluate(one.type, frame), raised):
            return one
    return None


def _handle(vm: Machine, handler: code.Handler, raised: Raised, frame: Frame) -> Running:
    if handler.name:
        value = raised.value
        if value is None:
            value = vm.exception(raised.name)
        vm.bind_name(handler.name, value, frame.scope)
    before, vm.handled = vm.handled, raised
    try:
        outcome = yield from vm.run_suite(handler.body, frame)
        if handler.name and not isinstance(outcome, Split):
            vm.unbind_name(handler.name, frame.scope)
        return outcome
    finally:
        vm.handled = before
