"""Names that a model learns when it is rebuilt: `Model.model_rebuild()` looks annotations up where it is called, too.

Takes the name of an annotation and the scope of its class, gives what the rebuilds of that class make of it. Followed are calls
at the top of a module of the same package, in its loops, and in a function that the module calls itself without arguments.
"""

from collections.abc import Iterator

from msgspec import Struct

from toolc.bind.globals_dicts import namespace_items, value_in
from toolc.bind.guards import Guard, GuardedStatement, guards
from toolc.bind.links import Links
from toolc.bind.lookup import resolve_binding
from toolc.bind.modules import SourceModule
from toolc.bind.mro import same
from toolc.bind.reachability import reachability
from toolc.module import Arg, Attribute, Call, Expr, ExprStmt, For, Func, Name
from toolc.program import ConstantValue, DefinitionValue, ExternalSymbol, ProgramPoint, SequenceValue, Unknown, Value

WORDS = ("model_rebuild", "rebuild_dataclass")
_DATACLASS = ExternalSymbol("pydantic.dataclasses.rebuild_dataclass")


class Rebuild(Struct, frozen=True):
    """One call: what is rebuilt, under which loop, with which arguments, and the scope it stands in."""

    target: Expr
    loop: Guard | None
    args: tuple[Arg, ...]
    scope: ProgramPoint


def rebuilds(package: str, links: Links) -> tuple[Rebuild, ...]:
    """Every call that rebuilds classes while a top-level package is imported."""
    found: list[Rebuild] = []
    for unit in links.library.modules_with_words(package, WORDS):
        for site in unit.top.sites:
            scope = ProgramPoint(unit.source.module, (), site.node.at)
            if site.node.kind == "do" and reachability(site.guard, scope, links) is not False:
                found.extend(_calls(unit, site, scope, links))
    return tuple(found)


def _calls(
    unit: SourceModule, site: GuardedStatement, scope: ProgramPoint, links: Links, deep: bool = True
) -> Iterator[Rebuild]:
    statement = unit.statement(site.node)
    if not isinstance(statement, ExprStmt) or not isinstance(statement.value, Call):
        return
    func, args = statement.value.func, statement.value.args
    if isinstance(func, Attribute) and func.attr == "model_rebuild":
        yield Rebuild(func.value, _loop(site.guard), args, scope)
        return
    callee = links.evaluate(func, scope) if isinstance(func, (Name, Attribute)) else None
    if callee == _DATACLASS and args:
        yield Rebuild(args[0].value, _loop(site.guard), args[1:], scope)
    elif (
        deep
        and not args
        and isinstance(callee, DefinitionValue)
        and isinstance(callee.stmt, Func)
        and callee.module == scope.module
    ):
        for inner in unit.index(callee).sites:
            inside = ProgramPoint(callee.module, (*callee.scope.within, callee), inner.node.at)
            if inner.node.kind == "do" and reachability(inner.guard, inside, links) is not False:
                yield from _calls(unit, inner, inside, links, deep=False)


def _loop(guard: Guard | None) -> Guard | None:
    return next((one for one in guards(guard) if one.node.kind == "for"), None)


def rebuild_binding(name: str, scope: ProgramPoint, calls: tuple[Rebuild, ...], links: Links) -> Value | None:
    """Return the value of a name in a class's annotations in the namespace of its `model_rebuild` calls, else `None`."""
    owner = scope.within[-1]
    possible: list[Value] = []
    for call in calls:
        if not _concerns(call, owner, links):
            continue
        value = _in_namespace(name, call, links)
        if value is not None and value not in possible:
            possible.append(value)
    if len(possible) > 1:
        return Unknown(f"`{name}` means one thing to one rebuild of `{owner.stmt.name}` and another to the next")
    return possible[0] if possible else None


def _concerns(call: Rebuild, owner: DefinitionValue, links: Links) -> bool:
    """Return `True` if the call rebuilds the class; in a loop, if the class is among the elements."""
    if call.loop is None:
        return same(links.evaluate(call.target, call.scope), owner)
    statement = links.unit(call.scope).statement(call.loop.node)
    if not isinstance(statement, For):
        return False
    scope = ProgramPoint(call.scope.module, call.scope.within, call.loop.node.at)
    items = links.evaluate(statement.iter, scope)
    if isinstance(items, SequenceValue):
        return any(same(item, owner) for item in items.items)
    known = items.value if isinstance(items, ConstantValue) and isinstance(items.value, (list, tuple)) else None
    names = known if known is not None else namespace_items(statement.iter, scope, links)
    return owner.stmt.name in names and same(links.member(scope.module, owner.stmt.name), owner)


def _in_namespace(name: str, call: Rebuild, links: Links) -> Value | None:
    """pydantic 2.14 `BaseModel.model_rebuild`: the namespace given, else the local names where the call stands."""
    given = next((arg.value for arg in call.args if arg.name == "_types_namespace"), None)
    if given is not None:
        return value_in(given, name, call.scope, links)
    return resolve_binding(name, call.scope, links)
