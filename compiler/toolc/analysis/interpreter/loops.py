"""Loops: known ones round by round, unknown ones until a further round would find nothing new.

The parts of comprehensions are here too: a comprehension is a loop that collects.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from typing import Any

from toolc import code
from toolc.analysis import effects
from toolc.analysis.branches import Running, alternatives, both, branch, drive, fork, land, resume, settle
from toolc.analysis.budget import MAX_ENDLESS, MAX_ROUNDS, MAX_UNDECIDED
from toolc.analysis.doubts import Doubt, Guard, Open, stronger_doubt
from toolc.analysis.frame import Frame, receive, receiving_yield
from toolc.analysis.interpreter import supposing
from toolc.analysis.lattice import is_unordered, same
from toolc.analysis.objects import containers
from toolc.analysis.protocol import Machine
from toolc.analysis.signals import Alternative, Outcome, Signal, Split
from toolc.analysis.store import State
from toolc.analysis.values import (
    MISSING,
    SCALARS,
    BoundMethod,
    Choice,
    Dict,
    LibraryMethod,
    LibraryObject,
    List,
    Maybe,
    Native,
    Obj,
    Scope,
    Symbol,
    Unknown,
    Value,
)
from toolc.module import Assign, Comprehension, Const, Expr, Name, SequenceExpr, Star

Round = Callable[[], Running]


def run_for(vm: Machine, statement: code.For, frame: Frame) -> Running:
    """`for`: one round an element; of elements that are there under a condition, under that condition."""
    vm.place = vm.place_of(frame, statement.iter.at, statement.iter.end)
    iterated = vm.evaluate(statement.iter, frame)
    elements = vm.iterate(iterated, any_order=True)

    def body(element: Value) -> Running:
        vm.assign(statement.target, element, frame)
        return (yield from vm.run_suite(statement.body, frame))

    unordered = _is_unordered(vm.plain(iterated))
    vm.unordered_loops += unordered
    head = _Head(statement.body, frame, _target_names(statement.target))
    try:
        if isinstance(elements, Unknown):
            outcome = yield from _any_number(vm, elements.doubt, lambda: body(elements), head)
        elif unordered:
            outcome = yield from _run_in_any_order(vm, list(elements), body, head, frame)
        else:
            outcome = yield from _rounds(vm, elements, body, head, 0)
    finally:
        vm.unordered_loops -= unordered
    if outcome is not None and not isinstance(elements, Unknown):
        effects.left_early(vm, vm.plain(iterated))
    return (yield from _finish_loop(vm, outcome, statement.orelse, frame))


def _is_unordered(value: Value) -> bool:
    """Return whether iteration order varies between runs: of a set with the hash seed (PYTHONHASHSEED), of a directory listing
    (`os.listdir`, `Path.iterdir`, `glob`) with the file system."""
    if isinstance(value, LibraryObject):
        return _lists_a_folder(value.callee)
    return is_unordered(value)


_LISTINGS = frozenset({"os.listdir", "os.scandir", "glob.glob", "glob.iglob"})
_LISTING_METHODS = frozenset({"iterdir", "glob", "rglob"})


def _lists_a_folder(callee: Value) -> bool:
    if isinstance(callee, Symbol):
        return callee.name in _LISTINGS
    return isinstance(callee, LibraryMethod) and callee.name in _LISTING_METHODS


def _rounds(vm: Machine, elements: Iterator[Value], body: Callable[[Value], Running], head: "_Head", done: int) -> Running:
    for element in elements:
        vm.budget.step()
        done += 1
        if done > MAX_ROUNDS:
            doubt = vm.doubt("TC217", "a loop goes on for longer than toolc follows it")
            return (yield from _any_number(vm, doubt, partial(body, Unknown(doubt)), head))
        outcome = yield from _round(vm, element, body, head)
        if outcome is None or (not isinstance(outcome, Split) and outcome.kind == "continue"):
            continue
        if isinstance(outcome, Split) and any(
            one.signal is None or one.signal.kind == "continue" for one in outcome.alternatives
        ):
            return (yield from resume(vm, outcome, partial(_rounds, vm, elements, body, head, done), "continue"))
        return outcome
    return None


def _run_in_any_order(
    vm: Machine, elements: list[Value], body: Callable[[Value], Running], head: "_Head", frame: Frame
) -> Running:
    """Run a loop whose elements come in an unknown order.

    Unknown behind it is what several rounds change to different values, and what is another value if the rounds are run
    backwards.
    """
    changes = _Changes(Obj().serial)
    backwards: tuple[Outcome, State] | None = None
    if vm.unordered_loops == 1 and not frame.is_generator:
        backwards = supposing.speculate(vm, frame, lambda: _rounds(vm, iter(elements[::-1]), body, head, 0))

    def note_element(element: Value) -> Running:
        watch = vm.store.watch()
        try:
            outcome = yield from body(element)
            changes.add(watch)
            for way in outcome.alternatives if isinstance(outcome, Split) else ():
                changes.add(watch, way.state)
        finally:
            vm.store.unwatch(watch)
        return outcome

    outcome = yield from _rounds(vm, iter(elements), note_element, head, 0)
    changes.forget_changed_by_several(vm)
    if backwards is None or isinstance(outcome, Split):
        return outcome
    ended, state = backwards
    changes.forget_different(vm, state)
    return changes.same_result(vm, outcome, ended)


class _Changes:
    """Changes that the rounds of a loop make to objects that are older than it, whose serials are at most `since`."""

    def __init__(self, since: int) -> None:
        self._since = since
        self._values: dict[tuple[Obj, bool, Any], Value] = {}
        self._of_several: set[tuple[Obj, bool, Any]] = set()
        self._grown: dict[Obj, int] = {}

    def add(self, before: State, after: State | None = None) -> None:
        """One more round: the states of objects in front of it, and behind it where the heap has others."""
        for obj, state in before.items():
            now = obj.save() if after is None or obj not in after else after[obj]
            if obj.serial > self._since or now is state:
                continue
            self._add_all(obj, False, state[0], now[0])
            if isinstance(obj, Dict) and obj.kind == "dict":
                self._add_all(obj, True, state[2], now[2])
            if isinstance(obj, (Dict, List)) and len(now[2]) != len(state[2]):
                self._grown[obj] = self._grown.get(obj, 0) + 1

    def _add_all(self, obj: Obj, items: bool, before: dict[Any, Value], after: dict[Any, Value]) -> None:
        for name, value in after.items():
            if name in before and same(before[name], value):
                continue
            key = obj, items, name
            if key in self._values and not same(self._values[key], value):
                self._of_several.add(key)
            self._values[key] = value

    def forget_different(self, vm: Machine, backwards: State) -> None:
        """Make unknown what is another value in the state that the rounds leave when they are run backwards."""
        unknown = _order_matters(vm)
        for obj, (cells, taint, *parts) in backwards.items():
            if obj.serial > self._since or taint is not None or obj.taint is not None:
                continue
            different = self._different(obj.cells, cells)
            if isinstance(obj, Dict):
                lost = bool(different or self._different(obj.items, parts[0]))
            else:
                lost = isinstance(obj, List) and not self._are_alike(obj.items, parts[0])
            if lost or different:
                vm.store.touch(obj)
            if lost:
                obj.taint = unknown
            if not isinstance(obj, Dict):
                obj.cells.update(dict.fromkeys(different, Unknown(unknown)))

    def same_result(self, vm: Machine, outcome: Outcome, backwards: Outcome) -> Outcome:
        """Return how the loop ends; of a `return` the value is unknown if it is another one when the loop is run backwards."""
        if isinstance(backwards, Split) or not isinstance(outcome, Signal) or outcome.kind != "return":
            return outcome
        if backwards is not None and backwards.kind == "return" and self._is_alike(outcome.value, backwards.value):
            return outcome
        return Signal("return", Unknown(_order_matters(vm)))

    def _different(self, held: dict[Any, Value], other: dict[Any, Value]) -> list[Any]:
        """The names, or keys, whose values differ."""
        names = [name for name in {**held, **other} if not _is_hidden(name)]
        return [name for name in names if not self._is_alike(held.get(name, MISSING), other.get(name, MISSING))]

    def _are_alike(self, held: list[Value], other: list[Value]) -> bool:
        return len(held) == len(other) and all(map(self._is_alike, held, other))

    def _is_alike(self, one: Value, other: Value) -> bool:
        """Return `True` if two values are the same, or were made alike in both orders: of one class, with the same scalars."""
        if same(one, other):
            return True
        if not (isinstance(one, Obj) and isinstance(other, Obj) and min(one.serial, other.serial) > self._since):
            return False
        scalars = [{name: held for name, held in of.cells.items() if isinstance(held, SCALARS)} for of in (one, other)]
        return type(one) is type(other) and scalars[0] == scalars[1]

    def forget_changed_by_several(self, vm: Machine) -> None:
        """Make unknown what depends on which round was the last; what several rounds have grown has an unknown order."""
        doubt = containers.unknown_order(vm)
        for obj, items, name in self._of_several:
            held = obj.items if items and isinstance(obj, Dict) else obj.cells
            if name in held and not _is_hidden(name):
                vm.store.touch(obj)
                held[name] = Unknown(doubt)
        for obj, often in self._grown.items():
            if often > 1 and not (isinstance(obj, Dict) and obj.kind != "dict"):
                vm.store.taint(obj, doubt)


def _is_hidden(name: Any) -> bool:
    """Return `True` for a cell of the analysis, which the program does not see."""
    return isinstance(name, str) and name.startswith(" ")


def _order_matters(vm: Machine) -> Doubt:
    """The doubt about a value that depends on the order of a set."""
    order = containers.unknown_order(vm)
    return Doubt(order.code, order.reason, order.place)


def _round(vm: Machine, element: Value, body: Callable[[Value], Running], head: "_Head") -> Running:
    if isinstance(element, Maybe) and isinstance(element.guard, Open):
        further = _further(element.guard)
        return (yield from _any_number(vm, further.doubt, lambda: body(further), head))
    if isinstance(element, Maybe):
        return (yield from fork(vm, element.guard, [lambda: body(element.value), nothing]))
    return (yield from body(element))


def _further(guard: Open) -> Unknown:
    """Any one of the further elements that an `Open` guard stands for."""
    return Unknown(Doubt(guard.code, guard.reason, guard.place))


def nothing() -> Running:
    """The way on which nothing happens."""
    yield from ()
    return None


MAX_WIDENINGS = 4
"""Further rounds of a loop of unknown length that are run: each with any value for all that those before changed."""


class _Head:
    """The state with which rounds of a loop begin: `targets` are the names that every round binds anew."""

    def __init__(self, suite: code.Suite, frame: Frame, targets: Iterable[str] = (), test: Expr | None = None) -> None:
        self._scope, self._shared, self._targets = frame.scope, frame.function is None, frozenset(targets)
        self._suite, self._test = suite, test
        self._read: set[str] | None = None
        self.rounds, self.events, self.since = 0, 0, 0

    def may_differ(self, state: State) -> bool:
        """Return `True` if a round, which ends with this state, may lead the next one another way."""
        return any(self._is_other(obj, after) for obj, after in state.items() if obj.serial <= self.since)

    def _is_other(self, obj: Obj, after: tuple[Any, ...]) -> bool:
        before = obj.save()
        if before[1] is not None or (isinstance(obj, Dict) and obj.kind == "tools"):
            return False
        return (
            after[1] is not None
            or any(
                self._differs(before[0].get(key, MISSING), after[0].get(key, MISSING))
                for key in {**before[0], **after[0]}
                if obj is not self._scope or self._is_read(key)
            )
            or any(map(self._elements_differ, before[2:], after[2:]))
        )

    def _is_read(self, name: str) -> bool:
        """Return `True` if a round may read a variable before it binds it."""
        if name in self._targets:
            return False
        if self._read is None:
            self._read = {*_names_of(self._test), *_read_first(self._suite, set(self._targets))}
        return self._shared or self._scope.captured or name in self._read

    def _elements_differ(self, before: Any, after: Any) -> bool:
        if isinstance(before, list) and isinstance(after, list):
            return len(before) != len(after) or any(map(self._differs, before, after))
        if isinstance(before, dict) and isinstance(after, dict):
            return before.keys() != after.keys() or any(self._differs(value, after[key]) for key, value in before.items())
        return before is not after

    def _differs(self, before: Value, after: Value) -> bool:
        """Return `True` unless one value, which rounds before may have changed, stands for another as well. What is made in
        one round stands for what is made there in others."""
        known = _alternatives(before)
        anything = any(isinstance(one, Unknown) for one in known)
        return any(
            not any(same(one, other) for other in known) and not (anything and self._is_of_round(one))
            for one in _alternatives(after)
        )

    def _is_of_round(self, value: Value) -> bool:
        held = value.receiver if isinstance(value, BoundMethod) else value
        return held.serial > self.since if isinstance(held, Obj) else not isinstance(held, Native)


def _alternatives(value: Value) -> tuple[Value, ...]:
    if isinstance(value, Maybe):
        return MISSING, *_alternatives(value.value)
    return value.alternatives if isinstance(value, Choice) else (value,)


def _any_number(vm: Machine, doubt: Doubt, body: Round, head: _Head) -> Running:
    """A body that runs any number of times: a round, joined with none, and again while the next may take another way.

    What a round changes has any value behind it. Of later rounds those events count that no earlier one had.
    """
    guard = Guard(doubt.place, doubt.reason)
    before = len(vm.events)
    vm.unknown_loops += 1
    try:
        vm.budget.fork()
        outcome, state = yield from branch(vm, guard, lambda: _land(vm, body()))
        if not head.rounds:
            head.events, head.since = before, state.since
        further = head.rounds < MAX_WIDENINGS and head.may_differ(state)
        outcome = settle(vm, [*alternatives(outcome, state), Alternative(None, State(state.since, {}))], guard, True)
    finally:
        vm.unknown_loops -= 1
    if head.rounds:
        known = {_occasion(event) for event in vm.events[head.events : before]}
        vm.events[before:] = [event for event in vm.events[before:] if _occasion(event) not in known]
    if not further:
        return outcome
    head.rounds += 1
    again = partial(_any_number, vm, doubt, body, head)
    return (yield from resume(vm, outcome, again) if isinstance(outcome, Split) else again())


def _occasion(event: Any) -> tuple[Any, ...]:
    """A key that is the same for events to which the same calls lead."""
    return event.callee, event.place, tuple([place for _, place in event.stack])


def _names_of(node: Any) -> Iterator[str]:
    return (one.id for one in effects.walk(node) if isinstance(one, Name))


def _target_names(*targets: Expr) -> Iterator[str]:
    """The names that targets of an assignment bind."""
    todo = list(targets)
    while todo:
        part = todo.pop()
        match part:
            case Name(id=name):
                yield name
            case SequenceExpr(items=items):
                todo.extend(items)
            case Star(value=value):
                todo.append(value)


def _read_first(suite: code.Suite, bound: set[str]) -> set[str]:
    """The names that statements may read before they bind them; `bound` are those that are bound before."""
    found: set[str] = set()
    for statement in suite:
        if isinstance(statement, Assign):
            found |= {*_names_of(statement.value)} - bound
            names = {*_target_names(*statement.targets)}
            found |= {*_names_of(statement.targets)} - names - bound
            bound |= names
        elif isinstance(statement, code.For):
            found |= {*_names_of(statement.iter)} - bound
            found |= _read_first(statement.body, bound | {*_target_names(statement.target)})
            found |= _read_first(statement.orelse, set(bound))
        elif isinstance(statement, (code.If, code.While)):
            found |= {*_names_of(statement.test)} - bound
            found |= _read_first(statement.body, set(bound)) | _read_first(statement.orelse, set(bound))
        elif isinstance(statement, code.Try):
            suites = [statement.body, *(one.body for one in statement.handlers), statement.orelse, statement.final]
            found |= {*_names_of(tuple(one.type for one in statement.handlers))} - bound
            found = found.union(*[_read_first(one, set(bound)) for one in suites])
        else:
            found |= {*_names_of(statement)} - bound
    return found


def _land(vm: Machine, running: Running) -> Running:
    outcome = yield from running
    return land(vm, land(vm, outcome, "continue"), "break")


def _finish_loop(vm: Machine, outcome: Outcome, orelse: code.Suite, frame: Frame) -> Running:
    """Behind a loop: its `else` runs where no `break` ended it."""
    if orelse and outcome is None:
        return (yield from vm.run_suite(orelse, frame))
    if orelse and isinstance(outcome, Split) and outcome.goes_on:
        outcome = yield from resume(vm, outcome, lambda: vm.run_suite(orelse, frame))
    return land(vm, outcome, "break")


def run_while(vm: Machine, statement: code.While, frame: Frame) -> Running:
    """`while`: as long as its test is known; from where it is not, the rest is any number of rounds."""
    outcome = yield from _while(vm, statement, frame, 0, 0)
    return (yield from _finish_loop(vm, outcome, statement.orelse, frame))


def _while(vm: Machine, statement: code.While, frame: Frame, done: int, undecided: int) -> Running:
    """The rounds from here on: `done` are behind, of which `undecided` may have ended the loop."""
    most = MAX_ENDLESS if isinstance(statement.test, Const) else MAX_ROUNDS
    head = _Head(statement.body, frame, (), statement.test)

    def body() -> Running:
        return (yield from vm.run_suite(statement.body, frame))

    while True:
        vm.budget.step()
        if (expr := receiving_yield(vm, statement)) is not None:
            yield from receive(vm, expr, frame)
        verdict = vm.truth(vm.evaluate(statement.test, frame))
        if verdict is False:
            return None
        done += 1
        if verdict is not True:
            return (yield from _any_number(vm, verdict, body, head))
        if done > most or undecided > MAX_UNDECIDED:
            doubt = vm.doubt("TC217", "a loop goes on for longer than toolc follows it")
            return (yield from _any_number(vm, doubt, body, head))
        outcome = yield from body()
        if outcome is None or (not isinstance(outcome, Split) and outcome.kind == "continue"):
            continue
        if isinstance(outcome, Split) and any(
            one.signal is None or one.signal.kind == "continue" for one in outcome.alternatives
        ):

            def rest(again: int = done) -> Running:
                return (yield from _while(vm, statement, frame, again, undecided + 1))

            return (yield from resume(vm, outcome, rest, "continue"))
        return outcome


# --- comprehensions ---------------------------------------------------------------------------------------------------


def comprehend(vm: Machine, expr: Comprehension, frame: Frame) -> Value:
    """A comprehension as the container it makes; a generator expression as an iterator, lazy as Python's."""
    scope = Scope(
        frame.scope, frozenset(_target_names(*[clause.target for clause in expr.clauses])), frozenset(), frame.scope.function
    )
    scope.is_class = False
    inner = Frame(scope, frame.module, frame.function, vm.store.level)
    iterated = vm.evaluate(expr.clauses[0].iter, frame)
    if expr.kind == "generator":
        frame.scope.captured = True
        lazy = vm.new_iterator(_missing_element)
        running = _elements(vm, expr, 0, inner, _iterate_clause(vm, iterated, lazy), lazy)
        lazy.advance = lambda: next(running, MISSING)
        return lazy
    if expr.kind == "dict":
        made = Dict({})
        for pair in _elements(vm, expr, 0, inner, _iterate_clause(vm, iterated, made), made):
            if isinstance(pair, Maybe) and not isinstance(pair.value, tuple):
                made.taint = Doubt("TC205", pair.guard.reason, pair.guard.place)
            elif isinstance(pair, Maybe):
                both(vm, pair.guard, [partial(vm.set_item, made, *pair.value), lambda: None])
            elif isinstance(pair, Unknown):
                made.taint = pair.doubt
            elif isinstance(pair, tuple):
                vm.set_item(made, *pair)
            else:
                made.taint = vm.doubt("TC205", "an item of a dict depends on a condition")
        return made
    result = vm.new_list([])
    collected = list(_elements(vm, expr, 0, inner, _iterate_clause(vm, iterated, result), result))
    unknown = next((one for one in collected if isinstance(one, Unknown) and one is vm.open_end), None)
    result.items[:] = [one for one in collected if one is not vm.open_end]
    if unknown is not None:
        result.taint = vm.open_doubt
    return vm.new_set(result) if expr.kind == "set" else result


def call_repeatedly(vm: Machine, function: Value, args: tuple[Value, ...], doubt: Doubt) -> Value:
    """Call a function any number of times, with arguments that are not known; return what it gives, under that condition."""
    given: list[Value] = []

    def body() -> Running:
        yield from ()
        given.append(vm.call(function, args, {}))
        return None

    drive(_any_number(vm, doubt, body, _Head((), vm.frame)))
    return Maybe(given[0] if given else Unknown(doubt), Open(doubt.place, doubt.reason, doubt.code))


def _once_for_any(vm: Machine, expr: Comprehension, index: int, frame: Frame, unknown: Unknown) -> None:
    """Run a comprehension over unknown elements, as any number of iterations."""
    clause = expr.clauses[index]

    def body() -> Running:
        yield from ()
        vm.assign(clause.target, unknown, frame)
        for test in clause.tests:
            vm.evaluate(test, frame)
        for later in expr.clauses[index + 1 :]:
            vm.evaluate(later.iter, frame)
            vm.assign(later.target, unknown, frame)
        _value(vm, expr, frame)
        return None

    drive(_any_number(vm, unknown.doubt, body, _Head((), frame, _target_names(*[clause.target for clause in expr.clauses]))))


def _iterate_clause(vm: Machine, iterated: Value, made: Obj) -> Iterator[Value] | Unknown:
    """The elements that a clause goes through; where they have no order, what is made of them has none."""
    found: Iterator[Value] | Unknown = vm.iterate(iterated, any_order=True)
    if not isinstance(found, Unknown) and is_unordered(vm.plain(iterated)):
        made.taint = stronger_doubt(made.taint, containers.unknown_order(vm))
    return found


def _elements(
    vm: Machine, expr: Comprehension, index: int, frame: Frame, elements: Iterator[Value] | Unknown, made: Obj
) -> Generator[Value, None, None]:
    """The elements that the clauses from `index` on give to what is `made`; a `Maybe` where a test is undecided, an open end
    where unknown."""
    clause = expr.clauses[index]
    if isinstance(elements, Unknown):
        _once_for_any(vm, expr, index, frame, elements)
        vm.open_doubt = elements.doubt
        yield vm.open_end
        return
    rounds = 0
    for element in elements:
        vm.budget.step()
        if isinstance(element, Maybe) and isinstance(element.guard, Open):
            _once_for_any(vm, expr, index, frame, _further(element.guard))
            yield element
            continue
        rounds += 1
        if rounds > MAX_ROUNDS:
            vm.open_doubt = vm.doubt("TC217", "a comprehension goes on for longer than toolc follows it")
            yield vm.open_end
            return
        guard = element.guard if isinstance(element, Maybe) else None
        vm.assign(clause.target, element.value if isinstance(element, Maybe) else element, frame)
        passed = True
        for test in clause.tests:
            value = vm.evaluate(test, frame)
            verdict = vm.truth(value)
            containers.mark_varied(vm, made, containers.inputs_of_truth(vm, value))
            if verdict is False:
                passed = False
                break
            if verdict is not True:
                guard = guard or vm.guard(verdict, test, frame)
        if not passed:
            continue
        if index + 1 < len(expr.clauses):
            inner = _iterate_clause(vm, vm.evaluate(expr.clauses[index + 1].iter, frame), made)
            for value in _elements(vm, expr, index + 1, frame, inner, made):
                yield Maybe(value, guard) if guard is not None and not isinstance(value, Maybe) else value
            continue
        value = (
            _value(vm, expr, frame) if guard is None else both(vm, guard, [partial(_value, vm, expr, frame), _missing_element])
        )
        if value is not MISSING:
            yield Maybe(value, guard) if guard is not None and not isinstance(value, Maybe) else value


def _value(vm: Machine, expr: Comprehension, frame: Frame) -> Value:
    """The element that one round gives; of a dict its key and value."""
    value = vm.evaluate(expr.element, frame)
    return value if expr.value is None else (value, vm.evaluate(expr.value, frame))


def _missing_element() -> Value:
    return MISSING
