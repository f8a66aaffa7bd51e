"""Path splitting at undecided conditions: execute each alternative, roll back, join at the merge point.

An alternative that exits the block abnormally (`return`, `break`, `continue`, an exception) is kept separate until the
construct that handles it. One that raises is handled by the enclosing `try` or `with`, which may be in a caller; if there is
none it is dropped, since the program would have ended.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from functools import partial, reduce
from typing import Any

from toolc.analysis.doubts import Guard
from toolc.analysis.lattice import join
from toolc.analysis.protocol import Machine
from toolc.analysis.signals import Alternative, Outcome, Raised, Signal, Split
from toolc.analysis.store import State, Store
from toolc.analysis.values import Choice, Iterator, Value

Running = Generator[Value, None, Outcome]
"""The execution of statements: it yields what a generator of the program yields."""


def fork(vm: Machine, guard: Guard, ways: Sequence[Callable[[], Running]], repeated: bool = False) -> Running:
    """Run every way under the assumption that its condition holds; join them. `repeated`: the first is one round of a loop."""
    vm.budget.fork()
    found: list[Alternative] = []
    for way in ways:
        outcome, state = yield from branch(vm, guard, way)
        found += alternatives(outcome, state)
    return settle(vm, found, guard, repeated)


def branch(vm: Machine, guard: Guard, way: Callable[[], Running]) -> Generator[Value, None, tuple[Outcome, State]]:
    """Run one way in a branch of the heap, and roll it back. Return its outcome and its effects."""
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
    """The outcomes of a branch as a flat list of alternatives."""
    if isinstance(outcome, Split):
        return [Alternative(one.signal, state.then(one.state)) for one in outcome.alternatives]
    return [Alternative(outcome, state)]


def settle(vm: Machine, found: Iterable[Alternative], guard: Guard, repeated: bool = False) -> Outcome:
    """Join alternatives with the same outcome. If one remains, apply it; if several, return a `Split`.

    Raising alternatives beside others go to the enclosing landing, or are dropped if there is none.
    """
    kinds: dict[tuple[str, str], Alternative] = {}
    for one in found:
        kind = _kind(one.signal)
        kinds[kind] = one if kind not in kinds else merge_alternatives(vm, kinds[kind], one, guard, repeated)
    for kind in [one for one in kinds if one[0] == "raise"]:
        if len(kinds) > 1:
            vm.may_raise(kinds.pop(kind), guard)
    if len(kinds) > 1:
        return Split(tuple(kinds.values()), guard)
    (last,) = kinds.values()
    vm.store.apply(last.state)
    if last.signal is not None and last.signal.kind == "raise":
        raise last.signal.value
    return last.signal


def _kind(signal: Signal | None) -> tuple[str, str]:
    """Return the key under which two outcomes are joined: the kind of signal and, for an exception, the name of its class."""
    if signal is None:
        return "", ""
    if signal.kind != "raise":
        return signal.kind, ""
    return signal.kind, "" if signal.value.possible else signal.value.name


def merge_alternatives(vm: Machine, one: Alternative, other: Alternative, guard: Guard, repeated: bool = False) -> Alternative:
    """Join two alternatives with the same outcome."""
    vm.store.open()
    vm.store.join(one.state, other.state, guard, repeated)
    state = vm.store.close()
    if one.signal is None or other.signal is None or one.signal.kind not in ("return", "raise"):
        return Alternative(one.signal, state)
    if one.signal.kind == "raise":
        first, second = one.signal.value, other.signal.value
        value = first.value if first.value is second.value else join(first.value, second.value, guard)
        raised = Raised(first.name, value, first.detail, first.inputs | second.inputs)
        raised.possible = first.possible
        return Alternative(Signal("raise", raised), state)
    return Alternative(Signal("return", join(one.signal.value, other.signal.value, guard)), state)


MAX_RAISES = 8
"""Limit of exceptional states kept per `try` or `with`; further ones are ignored."""


class Landing:
    """Join point of the exceptional exits of a `try` or `with` body. `ways`: one state per exit; `guard`: the condition that
    decides; `advanced`: iterators older than the body, whose position becomes uncertain; `around`: the landing of the body that
    it is in."""

    def __init__(self, store: Store, around: "Landing | None" = None) -> None:
        self._store, self._began, self.around = store, store.watch(), around
        self.ways: list[Alternative] = []
        self.guard: Guard | None = None
        self._last: tuple[int, tuple[str, str]] | None = None
        self.advanced: list[Iterator] = []

    def add(self, way: Alternative, guard: Guard) -> None:
        """Record that an exception may be raised in this state, changed further by the effects of `way`."""
        self.guard = self.guard or guard
        known = not way.state and self._last == (self._store.changes, _kind(way.signal))
        if not known and len(self.ways) < MAX_RAISES:
            self.ways.append(Alternative(way.signal, self._store.since(self._began, way.state)))
        self._last = (self._store.changes, _kind(way.signal))

    @property
    def guards(self) -> tuple[Guard, ...]:
        """The conditions under which this place is reached, none of the bodies around it having raised before."""
        outer = () if self.around is None else self.around.guards
        return outer if self.guard is None or not self.ways else (*outer, self.guard)

    def advance(self, iterator: Iterator) -> None:
        """Record that an older iterator was advanced: its position, a Python generator's, cannot be rolled back."""
        if iterator.serial <= self._began.since and iterator not in self.advanced:
            self.advanced.append(iterator)

    def end(self, outcome: Outcome) -> list[Alternative]:
        """Return all exits of the body; if it may also end by an exception, roll the body back first."""
        left = self._store.since(self._began) if self.ways else State(0, {})
        self._store.unwatch(self._began)
        if not self.ways:
            return alternatives(outcome, left)
        self._store.go_back(self._began)
        return [*alternatives(outcome, left), *self.ways]

    def drop(self) -> None:
        """Forget the log after an abort."""
        self._store.unwatch(self._began)


def attempt(
    vm: Machine, body: Callable[[], Running], catching: bool = True, suspends: bool = False
) -> Generator[Value, None, tuple[Outcome, Landing | None]]:
    """Run a body with a landing of its own. An exception that it certainly raises is its outcome; nothing is joined yet.

    `catching`: exceptions of names and imports that are missing are raised, not taken for gaps of the analysis. `suspends`:
    the body contains a `yield` of a generator; it has no landing, because the log would also cover the consumer's code.
    """
    around, landing = vm.landing, None if suspends else Landing(vm.store, vm.landing)
    waiting, vm.suspended = vm.suspended, suspends
    vm.landing = landing or around
    vm.catching += catching
    try:
        outcome: Outcome = yield from body()
    except Raised as raised:
        outcome = Signal("raise", raised)
    except BaseException:
        if landing is not None:
            landing.drop()
        raise
    finally:
        vm.landing, vm.suspended = around, waiting
        vm.catching -= catching
    return outcome, landing


def on_each(vm: Machine, outcome: Outcome, landing: Landing | None, then: Callable[[Signal | None], Running]) -> Running:
    """Execute `then`, the code behind a body, on each exit of it; `then` receives the signal."""
    found = landing.end(outcome) if landing is not None else alternatives(outcome, State(0, {}))
    guard = outcome.guard if isinstance(outcome, Split) else None
    if landing is not None and landing.guard is not None:
        guard = landing.guard
    if guard is None:
        assert not isinstance(outcome, Split)
        return (yield from then(outcome))
    kinds: dict[tuple[str, str], Alternative] = {}
    for one in found:
        kind = _kind(one.signal)
        kinds[kind] = one if kind not in kinds else merge_alternatives(vm, kinds[kind], one, guard)
    ended: list[Alternative] = []
    for one in kinds.values():

        def way(signal: Signal | None = one.signal, state: State = one.state) -> Running:
            vm.store.apply(state)
            return (yield from then(signal))

        behind, state = yield from branch(vm, guard, way)
        ended += alternatives(behind, state)
    last = settle(vm, ended, guard)
    for iterator in landing.advanced if landing is not None and landing.ways else ():
        vm.store.taint(iterator, vm.doubt("TC205", "how far an iterator has come depends on a condition"))
    return last


def resume(vm: Machine, split: Split, rest: Callable[[], Running], lands: str = "") -> Running:
    """Execute the continuation `rest` once, on the join of all alternatives that reach it.

    `lands`: a signal that ends here (`continue` at the end of a round). Without the join, loop iterations would double.
    """
    found = [one for one in split.alternatives if one.signal is not None and one.signal.kind != lands]
    reaching = [Alternative(None, one.state) for one in split.alternatives if one.signal is None or one.signal.kind == lands]
    joined = reduce(lambda one, other: merge_alternatives(vm, one, other, split.guard), reaching)

    def way() -> Running:
        vm.store.apply(joined.state)
        return (yield from rest())

    outcome, state = yield from branch(vm, split.guard, way)
    found += alternatives(outcome, state)
    return settle(vm, found, split.guard)


def land(vm: Machine, outcome: Outcome, kind: str) -> Outcome:
    """Consume signals of a kind: `break` behind a loop, for example."""
    if isinstance(outcome, Split):
        ended = [
            Alternative(None, one.state) if one.signal and one.signal.kind == kind else one for one in outcome.alternatives
        ]
        return settle(vm, ended, outcome.guard)
    return None if outcome is not None and outcome.kind == kind else outcome


def return_value(vm: Machine, outcome: Outcome) -> Value:
    """The value that a call returns, from the outcome of its body."""
    if isinstance(outcome, Split):
        none = Signal("return", None)
        outcome = settle(vm, [Alternative(one.signal or none, one.state) for one in outcome.alternatives], outcome.guard)
    return outcome.value if isinstance(outcome, Signal) and outcome.kind == "return" else None


def drive(running: Generator[Any, None, Any]) -> Any:
    """Exhaust a generator whose yielded values are not needed; return its result.

    No `StopIteration` is raised with the result: for each exception CPython goes through all generators that are running, and
    where a program is executed these are thousands.
    """
    results: list[Any] = []
    for _ in _keep(running, results):
        pass
    return results[0]


def _keep(running: Generator[Any, None, Any], results: list[Any]) -> Generator[Any, None, None]:
    results.append((yield from running))


def both(vm: Machine, guard: Guard, ways: Sequence[Callable[[], Value]]) -> Value:
    """Join the values and effects of alternatives that an undecided condition selects from."""

    def return_of(way: Callable[[], Value]) -> Callable[[], Running]:
        def run() -> Running:
            yield from ()
            return Signal("return", way())

        return run

    return return_value(vm, drive(fork(vm, guard, [return_of(way) for way in ways])))


def each_of(vm: Machine, choice: Choice, do: Callable[[Any], Value]) -> Value:
    """Apply an operation to each alternative of a `Choice`; join results and effects. Alternatives allocated under the same
    condition need no split."""
    if not all(vm.is_made_in(one, choice.guard) for one in choice.alternatives):
        return both(vm, choice.guard, [partial(do, one) for one in choice.alternatives])
    return of_any(vm, choice.alternatives, choice.guard, do)


def of_any(vm: Machine, alternatives: Iterable[Value], guard: Guard, do: Callable[[Any], Value]) -> Value:
    """Join the results of an operation on several values. Where it fails for some, the program goes on with the others."""
    found: list[Value] = []
    failed: Raised | None = None
    for one in alternatives:
        try:
            found.append(do(one))
        except Raised as raised:
            failed = raised
    if failed is not None and not found:
        raise failed
    if failed is not None:
        vm.may_raise(Alternative(Signal("raise", failed), State(0, {})), guard)
    return reduce(lambda one, other: join(one, other, guard), found)
