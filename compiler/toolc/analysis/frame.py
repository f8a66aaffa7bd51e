"""One activation: a call of a function, the body of a module or of a class; and what a generator gives and is sent."""

from collections.abc import Generator, Iterator
from typing import Any

import msgspec

from toolc import code
from toolc.analysis.protocol import Machine
from toolc.analysis.values import Function, Maybe, Module, Scope, Unknown, Value
from toolc.analysis.values import Iterator as IteratorObject
from toolc.module import Comprehension, IfExp, Operation, YieldExpr


class Frame:
    """Frame of execution. `yielded` are values that the current statement of a generator gave; `level` is the depth of
    branches at which its consumer last asked, `deferred` what it gave in deeper ones; `at` the index of the module's statement
    that runs, `inputs` what decided where the function is left, `insists` that it is left there where it raises by default.

    `coming` is what the consumer sends when it asks next, `sent` what it sent when it asked last; `waits`: the generator stands
    at a `yield` whose value that will be; `received`: a `yield` of the current statement, with its value.
    """

    __slots__ = (
        "at", "coming", "deferred", "function", "inputs", "insists", "level", "module", "received", "scope", "sent", "waits",
        "yielded",
    )  # fmt: skip

    def __init__(self, scope: Scope, module: Module, function: Function | None = None, level: int = 0) -> None:
        self.scope, self.module, self.function, self.level = scope, module, function, level
        self.at = 0
        self.inputs: frozenset[str] = frozenset()
        self.insists = False
        self.yielded: list[Value] = []
        self.deferred: list[Value] = []
        self.coming: Value = None
        self.sent: Value = None
        self.waits = False
        self.received: tuple[YieldExpr, Value] | None = None

    @property
    def is_generator(self) -> bool:
        """Return `True` if the function that runs is a generator."""
        node = self.function.node if self.function is not None else None
        return isinstance(node, code.FunctionDef) and node.yields

    def send(self, value: Value) -> bool:
        """Have the generator receive a value when it is asked next; `False` where it stands at no `yield` that is followed."""
        if self.waits:
            self.coming = value
        return self.waits


def emit(vm: Machine, frame: Frame) -> Generator[Value, None, None]:
    """Hand the values of a `yield` to the consumer; inside an undecided branch, defer them and mark them conditional."""
    values, frame.yielded = frame.yielded, []
    if vm.store.level > frame.level:
        frame.deferred += [Maybe(value, vm.guards[-1]) if vm.guards else value for value in values]
        return
    yield from (*frame.deferred, *values)
    frame.deferred = []


def receive(vm: Machine, expr: YieldExpr, frame: Frame) -> Generator[Value, None, None]:
    """The `yield` of a statement, before the rest of it is executed: what the consumer sends is its value there."""
    value = None if expr.value is None else vm.evaluate(expr.value, frame)
    if not expr.delegates:
        frame.received = expr, (yield from _yield_value(vm, value, frame))
        return
    elements = vm.iterate(value)
    inner = vm.plain(value)
    if isinstance(elements, Unknown):
        yield from _yield_value(vm, elements, frame)
        frame.received = expr, elements
        return
    for element in elements:
        sent = yield from _yield_value(vm, element, frame)
        if sent is not None and not (isinstance(inner, IteratorObject) and inner.send is not None and inner.send(sent)):
            vm.hand_over((sent,), vm.doubt("TC232", "handed to an iterator that is not followed"))
    frame.received = expr, inner.result if isinstance(inner, IteratorObject) else None


def _yield_value(vm: Machine, value: Value, frame: Frame) -> Generator[Value, None, Value]:
    """Hand one value to the consumer; return what it sends."""
    frame.yielded.append(value)
    frame.sent, frame.waits = None, vm.store.level <= frame.level and not frame.deferred
    yield from emit(vm, frame)
    frame.waits = False
    return frame.sent


def receiving_yield(vm: Machine, statement: Any) -> YieldExpr | None:
    """The `yield` of a statement, or of the test of one, if there is one and it is certainly evaluated."""
    known = vm.receiving.get(id(statement))
    if known is None:
        expr = statement.test if isinstance(statement, (code.If, code.While)) else getattr(statement, "value", None)
        found = list(_yields(expr)) if isinstance(expr, msgspec.Struct) else []
        known = vm.receiving[id(statement)] = statement, found[0] if len(found) == 1 else None
    return known[1]


def _yields(part: Any) -> Iterator[YieldExpr]:
    """Every `yield` of an expression; two for one that may not be evaluated."""
    if isinstance(part, tuple):
        for one in part:
            yield from _yields(one)
        return
    if not isinstance(part, msgspec.Struct) or isinstance(part, (code.LambdaExpr, Comprehension)):
        return
    first: tuple[Any, ...]
    rest: tuple[Any, ...] = ()  # evaluated or not, as `first` decides
    if isinstance(part, IfExp):
        first, rest = (part.test,), (part.body, part.orelse)
    elif isinstance(part, Operation) and part.kind == "bool":
        first, rest = part.items[:1], part.items[1:]
    else:
        first = tuple(getattr(part, field) for field in part.__struct_fields__ if field not in ("at", "end"))
    yield from _yields(first)
    if isinstance(part, YieldExpr):
        yield part
    yield from [*_yields(rest)] * 2
