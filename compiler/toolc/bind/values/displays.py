"""Displays: lists, tuples, sets, dicts and comprehensions, whose parts may be anything.

Takes the expression and its scope, gives a constant if all parts are constants, else `SequenceValue` or `MappingValue`.
"""

from collections.abc import Callable
from typing import Any, Literal

from toolc.analysis import constants
from toolc.analysis.constants import NoConstant
from toolc.bind.links import Links
from toolc.bind.values.call_arguments import entries, items
from toolc.bind.values.loops import unroll_comprehension
from toolc.module import Comprehension, Dict, SequenceExpr, Star
from toolc.program import ConstantValue, MappingValue, ProgramPoint, SequenceValue, Unknown, Value


def attempt(operation: Callable[[], Any]) -> Value:
    """The constant that an operation gives."""
    try:
        return ConstantValue(operation())
    except NoConstant as reason:
        return Unknown(str(reason))


def display(expr: SequenceExpr | Dict, scope: ProgramPoint, links: Links) -> Value:
    return _sequence(expr, scope, links) if isinstance(expr, SequenceExpr) else _mapping(expr, scope, links)


def _sequence(expr: SequenceExpr, scope: ProgramPoint, links: Links) -> Value:
    found: list[Value] = []
    for item in expr.items:
        if isinstance(item, Star):
            inside = items(links.evaluate(item.value, scope))
            if inside is None:
                return Unknown("it unpacks a value only the running program knows")
            found.extend(inside)
        else:
            found.append(links.evaluate(item, scope))
    return _as_sequence(expr.kind, found, expr.end - expr.at)


def _as_sequence(kind: Literal["tuple", "list", "set"], found: list[Value], written: int = 0) -> Value:
    if not all(isinstance(item, ConstantValue) for item in found):
        made = SequenceValue(kind, tuple(found))
        return Unknown("the value is too large") if _is_oversized(made) else made
    values = [item.value for item in found if isinstance(item, ConstantValue)]
    kinds: dict[str, Callable[[list[Any]], Any]] = {"list": list, "tuple": tuple, "set": _as_set}
    return attempt(lambda: constants.check_size(kinds[kind](values), written))


def _as_set(values: list[Any]) -> set[Any]:
    try:
        return set(values)
    except TypeError:
        raise NoConstant("an item of the set has no hash") from None


def comprehension(expr: Comprehension, scope: ProgramPoint, links: Links) -> Value:
    """Return the value of a comprehension: its elements as expressions if they are known, else what executing it gave."""
    made = _display_value(expr, scope, links)
    known = links.executed.call_value(scope.module, expr.at, expr.end) if links.executed and isinstance(made, Unknown) else None
    return made if known is None else known


def _display_value(expr: Comprehension, scope: ProgramPoint, links: Links) -> Value:
    scopes = unroll_comprehension(expr, scope, links)
    if scopes is None:
        return Unknown("it is made from values only the running program knows")
    elements = [links.evaluate(expr.element, here) for here in scopes]
    if expr.kind == "dict" and expr.value is not None:
        keys = [element.value for element in elements if isinstance(element, ConstantValue)]
        if len(keys) < len(elements) or any(isinstance(key, (list, dict, set)) for key in keys):
            return Unknown("one of its keys is computed while the program runs")
        values = [links.evaluate(expr.value, here) for here in scopes]
        return _as_mapping(dict(zip(keys, values, strict=True)))
    return _as_sequence("list" if expr.kind == "list" else "set" if expr.kind == "set" else "tuple", elements)


def _mapping(expr: Dict, scope: ProgramPoint, links: Links) -> Value:
    found: dict[Any, Value] = {}
    for pair in expr.items:
        value = links.evaluate(pair.value, scope)
        if pair.key is None:
            inside = entries(value)
            if inside is None:
                return Unknown("it unpacks a value only the running program knows")
            found.update(inside)
            continue
        key = links.evaluate(pair.key, scope)
        if not isinstance(key, ConstantValue) or isinstance(key.value, (list, dict, set)):
            return Unknown("one of its keys is computed while the program runs")
        found[key.value] = value
    return _as_mapping(found, expr.end - expr.at)


def _as_mapping(found: dict[Any, Value], written: int = 0) -> Value:
    if all(isinstance(value, ConstantValue) for value in found.values()):
        known = {key: value.value for key, value in found.items() if isinstance(value, ConstantValue)}
        return attempt(lambda: constants.check_size(known, written))
    made = MappingValue(tuple(found.items()))
    return Unknown("the value is too large") if _is_oversized(made) else made


def _is_oversized(value: Value) -> bool:
    """Return `True` if nested displays, shared ones counted at each occurrence, exceed the size limit."""
    pending, left = [value], constants.LARGEST
    while pending and left >= 0:
        item = pending.pop()
        inside = (
            item.items
            if isinstance(item, SequenceValue)
            else [v for _, v in item.items]
            if isinstance(item, MappingValue)
            else ()
        )
        left -= 1 + len(inside)
        pending.extend(inside)
    return left < 0
