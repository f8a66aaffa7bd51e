"""Finds the places where a program registers tools.

Takes a unit and the words that can name something that registers, gives `Registration`s with the system that claims each.
Only decorated definitions, classes with bases, and statements that contain one of the words are read.
"""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from toolc.bind.conditions import runs
from toolc.bind.flow import Site, body
from toolc.bind.library import Unit
from toolc.bind.linker import Linker
from toolc.module import Ann, Assign, Attr, Aug, Call, Class, Dict, Do, Expr, Expression, Func, Node, Return, Seq, Stmt
from toolc.names import canonical
from toolc.program import (
    Argument,
    Attribute,
    Called,
    Definition,
    External,
    Known,
    Received,
    Registration,
    Scope,
    Unknown,
    Value,
)
from toolc.systems.base import Mark, System


class Claim(Struct, frozen=True):
    """One registration and the system and mark that know what to make of it."""

    system: System
    mark: Mark
    registration: Registration


class Marks:
    """Everything that registers tools, by qualified name, over all systems."""

    def __init__(self, systems: dict[str, System]) -> None:
        self.table = {name: (system, mark) for system in systems.values() for name, mark in system.marks.items()}
        self.servers = {name: system for system in systems.values() for name in system.servers}
        self.words = frozenset(name.rpartition(".")[2] for name in (*self.table, *self.servers))

    def interesting(self, value: Value) -> bool:
        """Whether a variable with this value can be used to register tools: a mark, a server, or a module with marks."""
        match value:
            case External(name):
                return any(known == name or known.startswith(f"{name}.") for known in (*self.table, *self.servers))
            case Called(callee) | Attribute(callee):
                return self.interesting(callee)
            case _:
                return False

    def claim(self, callee: Value, linker: Linker) -> tuple[str, System, Mark, Value | None] | None:
        """Who knows this callee: its qualified name, system, mark and what it was called on."""
        name, receiver = self._qualified(callee, linker)
        known = self.table.get(name)
        return (name, *known, receiver) if known else None

    def _qualified(self, callee: Value, linker: Linker) -> tuple[str, Value | None]:
        if isinstance(callee, External):
            return canonical(callee.name), None
        if isinstance(callee, Attribute):
            return f"{_class_name(callee.owner, linker)}.{callee.name}", callee.owner
        return "", None


def _class_name(owner: Value, linker: Linker) -> str:
    """The qualified class of a value, as far as it is told by a call or by the annotation of a parameter."""
    match owner:
        case Called(External(name)):
            return canonical(name)
        case Received(function, parameter) if isinstance(function.stmt, Func):
            annotation = next((p.annotation for p in function.stmt.params if p.name == parameter), None)
            value = linker.evaluate(annotation, function.scope) if annotation is not None else None
            if isinstance(value, Known) and isinstance(value.value, str):
                expr = linker.expression(value.value)
                value = linker.evaluate(expr, function.scope) if expr is not None else None
            return canonical(value.name) if isinstance(value, External) else ""
        case _:
            return ""


class Finder:
    """Walks one unit."""

    def __init__(self, unit: Unit, linker: Linker, marks: Marks, words: frozenset[str]) -> None:
        self._unit = unit
        self._linker = linker
        self._marks = marks
        self._words = words

    def claims(self) -> Iterator[Claim]:
        """Every claimed registration of the unit, in source order."""
        yield from self._block(Scope(self._unit.source.module), self._unit.top.sites)

    def _block(self, scope: Scope, sites: tuple[Site, ...]) -> Iterator[Claim]:
        for site in sites:
            if site.names != site.node.names:
                continue
            here = Scope(scope.module, scope.within, site.node.at)
            if runs(site.guard, here, self._linker) is False:
                continue
            if site.node.kind in ("def", "class"):
                yield from self._definition(site.node, here)
            elif site.node.kind in ("assign", "ann", "aug", "do", "return") and self._mentions(self._unit.text(site.node)):
                for expr in _expressions(self._unit.statement(site.node)):
                    yield from self._calls(expr, here, next(iter(site.names), ""))

    def _definition(self, node: Node, scope: Scope) -> Iterator[Claim]:
        header = self._unit.header(node)
        decorated = header.startswith("@")
        if decorated or (node.kind == "class" and "(" in header) or self._mentions(self._unit.text(node)):
            target = self._linker.define(scope, node)
            if target is not None:
                yield from self._decorators(target, scope)
                if isinstance(target.stmt, Class):
                    yield from self._bases(target, scope)
                if body(node):
                    inner = Scope(scope.module, (*scope.within, target))
                    yield from self._block(inner, self._unit.index(target).sites)

    def _mentions(self, text: str) -> bool:
        return "@" in text or any(word in text for word in self._words)

    def _decorators(self, target: Definition, scope: Scope) -> Iterator[Claim]:
        for decorator in reversed(target.stmt.decorators):
            value = self._linker.evaluate(decorator, scope)
            if isinstance(value, Called):
                if claimed := self._marks.claim(value.callee, self._linker):
                    yield _claimed(claimed, "called", value.scope, decorator, target, value.args)
            elif claimed := self._marks.claim(value, self._linker):
                yield _claimed(claimed, "bare", scope, decorator, target, ())

    def _bases(self, target: Definition, scope: Scope) -> Iterator[Claim]:
        for base in self._linker.ancestors(target):
            if isinstance(base, External) and (claimed := self._marks.claim(base, self._linker)):
                name, system, mark, _ = claimed
                at = target.stmt.name_at
                yield Claim(system, mark, Registration(name, "subclass", scope, at, target.name_end, target))
                return

    def _calls(self, expr: Expr, scope: Scope, variable: str) -> Iterator[Claim]:
        """Every call inside an expression that a mark knows, the curried `server.tool(name=…)(function)` included.

        A class of servers that is given its tools when it is made registers them on what it makes.
        """
        for call in _inner_calls(expr):
            value = self._linker.evaluate(call.func, scope)
            args = tuple(Argument(arg.name, arg.value, arg.star) for arg in call.args)
            if isinstance(value, Called) and args:
                claimed = self._marks.claim(value.callee, self._linker)
                target = self._linker.evaluate(args[0].value, scope)
                if claimed and (isinstance(target, Definition) or self._makes_decorator(call, value)):
                    yield _claimed(claimed, "called", value.scope, call, _followed(target), value.args)
            elif claimed := self._marks.claim(value, self._linker):
                if claimed[0] in self._marks.servers:
                    claimed = (*claimed[:3], Called(value, args, scope, call.at, call.end, variable if call is expr else ""))
                yield _claimed(claimed, "call", scope, call, None, args)

    def _makes_decorator(self, call: Call, factory: Called) -> bool:
        """Whether `factory` of `factory(…)(x)` decorates whatever x is: written on the spot, and given no function itself."""
        values = (self._linker.evaluate(arg.value, factory.scope) for arg in factory.args if arg.name is None)
        return isinstance(call.func, Call) and all(isinstance(value, Known) for value in values)


def _followed(target: Value) -> Definition | Unknown:
    if isinstance(target, (Definition, Unknown)):
        return target
    return Unknown("it is no function whose definition toolc can read")


def _claimed(
    claimed: tuple[str, System, Mark, Value | None],
    form: Literal["bare", "called", "call"],
    scope: Scope,
    expr: Expression,
    target: Definition | Unknown | None,
    args: tuple[Argument, ...],
) -> Claim:
    name, system, mark, receiver = claimed
    return Claim(system, mark, Registration(name, form, scope, expr.at, expr.end, target, args, receiver))


def _expressions(statement: Stmt) -> Iterator[Expr]:
    if isinstance(statement, (Assign, Ann, Aug, Do, Return)) and statement.value is not None:
        yield statement.value


def _inner_calls(expr: Expr) -> Iterator[Call]:
    """The calls in an expression, outermost first, through displays and arguments."""
    pending: list[Expr] = [expr]
    while pending:
        item = pending.pop()
        match item:
            case Call(_, _, func, args):
                yield item
                pending.extend(arg.value for arg in reversed(args))
                pending.append(func)
            case Attr(_, _, value):  # `FunctionTool(f).to_schema()`
                pending.append(value)
            case Seq(_, _, _, items):
                pending.extend(reversed(items))
            case Dict(_, _, pairs):
                pending.extend(pair.value for pair in reversed(pairs))
            case _:
                pass
