"""Upper bound of a dict's keys, where values, or the presence of a key, are known only at run time.

Takes an expression and its scope, gives the keys, or None when any key may be in it. A dict that a function builds up item by
item is told, be it under conditions; one that the program hands to another function before is as it was.
"""

from toolc.bind.links import Links
from toolc.bind.values.call_arguments import entries
from toolc.module import AnnAssign, Assign, Attribute, Call, Dict, Expr, ExprStmt, IfExp, Name, OutlineNode, SubscriptExpr
from toolc.program import ConstantValue, ExternalSymbol, MappingValue, ProgramPoint, Value

MAX_DEPTH = 8

Keys = frozenset[object] | None


def possible_keys(expr: Expr, scope: ProgramPoint, links: Links, depth: int = 0) -> Keys:
    """The keys that the value of an expression may have."""
    if (told := entries(links.evaluate(expr, scope))) is not None:
        return frozenset(key for key, _ in told)
    if depth > MAX_DEPTH:
        return None
    match expr:
        case Dict(_, _, pairs):
            parts = [
                possible_keys(pair.value, scope, links, depth + 1) if pair.key is None else _key(pair.key, scope, links)
                for pair in pairs
            ]
            return _together(parts)
        case IfExp(_, _, _, body, orelse):
            return _together([possible_keys(body, scope, links, depth + 1), possible_keys(orelse, scope, links, depth + 1)])
        case Call(_, _, func, args) if links.evaluate(func, scope) == ExternalSymbol("builtins.dict"):
            named = [frozenset({arg.name}) for arg in args if arg.name is not None]
            return _together([*named, *(possible_keys(arg.value, scope, links, depth + 1) for arg in args if arg.name is None)])
        case Name(_, _, name):
            return _keys_of_name(name, scope, links, depth)
        case _:
            return None


def _keys_of_name(name: str, scope: ProgramPoint, links: Links, depth: int) -> Keys:
    """Return the keys of a dict bound to a local name, from all statements that bind it or assign an item of it."""
    owner = scope.within[-1] if scope.within else None
    unit = links.unit(scope)
    binding = unit.index(owner).binding(name)
    if not binding or (owner is None and (name in unit.mutated_in_functions or name in unit.rebound_in_functions)):
        return None
    parts: list[Keys] = []
    for site in binding:
        statement = unit.statement(site.node) if site.node.kind in ("assign", "ann") else None
        here = ProgramPoint(scope.module, scope.within, site.node.at, scope.loops)
        if isinstance(statement, (Assign, AnnAssign)) and statement.value is not None:
            parts.append(possible_keys(statement.value, here, links, depth + 1))
        elif not isinstance(statement, AnnAssign):  # `x: dict` alone binds nothing
            return None
    changed = {one.at for one in unit.mutations(owner, name)}
    setting = [site.node for site in unit.index(owner).sites if site.node.at in changed and site.names == site.node.names]
    parts.extend(_set(node, ProgramPoint(scope.module, scope.within, node.at, scope.loops), links, depth) for node in setting)
    return _together(parts)


def _set(node: OutlineNode, scope: ProgramPoint, links: Links, depth: int) -> Keys:
    """The keys that one statement adds."""
    match links.unit(scope).statement(node):
        case Assign(_, (SubscriptExpr(_, _, Name(), (key,)),), _):
            return _key(key, scope, links)
        case ExprStmt(_, Call(_, _, Attribute(_, _, Name(), "setdefault"), (key, *_))):
            return _key(key.value, scope, links)
        case ExprStmt(_, Call(_, _, Attribute(_, _, Name(), "update"), (one,))) if one.name is None and not one.star:
            return possible_keys(one.value, scope, links, depth + 1)
        case ExprStmt(_, Call(_, _, Attribute(_, _, Name(), "pop" | "clear"))):
            return frozenset()
        case _:
            return None


def _key(expr: Expr, scope: ProgramPoint, links: Links) -> Keys:
    value = links.evaluate(expr, scope)
    return frozenset({value.value}) if isinstance(value, ConstantValue) and isinstance(value.value, str) else None


def _together(parts: list[Keys]) -> Keys:
    found: frozenset[object] = frozenset()
    for part in parts:
        if part is None:
            return None
        found |= part
    return found


def got(owner: MappingValue, args: list[Value]) -> Value | None:
    """`d.get(key)` and `d.get(key, default)`; None where the key is not told."""
    key, *default = args
    if not isinstance(key, ConstantValue):
        return None
    found = [value for name, value in owner.items if type(name) is type(key.value) and name == key.value]
    return found[-1] if found else default[0] if default else ConstantValue(None)
