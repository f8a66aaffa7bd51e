"""What a program sets on a class after the class statement: `C.attribute = value`, `setattr`, or a function that does it.

Takes a class definition and the name of an attribute, gives the value set last, None when nothing is set. A function that is
called with the class is looked into, one call deep.
"""

import re

from toolc.bind.conditions import runs
from toolc.bind.flow import Site
from toolc.bind.library import Unit
from toolc.bind.links import Links
from toolc.module import Assign, Attr, Call, Const, Do, Expr, Func, Name, Stmt
from toolc.program import Definition, External, Scope, Unknown, Value

_ATTRIBUTE = re.compile(r"(\w+)\s*\.\s*\w+\s*=")
_CALL = re.compile(r"[\w.]+\(\s*(\w+)\s*,")
_SETATTR = External("builtins.setattr")


def set_later(definition: Definition, attribute: str, links: Links) -> Value | None:
    """The value of `C.attribute` where statements behind the class, in the same block, set it."""
    unit = links.unit(definition.scope)
    owner = definition.scope.within[-1] if definition.scope.within else None
    name, found = definition.stmt.name, None
    for site in _concerning(name, unit, owner):
        if site.node.at <= definition.node.at:
            continue
        scope = Scope(definition.scope.module, definition.scope.within, site.node.at)
        value = _set_by(unit.statement(site.node), name, attribute, scope, links)
        if value is not None and (verdict := runs(site.guard, scope, links)) is not False:
            found = (
                value if verdict else Unknown(f"`{name}.{attribute}` is set under a condition only the running program decides")
            )
    return found


def _concerning(name: str, unit: Unit, owner: Definition | None) -> list[Site]:
    """The statements of a block that start with an attribute of a name, or with a call that is given it first."""
    key = -1 if owner is None else owner.node.at
    if key not in unit.concerning:
        found = unit.concerning[key] = {}
        for site in unit.index(owner).sites:
            text = unit.text(site.node) if site.node.kind in ("assign", "do") else ""
            if match := (_ATTRIBUTE if site.node.kind == "assign" else _CALL).match(text):
                found.setdefault(match[1], []).append(site)
    return unit.concerning[key].get(name, [])


def _set_by(statement: Stmt, name: str, attribute: str, scope: Scope, links: Links) -> Value | None:
    match statement:
        case Assign(_, targets, value) if any(_is_attribute(target, name, attribute) for target in targets):
            return links.evaluate(value, scope)
        case Do(_, Call(_, _, func, args)) if args and _is_name(args[0].value, name) and not args[0].star:
            callee = links.evaluate(func, scope)
            if callee == _SETATTR and len(args) == 3:
                return links.evaluate(args[2].value, scope) if _may_be(args[1].value, attribute) else None
            if isinstance(callee, Definition) and isinstance(callee.stmt, Func):
                return _set_inside(callee, [arg.value for arg in args], attribute, scope, links)
    return None


def _set_inside(function: Definition, given: list[Expr], attribute: str, outside: Scope, links: Links) -> Value | None:
    """What a function sets on its first parameter; another parameter stands for what it is called with."""
    unit = links.unit(function.scope)
    params = [param.name for param in getattr(function.stmt, "params", ())]
    if not params or attribute not in unit.text(function.node):
        return None
    scope = Scope(function.module, (*function.scope.within, function))
    for site in reversed(unit.index(function).sites):
        statement = unit.statement(site.node)
        value = _value_set(statement, params[0], attribute)
        if value is None:
            continue
        if runs(site.guard, scope, links) is not True:
            return Unknown(f"`{function.stmt.name}` may set `{attribute}`")
        position = next((i for i, param in enumerate(params) if _is_name(value, param)), None)
        return links.evaluate(value, scope) if position is None else _argument(given, position, outside, links)
    return None


def _argument(given: list[Expr], position: int, scope: Scope, links: Links) -> Value:
    return links.evaluate(given[position], scope) if position < len(given) else Unknown("an argument is not given by its place")


def _value_set(statement: Stmt, name: str, attribute: str) -> Expr | None:
    match statement:
        case Assign(_, targets, value) if any(_is_attribute(target, name, attribute) for target in targets):
            return value
        case Do(_, Call(_, _, Name(_, _, "setattr"), args)) if len(args) == 3 and _is_name(args[0].value, name):
            return args[2].value if _may_be(args[1].value, attribute) else None
    return None


def _may_be(expr: Expr, attribute: str) -> bool:
    return not isinstance(expr, Const) or expr.value == attribute


def _is_attribute(target: Expr, name: str, attribute: str) -> bool:
    return isinstance(target, Attr) and target.attr == attribute and _is_name(target.value, name)


def _is_name(expr: Expr, name: str) -> bool:
    return isinstance(expr, Name) and expr.id == name
