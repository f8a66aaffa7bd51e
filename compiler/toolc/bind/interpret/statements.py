"""Statements of a function that is followed.

Takes the nodes of a block and a frame, gives the value returned, or `FELL` at the end of the block. Every statement that is
not listed here ends the work.
"""

import builtins
from collections.abc import Sequence
from typing import Any

from toolc.bind.cases import subject, verdicts
from toolc.bind.imports import from_import_value, imported_module
from toolc.bind.interpret.expressions import binary, bind, truth
from toolc.bind.interpret.frame import Closure, Frame, Machine, NotSupported, PythonError
from toolc.bind.interpret.objects import same, to_concrete
from toolc.bind.interpret.purity import only_computes, only_raises, only_warns
from toolc.bind.interpret.sets import IN_PLACE, of_set
from toolc.bind.modules import SourceModule
from toolc.module import (
    AnnAssign,
    Assign,
    Attribute,
    AugAssign,
    Block,
    Call,
    Expr,
    ExprStmt,
    For,
    Func,
    If,
    Import,
    ImportFrom,
    Name,
    OutlineNode,
    Return,
    SequenceExpr,
    SubscriptExpr,
    Try,
    With,
)
from toolc.program import ExternalSymbol
from toolc.text.regex import late

FELL, BREAK, CONTINUE = object(), object(), object()
_SUPPRESS = ExternalSymbol("contextlib.suppress")
_WORD = late(r"\w+")


def run(machine: Machine, nodes: Sequence[OutlineNode], frame: Frame) -> Any:
    """The statements of a block, one after the other."""
    for node in nodes:
        machine.spend()
        ended = _statement(machine, node, frame)
        if ended is not FELL:
            return ended
    return FELL


def _statement(machine: Machine, node: OutlineNode, frame: Frame) -> Any:
    unit = machine.links.library.unit(frame.scope.module)
    match unit.statement(node):
        case Return(_, value):
            return None if value is None else machine.eval(value, frame)
        case Assign(_, targets, value):
            _assign(machine, targets, value, frame)
        case AnnAssign(_, target, _, value):
            if value is not None:
                _assign(machine, (target,), value, frame)
        case AugAssign(_, target, op, value):
            _augment(machine, target, op.removesuffix("="), machine.eval(value, frame), frame)
        case ExprStmt(_, value):
            _execute_expression(machine, value, frame)
        case If(_, test):
            return _branch(machine, node, test, frame)
        case For():
            return _loop(machine, node, frame)
        case Try(_, handlers):
            return _attempt(machine, node, handlers, frame)
        case Func(name=name):
            frame.names[name] = Closure(name, node, frame)
        case With(_, ((Call(func=func, args=args), None),)) if machine.eval(func, frame) == _SUPPRESS:
            return _run_suppressing(machine, node, [arg.value for arg in args], frame)
        case Import() as statement:
            frame.names.update(
                {name: to_concrete(imported_module(statement, name, unit, machine.links)) for name in node.names}
            )
        case ImportFrom() as statement:
            frame.names.update({name: _from(machine, statement, name, unit) for name in node.names})
        case _:
            return _run_match(machine, node, frame) if node.kind == "match" else _word(machine, node, unit.text(node), frame)
    return FELL


def _assign(machine: Machine, targets: Sequence[Expr], value: Expr, frame: Frame) -> None:
    """`x = value`. What is not told matters only where the name is asked for."""
    try:
        made = machine.eval(value, frame)
    except NotSupported as reason:
        names = [target.id for target in targets if isinstance(target, Name)]
        if machine.trying or len(names) < len(targets) or not only_computes(value, machine, frame):
            raise
        for name in names:
            frame.forget(name, str(reason))
        return
    for target in targets:
        bind(machine, target, made, frame)


def _execute_expression(machine: Machine, expr: Expr, frame: Frame) -> None:
    """An expression statement, whose value is unused."""
    try:
        machine.eval(expr, frame)
    except NotSupported:
        if not only_warns(expr, machine, frame):
            raise


def _from(machine: Machine, statement: ImportFrom, name: str, unit: SourceModule) -> Any:
    value = from_import_value(statement, name, unit, machine.links)
    if value is None:
        raise NotSupported("a star import is not followed")
    return to_concrete(value)


def _augment(machine: Machine, target: Any, op: str, value: Any, frame: Frame) -> None:
    """`x += value`. A list, set or dict is changed in place, as `extend` and `update` do."""
    if not isinstance(target, (Attribute, Name, SubscriptExpr)):
        raise NotSupported("an assignment to something other than a local name or item")
    before = machine.eval(target, frame)
    if isinstance(before, list) and op == "+":
        before.extend(machine.weigh(machine.items(value)))
    elif isinstance(before, set) and op in IN_PLACE and isinstance(value, (set, frozenset)):
        of_set(machine, before, IN_PLACE[op], [value])
    elif isinstance(before, dict) and op == "|" and isinstance(value, dict):
        before.update(machine.weigh(value))
    elif isinstance(before, (dict, set)):
        raise NotSupported("a dict or set is changed in place")
    else:
        bind(machine, target, binary(machine, op, before, value), frame)


def _branch(machine: Machine, node: OutlineNode, test: Any, frame: Frame) -> Any:
    """`if` and `while`."""
    if node.kind == "if":
        return run(machine, _blocks(node, "body" if _holds(machine, node, test, frame) else "else"), frame)
    while truth(machine.eval(test, frame)):
        machine.spend()
        ended = run(machine, _blocks(node, "body"), frame)
        if ended is BREAK:
            return FELL
        if ended not in (FELL, CONTINUE):
            return ended
    return run(machine, _blocks(node, "else"), frame)


def _holds(machine: Machine, node: OutlineNode, test: Any, frame: Frame) -> bool:
    """A check that only the running program decides, and that raises, is passed: the program ends where it is not."""
    try:
        return truth(machine.eval(test, frame))
    except NotSupported:
        body = _blocks(node, "body")
        text = machine.links.library.unit(frame.scope.module).text(body[0]) if body else ""
        if machine.trying or not only_raises(body, text) or not only_computes(test, machine, frame):
            raise
        return False


def _loop(machine: Machine, node: OutlineNode, frame: Frame) -> Any:
    statement = machine.links.library.unit(frame.scope.module).statement(node)
    assert isinstance(statement, For)
    for item in machine.items(machine.eval(statement.iter, frame)):
        machine.spend()
        bind(machine, statement.target, item, frame)
        ended = run(machine, _blocks(node, "body"), frame)
        if ended is BREAK:
            return FELL
        if ended is not FELL and ended is not CONTINUE:
            return ended
    return run(machine, _blocks(node, "else"), frame)


def _attempt(machine: Machine, node: OutlineNode, handlers: Sequence[Any], frame: Frame) -> Any:
    """`try` with handlers of builtin exceptions."""
    if _blocks(node, "finally"):
        raise NotSupported("a try statement with finally")
    try:
        ended = _run_try_block(machine, _blocks(node, "body"), frame)
    except PythonError as raised:
        blocks = [block for block in node.blocks if block.role == "except"]
        for handler, block in zip(handlers, blocks, strict=True):
            if _catches(machine, handler, str(raised), frame):
                return _run_handler(machine, block, frame)
        raise
    return run(machine, _blocks(node, "else"), frame) if ended is FELL else ended


def _run_try_block(machine: Machine, nodes: Sequence[OutlineNode], frame: Frame) -> Any:
    """A block of which something else takes what it raises."""
    machine.trying += 1
    try:
        return run(machine, nodes, frame)
    finally:
        machine.trying -= 1


def _run_suppressing(machine: Machine, node: OutlineNode, kinds: Sequence[Expr], frame: Frame) -> Any:
    """`with contextlib.suppress(AttributeError): …`."""
    try:
        return _run_try_block(machine, _blocks(node, "body"), frame)
    except PythonError as raised:
        if any(_catches(machine, kind, str(raised), frame) for kind in kinds):
            return FELL
        raise


def _run_handler(machine: Machine, block: Block, frame: Frame) -> Any:
    if block.names:
        frame.own |= frozenset(block.names)  # the exception itself is no value here
    return run(machine, block.nodes, frame)


def _catches(machine: Machine, handler: Any, raised: str, frame: Frame) -> bool:
    if handler is None:
        return True
    kinds = machine.eval(handler, frame)
    for kind in kinds if isinstance(kinds, tuple) else (kinds,):
        name = kind.name.removeprefix("builtins.") if isinstance(kind, ExternalSymbol) else ""
        caught, thrown = getattr(builtins, name, None), getattr(builtins, raised)
        if not isinstance(caught, type):
            raise NotSupported("an exception toolc does not know is caught")
        if issubclass(thrown, caught):
            return True
    return False


def _run_match(machine: Machine, node: OutlineNode, frame: Frame) -> Any:
    """`match` over patterns that are values."""
    text, expression = machine.links.library.unit(frame.scope.module).source.text, machine.links.expression
    given = subject(node, text, expression)
    if given is None:
        raise NotSupported("a match statement is not followed")
    value = machine.eval(given, frame)

    def compare_pattern(pattern: Expr) -> bool:
        other = machine.eval(pattern, frame)
        return value is other if other is None or isinstance(other, bool) else same(value, other)

    for block, chosen in zip(node.blocks, verdicts(node, text, expression, compare_pattern), strict=False):
        if chosen is None:
            raise NotSupported("a match statement is not followed")
        if chosen:
            return run(machine, block.nodes, frame)
    return FELL


def _word(machine: Machine, node: OutlineNode, text: str, frame: Frame) -> Any:
    """Statements that are told by their first word."""
    found = _WORD.match(text)
    match found[0] if found else "":
        case "pass":
            return FELL
        case "break":
            return BREAK
        case "continue":
            return CONTINUE
        case "raise":
            raise PythonError(_raised_name(machine, text, frame))
        case "del":
            return _delete(machine, text, frame)
        case "assert":
            return _assert(machine, text, frame)
        case word:
            raise NotSupported(f"a {word} statement is not followed")


def _raised_name(machine: Machine, text: str, frame: Frame) -> str:
    """The builtin exception that `raise ValueError(…)` names."""
    expr = machine.links.expression(text.removeprefix("raise").partition("(")[0].strip())
    kind = None if expr is None else machine.eval(expr, frame)
    name = kind.name.removeprefix("builtins.") if isinstance(kind, ExternalSymbol) else ""
    thrown = getattr(builtins, name, None)
    if not isinstance(thrown, type) or not issubclass(thrown, Exception):
        raise NotSupported("it raises an exception toolc does not know")
    return name


def _assert(machine: Machine, text: str, frame: Frame) -> Any:
    """`assert test, message`. One that only the running program decides holds: the program ends where it does not."""
    expr = machine.links.expression(f"({text.removeprefix('assert')},)")
    if not isinstance(expr, SequenceExpr):
        raise NotSupported("an assert statement is not followed")
    try:
        holds = truth(machine.eval(expr.items[0], frame))
    except NotSupported:
        return FELL
    if not holds:
        raise PythonError("AssertionError")
    return FELL


def _delete(machine: Machine, text: str, frame: Frame) -> Any:
    """`del d["key"]`."""
    expr = machine.links.expression(text.removeprefix("del").strip())
    if not isinstance(expr, SubscriptExpr) or len(expr.items) != 1:
        raise NotSupported("a del statement is not followed")
    owner, key = machine.eval(expr.value, frame), machine.eval(expr.items[0], frame)
    machine.method(owner, "pop", [key], {})
    return FELL


def _blocks(node: OutlineNode, role: str) -> tuple[OutlineNode, ...]:
    return tuple(inner for block in node.blocks if block.role == role for inner in block.nodes)
