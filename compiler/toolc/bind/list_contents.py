"""Contents of a list that a program builds: by unpacking, loops, comprehensions, appending and helper functions.

Takes an expression for a list, gives its parts in order: values, each with the condition that only the running program decides,
and `Unknown` where a part of the list cannot be told.
"""

import re
from collections.abc import Iterable, Iterator

from msgspec import structs

from toolc.bind.guards import Guard, GuardedStatement, guards
from toolc.bind.links import Links
from toolc.bind.modules import SourceModule
from toolc.bind.reachability import early_exit, early_exits, innermost_undecided_guard, reachability
from toolc.bind.values.call_arguments import arguments
from toolc.bind.values.evaluate import truth
from toolc.bind.values.loops import bind_iteration, filters_hold, iterate, unroll_comprehension, unroll_loop
from toolc.module import (
    AnnAssign,
    Assign,
    Attribute,
    AugAssign,
    Await,
    Call,
    Comprehension,
    Expr,
    ExprStmt,
    IfExp,
    Name,
    Operation,
    OutlineNode,
    Return,
    SequenceExpr,
    Star,
    ValueExpr,
)
from toolc.program import (
    CallResult,
    ConstantValue,
    DefinitionValue,
    ExternalSymbol,
    GuardedElement,
    ProgramPoint,
    SequenceValue,
    Unknown,
    Value,
)
from toolc.text.regex import late

MAX_DEPTH = 8

_LISTS = ("list", "tuple", "sorted", "ListToolsResult")
"""Names of what is called with a list and stands for it."""


_ADDS = late(r"\w+\s*(?:\.\s*(?:append|extend)\s*\(|\+=)")


def list_contents(name: str, scope: ProgramPoint, links: Links) -> Value | None:
    """A list that a function binds once and then adds to, as it is at a place; None where anything of that is in doubt."""
    owner, unit = scope.within[-1], links.unit(scope)
    changed = {one.at for one in unit.mutations(owner, name) if not one.attribute}
    sites = [site for site in unit.index(owner).sites if name in site.names or site.node.at in changed]
    made, *added = [site for site in sites if scope.at is None or site.node.at < scope.at]
    looped = any(guard.node.kind in ("for", "while") for site in (made, *added) for guard in guards(site.guard))
    if looped or made.node.kind not in ("assign", "ann") or not all(_ADDS.match(unit.text(site.node)) for site in added):
        return None
    parts = list(ListContents(links).parts(Name(made.node.at, made.node.at, name), scope))
    if any(part.under is not None or isinstance(part.value, Unknown) for part in parts):
        return None
    constants = [part.value.value for part in parts if isinstance(part.value, ConstantValue)]
    return (
        ConstantValue(constants) if len(constants) == len(parts) else SequenceValue("list", tuple(part.value for part in parts))
    )


class ListContents:
    """Follows one list."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._depth = 0

    def returned_elements(self, function: DefinitionValue) -> Iterator[GuardedElement]:
        """Yield the elements of the list that an entered function returns."""
        unit = self._links.library.unit(function.module)
        for site in unit.index(function).sites:
            here = ProgramPoint(function.module, (*function.scope.within, function), site.node.at)
            if site.node.kind != "return" or (verdict := reachability(site.guard, here, self._links)) is False:
                continue
            statement = unit.statement(site.node)
            if isinstance(statement, Return) and statement.value is not None:
                yield from self._under(self.parts(statement.value, here), site.guard, here)
            if verdict is True:
                return

    def parts(self, expr: Expr, scope: ProgramPoint) -> Iterator[GuardedElement]:
        """The parts of an expression that stands for a list."""
        if self._depth > MAX_DEPTH:
            yield GuardedElement(Unknown("it leads through too many lists"))
            return
        self._depth += 1
        match expr:
            case Await(_, _, value):
                yield from self.parts(value, scope)
            case SequenceExpr(_, _, _, items):
                for item in items:
                    yield from self.parts(item.value, scope) if isinstance(item, Star) else self._item(item, scope)
            case Operation(_, _, "binary", ops, items) if set(ops) == {"+"}:
                for item in items:
                    yield from self.parts(item, scope)
            case Operation(_, _, "bool", ops, (first, *_, last)) if ops[0] == "or":
                verdict = truth(first, scope, self._links)
                yield from self.parts(last if verdict is False else first, scope)
            case IfExp(_, _, test, body, orelse):
                yield from self._either(test, body, orelse, scope)
            case Comprehension(_, _, _, element):
                scopes = unroll_comprehension(expr, scope, self._links)
                if scopes is None:
                    yield from self._through(expr, scope)
                for here in scopes or ():
                    yield from self._item(element, here)
            case Call():
                yield from self._call(expr, scope)
            case Name() | Attribute() if self._grows(expr, scope):
                yield from self._grown_elements(expr, scope)
            case ValueExpr(_, _, value):
                yield from self._executed_elements(value)
            case _:
                yield from self._values(expr, scope)
        self._depth -= 1

    def _executed_elements(self, value: Value) -> Iterator[GuardedElement]:
        """A list that executing the program has put together."""
        value = self._links.result(value)
        if isinstance(value, Unknown):
            yield from value.parts or (GuardedElement(value),)
            return
        parts = iterate(value, self._links)
        if parts is None and value != ConstantValue(None):
            yield GuardedElement(Unknown("it is computed while the program runs"))
        yield from (GuardedElement(self._links.result(one), single=True) for one in parts or ())

    def _through(self, expr: Comprehension, scope: ProgramPoint) -> Iterator[GuardedElement]:
        """A comprehension over a list that is put together in these ways itself."""
        if len(expr.clauses) > 1:
            yield GuardedElement(Unknown("it goes through values only the running program knows"))
            return
        for part in self.parts(expr.clauses[0].iter, scope):
            here = bind_iteration(expr.clauses[0], part.value, scope)
            kept = None if isinstance(part.value, Unknown) else filters_hold(expr.clauses[0], here, self._links)
            if kept is None:
                yield GuardedElement(Unknown("it goes through values only the running program knows"))
            elif kept:
                yield from (structs.replace(one, under=one.under or part.under) for one in self._item(expr.element, here))

    def _either(self, test: Expr, body: Expr, orelse: Expr, scope: ProgramPoint) -> Iterator[GuardedElement]:
        verdict = truth(test, scope, self._links)
        place = self._links.span(scope, test.at, test.end) if verdict is None else None
        for chosen in (body, orelse) if verdict is None else (body,) if verdict else (orelse,):
            for part in self.parts(chosen, scope):
                yield structs.replace(part, under=part.under or place)

    def _under(self, parts: Iterator[GuardedElement], guard: Guard | None, scope: ProgramPoint) -> Iterator[GuardedElement]:
        node = innermost_undecided_guard(guard, scope, self._links)
        unit = self._links.unit(scope)
        for part in parts:
            told = part.under is not None or node is None
            yield part if told or node is None else structs.replace(part, under=unit.source.span(node.at, node.head))

    def _call(self, expr: Call, scope: ProgramPoint) -> Iterator[GuardedElement]:
        """`list(…)`, a result object around the list, or a function of the program that gives it."""
        callee = self._links.evaluate(expr.func, scope)
        if isinstance(callee, ExternalSymbol) and callee.name.rpartition(".")[2] in _LISTS:
            inner = next((arg.value for arg in expr.args if arg.name in (None, "tools")), None)
            if inner is not None:
                yield from self.parts(inner, scope)
        elif isinstance(callee, DefinitionValue) and callee.node.kind == "def":
            handed = CallResult(callee, arguments(expr), scope, expr.at, expr.end)
            entered = self._links.resolve_callee(handed)
            yield from (
                self.returned_elements(entered)
                if entered is not None
                else [GuardedElement(Unknown("it leads through too many calls"))]
            )
        else:
            yield from self._values(expr, scope)

    def _values(self, expr: Expr, scope: ProgramPoint) -> Iterator[GuardedElement]:
        value = self._links.evaluate(expr, scope)
        if value == ConstantValue(None):
            return
        parts = iterate(value, self._links)
        if parts is None:
            yield GuardedElement(value if isinstance(value, Unknown) else Unknown("it is computed while the program runs"))
        yield from (GuardedElement(self._links.result(part)) for part in parts or ())

    def _item(self, expr: Expr, scope: ProgramPoint) -> Iterator[GuardedElement]:
        yield GuardedElement(self._links.result(self._links.evaluate(expr, scope)), single=True)

    # --- lists that grow ---------------------------------------------------------------------------------------------

    def _grows(self, target: Name | Attribute, scope: ProgramPoint) -> bool:
        """Return `True` if the block mutates the list after binding it to a local name or an attribute of its `self`."""
        owner = scope.within[-1] if scope.within else None
        unit = self._links.library.unit(scope.module)
        if isinstance(target, Name):
            bound = target.id in unit.index(owner).by_name
            return bound and any(not one.attribute for one in unit.mutations(owner, target.id))
        if not isinstance(target.value, Name):
            return False
        changing = re.compile(rf"{re.escape(target.value.id)}\.{re.escape(target.attr)}(?:\.(?:append|extend|insert)\(|\s*\+=)")
        return any(changing.match(unit.text(site.node)) for site in unit.index(owner).sites if site.node.kind in ("do", "aug"))

    def _grown_elements(self, target: Name | Attribute, scope: ProgramPoint) -> Iterator[GuardedElement]:
        """A name of the block that is bound to a list and then appended to."""
        owner = scope.within[-1] if scope.within else None
        unit = self._links.library.unit(scope.module)
        sites = unit.index(owner).sites
        leaving = tuple(early_exits(sites, unit))
        for site in sites:
            if scope.at is None or site.node.at < scope.at:
                for here in self._rounds(site, ProgramPoint(scope.module, scope.within, site.node.at, scope.loops)):
                    before, deciding = early_exit(leaving, site, here, self._links)
                    if before is not True and reachability(site.guard, here, self._links) is not False:
                        parts = self._under(self._growth(target, site.node, here), site.guard, here)
                        yield from _where(deciding, parts, unit)

    def _rounds(self, site: GuardedStatement, scope: ProgramPoint) -> list[ProgramPoint]:
        """The scopes of a statement inside loops that are written down."""
        loops = [guard.node for guard in guards(site.guard) if guard.node.kind == "for"]
        scopes = [scope]
        for loop in reversed(loops):
            told = [(here, unroll_loop(loop, here, self._links)) for here in scopes]
            scopes = [ProgramPoint(h.module, h.within, h.at, frame) for h, frames in told for frame in (frames or (h.loops,))]
        return scopes

    def _growth(self, target: Name | Attribute, node: OutlineNode, scope: ProgramPoint) -> Iterator[GuardedElement]:
        statement = self._links.unit(scope).statement(node) if node.kind in ("assign", "ann", "aug", "do") else None
        match statement:
            case Assign(_, (one,), value) if _same(one, target):
                yield from self.parts(value, scope)
            case AnnAssign(_, one, _, value) if _same(one, target) and value is not None:
                yield from self.parts(value, scope)
            case AugAssign(_, one, "+=", value) if _same(one, target):
                yield from self.parts(value, scope)
            case ExprStmt(_, Call(_, _, Attribute(_, _, one, "append"), (arg,))) if _same(one, target):
                yield from self._item(arg.value, scope)
            case ExprStmt(_, Call(_, _, Attribute(_, _, one, "insert"), (_, arg))) if _same(one, target):
                yield from self._item(arg.value, scope)
            case ExprStmt(_, Call(_, _, Attribute(_, _, one, "extend"), (arg,))) if _same(one, target):
                yield from self.parts(arg.value, scope)
            case ExprStmt(_, Call(_, _, Attribute(_, _, one, method))) if _same(one, target) and method not in (
                "sort",
                "reverse",
            ):
                yield GuardedElement(Unknown(f"`{method}` changes the list"))
            case _:
                pass


def _where(node: OutlineNode | None, parts: Iterable[GuardedElement], unit: SourceModule) -> Iterator[GuardedElement]:
    """The parts, under the `if` that may leave the block or the round before them."""
    place = None if node is None else unit.source.span(node.at, node.head)
    for part in parts:
        yield part if place is None or part.under is not None else structs.replace(part, under=place)


def _same(one: Expr, target: Name | Attribute) -> bool:
    match one, target:
        case Name(_, _, a), Name(_, _, b):
            return a == b
        case Attribute(_, _, Name(_, _, a), c), Attribute(_, _, Name(_, _, b), d):
            return (a, c) == (b, d)
        case _:
            return False
