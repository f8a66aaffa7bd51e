"""Class attributes assigned after the class statement: by `C.attribute = value`, `setattr`, or a function that does so.

Takes a class definition and the name of an attribute, gives the value set last, None when nothing is set. A function that is
called with the class is looked into, one call deep.
"""

from collections.abc import Iterator

from toolc.bind.guards import GuardedStatement
from toolc.bind.links import Links
from toolc.bind.modules import SourceModule
from toolc.bind.reachability import reachability
from toolc.module import Assign, Attribute, Call, Const, Expr, ExprStmt, Func, Name, Stmt
from toolc.program import CallResult, DefinitionValue, ExternalSymbol, ModuleValue, ProgramPoint, Unknown, Value
from toolc.text.regex import late

_ATTRIBUTE = late(r"(\w+)\s*\.\s*\w+\s*=")
_CALL = late(r"[\w.]+\(\s*(\w+)\s*,")
_SET = late(r"(\w+)\s*\.\s*(\w+)\s*=(?!=)|setattr\(\s*(\w+)\s*,\s*[\"'](\w+)[\"']")
_SETATTR = ExternalSymbol("builtins.setattr")
_STATED = frozenset({"class", "def", "from", "import"})


def late_class_attribute(definition: DefinitionValue, attribute: str, links: Links) -> Value | None:
    """The value of `C.attribute` where statements behind the class, in the same block, set it.

    Unknown where a statement of the module sets it on what may be any class: `for cls in classes: cls.__doc__ = …`.
    """
    unit = links.unit(definition.scope)
    executed = None if links.executed is None else links.executed.late_attribute(definition, attribute)
    if executed is not None:
        return executed
    if _set_on_any(attribute, unit, links):
        return Unknown(
            f"a class of `{definition.module}` has its `{attribute}` set, and which one only the running program knows"
        )
    owner = definition.scope.within[-1] if definition.scope.within else None
    name, found = definition.stmt.name, None
    for site in _statements_about(name, unit, owner):
        if site.node.at <= definition.node.at:
            continue
        scope = ProgramPoint(definition.scope.module, definition.scope.within, site.node.at)
        value = _set_by(unit.statement(site.node), name, attribute, scope, links)
        if value is not None and (verdict := reachability(site.guard, scope, links)) is not False:
            found = (
                value if verdict else Unknown(f"`{name}.{attribute}` is set under a condition only the running program decides")
            )
    return found


def _set_on_any(attribute: str, unit: SourceModule, links: Links) -> bool:
    if attribute not in unit.set_on_any:
        unit.set_on_any[attribute] = False  # while it is found out, nobody asks for more of it
        unit.set_on_any[attribute] = any(_is_any(name, at, unit, links) for name, at in _settings(attribute, unit))
    return unit.set_on_any[attribute]


def _settings(attribute: str, unit: SourceModule) -> Iterator[tuple[str, int]]:
    """The names on which statements at the top of a module, in loops too, set an attribute, and where."""
    if not unit.contains(attribute):
        return
    for site in unit.top.sites:
        match = _SET.match(unit.text(site.node)) if site.node.kind in ("assign", "do") else None
        if match is not None and attribute in (match[2], match[4]):
            yield match[1] or match[3], site.node.at


def _is_any(name: str, at: int, unit: SourceModule, links: Links) -> bool:
    """Return `True` if a name may stand for any class: no statement defines it and its value is not known."""
    if {site.node.kind for site in unit.top.binding(name)} <= _STATED:
        return False
    value = links.lookup(name, ProgramPoint(unit.source.module, (), at))
    made = value.callee if isinstance(value, CallResult) else value
    told = isinstance(made, (DefinitionValue, ModuleValue)) or (
        isinstance(made, ExternalSymbol) and not made.name.startswith("builtins.")
    )
    return not told


def _statements_about(name: str, unit: SourceModule, owner: DefinitionValue | None) -> list[GuardedStatement]:
    """The statements of a block that start with an attribute of a name, or with a call that is given it first."""
    key = -1 if owner is None else owner.node.at
    if key not in unit.concerning:
        found = unit.concerning[key] = {}
        for site in unit.index(owner).sites:
            text = unit.text(site.node) if site.node.kind in ("assign", "do") else ""
            if match := (_ATTRIBUTE if site.node.kind == "assign" else _CALL).match(text):
                found.setdefault(match[1], []).append(site)
    return unit.concerning[key].get(name, [])


def _set_by(statement: Stmt, name: str, attribute: str, scope: ProgramPoint, links: Links) -> Value | None:
    match statement:
        case Assign(_, targets, value) if any(_is_attribute(target, name, attribute) for target in targets):
            return links.evaluate(value, scope)
        case ExprStmt(_, Call(_, _, func, args)) if args and _is_name(args[0].value, name) and not args[0].star:
            callee = links.evaluate(func, scope)
            if callee == _SETATTR and len(args) == 3:
                return links.evaluate(args[2].value, scope) if _may_be(args[1].value, attribute) else None
            if isinstance(callee, DefinitionValue) and isinstance(callee.stmt, Func):
                return _set_inside(callee, [arg.value for arg in args], attribute, scope, links)
    return None


def _set_inside(
    function: DefinitionValue, given: list[Expr], attribute: str, outside: ProgramPoint, links: Links
) -> Value | None:
    """Return the value that a function assigns to an attribute of its first parameter; `None` if it assigns none."""
    unit = links.unit(function.scope)
    params = [param.name for param in getattr(function.stmt, "params", ())]
    if not params or attribute not in unit.text(function.node):
        return None
    scope = ProgramPoint(function.module, (*function.scope.within, function))
    for site in reversed(unit.index(function).sites):
        statement = unit.statement(site.node)
        value = _value_set(statement, params[0], attribute)
        if value is None:
            continue
        if reachability(site.guard, scope, links) is not True:
            return Unknown(f"`{function.stmt.name}` may set `{attribute}`")
        position = next((i for i, param in enumerate(params) if _is_name(value, param)), None)
        return links.evaluate(value, scope) if position is None else _argument(given, position, outside, links)
    return None


def _argument(given: list[Expr], position: int, scope: ProgramPoint, links: Links) -> Value:
    return links.evaluate(given[position], scope) if position < len(given) else Unknown("an argument is not given by its place")


def _value_set(statement: Stmt, name: str, attribute: str) -> Expr | None:
    match statement:
        case Assign(_, targets, value) if any(_is_attribute(target, name, attribute) for target in targets):
            return value
        case ExprStmt(_, Call(_, _, Name(_, _, "setattr"), args)) if len(args) == 3 and _is_name(args[0].value, name):
            return args[2].value if _may_be(args[1].value, attribute) else None
    return None


def _may_be(expr: Expr, attribute: str) -> bool:
    return not isinstance(expr, Const) or expr.value == attribute


def _is_attribute(target: Expr, name: str, attribute: str) -> bool:
    return isinstance(target, Attribute) and target.attr == attribute and _is_name(target.value, name)


def _is_name(expr: Expr, name: str) -> bool:
    return isinstance(expr, Name) and expr.id == name
