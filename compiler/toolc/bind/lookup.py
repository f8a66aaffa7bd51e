"""What a name stands for: through scopes, imports, rebinding, conditions and star imports.

Takes a name and a scope, gives a `Value`.
"""

from collections.abc import Iterator

from toolc.bind.conditions import absolute, runs
from toolc.bind.flow import Site
from toolc.bind.known import BUILTINS
from toolc.bind.library import Unit
from toolc.bind.links import Links
from toolc.module import (
    Alias,
    Ann,
    Assign,
    Aug,
    Class,
    Const,
    Expr,
    From,
    Func,
    Import,
    Name,
    Node,
    Op,
    Seq,
    Star,
    TypeParam,
)
from toolc.names import canonical, is_tabled
from toolc.program import (
    UNDEFINED,
    Argument,
    Called,
    Definition,
    Entries,
    External,
    Items,
    Known,
    ModuleValue,
    Received,
    Scope,
    Unknown,
    Value,
)


def lookup(name: str, scope: Scope, links: Links) -> Value:
    """The value of a name where an expression of `scope` stands."""
    for frame in _frames(scope):
        value = _in_frame(name, frame, links)
        if value is not None:
            return value
    if name in BUILTINS:
        return External(f"builtins.{name}")
    if name == "__name__":
        return Unknown("whether the file is run as a script is known only at run time")
    if scope.at is not None and any(_in_frame(name, frame, links) is not None for frame in _frames(late(scope))):
        return Unknown(f"`{name}` is bound only further down, after it is asked for", "TC307")
    return Unknown(f"`{name}` {UNDEFINED}", "TC307")


def late(scope: Scope) -> Scope:
    """The same scope once everything around it has run."""
    return Scope(scope.module, scope.within)


def _frames(scope: Scope) -> Iterator[Scope]:
    """The scopes a name is looked for in, innermost first. Class bodies are seen by their own statements only."""
    yield scope
    within, running = scope.within, scope.at is not None
    while within:
        inner = within[-1]
        # The surroundings of a function have run to their end when it is called, those of a class body that is running
        # only up to the class.
        running = running and isinstance(inner.stmt, Class)
        at = inner.scope.at if running else None
        within = within[:-1]
        while within and isinstance(within[-1].stmt, Class) and inner.node.kind != "alias":
            at = within[-1].scope.at if running else None
            within = within[:-1]
        yield Scope(scope.module, within, at)


def _in_frame(name: str, scope: Scope, links: Links) -> Value | None:
    owner = scope.within[-1] if scope.within else None
    if owner is not None:
        for param in owner.stmt.type_params:
            if param.name == name:
                return _type_variable(param, scope)
        if isinstance(owner.stmt, Func) and any(param.name == name for param in owner.stmt.params):
            return bound(name, scope, links) or Received(owner, name)
    return bound(name, scope, links)


def bound(name: str, scope: Scope, links: Links) -> Value | None:
    """What the statements of the innermost scope bind a name to; None when they do not bind it."""
    unit = links.unit(scope)
    owner = scope.within[-1] if scope.within else None
    possible: list[Value] = []
    since = 0
    for site in reversed(unit.index(owner).binding(name)):
        if scope.at is not None and site.node.at >= scope.at:
            continue
        verdict = runs(site.guard, scope, links)
        if verdict is False:
            continue
        value = _at_site(name, site, scope, unit, links)
        if value is None:
            continue
        possible.append(value)
        since = site.node.at
        if verdict is True:
            break
    if not possible:
        return None
    if any(value != possible[0] for value in possible[1:]):
        return Unknown(f"`{name}` is bound in several places under conditions only the running program decides", "TC205")
    return possible[0] if _as_made(name, possible[0], since, scope, unit) else Unknown(f"`{name}` is changed after it is made")


def _as_made(name: str, value: Value, since: int, scope: Scope, unit: Unit) -> bool:
    """Whether a value still is what it was when the statement at `since` bound it."""
    owner = scope.within[-1] if scope.within else None
    if owner is None and isinstance(value, Known) and name in unit.rebound:
        return False
    made = [one for one in unit.changes(owner, name) if one.at > since and (scope.at is None or one.at < scope.at)]
    match value:
        case Known(list() | dict() | set()) | Items() | Entries():
            return all(one.attribute for one in made)
        case Definition():
            return not any(one.tells for one in made)
        case _:
            return True


def _at_site(name: str, site: Site, scope: Scope, unit: Unit, links: Links) -> Value | None:
    """The value one statement gives a name; None when it turns out not to bind it."""
    node = site.node
    here = Scope(scope.module, scope.within, node.at)
    if node.kind in ("for", "while", "with", "try", "match", "other"):
        return Unknown(f"`{name}` is bound by a {node.kind} statement")
    statement = unit.statement(node)
    match statement:
        case Func() | Class():
            return definition(statement, node.at, here, links)
        case Import():
            return _imported(statement, name, unit, links)
        case From():
            return _imported_from(statement, name, unit, links)
        case Alias():
            return _alias(statement, node, here)
        case Ann(_, Name(), _, value):
            return None if value is None else links.evaluate(value, here, name)
        case Assign(_, targets, value):
            return _assigned(name, targets, value, here, links)
        case Aug(at, Name() as target, op, value):
            return links.evaluate(Op(at, value.end, "binary", (op.removesuffix("="),), (target, value)), here)
        case _:
            return Unknown(f"`{name}` is bound by a statement toolc does not follow")


def definition(statement: Func | Class, at: int, scope: Scope, links: Links) -> Definition:
    """The definition made by a `def` or `class` statement of a scope."""
    unit = links.unit(scope)
    owner = scope.within[-1] if scope.within else None
    node = next(site.node for site in unit.index(owner).sites if site.node.at == at)
    if owner is None:
        qualname = statement.name
    else:
        qualname = f"{owner.qualname}.{'<locals>.' if isinstance(owner.stmt, Func) else ''}{statement.name}"
    return Definition(scope.module, qualname, node, statement, scope)


def _alias(statement: Alias, node: Node, scope: Scope) -> Called:
    """`type X[T] = …` is what `TypeAliasType("X", …, type_params=(T,))` would make."""
    at, name = statement.at, statement.name
    args = [Argument("name", Const(at, at, "str", name)), Argument("value", statement.value)]
    if statement.type_params:
        variables = tuple(Name(at, at, param.name) for param in statement.type_params)
        args.append(Argument("type_params", Seq(at, at, "tuple", variables)))
    inside = _alias_scope(statement, node, scope)
    return Called(External("typing.TypeAliasType"), tuple(args), inside, at, statement.value.end, name)


def _alias_scope(statement: Alias, node: Node, scope: Scope) -> Scope:
    """An alias is read when used: everything around it has run. Its variables live in a function of their own (PEP 695)."""
    if not statement.type_params:
        return Scope(scope.module, scope.within, None)
    inner = Func(statement.at, statement.name, statement.at, False, (), (), None, None, statement.type_params)
    return Scope(scope.module, (*scope.within, Definition(scope.module, statement.name, node, inner, scope)), None)


def _type_variable(param: TypeParam, scope: Scope) -> Value:
    at = param.bound.at if param.bound else 0
    args = [Argument(None, Const(at, at, "str", param.name))]
    if isinstance(param.bound, Seq):
        args.extend(Argument(None, item) for item in param.bound.items)
    elif param.bound is not None:
        args.append(Argument("bound", param.bound))
    if param.default is not None:
        args.append(Argument("default", param.default))
    kind = {"": "TypeVar", "*": "TypeVarTuple", "**": "ParamSpec"}[param.kind]
    return Called(External(f"typing.{kind}"), tuple(args), Scope(scope.module, scope.within, None), at, at, param.name)


# --- imports ---------------------------------------------------------------------------------------------------------


def _imported(statement: Import, name: str, unit: Unit, links: Links) -> Value:
    for dotted, alias in statement.names:
        if alias == name:
            return module_value(links.library.resolve(dotted, unit.source.path))
        if alias is None and dotted.partition(".")[0] == name:
            return module_value(links.library.resolve(name, unit.source.path))
    return Unknown(f"`{name}` is not imported here")


def module_value(name: str) -> Value:
    """A module as a value: by its name in tables, or to be followed."""
    return External(name) if is_tabled(name) else ModuleValue(name)


def _imported_from(statement: From, name: str, unit: Unit, links: Links) -> Value | None:
    module = links.library.resolve(absolute(unit.source, statement), unit.source.path)
    if not module:
        return Unknown("the import climbs out of its package", "TC307")
    for original, alias in statement.names:
        if original == "*":
            return _starred(module, name, links)
        if name == (alias or original):
            return links.member(module, original)
    return None


def _starred(module: str, name: str, links: Links) -> Value | None:
    """What `from module import *` binds a name to; None when the module does not export it."""
    if name not in exports(module, links):
        return None
    return links.member(module, name)


def exports(module: str, links: Links, above: frozenset[str] = frozenset()) -> frozenset[str]:
    """The names a star import takes from a module: `__all__`, else all public names. `above`: modules being asked already."""
    unit = links.library.find(module)
    if unit is None:
        prefix = f"{canonical(module)}."
        return frozenset(name[len(prefix) :] for name in links.known if name.startswith(prefix))
    declared = links.member(module, "__all__") if "__all__" in unit.top.by_name else None
    if isinstance(declared, Known) and isinstance(declared.value, (list, tuple)):
        return frozenset(name for name in declared.value if isinstance(name, str))
    public = {name for name in unit.top.by_name if not name.startswith("_")}
    for site in unit.top.stars:
        statement = unit.statement(site.node)
        if isinstance(statement, From) and (inner := absolute(unit.source, statement)) not in {"", *above}:
            public |= exports(inner, links, above | {module})
    return frozenset(public)


# --- assignments -----------------------------------------------------------------------------------------------------


def _assigned(name: str, targets: tuple[Expr, ...], value: Expr, scope: Scope, links: Links) -> Value | None:
    for target in targets:
        if isinstance(target, Name) and target.id == name:
            return links.evaluate(value, scope, name)
        if isinstance(target, Seq) and (position := _position(name, target)) is not None:
            return _item(links.evaluate(value, scope), position, len(target.items))
    return Unknown(f"`{name}` is assigned in a way toolc does not follow")


def _position(name: str, target: Seq) -> int | None:
    if any(isinstance(item, Star) for item in target.items):
        return None
    return next((i for i, item in enumerate(target.items) if isinstance(item, Name) and item.id == name), None)


def _item(value: Value, position: int, count: int) -> Value:
    if isinstance(value, Known) and isinstance(value.value, (tuple, list)) and len(value.value) == count:
        return Known(value.value[position])
    if isinstance(value, Items) and len(value.items) == count:
        return value.items[position]
    return Unknown("it is one part of a value only the running program knows")
