"""The execution of statements.

Handlers of simple statements are functions, those of compound ones are Python generators, which yield the values that the
analysed program yields and return how the statement ended (`signals`).
"""

from collections.abc import Callable
from functools import partial
from types import GeneratorType
from typing import Any

from toolc import code, module
from toolc.analysis import effects, models
from toolc.analysis.branches import Running, attempt, fork, on_each, resume
from toolc.analysis.doubts import Doubt, Guard, Place
from toolc.analysis.frame import Frame, emit, receive, receiving_yield
from toolc.analysis.interpreter import definitions, loops, patterns, supposing, trying
from toolc.analysis.objects import containers, exceptions
from toolc.analysis.protocol import Machine
from toolc.analysis.signals import Outcome, Raised, Signal, Split
from toolc.analysis.values import MISSING, Annotation, Dict, Maybe, Scope, Unknown, Value
from toolc.module import Attribute, Const, Expr, Name, Operation, SequenceExpr, Star, Statement, SubscriptExpr


def run_suite(vm: Machine, suite: code.Suite, frame: Frame, start: int = 0) -> Running:
    """Execute statements in order, to the end or to the first signal."""
    yields = frame.is_generator
    for index in range(start, len(suite)):
        statement = suite[index]
        vm.budget.statements += 1
        vm.budget.step()
        if frame.function is None and not frame.scope.is_class and suite is frame.module.body:
            frame.at = index  # the statement that `Interpreter._run_body` skips if it raises
        vm.decided_by = frozenset()  # set by an `if` or `match` that an input decides
        try:
            if yields and type(statement) in _RECEIVING and (expr := receiving_yield(vm, statement)) is not None:
                yield from receive(vm, expr, frame)
            outcome: Any = STATEMENTS[type(statement)](vm, statement, frame)
            decided = vm.decided_by
            if type(outcome) is GeneratorType:
                outcome = yield from outcome
        except Raised as raised:
            raised.place = raised.place or vm.place_of(frame, statement.at, statement.at + 1)
            raise
        if frame.yielded:
            yield from emit(vm, frame)
        if outcome is None:
            continue
        if isinstance(outcome, Split) and outcome.goes_on:
            return (yield from resume(vm, outcome, partial(run_suite, vm, suite, frame, index + 1)))
        if decided and type(statement) in (code.If, code.Match):
            supposing.suppose(vm, suite[index + 1 :], frame, decided)
        return outcome
    return None


# --- simple statements ------------------------------------------------------------------------------------------------


def _do(vm: Machine, statement: module.ExprStmt, frame: Frame) -> None:
    if type(statement.value) is not module.Const:
        vm.evaluate(statement.value, frame)


def _assign(vm: Machine, statement: module.Assign, frame: Frame) -> None:
    names = [one.id for one in statement.targets if type(one) is Name]
    value = vm.evaluate(statement.value, frame, names[0] if names else "")
    for target in statement.targets:
        assign(vm, target, value, frame)


def _ann(vm: Machine, statement: module.AnnAssign, frame: Frame) -> None:
    target = statement.target
    if statement.value is not None:
        value = vm.evaluate(statement.value, frame, target.id if type(target) is Name else "")
        assign(vm, target, value, frame)
    if type(target) is Name and frame.function is None:
        noted = frame.scope.cells.get("__annotations__")
        if not isinstance(noted, Dict):
            noted = Dict({})
            vm.store.touch(frame.scope)
            frame.scope.cells["__annotations__"] = noted
        vm.store.touch(noted)
        noted.items[target.id] = made = Annotation(statement.annotation, frame)
        definitions.read_annotation(vm, made, frame)


def _aug(vm: Machine, statement: module.AugAssign, frame: Frame) -> None:
    """`x op= y`: in place if the object supports it; the target is rebound in any case, as in Python."""
    target = statement.target
    owner: Value = None
    key: Value = None
    if type(target) is Attribute:
        owner = vm.evaluate(target.value, frame)
        old = vm.attribute(owner, vm.mangle(target.attr, frame.scope))
    elif type(target) is SubscriptExpr:
        owner = vm.evaluate(target.value, frame)
        key = vm.index(target, frame)
        old = vm.item(owner, key)
    else:
        old = vm.evaluate(target, frame)
    value = vm.operate_in_place(statement.op.removesuffix("="), old, vm.evaluate(statement.value, frame))
    if type(target) is Attribute:
        vm.set_attribute(owner, vm.mangle(target.attr, frame.scope), value)
    elif type(target) is SubscriptExpr:
        vm.set_item(owner, key, value)
    else:
        assign(vm, target, value, frame)


def assign(vm: Machine, target: Expr, value: Value, frame: Frame) -> None:
    """Bind a target to a value."""
    match target:
        case Name():
            bind_name(vm, target.id, value, frame.scope)
        case Attribute():
            owner = vm.evaluate(target.value, frame)
            vm.place = vm.place_of(frame, target.at, target.end)
            vm.set_attribute(owner, vm.mangle(target.attr, frame.scope), value)
        case SubscriptExpr():
            owner, key = vm.evaluate(target.value, frame), vm.index(target, frame)
            vm.place = vm.place_of(frame, target.at, target.end)
            vm.set_item(owner, key, value)
        case SequenceExpr():
            _unpack(vm, target, value, frame)
        case Star():
            assign(vm, target.value, value, frame)
        case _:
            vm.doubt_all("TC205", "it is bound by an assignment that toolc does not follow")


def bind_name(vm: Machine, name: str, value: Value, scope: Scope) -> None:
    """Bind a name in its scope: the module's if declared `global`, the function's own if local, else the enclosing function's
    that has it (`nonlocal`)."""
    owner = scope
    if scope.is_class:
        name = vm.mangle(name, scope)
    if scope.counter is not None:
        value = scope.counter(name, value)
    if name in scope.declared:
        while owner.parent is not None:
            owner = owner.parent
    elif scope.function is not None and name not in scope.local:
        around = scope.parent
        while around is not None and not (around.function is not None and name in around.local):
            around = around.parent
        owner = around or scope
    vm.store.touch(owner)
    if (owner.parent is None or owner.captured) and name in owner.cells:
        vm.store.rebound[owner, name] = vm.store.changes
    owner.cells[name] = value


def unbind_name(vm: Machine, name: str, scope: Scope) -> Value:
    """Remove a binding and return its value; MISSING if the name is not bound."""
    if scope.is_class:
        name = vm.mangle(name, scope)
    while scope.parent is not None and name not in scope.cells:
        scope = scope.parent
    vm.store.touch(scope)
    return scope.cells.pop(name, MISSING)


def _unpack(vm: Machine, target: SequenceExpr, value: Value, frame: Frame) -> None:
    elements = vm.elements(value)
    least = sum(type(one) is not Star for one in target.items)
    starred = least < len(target.items)
    if isinstance(elements, Unknown):
        vm.may_have_raised(elements.doubt.reason)
        for one in target.items:
            assign(vm, one, vm.new_list_of_unknown(elements) if type(one) is Star else elements, frame)
        return
    if any(isinstance(one, Maybe) for one in elements):
        if not starred and len(elements) == least:  # with fewer, Python would raise ValueError
            vm.may_lack("ValueError", next(one.guard for one in elements if isinstance(one, Maybe)))
            elements = [one.value if isinstance(one, Maybe) else one for one in elements]
        else:
            unknown = Unknown(vm.doubt("TC205", "how many elements are unpacked is not known"))
            vm.may_have_raised(unknown.doubt.reason)
            for one in target.items:
                assign(vm, one, vm.new_list_of_unknown(unknown) if type(one) is Star else unknown, frame)
            return
    if len(elements) < least or (not starred and len(elements) > least):
        raise Raised("ValueError")
    behind = 0
    for position, one in enumerate(target.items):
        if type(one) is Star:
            behind = len(target.items) - position - 1
            assign(vm, one, vm.new_list(elements[position : len(elements) - behind]), frame)
        else:
            assign(vm, one, elements[position if not behind else position - len(target.items)], frame)


def _return(vm: Machine, statement: module.Return, frame: Frame) -> Outcome:
    return Signal("return", None if statement.value is None else vm.evaluate(statement.value, frame))


def _jump(vm: Machine, statement: code.Jump, frame: Frame) -> Outcome:
    return _JUMPS.get(statement.kind)


_JUMPS = {"break": Signal("break"), "continue": Signal("continue")}


def _raise(vm: Machine, statement: code.Raise, frame: Frame) -> Outcome:
    value = vm.evaluate(statement.error, frame) if statement.error is not None else vm.handled
    if value is None and statement.error is None:
        raise Raised("RuntimeError")
    vm.driven.raised_at = Place(
        frame.module.name, statement.at, statement.error.end if statement.error else statement.at + len("raise")
    )
    raised = exceptions.exception_of(vm, value)
    raised.stated = True
    raise raised


def _assert(vm: Machine, statement: code.Assert, frame: Frame) -> Outcome:
    verdict = vm.truth(vm.evaluate(statement.test, frame))
    if verdict is False:
        raised = Raised("AssertionError")
        raised.stated = True
        raise raised
    if isinstance(verdict, Doubt):
        vm.may_lack("AssertionError", vm.guard(verdict, statement.test, frame))
    return None


def _delete(vm: Machine, statement: code.Delete, frame: Frame) -> None:
    for target in statement.targets:
        _delete_target(vm, target, frame)


def _delete_target(vm: Machine, target: Expr, frame: Frame) -> None:
    match target:
        case Name():
            found = unbind_name(vm, target.id, frame.scope)
            if found is MISSING:
                raise Raised("NameError")
            if isinstance(found, Maybe):
                vm.may_lack("NameError", found.guard)
        case Attribute():
            vm.delete_attribute(vm.evaluate(target.value, frame), vm.mangle(target.attr, frame.scope))
        case SubscriptExpr():
            owner, key = vm.evaluate(target.value, frame), vm.index(target, frame)
            vm.place = vm.place_of(frame, target.at, target.end)
            vm.delete_item(owner, key)
        case SequenceExpr():
            for one in target.items:
                _delete_target(vm, one, frame)


def _declare(vm: Machine, statement: code.Declare, frame: Frame) -> None:
    return None


def _report_unsupported(vm: Machine, statement: code.Unsupported, frame: Frame) -> None:
    vm.doubt_all("TC215", f"this statement is not followed: {statement.why}")


# --- compound statements ----------------------------------------------------------------------------------------------


def _if(vm: Machine, statement: code.If, frame: Frame) -> Outcome | Running:
    value = vm.evaluate(statement.test, frame)
    verdict = vm.truth(value)
    otherwise, inputs = supposing.nothing(), containers.inputs_of_truth(vm, value)
    if isinstance(verdict, bool) and inputs:
        otherwise = supposing.suppose(vm, statement.orelse if verdict else statement.body, frame, inputs)
        vm.decided_by = inputs
        ways = effects.walk((statement.body, statement.orelse))
        if frame.function is not None and any(isinstance(one, module.Return) for one in ways):
            frame.inputs |= inputs
        if frame.insists and _returns(statement.orelse if verdict else statement.body):
            verdict, frame.insists = not verdict, False
    if isinstance(verdict, bool) and vm.decided_by and not vm.catching:
        taken, other = (statement.body, statement.orelse) if verdict else (statement.orelse, statement.body)
        return supposing.unless_it_raises(vm, taken, other, frame, otherwise, inputs)
    if isinstance(verdict, bool) and inputs:
        return supposing.supposed_way(inputs, run_suite(vm, statement.body if verdict else statement.orelse, frame))
    if verdict is True:
        return run_suite(vm, statement.body, frame)
    if verdict is False:
        if _asks_for_main(statement.test):
            vm.mains.append((statement.body, frame))  # executed by the drivers, after all modules
        return run_suite(vm, statement.orelse, frame) if statement.orelse else None
    guard = vm.guard(verdict, statement.test, frame)
    return fork(vm, guard, [lambda: run_suite(vm, statement.body, frame), lambda: run_suite(vm, statement.orelse, frame)])


def _returns(suite: code.Suite | None) -> bool:
    """Return `True` if a suite ends by leaving its function with a value."""
    return suite is not None and bool(suite) and isinstance(suite[-1], module.Return)


def _asks_for_main(test: Expr) -> bool:
    """`__name__ == "__main__"`."""
    return isinstance(test, Operation) and any(isinstance(one, Const) and one.value == "__main__" for one in test.items)


def _with(vm: Machine, statement: code.With, frame: Frame) -> Running:
    return (yield from _enter_managers(vm, statement, frame, 0))


def _enter_managers(vm: Machine, statement: code.With, frame: Frame, index: int) -> Running:
    """Enter one context manager after the other, run the body, leave them in reverse."""
    if index == len(statement.items):
        return (yield from run_suite(vm, statement.body, frame))
    expr, target = statement.items[index]
    manager = vm.plain(vm.evaluate(expr, frame))
    value = models.enter(vm, manager)
    if target is not None:
        assign(vm, target, value, frame)

    def body() -> Running:
        return (yield from _enter_managers(vm, statement, frame, index + 1))

    swallowing = models.may_swallow(manager)
    once = models.is_left_once(manager)
    left = False

    def leave(signal: Signal | None) -> Running:
        nonlocal left
        raised = signal.value if signal is not None and signal.kind == "raise" else None
        if once and left:  # a generator cannot be resumed twice: what it does after an exception is not followed
            return None
        left = True
        swallowed = models.leave(vm, manager, raised)
        if isinstance(swallowed, Doubt):
            guard = Guard(swallowed.place, swallowed.reason)
            return (yield from fork(vm, guard, [loops.nothing, lambda: trying.leave(signal)]))
        return None if swallowed else (yield from trying.leave(signal))

    suspends = trying.suspends(frame, statement.body) or (once and not swallowing)
    outcome, landing = yield from attempt(vm, body, catching=swallowing, suspends=suspends)
    return (yield from on_each(vm, outcome, landing, leave))


Handler = Callable[[Machine, Any, Frame], Any]

_RECEIVING = (module.ExprStmt, module.Assign, module.AnnAssign, module.AugAssign, module.Return, code.If)
"""Statements of which the `yield` is executed first; a `while` does so in every round."""

STATEMENTS: dict[type[Statement], Handler] = {
    module.ExprStmt: _do,
    module.Assign: _assign,
    module.AnnAssign: _ann,
    module.AugAssign: _aug,
    module.Return: _return,
    module.Import: lambda vm, statement, frame: vm.import_modules(statement, frame),
    module.ImportFrom: lambda vm, statement, frame: vm.import_names(statement, frame),
    module.Alias: definitions.define_alias,
    code.FunctionDef: definitions.define_function,
    code.ClassDef: definitions.define_class,
    code.Jump: _jump,
    code.Raise: _raise,
    code.Assert: _assert,
    code.Delete: _delete,
    code.Declare: _declare,
    code.Unsupported: _report_unsupported,
    code.If: _if,
    code.While: loops.run_while,
    code.For: loops.run_for,
    code.With: _with,
    code.Try: trying.run_try,
    code.Match: patterns.run_match,
}
