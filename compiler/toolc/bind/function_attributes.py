"""Attributes that decorators of the program set on a function, by which other code finds it again.

Takes a function and a name, gives the value, None when no decorator sets it: `f._tool = True`, `setattr(f, "_tool", {…})`.
"""

from msgspec import structs

from toolc.bind.late_attributes import late_class_attribute
from toolc.bind.links import CallArguments, Links
from toolc.bind.reachability import reachability
from toolc.module import Assign, Attribute, Call, Expr, ExprStmt, Func, Name, Return, Stmt
from toolc.program import ConstantValue, DefinitionValue, ExternalSymbol, ProgramPoint, Unknown, Value

MAX_HANDED = 3  # how often a decorator may hand its function on

_SETATTR = ExternalSymbol("builtins.setattr")


def function_attributes(function: DefinitionValue, name: str, links: Links) -> Value | None:
    """Return the attribute of a function set by its outermost decorator that sets it, or by a later statement."""
    bare = structs.replace(function, frame=None)
    for decorator in function.stmt.decorators:
        made = links.result(links.evaluate(decorator, function.scope))
        if isinstance(made, DefinitionValue) and isinstance(made.stmt, Func) and made.stmt.params:
            entered = links.enter_call(made, CallArguments((bare,)), function.scope, "marks", decorator.at, function.node.at)
            found = _set_inside(entered, name, links) if entered is not None else None
            if found is not None:
                return found
    return late_class_attribute(function, name, links)


def _set_inside(decorator: DefinitionValue, name: str, links: Links, handed: int = 0) -> Value | None:
    """Return the attribute that a decorator sets on the decorated function, or on the wrapper it defines.

    One that may be written bare hands its function on to another one: `return mark(f)`.
    """
    unit = links.library.unit(decorator.module)
    found: Value | None = None
    for site in unit.index(decorator).sites:
        here = ProgramPoint(decorator.module, (*decorator.scope.within, decorator), site.node.at)
        if site.node.kind == "return" and reachability(site.guard, here, links):
            inner = _marking_function(unit.statement(site.node), here, links) if handed < MAX_HANDED else None
            return found if inner is None else _set_inside(inner, name, links, handed + 1)
        value = _assigned_value(unit.statement(site.node), name, here, links) if site.node.kind in ("assign", "do") else None
        if value is None or (verdict := reachability(site.guard, here, links)) is False:
            continue
        found = (
            links.evaluate(value, here) if verdict else Unknown(f"whether `{name}` is set is decided while the program runs")
        )
    return found


def _marking_function(statement: Stmt, scope: ProgramPoint, links: Links) -> DefinitionValue | None:
    """The function that `return mark(f)` calls, entered."""
    match statement:
        case Return(_, Call(_, _, func, (given,))) if given.name is None and not given.star:
            made, function = links.evaluate(func, scope), links.evaluate(given.value, scope)
            if isinstance(made, DefinitionValue) and isinstance(made.stmt, Func) and isinstance(function, DefinitionValue):
                return links.enter_call(made, CallArguments((function,)), scope, "marks", statement.at, function.node.at)
    return None


def _assigned_value(statement: Stmt, name: str, scope: ProgramPoint, links: Links) -> Expr | None:
    """The value that a statement gives to the attribute of a function."""
    match statement:
        case Assign(_, (Attribute(_, _, Name() as owner, attribute),), value) if attribute == name:
            return value if isinstance(links.evaluate(owner, scope), DefinitionValue) else None
        case ExprStmt(_, Call(_, _, func, (owner, named, given))) if links.evaluate(func, scope) == _SETATTR:
            marks = links.evaluate(named.value, scope) == ConstantValue(name)
            return given.value if marks and isinstance(links.evaluate(owner.value, scope), DefinitionValue) else None
        case _:
            return None
