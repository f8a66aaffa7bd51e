"""The evaluation of expressions: each kind of node gives a value, effects included."""

from collections.abc import Callable
from typing import Any

from toolc import code
from toolc.analysis.branches import both
from toolc.analysis.budget import MAX_UNDECIDED
from toolc.analysis.doubts import Doubt, Open, ignore_order
from toolc.analysis.effects import REGISTERING
from toolc.analysis.frame import Frame
from toolc.analysis.interpreter import definitions, loops, supposing
from toolc.analysis.interpreter.calls import UNORDERED
from toolc.analysis.lattice import is_unordered
from toolc.analysis.models.server_interface import tools_of
from toolc.analysis.objects import containers, text
from toolc.analysis.protocol import Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import (
    MISSING,
    BoundMethod,
    Choice,
    Class,
    Dict,
    Function,
    Instance,
    LibraryObject,
    Maybe,
    Native,
    Partial,
    Scope,
    Super,
    Symbol,
    Unknown,
    Value,
)
from toolc.module import (
    Arg,
    Attribute,
    Await,
    Call,
    Comprehension,
    Const,
    DeferredNode,
    Expr,
    ExprStmt,
    FormattedValue,
    IfExp,
    JoinedStr,
    Name,
    Operation,
    SequenceExpr,
    Star,
    SubscriptExpr,
)
from toolc.module import Dict as DictDisplay


def load_name(vm: Machine, name: str, scope: Scope) -> Value:
    """Look a name up in its scope, those around it but for class bodies, then the builtins. Returns MISSING if unbound."""
    around: Scope | None = scope
    first = True
    while around is not None:
        if first or not around.is_class:
            value = around.cells.get(name, MISSING)
            if value is not MISSING:
                return _if_bound(vm, value, name, around) if type(value) is Maybe else value
            if around.taint is not None and around.parent is None:
                return Unknown(around.taint)
            if name in around.local and around.function is not None and around.function.scope is around.parent:
                return MISSING
        around, first = around.parent, False
    return vm.library.builtin(name)


def _if_bound(vm: Machine, cell: Maybe, name: str, scope: Scope) -> Value:
    """A name that is bound under a condition. Where it is not, that of a module may be one of `builtins`, and that of a class
    body one of the module."""
    beyond: Value = MISSING
    if scope.parent is None:
        beyond = vm.library.builtin(name)
    elif scope.is_class:
        beyond = load_name(vm, name, scope.parent)
    if beyond is not MISSING:
        return vm.join(cell.value, beyond, cell.guard)
    vm.may_lack("NameError", cell.guard)
    return cell.value


def _name(vm: Machine, expr: Name, frame: Frame, name: str) -> Value:
    value = load_name(vm, expr.id, frame.scope)
    if value is MISSING and frame.scope.is_class:
        value = load_name(vm, vm.mangle(expr.id, frame.scope), frame.scope)
    if value is MISSING and expr.id == "__class__" and isinstance(made := vm.super_of(frame), Super):
        return made.cls
    if value is not MISSING:
        return value
    if vm.catching:
        raise Raised("UnboundLocalError" if frame.scope.function is not None and expr.id in frame.scope.local else "NameError")
    return Unknown(vm.doubt("TC332", f"`{expr.id}` is not defined here"))


def _const(vm: Machine, expr: Const, frame: Frame, name: str) -> Value:
    return expr.value if expr.kind in ("str", "bool", "float", "none") else expr.python()


def _attribute(vm: Machine, expr: Attribute, frame: Frame, name: str) -> Value:
    owner = vm.evaluate(expr.value, frame)
    attr = vm.mangle(expr.attr, frame.scope)
    if attr in PARTS and type(expr.value) is Call and type(owner) is LibraryObject and owner.event is not None:
        owner.event.dropped = True
    vm.place = vm.place_of(frame, expr.at, expr.end)
    try:
        return vm.attribute(owner, attr)
    except Raised as raised:
        return supposing.needs_input(vm, raised, owner)


PARTS = frozenset(
    """args args_schema description fn fn_schema func function function_schema input_schema inputs name parameters
    params_json_schema""".split()
)
"""Attributes of tools other than a declaration for models (`openai_tool_schema`, `metadata`): an object that is made only to
read one of them is not kept as a tool."""


def arguments(vm: Machine, args: tuple[Arg, ...], frame: Frame) -> tuple[tuple[Value, ...], dict[str, Value]]:
    """The arguments of a call; under `*` and `**` that something is unpacked which is not known."""
    positional: list[Value] = []
    named: dict[str, Value] = {}
    for arg in args:
        value = vm.evaluate(arg.value, frame)
        if arg.star == "*":
            elements = vm.elements(value)
            if isinstance(elements, Unknown) or any(isinstance(one, Maybe) for one in elements):
                doubt = vm.doubt("TC205", "the call unpacks a value only the running program knows")
                named["*"] = Unknown(doubt)
            else:
                positional.extend(elements)
        elif arg.star == "**":
            _unpack_keywords(vm, value, named)
        elif arg.name is None:
            if "*" in named:
                continue  # behind what is unpacked no position is known
            positional.append(value)
        else:
            named[arg.name] = value
    return tuple(positional), named


def _unpack_keywords(vm: Machine, value: Value, named: dict[str, Value]) -> None:
    inputs, value = vm.inputs_of(value), vm.plain(value)
    if isinstance(value, Instance) and value.taint is None:
        mapping, value = value, Dict({})
        vm.update_dict(value, mapping)
    if isinstance(value, Dict) and ignore_order(value.taint) is None and all(isinstance(key, str) for key in value.items):
        if not named.keys().isdisjoint(value.items) and not any(isinstance(one, Maybe) for one in value.items.values()):
            raise Raised("TypeError")
        named.update(value.items)
        if is_unordered(value):
            named[UNORDERED] = value.taint
        if inputs and "**" not in named:
            named["**"] = vm.with_inputs(None, inputs)
        return
    named["**"] = Unknown(vm.doubt("TC205", "the call unpacks a value only the running program knows"))


def _call(vm: Machine, expr: Call, frame: Frame, name: str) -> Value:
    callee = vm.evaluate(expr.func, frame)
    place = vm.place_of(frame, expr.at, expr.end)
    if type(callee) is Symbol or getattr(callee, "name", None) in _FRAME_NAMES:
        vm.frame = frame
    args, kwargs = arguments(vm, expr.args, frame)
    if type(expr.func) is Name and expr.func.id == "super" and not args:
        return vm.super_of(frame)
    vm.frame = frame
    vm.place = place
    unknown = type(callee) is Unknown and callee.doubt.code != "TC213"  # of TC213 the function is told (TC221)
    if unknown and type(expr.func) is Attribute and _may_register(vm, expr.func.attr, args):
        reason = f"`{expr.func.attr}` is called on an object that is not known: {callee.doubt.reason}"
        vm.notes.append(Doubt("TC233", reason, place))
    value = vm.call(callee, args, kwargs, place, name=name)
    if frame.scope.function is None and isinstance(callee, (Function, BoundMethod, Native, Class, Partial)):
        vm.call_values.note(vm, (frame.module.name, expr.at, expr.end), value)
    return value


def _may_register(vm: Machine, method: str, args: tuple[Value, ...]) -> bool:
    """Return `True` if a method of an unknown object may register tools; `mount` only if a server is passed to it."""
    if method == "mount":
        return any(tools_of(vm.plain(one)) is not None for one in args)
    return method in REGISTERING


_FRAME_NAMES = frozenset({"builtins.globals", "builtins.locals", "builtins.vars", "builtins.dir"})


def _subscript(vm: Machine, expr: SubscriptExpr, frame: Frame, name: str) -> Value:
    owner = vm.evaluate(expr.value, frame)
    key = index(vm, expr, frame)
    vm.place = vm.place_of(frame, expr.at, expr.end)
    try:
        return vm.item(owner, key)
    except Raised as raised:
        return supposing.needs_input(vm, raised, owner, key)


def index(vm: Machine, expr: SubscriptExpr, frame: Frame) -> Value:
    """Return the value of the key of a subscription; several items are a tuple."""
    if expr.tuple or len(expr.items) != 1:
        return tuple([vm.evaluate(one, frame) for one in expr.items])
    return vm.evaluate(expr.items[0], frame)


def _slice(vm: Machine, expr: code.SliceExpr, frame: Frame, name: str) -> Value:
    bounds = [None if one is None else vm.evaluate(one, frame) for one in (expr.lower, expr.upper, expr.step)]
    if any(not isinstance(one, (int, type(None))) for one in bounds):
        return Unknown(vm.doubt("TC205", "the bounds of a slice are not known"))
    return slice(*bounds)


def _sequence(vm: Machine, expr: SequenceExpr, frame: Frame, name: str) -> Value:
    items: list[Value] = []
    taint: Doubt | None = None
    for one in expr.items:
        if type(one) is Star:
            value = vm.evaluate(one.value, frame)
            elements = vm.elements(value, any_order=expr.kind != "tuple")
            if not isinstance(elements, Unknown):
                items.extend(elements)
                taint = taint or (containers.unknown_order(vm) if is_unordered(vm.plain(value)) else None)
            elif expr.kind == "list":
                items.append(Maybe(elements, Open(elements.doubt.place, elements.doubt.reason, "TC205")))
            else:
                taint = elements.doubt
        else:
            items.append(vm.evaluate(one, frame))
    if expr.kind == "tuple":
        return tuple(items) if taint is None else Unknown(taint)
    made = vm.new_list(items)
    made.taint = taint
    return made if expr.kind == "list" else vm.new_set(made)


def _dict(vm: Machine, expr: DictDisplay, frame: Frame, name: str) -> Value:
    made = Dict({})
    for pair in expr.items:
        if pair.key is None:
            vm.update_dict(made, vm.evaluate(pair.value, frame))
        else:
            key = vm.evaluate(pair.key, frame)
            vm.set_item(made, key, vm.evaluate(pair.value, frame))
    return made


def _fstring(vm: Machine, expr: JoinedStr, frame: Frame, name: str) -> Value:
    parts: list[Value] = []
    for part in expr.parts:
        if isinstance(part, FormattedValue):
            value = vm.evaluate(part.value, frame)
            spec = "" if part.spec is None else vm.evaluate(part.spec, frame)
            parts.append(text.format_value(vm, value, part.conversion, spec))
        else:
            parts.append(vm.evaluate(part, frame))
    return text.join_texts(vm, parts)


def _operation(vm: Machine, expr: Operation, frame: Frame, name: str) -> Value:
    if expr.kind == "bool":
        return _boolean(vm, expr, frame, 0)
    if expr.kind == "unary":
        return vm.unary(expr.ops[0], vm.evaluate(expr.items[0], frame))
    if expr.kind == "binary":
        value = vm.evaluate(expr.items[0], frame)
        for op, item in zip(expr.ops, expr.items[1:], strict=True):
            left, right = value, vm.evaluate(item, frame)
            try:
                value = vm.operate(op, left, right)
            except Raised as raised:
                value = supposing.needs_input(vm, raised, left, right)
        return value
    left = vm.evaluate(expr.items[0], frame)
    result: Value = True
    for op, item in zip(expr.ops, expr.items[1:], strict=True):
        right = vm.evaluate(item, frame)
        result = vm.compare(op, left, right)
        if len(expr.ops) > 1 and vm.truth(result) is False:
            return result
        left = right
    return result


def _boolean(vm: Machine, expr: Operation, frame: Frame, start: int, undecided: int = 0) -> Value:
    """`and` and `or`: the first operand that decides; from an undecided one on, the rest runs where it is reached.

    `undecided`: how many operands before `start` may have decided.
    """
    decisive = expr.ops[0] == "or"
    inputs: frozenset[str] = frozenset()
    for at in range(start, len(expr.items)):
        value = vm.evaluate(expr.items[at], frame)
        if at + 1 == len(expr.items) or (verdict := vm.truth(value)) is decisive:
            return vm.with_inputs(value, inputs)
        if verdict is not (not decisive):
            break
        inputs |= containers.inputs_of_truth(vm, value)
    guard = vm.guard(verdict, expr.items[at], frame)
    kept = vm.narrow(value, decisive)

    def rest() -> Value:
        if undecided < MAX_UNDECIDED:
            return _boolean(vm, expr, frame, at + 1, undecided + 1)
        for later in expr.items[at + 1 :]:
            vm.evaluate(later, frame)
        return Unknown(vm.doubt("TC205", "which operand decides is known only at run time"))

    return vm.with_inputs(both(vm, guard, [lambda: kept, rest]), inputs)


def _ternary(vm: Machine, expr: IfExp, frame: Frame, name: str) -> Value:
    test = vm.evaluate(expr.test, frame)
    verdict = vm.truth(test)
    if isinstance(verdict, bool):
        if inputs := containers.inputs_of_truth(vm, test):
            supposing.suppose(vm, (ExprStmt(expr.at, expr.orelse if verdict else expr.body),), frame, inputs)
        return vm.with_inputs(vm.evaluate(expr.body if verdict else expr.orelse, frame, name), inputs)
    guard = vm.guard(verdict, expr.test, frame)
    return both(vm, guard, [lambda: vm.evaluate(expr.body, frame, name), lambda: vm.evaluate(expr.orelse, frame, name)])


def _await(vm: Machine, expr: Await, frame: Frame, name: str) -> Value:
    return vm.await_value(vm.evaluate(expr.value, frame))


def _comprehension(vm: Machine, expr: Comprehension, frame: Frame, name: str) -> Value:
    value = loops.comprehend(vm, expr, frame)
    if frame.scope.function is None:
        vm.call_values.note(vm, (frame.module.name, expr.at, expr.end), value)
    return value


def _lambda(vm: Machine, expr: Any, frame: Frame, name: str) -> Value:
    return definitions.make_function(vm, expr, frame, definitions.qualname_in(frame, "<lambda>"))


def _walrus(vm: Machine, expr: Any, frame: Frame, name: str) -> Value:
    value = vm.evaluate(expr.value, frame, expr.name)
    scope = frame.scope
    while scope.parent is not None and not scope.is_class and not (scope.function and scope.function.scope is scope.parent):
        scope = scope.parent  # out of the scopes of comprehensions (PEP 572)
    vm.bind_name(expr.name, value, scope)
    return value


def _yield(vm: Machine, expr: Any, frame: Frame, name: str) -> Value:
    """The value of a `yield` that was executed before its statement (`frame.receive`). Of any other the consumer gets the value
    after the statement, and what it sends is not followed."""
    if frame.received is not None and frame.received[0] is expr:
        value, frame.received = frame.received[1], None
        return value
    value = None if expr.value is None else vm.evaluate(expr.value, frame)
    if expr.delegates:
        elements = vm.iterate(value)
        frame.yielded.extend([elements] if isinstance(elements, Unknown) else list(elements))
        return Unknown(vm.doubt("TC205", "what a generator returns is not followed"))
    frame.yielded.append(value)
    return None


def _star(vm: Machine, expr: Star, frame: Frame, name: str) -> Value:
    return vm.evaluate(expr.value, frame)


def _opaque(vm: Machine, expr: DeferredNode, frame: Frame, name: str) -> Value:
    return Unknown(vm.doubt("TC205", f"a {expr.kind} is not evaluated"))


EXPRESSIONS: dict[type, Callable[[Machine, Any, Frame, str], Value]] = {
    Name: _name,
    Const: _const,
    Attribute: _attribute,
    Call: _call,
    SubscriptExpr: _subscript,
    SequenceExpr: _sequence,
    DictDisplay: _dict,
    JoinedStr: _fstring,
    FormattedValue: lambda vm, expr, frame, name: vm.evaluate(expr.value, frame),
    Operation: _operation,
    IfExp: _ternary,
    Await: _await,
    Comprehension: _comprehension,
    Star: _star,
    DeferredNode: _opaque,
    code.LambdaExpr: _lambda,
    code.SliceExpr: _slice,
    code.NamedExpr: _walrus,
    code.YieldExpr: _yield,
}

__all__ = ["EXPRESSIONS", "Choice", "Expr", "arguments", "index", "load_name"]
