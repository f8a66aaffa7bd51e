"""Loops: known ones round by round, unknown ones once, as one of any number of rounds.

The parts of comprehensions are here too: a comprehension is a loop that collects.
"""

from collections.abc import Callable, Generator, Iterator
from functools import partial

from toolc import code
from toolc.analysis import effects
from toolc.analysis.branches import Running, both, fork, land, resume
from toolc.analysis.budget import MAX_ENDLESS, MAX_ROUNDS, MAX_UNDECIDED
from toolc.analysis.doubts import Doubt, Guard, Open
from toolc.analysis.frame import Frame
from toolc.analysis.objects import containers
from toolc.analysis.protocol import Machine
from toolc.analysis.signals import Outcome, Split
from toolc.analysis.values import MISSING, Dict, LibraryMethod, LibraryObject, Maybe, Scope, Symbol, Unknown, Value
from toolc.module import Comprehension, Const

Round = Callable[[], Running]


def run_for(vm: Machine, statement: code.For, frame: Frame) -> Running:
    """`for`: one round an element; of elements that are there under a condition, under that condition."""
    iterated = vm.evaluate(statement.iter, frame)
    elements = vm.iterate(iterated)

    def body(element: Value) -> Running:
        vm.assign(statement.target, element, frame)
        return (yield from vm.run_suite(statement.body, frame))

    unordered = _is_unordered(vm.plain(iterated))
    vm.unordered_loops += unordered
    try:
        if isinstance(elements, Unknown):
            outcome = yield from _any_number(vm, elements.doubt, lambda: body(elements))
        else:
            outcome = yield from _rounds(vm, elements, body, 0)
    finally:
        vm.unordered_loops -= unordered
    if outcome is not None and not isinstance(elements, Unknown):
        effects.left_early(vm, vm.plain(iterated))
    return (yield from _finished(vm, outcome, statement.orelse, frame))


def _is_unordered(value: Value) -> bool:
    """Return whether iteration order varies between runs: of a set with the hash seed (PYTHONHASHSEED), of a directory listing
    (`os.listdir`, `Path.iterdir`, `glob`) with the file system."""
    if isinstance(value, LibraryObject):
        return _lists_a_folder(value.callee)
    return containers.is_unordered_set(value)


_LISTINGS = frozenset({"os.listdir", "os.scandir", "glob.glob", "glob.iglob"})
_LISTING_METHODS = frozenset({"iterdir", "glob", "rglob"})


def _lists_a_folder(callee: Value) -> bool:
    if isinstance(callee, Symbol):
        return callee.name in _LISTINGS
    return isinstance(callee, LibraryMethod) and callee.name in _LISTING_METHODS


def _rounds(vm: Machine, elements: Iterator[Value], body: Callable[[Value], Running], done: int) -> Running:
    for element in elements:
        vm.budget.step()
        done += 1
        if done > MAX_ROUNDS:
            doubt = vm.doubt("TC217", "a loop goes on for longer than toolc follows it")
            return (yield from _any_number(vm, doubt, partial(body, Unknown(doubt))))
        outcome = yield from _round(vm, element, body)
        if outcome is None or (not isinstance(outcome, Split) and outcome.kind == "continue"):
            continue
        if isinstance(outcome, Split) and any(
            one.signal is None or one.signal.kind == "continue" for one in outcome.alternatives
        ):
            return (yield from resume(vm, outcome, partial(_rounds, vm, elements, body, done), "continue"))
        return outcome
    return None


def _round(vm: Machine, element: Value, body: Callable[[Value], Running]) -> Running:
    if isinstance(element, Maybe) and isinstance(element.guard, Open):
        further = _further(element.guard)
        return (yield from _any_number(vm, further.doubt, lambda: body(further)))
    if isinstance(element, Maybe):
        return (yield from fork(vm, element.guard, [lambda: body(element.value), nothing]))
    return (yield from body(element))


def _further(guard: Open) -> Unknown:
    """Any one of the elements of an open end."""
    return Unknown(Doubt(guard.code, guard.reason, guard.place))


def nothing() -> Running:
    """The way on which nothing happens."""
    yield from ()
    return None


def _any_number(vm: Machine, doubt: Doubt, body: Round) -> Running:
    """A body that runs any number of times: once as one of them, joined with never."""
    guard = Guard(doubt.place, doubt.reason)
    vm.unknown_loops += 1
    try:
        outcome = yield from fork(vm, guard, [lambda: _landed(vm, body()), nothing], repeated=True)
    finally:
        vm.unknown_loops -= 1
    return outcome


def _landed(vm: Machine, running: Running) -> Running:
    outcome = yield from running
    return land(vm, land(vm, outcome, "continue"), "break")


def _finished(vm: Machine, outcome: Outcome, orelse: code.Suite, frame: Frame) -> Running:
    """Behind a loop: its `else` runs where no `break` ended it."""
    if orelse and outcome is None:
        return (yield from vm.run_suite(orelse, frame))
    if orelse and isinstance(outcome, Split) and any(one.signal is None for one in outcome.alternatives):
        outcome = yield from resume(vm, outcome, lambda: vm.run_suite(orelse, frame))
    return land(vm, outcome, "break")


def run_while(vm: Machine, statement: code.While, frame: Frame) -> Running:
    """`while`: as long as its test is known; from where it is not, the rest is any number of rounds."""
    outcome = yield from _while(vm, statement, frame, 0, 0)
    return (yield from _finished(vm, outcome, statement.orelse, frame))


def _while(vm: Machine, statement: code.While, frame: Frame, done: int, undecided: int) -> Running:
    """The rounds from here on: `done` are behind, of which `undecided` may have ended the loop."""
    most = MAX_ENDLESS if isinstance(statement.test, Const) else MAX_ROUNDS

    def body() -> Running:
        return (yield from vm.run_suite(statement.body, frame))

    while True:
        vm.budget.step()
        verdict = vm.truth(vm.evaluate(statement.test, frame))
        if verdict is False:
            return None
        done += 1
        if verdict is not True:
            return (yield from _any_number(vm, verdict, body))
        if done > most or undecided > MAX_UNDECIDED:
            return (yield from _any_number(vm, vm.doubt("TC217", "a loop goes on for longer than toolc follows it"), body))
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
    scope = Scope(frame.scope, frozenset(_targets(expr)), frozenset(), frame.scope.function)
    scope.is_class = False
    inner = Frame(scope, frame.module, frame.function, vm.store.level)
    first = vm.iterate(vm.evaluate(expr.clauses[0].iter, frame))
    if expr.kind == "generator":
        running = _elements(vm, expr, 0, inner, first)
        return vm.new_iterator(lambda: next(running, MISSING))
    if expr.kind == "dict":
        made = Dict({})
        for pair in _elements(vm, expr, 0, inner, first):
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
    collected = list(_elements(vm, expr, 0, inner, first))
    unknown = next((one for one in collected if isinstance(one, Unknown) and one is vm.open_end), None)
    result = vm.new_list([one for one in collected if one is not vm.open_end])
    if unknown is not None:
        result.taint = vm.open_doubt
    return vm.new_set(result) if expr.kind == "set" else result


def _once_for_any(vm: Machine, expr: Comprehension, index: int, frame: Frame, unknown: Unknown) -> None:
    """Run a comprehension over unknown elements once, as one of any number of iterations."""
    clause = expr.clauses[index]

    def body() -> Value:
        vm.assign(clause.target, unknown, frame)
        for test in clause.tests:
            vm.evaluate(test, frame)
        for later in expr.clauses[index + 1 :]:
            vm.evaluate(later.iter, frame)
            vm.assign(later.target, unknown, frame)
        vm.evaluate(expr.element, frame)
        return None if expr.value is None else vm.evaluate(expr.value, frame)

    vm.unknown_loops += 1
    try:
        both(vm, Guard(unknown.doubt.place, unknown.doubt.reason), [body, lambda: None])
    finally:
        vm.unknown_loops -= 1


def _targets(expr: Comprehension) -> Iterator[str]:
    from toolc.module import Name, SequenceExpr, Star

    todo = [clause.target for clause in expr.clauses]
    while todo:
        part = todo.pop()
        match part:
            case Name(id=name):
                yield name
            case SequenceExpr(items=items):
                todo.extend(items)
            case Star(value=value):
                todo.append(value)


def _elements(
    vm: Machine, expr: Comprehension, index: int, frame: Frame, elements: Iterator[Value] | Unknown
) -> Generator[Value, None, None]:
    """The elements that the clauses from `index` on give; a `Maybe` where a test is undecided, an open end where unknown."""
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
            verdict = vm.truth(vm.evaluate(test, frame))
            if verdict is False:
                passed = False
                break
            if verdict is not True:
                guard = guard or vm.guard(verdict, test, frame)
        if not passed:
            continue
        if index + 1 < len(expr.clauses):
            inner = vm.iterate(vm.evaluate(expr.clauses[index + 1].iter, frame))
            for value in _elements(vm, expr, index + 1, frame, inner):
                yield Maybe(value, guard) if guard is not None and not isinstance(value, Maybe) else value
            continue
        value = _value(vm, expr, frame) if guard is None else both(vm, guard, [partial(_value, vm, expr, frame), _missing])
        if value is not MISSING:
            yield Maybe(value, guard) if guard is not None and not isinstance(value, Maybe) else value


def _value(vm: Machine, expr: Comprehension, frame: Frame) -> Value:
    """The element that one round gives; of a dict its key and value."""
    value = vm.evaluate(expr.element, frame)
    return value if expr.value is None else (value, vm.evaluate(expr.value, frame))


def _missing() -> Value:
    return MISSING
