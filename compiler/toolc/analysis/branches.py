"""Undecided conditions: run both ways, undo each, join where they meet again.

A way that leaves the suite (`return`, `break`, `continue`, an exception) is kept apart until the place where it lands; until
then the rest runs in a branch of its own. A way that raises where nothing catches is dropped: the program would have ended.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from functools import reduce
from typing import Any

from toolc.analysis.lattice import join
from toolc.analysis.protocol import Machine
from toolc.analysis.signals import Alternative, Outcome, Raised, Signal, Split
from toolc.analysis.store import State
from toolc.analysis.values import Guard, Value

Running = Generator[Value, None, Outcome]
"""The execution of statements: it yields what a generator of the program yields."""


def fork(vm: Machine, guard: Guard, ways: Sequence[Callable[[], Running]], repeated: bool = False) -> Running:
    """Run every way as if its condition held, and join them. `repeated`: the first way is one of any number of rounds."""
    vm.budget.fork()
    found: list[Alternative] = []
    for way in ways:
        outcome, state = yield from branch(vm, guard, way)
        found += alternatives(outcome, state)
    return settle(vm, found, guard, repeated)


def branch(vm: Machine, guard: Guard, way: Callable[[], Running]) -> Generator[Value, None, tuple[Outcome, State]]:
    """Run one way in a branch of the heap, which is undone. Gives how it ended and what it changed."""
    vm.store.open()
    vm.guards.append(guard)
    try:
        outcome: Outcome = yield from way()
    except Raised as raised:
        outcome = Signal("raise", raised)
    finally:
        vm.guards.pop()
        state = vm.store.close()
    return outcome, state


def alternatives(outcome: Outcome, state: State) -> list[Alternative]:
    """The ways on behind a branch."""
    if isinstance(outcome, Split):
        return [Alternative(one.signal, state.then(one.state)) for one in outcome.alternatives]
    return [Alternative(outcome, state)]


def settle(vm: Machine, found: Iterable[Alternative], guard: Guard, repeated: bool = False) -> Outcome:
    """Join the ways that go on alike. One that is left happens; several stay a `Split`."""
    kinds: dict[str, Alternative] = {}
    for one in found:
        kind = "" if one.signal is None else one.signal.kind
        kinds[kind] = one if kind not in kinds else merged(vm, kinds[kind], one, guard, repeated)
    if "raise" in kinds and len(kinds) > 1:
        vm.may_raise(kinds.pop("raise").signal)
    if len(kinds) > 1:
        return Split(tuple(kinds.values()), guard)
    (last,) = kinds.values()
    vm.store.apply(last.state)
    if last.signal is not None and last.signal.kind == "raise":
        raise last.signal.value
    return last.signal


def merged(vm: Machine, one: Alternative, other: Alternative, guard: Guard, repeated: bool = False) -> Alternative:
    """Two ways that go on alike as one."""
    vm.store.open()
    vm.store.join(one.state, other.state, guard, repeated)
    state = vm.store.close()
    if one.signal is None or other.signal is None or one.signal.kind != "return":
        return Alternative(one.signal, state)
    return Alternative(Signal("return", join(one.signal.value, other.signal.value, guard)), state)


def resume(vm: Machine, split: Split, rest: Callable[[], Running], lands: str = "") -> Running:
    """Go on behind a statement that ends in several ways: `rest` runs once, for those that reach it, joined.

    `lands` is a signal that ends here (`continue` at the end of a round). Were `rest` to run for each way that reaches it, the
    rounds of a loop would double with every round.
    """
    found = [one for one in split.alternatives if one.signal is not None and one.signal.kind != lands]
    reaching = [Alternative(None, one.state) for one in split.alternatives if one.signal is None or one.signal.kind == lands]
    joined = reduce(lambda one, other: merged(vm, one, other, split.guard), reaching)

    def way() -> Running:
        vm.store.apply(joined.state)
        return (yield from rest())

    outcome, state = yield from branch(vm, split.guard, way)
    found += alternatives(outcome, state)
    return settle(vm, found, split.guard)


def land(vm: Machine, outcome: Outcome, kind: str) -> Outcome:
    """Let a signal end: behind a loop no `break` goes on."""
    if isinstance(outcome, Split):
        ended = [
            Alternative(None, one.state) if one.signal and one.signal.kind == kind else one for one in outcome.alternatives
        ]
        return settle(vm, ended, outcome.guard)
    return None if outcome is not None and outcome.kind == kind else outcome


def returned(vm: Machine, outcome: Outcome) -> Value:
    """The value of a call whose body ended so."""
    if isinstance(outcome, Split):
        none = Signal("return", None)
        outcome = settle(vm, [Alternative(one.signal or none, one.state) for one in outcome.alternatives], outcome.guard)
    return outcome.value if isinstance(outcome, Signal) and outcome.kind == "return" else None


def drive(running: Generator[Any, None, Any]) -> Any:
    """Run what cannot yield to its end."""
    try:
        while True:
            next(running)
    except StopIteration as stop:
        return stop.value


def both(vm: Machine, guard: Guard, ways: Sequence[Callable[[], Value]]) -> Value:
    """The values of expressions of which an undecided condition takes one, effects included."""

    def returning(way: Callable[[], Value]) -> Callable[[], Running]:
        def run() -> Running:
            yield from ()
            return Signal("return", way())

        return run

    return returned(vm, drive(fork(vm, guard, [returning(way) for way in ways])))
