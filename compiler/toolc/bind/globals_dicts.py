"""Dicts of names: `globals()`, displays that hold it, and comprehensions over it.

Takes an expression and a scope, gives what a name stands for in the dict, or the names that it lists.
"""

from collections.abc import Container

from toolc.bind.links import Links
from toolc.bind.lookup import resolve_binding
from toolc.module import AnnAssign, Assign, Call, Dict, Expr, Name
from toolc.program import ConstantValue, ExternalSymbol, ModuleValue, ProgramPoint, Unknown, Value
from toolc.text.regex import late

_GLOBALS, _VARS = ExternalSymbol("builtins.globals"), ExternalSymbol("builtins.vars")
_LOCALS = (ExternalSymbol("builtins.locals"), _VARS)
_COMPUTED = Unknown("the names are computed while the program runs", "TC307")
_UNDER_ITSELF = late(
    r"\{\s*(\w+)\s*:\s*globals\(\)\[\1\]\s+for\s+\1\s+in\s|\{\s*(\w+)\s*:\s*(\w+)\s+for\s+\2\s*,\s*\3\s+in\s+globals\(\)\.items\(\)"
)
"""`{name: globals()[name] for name in …}` and `{k: v for k, v in globals().items() …}`: every name stands under itself."""


def value_in(expr: Expr, name: str, scope: ProgramPoint, links: Links) -> Value | None:
    """Return the value that a dict of names maps a name to; `None` if it does not hold the name."""
    match expr:
        case Dict():
            return _in_display(expr, name, scope, links)
        case Call():
            return _in_call(expr, name, scope, links)
        case Name(_, _, id):
            made = _assigned_expression(id, scope, links)
            return _COMPUTED if made is None else value_in(made[0], name, made[1], links)
        case _:
            return (
                resolve_binding(name, ProgramPoint(scope.module), links)
                if _UNDER_ITSELF.match(_text(expr, scope, links))
                else _COMPUTED
            )


def _in_display(display: Dict, name: str, scope: ProgramPoint, links: Links) -> Value | None:
    for pair in reversed(display.items):
        if pair.key is None:
            found = value_in(pair.value, name, scope, links)
        else:
            found = links.evaluate(pair.value, scope) if links.evaluate(pair.key, scope) == ConstantValue(name) else None
        if found is not None:
            return found
    return None


def _in_call(call: Call, name: str, scope: ProgramPoint, links: Links) -> Value | None:
    callee = links.evaluate(call.func, scope)
    if callee == _GLOBALS:
        return resolve_binding(name, ProgramPoint(scope.module) if scope.within else scope, links)
    if callee in _LOCALS and not call.args:
        return resolve_binding(name, scope, links)
    module = links.evaluate(call.args[0].value, scope) if callee == _VARS else None
    return links.member(module.name, name) if isinstance(module, ModuleValue) else _COMPUTED


def _assigned_expression(name: str, scope: ProgramPoint, links: Links) -> tuple[Expr, ProgramPoint] | None:
    """The expression a name was last bound to, with its scope."""
    unit = links.unit(scope)
    owner = scope.within[-1] if scope.within else None
    before = [site.node for site in unit.index(owner).binding(name) if scope.at is None or site.node.at < scope.at]
    statement = unit.statement(before[-1]) if before else None
    if isinstance(statement, Assign | AnnAssign) and statement.value is not None:
        return statement.value, ProgramPoint(scope.module, scope.within, statement.at)
    return None


def namespace_items(expr: Expr, scope: ProgramPoint, links: Links) -> Container[str]:
    """The names that a loop over `globals()` or `__all__` goes through; which of them it skips is not looked at."""
    text = _text(expr, scope, links)
    own = any(word in text for word in ("globals()", "locals()", "vars()", "__all__"))
    return links.unit(scope).top.by_name if own else ()


def _text(expr: Expr, scope: ProgramPoint, links: Links) -> str:
    return links.unit(scope).source.content[expr.at : expr.end]
