"""Lists and dicts at the top of a module that its own decorators fill, for a loop to go through later.

Takes the name of one that begins empty, gives what is in it once all modules of the package are imported: a part for each
function that is decorated, or handed over by a call at the top of a module. None where anything else may change it.
"""

import re
from collections.abc import Iterator, Sequence

from toolc.bind.guards import GuardedStatement
from toolc.bind.links import CallArguments, Links
from toolc.bind.modules import SourceModule
from toolc.bind.mro import same
from toolc.bind.reachability import early_exit, early_exits, reachability
from toolc.bind.values.call_arguments import arguments
from toolc.module import Assign, Attribute, Call, ExprStmt, Name, OutlineNode, SubscriptExpr
from toolc.program import CallResult, ConstantValue, DefinitionValue, MappingValue, ProgramPoint, SequenceValue, Value

MOST = 1_000
"""How many functions of one registry are followed."""

_WIDEST = 200
"""How long a key is as it is written: in a text of brackets alone each would be searched to the end of the line."""

_Part = tuple[Value, Value]  # the key, None in a list, and the value


class _UnknownContents(Exception):
    """Raised if the contents of a registry are not known."""


def container_contents(name: str, kind: type, unit: SourceModule, until: int | None, links: Links) -> Value | None:
    """Return what functions of a module have put into its container; `until` is how far the module's statements have run."""
    try:
        fillers = list(_fillers(name, unit, links))
        if not fillers:
            return None
        parts = [part for filler in fillers for part in _filled_parts(name, filler, unit, until, links)]
    except _UnknownContents:
        return None
    if kind is dict:
        keys = [key.value for key, _ in parts if isinstance(key, ConstantValue)]
        entries = dict(zip(keys, (value for _, value in parts), strict=True)) if len(keys) == len(parts) else None
        return None if entries is None else MappingValue(tuple(entries.items()))
    return SequenceValue("list", tuple(value for _, value in parts))


def _fillers(name: str, unit: SourceModule, links: Links) -> Iterator[DefinitionValue]:
    """Yield the functions of the module that add to it; raises `_UnknownContents` if another function changes it."""
    adds = re.compile(rf"\b{name}(?:\.append\(|\[[^\n]{{0,{_WIDEST}}}?\][ \t]*=(?!=))")
    blocks = [(site, unit.text(site.node)) for site in unit.top.sites if site.node.kind in ("def", "class")]
    adding = [site for site, text in blocks if adds.search(text)]
    if adding:  # only then are the other modules of the package searched
        _only_added(name, adds, blocks, unit, links)
    for site in adding:
        filler = links.define(ProgramPoint(unit.source.module, (), site.node.at), site.node)
        if filler is None or site.node.kind == "class":
            raise _UnknownContents
        yield filler


def _only_added(
    name: str, adds: re.Pattern[str], blocks: Sequence[tuple[GuardedStatement, str]], unit: SourceModule, links: Links
) -> None:
    """Ends all where the module itself, what is called of it, or another module changes the container."""
    alters = re.compile(
        rf"\b{name}(?:\.(?:add|clear|extend|insert|pop|popitem|remove|setdefault|update)\(|[ \t]*\+=)|\bdel {name}\b"
    )
    others = (one.source.text for one in _package(name, unit, links) if one is not unit)
    if any(not one.attribute for one in unit.mutations(None, name)) or any(
        adds.search(one) or alters.search(one) for one in others
    ):
        raise _UnknownContents
    for site, text in blocks:
        if alters.search(text) and (site.node.kind == "class" or _is_called(site.node.names[0], name, unit, links)):
            raise _UnknownContents


def _is_called(function: str, name: str, unit: SourceModule, links: Links) -> bool:
    call = re.compile(rf"(?<!def )(?<!\b{name}\.)\b{function}\(")
    return any(call.search(one.source.text) for one in _package(function, unit, links))


def _package(word: str, unit: SourceModule, links: Links) -> list[SourceModule]:
    """The modules of the package that hold a word, the module itself among them, by path."""
    others = links.library.modules_with_words(unit.source.module.partition(".")[0], [word])
    return sorted({one.source.path: one for one in (unit, *others)}.values(), key=lambda one: one.source.path)


def _filled_parts(name: str, filler: DefinitionValue, unit: SourceModule, until: int | None, links: Links) -> Iterator[_Part]:
    """Yield the items that each use of a filling function puts into the registry."""
    count = 0
    for one in [unit] if until is not None else _package(filler.stmt.name, unit, links):
        if not re.search(rf"\b{filler.stmt.name}\b", one.source.text):
            continue
        for site in one.top.sites:
            if one is unit and until is not None and site.node.at >= until:
                break
            for call in _uses(filler, one, site, links):
                count += 1
                if count > MOST or not _certain(site, ProgramPoint(one.source.module, (), site.node.at), links):
                    raise _UnknownContents
                yield from _added_parts(name, call, links)


def _certain(site: GuardedStatement, scope: ProgramPoint, links: Links) -> bool:
    return reachability(site.guard, scope, links, site.node.at) is True


def _uses(filler: DefinitionValue, unit: SourceModule, site: GuardedStatement, links: Links) -> Iterator[DefinitionValue]:
    """The function that fills as a statement calls it: by decorating, bare or called before, or by a plain call."""
    scope, word = ProgramPoint(unit.source.module, (), site.node.at), filler.stmt.name
    if site.node.kind in ("def", "class"):
        if unit.header(site.node).startswith("@") and word in unit.header(site.node):
            yield from _decorated_definitions(filler, site.node, scope, links)
        if _same(filler, unit, site.node) or word not in unit.text(site.node):
            return
        inner = (one.node for one in unit.block(site.node).sites if one.node.kind in ("def", "class"))
        if any(re.search(rf"@[\w.]*\b{word}\b", unit.header(node)) for node in inner):
            raise _UnknownContents  # whether such a function is ever made is not asked
    elif site.node.kind == "do" and unit.text(site.node).partition("(")[0].rpartition(".")[2].strip() == word:
        match unit.statement(site.node):
            case ExprStmt(_, Call(func=func) as call) if same(links.evaluate(func, scope), filler):
                yield from _enter_decorator(
                    links.resolve_callee(CallResult(filler, arguments(call), scope, site.node.at, site.node.end))
                )


def _decorated_definitions(
    filler: DefinitionValue, node: OutlineNode, scope: ProgramPoint, links: Links
) -> Iterator[DefinitionValue]:
    target = links.define(scope, node)
    for decorator in reversed(target.stmt.decorators) if target is not None else ():
        value = links.evaluate(decorator, scope)
        made = value
        if isinstance(value, CallResult) and same(value.callee, filler):
            made = links.result(value)
            if not isinstance(made, DefinitionValue):
                raise _UnknownContents
        elif not same(value, filler):
            continue
        if target is not None and isinstance(made, DefinitionValue):
            yield from _enter_decorator(
                links.enter_call(made, CallArguments((target,)), scope, decorator.at, decorator.end, node.at)
            )


def _enter_decorator(function: DefinitionValue | None) -> Iterator[DefinitionValue]:
    if function is None:
        raise _UnknownContents
    yield function


def _same(filler: DefinitionValue, unit: SourceModule, node: OutlineNode) -> bool:
    return (unit.source.module, node.at) == (filler.module, filler.node.at)


def _added_parts(name: str, function: DefinitionValue, links: Links) -> Iterator[_Part]:
    """Yield the items that one call of a function puts in; raises `_UnknownContents` if they are not known."""
    unit = links.library.unit(function.module)
    sites = unit.index(function).sites
    leaving = list(early_exits(sites, unit))
    for site in sites:
        if site.node.kind not in ("do", "assign") or not re.match(rf"{name}\b", unit.text(site.node)):
            continue
        here = ProgramPoint(function.module, (*function.scope.within, function), site.node.at)
        gone, deciding = early_exit(leaving, site, here, links)
        verdict = reachability(site.guard, here, links, site.node.at)
        if gone or verdict is False:
            continue
        if verdict is None or deciding is not None:
            raise _UnknownContents
        match unit.statement(site.node):
            case ExprStmt(_, Call(_, _, Attribute(_, _, Name(), "append"), (arg,))):
                yield ConstantValue(None), links.result(links.evaluate(arg.value, here))
            case Assign(_, (SubscriptExpr(_, _, Name(), (key,)),), value):
                yield links.evaluate(key, here), links.result(links.evaluate(value, here))
            case _:
                raise _UnknownContents
