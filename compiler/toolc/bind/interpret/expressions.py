"""Expressions inside a function that is followed.

Takes an expression and a frame, gives its value; names that no frame binds are asked of the linker.
"""

from typing import Any

from toolc.analysis import constants
from toolc.analysis.constants import NoConstant
from toolc.bind.interpret.frame import Closure, Frame, Machine, NotSupported, ObjectUnderConstruction, PythonError
from toolc.bind.interpret.objects import OPAQUE, of_fresh, receive_method, same, to_concrete
from toolc.bind.interpret.patterns import Match
from toolc.module import (
    Attribute,
    Call,
    Comprehension,
    Const,
    DeferredNode,
    Dict,
    Expr,
    FormattedValue,
    IfExp,
    JoinedStr,
    Lambda,
    Name,
    Operation,
    SequenceExpr,
    Slice,
    Star,
    SubscriptExpr,
    ValueExpr,
)
from toolc.program import CallResult, DefinitionValue, EnumMember, ExternalSymbol
from toolc.signature import PartialObject


def evaluate(machine: Machine, expr: Expr, frame: Frame) -> Any:
    """The value of one expression."""
    match expr:
        case Const():
            return expr.python()
        case ValueExpr(_, _, value):
            return to_concrete(value)
        case Name(_, _, id):
            return _name(machine, id, frame)
        case Attribute(_, _, value, attr):
            return attribute(machine, machine.eval(value, frame), attr)
        case Call():
            return _call(machine, expr, frame)
        case SequenceExpr() | Dict():
            return machine.weigh(_display(machine, expr, frame))
        case JoinedStr():
            return machine.weigh(_fstring(machine, expr, frame))
        case Operation():
            return _operation(machine, expr, frame)
        case IfExp(_, _, test, body, orelse):
            return machine.eval(body if truth(machine.eval(test, frame)) else orelse, frame)
        case SubscriptExpr():
            return _subscript(machine, expr, frame)
        case Comprehension():
            return machine.weigh(_comprehension(machine, expr, frame))
        case DeferredNode():
            return _expand(machine, expr, frame)
        case _:
            raise NotSupported("an expression toolc does not evaluate")


def truth(value: Any) -> bool:
    """Return the truth value of a condition; raises `NotSupported` if it is not known."""
    if isinstance(value, OPAQUE):
        if isinstance(value, DefinitionValue):
            return True
        raise NotSupported("a condition that only the running program decides")
    return bool(value)


def operate(operation: Any) -> Any:
    """An operation on constants: what the program raises is raised here, by its name."""
    try:
        return operation()
    except NoConstant as reason:
        if reason.raised:
            raise PythonError(reason.raised) from None
        raise NotSupported(str(reason)) from None


def _name(machine: Machine, name: str, frame: Frame) -> Any:
    found, value = frame.find(name)
    return value if found else to_concrete(machine.links.lookup(name, frame.scope))


def attribute(machine: Machine, value: Any, name: str) -> Any:
    """`value.name`, of what is no builtin constant."""
    if isinstance(value, ObjectUnderConstruction):
        return of_fresh(value, name, machine)
    if isinstance(value, PartialObject):
        if name not in value.attributes:
            raise NotSupported(f"`{name}` of an object that only the running program has")
        return value.attributes[name]
    if isinstance(value, OPAQUE):
        return to_concrete(machine.links.attribute(value, name))
    raise NotSupported(f"the attribute {name} is not evaluated")


def _call(machine: Machine, expr: Call, frame: Frame) -> Any:
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    method = isinstance(expr.func, Attribute)
    owner = machine.eval(expr.func.value, frame) if isinstance(expr.func, Attribute) else None
    callee = None if method else machine.eval(expr.func, frame)
    for arg in expr.args:
        value = machine.eval(arg.value, frame)
        if arg.star == "**":
            if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
                raise NotSupported("it unpacks something that is not a dict")
            kwargs.update(value)
        elif arg.star:
            args.extend(machine.items(value))
        elif arg.name is None:
            args.append(value)
        else:
            kwargs[arg.name] = value
    if isinstance(expr.func, Attribute):
        if isinstance(owner, CallResult) and owner.callee == ExternalSymbol(
            "re.compile"
        ):  # `PATTERN.sub(…)` is `re.sub(PATTERN, …)`
            compiled = [machine.eval(arg.value, Frame(owner.scope, {}, frozenset())) for arg in owner.args]
            return machine.apply(ExternalSymbol(f"re.{expr.func.attr}"), [*compiled, *args], kwargs)
        if isinstance(owner, (*OPAQUE, PartialObject, ObjectUnderConstruction)):
            callee = receive_method(owner, attribute(machine, owner, expr.func.attr), machine.links)
            return machine.apply(callee, args, kwargs)
        return machine.method(owner, expr.func.attr, args, kwargs)
    return machine.apply(callee, args, kwargs)


def _display(machine: Machine, expr: SequenceExpr | Dict, frame: Frame) -> Any:
    if isinstance(expr, Dict):
        made: dict[Any, Any] = {}
        for pair in expr.items:
            value = machine.eval(pair.value, frame)
            if pair.key is not None:
                made[key_of(machine.eval(pair.key, frame))] = value
            elif isinstance(value, dict):
                made.update(value)
            else:
                raise NotSupported("it unpacks something that is not a dict")
        return made
    items: list[Any] = []
    for item in expr.items:
        if isinstance(item, Star):
            items.extend(machine.items(machine.eval(item.value, frame)))
        else:
            items.append(machine.eval(item, frame))
    return items if expr.kind == "list" else tuple(items) if expr.kind == "tuple" else {key_of(item) for item in items}


def key_of(value: Any) -> Any:
    """A key of a dict or member of a set: a constant with a hash."""
    if isinstance(value, (str, bytes, int, float, type(None), EnumMember)):
        return value
    if isinstance(value, tuple):
        return tuple(map(key_of, value))
    raise PythonError("TypeError") if isinstance(value, (list, dict, set)) else NotSupported("a key that is not a constant")


def _fstring(machine: Machine, expr: JoinedStr, frame: Frame) -> str:
    parts = []
    for part in expr.parts:
        if not isinstance(part, FormattedValue):
            parts.append(str(machine.eval(part, frame)))
            continue
        value = machine.eval(part.value, frame)
        spec = "" if part.spec is None else str(machine.eval(part.spec, frame))
        parts.append(operate(lambda value=value, part=part, spec=spec: constants.format_field(value, part.conversion, spec)))
    return "".join(parts)


def _operation(machine: Machine, expr: Operation, frame: Frame) -> Any:
    if expr.kind == "bool":
        value: Any = None
        for item in expr.items:
            value = machine.eval(item, frame)
            if truth(value) is (expr.ops[0] == "or"):
                return value
        return value
    if expr.kind == "unary":
        operand = machine.eval(expr.items[0], frame)
        if expr.ops[0] == "not":
            return not truth(operand)
        return operate(lambda: constants.unary(expr.ops[0], constant(operand)))
    left = machine.eval(expr.items[0], frame)
    for op, item in zip(expr.ops, expr.items[1:], strict=True):
        right = machine.eval(item, frame)
        if expr.kind == "binary":
            left = binary(machine, op, left, right)
        elif not _compare(machine, op, left, right):
            return False
        else:
            left = right
    return True if expr.kind == "compare" else left


_CONSTANTS = (str, bytes, int, float, complex, type(None), type(...), slice)


def binary(machine: Machine, op: str, left: Any, right: Any) -> Any:
    """`left op right`, weighed."""
    if op == "+" and isinstance(left, list) and isinstance(right, list):
        return machine.weigh(left + right)
    return machine.weigh(operate(lambda: constants.binary(op, constant(left), constant(right))))


def constant(value: Any) -> Any:
    """An operand that is a constant through and through."""
    pending = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, dict):
            pending.extend((*one.keys(), *one.values()))
        elif isinstance(one, (list, tuple, set, frozenset)):
            pending.extend(one)
        elif not isinstance(one, _CONSTANTS):
            raise NotSupported("an operation on what only the running program knows")
    return value


def _compare(machine: Machine, op: str, left: Any, right: Any) -> bool:
    match op:
        case "==" | "!=":
            return same(left, right) is (op == "==")
        case "is" | "is not":
            if not (
                right is None
                or isinstance(right, (bool, EnumMember, DefinitionValue))
                or (_is_class(left) and _is_class(right))
            ):
                raise NotSupported("identity of values")
            return (same(left, right) and type(left) is type(right)) is (op == "is")
        case "in" | "not in" if not isinstance(right, str):
            items = list(right) if isinstance(right, (set, frozenset)) else machine.items(right)  # whatever their order
            return any(same(left, item) for item in items) is (op == "in")
        case _:
            result: bool = operate(lambda: constants.binary(op, constant(left), constant(right)))
            return result


def _is_class(value: Any) -> bool:
    """A class that has no second name: one of the program, a builtin, one of those that enums are made of."""
    known = isinstance(value, ExternalSymbol) and value.name.startswith(("builtins.", "enum.")) and not value.spelled
    return known or isinstance(value, DefinitionValue)


def _subscript(machine: Machine, expr: SubscriptExpr, frame: Frame) -> Any:
    value = machine.eval(expr.value, frame)
    if isinstance(value, OPAQUE) or len(expr.items) != 1:
        raise NotSupported("an item of what only the running program knows")
    index = machine.eval(expr.items[0], frame)
    if isinstance(value, Match):
        return value.group(index)
    if isinstance(value, dict):
        index = key_of(index)
        if index not in value:
            raise PythonError("KeyError")
        return value[index]
    if isinstance(value, PartialObject) or isinstance(index, OPAQUE):
        raise NotSupported("an item of what only the running program knows")
    if not isinstance(value, (str, list, tuple)) or not isinstance(index, (int, slice)):
        raise PythonError("TypeError")
    try:
        return value[index]
    except IndexError:
        raise PythonError("IndexError") from None
    except ValueError:
        raise PythonError("ValueError") from None


def _expand(machine: Machine, expr: DeferredNode, frame: Frame) -> Any:
    """A lambda or slice."""
    inside = machine.links.expand(expr, frame.scope)
    match inside:
        case Lambda():
            return Closure("lambda", inside, frame)
        case Slice(lower, upper, step):
            bounds = [None if bound is None else machine.eval(bound, frame) for bound in (lower, upper, step)]
            if not all(bound is None or isinstance(bound, int) for bound in bounds):
                raise NotSupported("a slice between values that are not numbers")
            return slice(*bounds)
        case None:
            raise NotSupported(f"a {expr.kind} is not evaluated")


def _comprehension(machine: Machine, expr: Comprehension, frame: Frame) -> Any:
    found: list[tuple[Any, Any]] = []
    inner = Frame(frame.scope, {}, frozenset(), frame)

    def loop(depth: int) -> None:
        if depth == len(expr.clauses):
            element = machine.eval(expr.element, inner)
            found.append((element, element) if expr.value is None else (key_of(element), machine.eval(expr.value, inner)))
            return
        clause = expr.clauses[depth]
        for item in machine.items(machine.eval(clause.iter, frame if depth == 0 else inner)):
            machine.spend()
            bind(machine, clause.target, item, inner)
            if all(truth(machine.eval(test, inner)) for test in clause.tests):
                loop(depth + 1)

    loop(0)
    values = [value for _, value in found]
    return dict(found) if expr.kind == "dict" else {key_of(value) for value in values} if expr.kind == "set" else values


def bind(machine: Machine, target: Expr, value: Any, frame: Frame) -> None:
    """Give a target a value: a name, several, or an item of a dict or list."""
    match target:
        case Name(_, _, id):
            frame.names[id] = value
        case SequenceExpr(_, _, _, targets):
            items = _gather_starred(machine.items(value), targets)
            if len(items) != len(targets):
                raise PythonError("ValueError")
            for one, item in zip(targets, items, strict=True):
                bind(machine, one, item, frame)
        case Star(_, _, inner):
            bind(machine, inner, value, frame)
        case SubscriptExpr(_, _, owner, (index,)):
            container, key = machine.eval(owner, frame), machine.eval(index, frame)
            machine.weigh(value)
            if isinstance(container, dict):
                container[key_of(key)] = value
            elif isinstance(container, list) and isinstance(key, int) and -len(container) <= key < len(container):
                container[key] = value
            elif isinstance(container, list) and isinstance(key, slice) and key.step is None:
                container[key] = machine.items(value)
            else:
                raise NotSupported("an item of a value of another kind is set")
        case Attribute(_, _, owner, name) if isinstance(made := machine.eval(owner, frame), ObjectUnderConstruction):
            made.attributes[name] = value
        case _:
            raise NotSupported("an assignment to something other than a local name or item")


def _gather_starred(items: list[Any], targets: tuple[Expr, ...]) -> list[Any]:
    """`head, *tail = items`: what a starred target takes is one list."""
    star = next((at for at, target in enumerate(targets) if isinstance(target, Star)), None)
    if star is None:
        return items
    behind = len(targets) - star - 1
    if len(items) < star + behind:
        raise PythonError("ValueError")
    end = len(items) - behind
    return [*items[:star], items[star:end], *items[end:]]
