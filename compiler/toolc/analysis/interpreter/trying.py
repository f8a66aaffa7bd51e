"""`try`: which handler an exception of the program lands in, and what follows where one may be raised.

Models raise what Python raises. A statement that may raise has two ways on, of which one leads to the handlers with what was
done until then. What is not executed is taken to succeed; since it may not, the handlers of a body that relies on it run as
well, as a way that may be taken behind it.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from toolc import code
from toolc.analysis import effects
from toolc.analysis.branches import Running, attempt, fork, on_each, resume
from toolc.analysis.doubts import Guard
from toolc.analysis.frame import Frame
from toolc.analysis.interpreter import supposing
from toolc.analysis.objects import exceptions
from toolc.analysis.protocol import Machine
from toolc.analysis.signals import Raised, Signal, Split
from toolc.analysis.values import Instance, Unknown, Value
from toolc.module import YieldExpr


def run_try(vm: Machine, statement: code.Try, frame: Frame) -> Running:
    """The whole statement; `finally` runs on every way, and its own signal wins."""
    if not statement.final:
        return (yield from _run_try(vm, statement, frame))
    body = partial(_run_try, vm, statement, frame)
    waits = suspends(frame, (statement.body, statement.handlers))
    outcome, landing = yield from attempt(vm, body, catching=False, suspends=waits)

    def finally_(signal: Signal | None) -> Running:
        final = yield from vm.run_suite(statement.final, frame)
        return (yield from leave(signal)) if final is None else final

    return (yield from on_each(vm, outcome, landing, finally_))


def suspends(frame: Frame, suite: Any) -> bool:
    """Return `True` if a suite of a generator contains a `yield`."""
    return frame.is_generator and any(isinstance(one, YieldExpr) for one in effects.walk(suite))


def leave(signal: Signal | None) -> Running:
    """Go on as a body ended."""
    yield from ()
    if signal is not None and signal.kind == "raise":
        raise signal.value
    return signal


def _run_try(vm: Machine, statement: code.Try, frame: Frame) -> Running:
    if not statement.handlers:
        return (yield from vm.run_suite(statement.body, frame))
    around, vm.maybe_raised = vm.maybe_raised, None
    try:
        body = partial(vm.run_suite, statement.body, frame)
        outcome, landing = yield from attempt(vm, body, suspends=suspends(frame, statement.body))
        possible = vm.maybe_raised
    finally:
        vm.maybe_raised = around

    def behind(signal: Signal | None) -> Running:
        if signal is not None and signal.kind == "raise":
            return (yield from _catch(vm, statement, signal.value, frame))
        if signal is None and possible is not None:
            return (yield from _perhaps(vm, statement, possible, lambda: vm.run_suite(statement.orelse, frame), frame))
        if signal is None and statement.orelse:
            return (yield from vm.run_suite(statement.orelse, frame))
        return signal

    return (yield from on_each(vm, outcome, landing, behind))


def _catch(vm: Machine, statement: code.Try, raised: Raised, frame: Frame) -> Running:
    if raised.possible:
        return (yield from _perhaps_caught(vm, statement, raised, frame))
    if statement.starred:
        return (yield from _catch_in_groups(vm, statement, raised, frame))
    handler = _handler(vm, statement, raised, frame)
    if handler is None:
        raise raised
    handled = _handle(vm, handler, raised, frame)
    return (yield from supposing.because_of(vm, raised.inputs, handled) if raised.inputs else handled)


def _catch_in_groups(vm: Machine, statement: code.Try, raised: Raised, frame: Frame) -> Running:
    """`except*`: each handler gets a group of the exceptions that it catches; what none catches goes on."""
    left = raised.value if isinstance(raised.value, Instance) else vm.exception(raised.name, (_no_text(vm, raised),))
    alone = not exceptions.is_group(left)
    ways: list[tuple[code.Handler, Raised]] = []
    for handler in statement.handlers:
        caught, left = (None, None) if left is None else exceptions.split(vm, left, vm.evaluate(handler.type, frame))
        if caught is not None:
            group = exceptions.group_of(vm, "", (caught,)) if alone else caught
            ways.append((handler, Raised("ExceptionGroup", group)))
    rest = None if left is None else raised if alone else exceptions.exception_of(vm, left)
    return (yield from _handle_each(vm, ways, rest, frame))


def _handle_each(vm: Machine, ways: list[tuple[code.Handler, Raised]], rest: Raised | None, frame: Frame) -> Running:
    for index, (handler, group) in enumerate(ways):
        outcome = yield from _handle(vm, handler, group, frame)
        if isinstance(outcome, Split) and outcome.goes_on:
            return (yield from resume(vm, outcome, partial(_handle_each, vm, ways[index + 1 :], rest, frame)))
        if outcome is not None:
            return outcome
    if rest is not None:
        raise rest
    return None


def _no_text(vm: Machine, raised: Raised) -> Value:
    return Unknown(vm.doubt("TC205", f"the text of the {raised.name} that Python itself raises is not known"))


def _perhaps_caught(vm: Machine, statement: code.Try, raised: Raised, frame: Frame) -> Running:
    """An exception that code which is not followed may raise: any handler may be the one that catches it."""
    ways = _possible_handlers(vm, statement, raised, frame)
    if not ways:
        raise raised
    if len(ways) == 1:
        return (yield from ways[0]())
    doubt = raised.value.doubt
    return (yield from fork(vm, Guard(doubt.place, doubt.reason), ways))


def _perhaps(vm: Machine, statement: code.Try, possible: Guard, rest: Callable[[], Running], frame: Frame) -> Running:
    """A body that succeeded, of which something may raise that was not executed: its `else`, or a handler."""
    raised = Raised("Exception", Unknown(vm.doubt("TC205", possible.reason)))
    ways = _possible_handlers(vm, statement, raised, frame)
    return (yield from fork(vm, possible, [rest, *ways])) if ways else (yield from rest())


def _possible_handlers(vm: Machine, statement: code.Try, raised: Raised, frame: Frame) -> list[Callable[[], Running]]:
    """The handlers that may catch an exception of unknown class."""
    return [partial(_handle, vm, one, raised, frame) for one in statement.handlers if not _for_imports(one)]


def _for_imports(handler: code.Handler) -> bool:
    """A handler of failed imports and of names that are missing: whether these are raised is known."""
    from toolc.module import Name, SequenceExpr

    types = handler.type.items if isinstance(handler.type, SequenceExpr) else (handler.type,)
    return all(isinstance(one, Name) and one.id in ("ImportError", "ModuleNotFoundError", "NameError") for one in types)


def _handler(vm: Machine, statement: code.Try, raised: Raised, frame: Frame) -> code.Handler | None:
    for one in statement.handlers:
        if one.type is None or exceptions.catches(vm, vm.evaluate(one.type, frame), raised):
            return one
    return None


_WITHOUT_TEXT = frozenset({"StopIteration", "StopAsyncIteration", "GeneratorExit", "KeyboardInterrupt"})


def _handle(vm: Machine, handler: code.Handler, raised: Raised, frame: Frame) -> Running:
    if handler.name:
        value = raised.value
        if value is None:
            value = vm.exception(raised.name, () if raised.name in _WITHOUT_TEXT else (_no_text(vm, raised),))
        vm.bind_name(handler.name, value, frame.scope)
    before, vm.handled = vm.handled, raised
    try:
        outcome = yield from vm.run_suite(handler.body, frame)
        if handler.name and not isinstance(outcome, Split):
            vm.unbind_name(handler.name, frame.scope)
        return outcome
    finally:
        vm.handled = before
