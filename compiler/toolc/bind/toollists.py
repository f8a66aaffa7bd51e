"""The tools that a handler lists: what `list_tools` of a low-level server gives back.

Takes the handler, gives the `Tool(…)` objects in what it returns, through lists, unpacking, loops, comprehensions, appending
and helper functions; and the reason why when a part of the list cannot be told.
"""

from collections.abc import Iterator

from toolc.bind.conditions import runs
from toolc.bind.flow import Guard, Site
from toolc.bind.identity import identity
from toolc.bind.links import Links, Passed
from toolc.bind.loops import comprehended, iterated, rounds
from toolc.bind.passing import arguments
from toolc.module import Ann, Assign, Attr, Aug, Await, Call, Comp, Do, Expr, IfExp, Name, Node, Op, Return, Seq, Star
from toolc.program import Called, Definition, External, Scope, Unknown, Value

MAX_DEPTH = 8

Part = Called | Unknown
"""A tool object, or why a part of the list is not told."""


class Lister:
    """Follows one list; `tools` are the qualified names of what tool objects are made by."""

    def __init__(self, links: Links, tools: frozenset[str]) -> None:
        self._links = links
        self._tools = tools
        self._depth = 0

    def listed(self, handler: Definition) -> list[Part]:
        """What the handler gives back, each tool object once, in order."""
        entered = self._links.enter(handler, Passed(open=True), handler.scope, "lists", handler.node.at)
        if entered is None:
            return [Unknown("it leads through too many calls")]
        found = {identity(part): part for part in self._returned(entered)}
        return list(found.values())

    def _returned(self, function: Definition) -> Iterator[Part]:
        unit = self._links.library.unit(function.module)
        for site in unit.index(function).sites:
            here = Scope(function.module, (*function.scope.within, function), site.node.at)
            if site.node.kind != "return" or (verdict := runs(site.guard, here, self._links)) is False:
                continue
            statement = unit.statement(site.node)
            if isinstance(statement, Return) and statement.value is not None:
                yield from self._parts(statement.value, here)
            if verdict is True:
                return

    def _parts(self, expr: Expr, scope: Scope) -> Iterator[Part]:
        """The parts of an expression that stands for a list."""
        if self._depth > MAX_DEPTH:
            yield Unknown("it leads through too many lists")
            return
        self._depth += 1
        match expr:
            case Await(_, _, value):
                yield from self._parts(value, scope)
            case Seq(_, _, _, items):
                for item in items:
                    yield from self._parts(item.value, scope) if isinstance(item, Star) else self._item(item, scope)
            case Op(_, _, "binary", ops, items) if set(ops) == {"+"}:
                for item in items:
                    yield from self._parts(item, scope)
            case IfExp(_, _, _, body, orelse):
                yield from self._parts(body, scope)
                yield from self._parts(orelse, scope)
            case Comp(_, _, _, element):
                scopes = comprehended(expr, scope, self._links)
                if scopes is None:
                    yield Unknown("it goes through values only the running program knows")
                for here in scopes or ():
                    yield from self._item(element, here)
            case Call():
                yield from self._call(expr, scope)
            case Name(_, _, name) if self._grows(name, scope):
                yield from self._grown(name, scope)
            case _:
                yield from self._values(self._links.evaluate(expr, scope))
        self._depth -= 1

    def _call(self, expr: Call, scope: Scope) -> Iterator[Part]:
        """`list(…)`, a result object around the list, or a function of the program that gives it."""
        value = self._links.evaluate(expr, scope)
        callee = self._links.evaluate(expr.func, scope)
        if isinstance(callee, External) and callee.name.rpartition(".")[2] in ("list", "tuple", "sorted", "ListToolsResult"):
            inner = next((arg.value for arg in expr.args if arg.name in (None, "tools")), None)
            if inner is not None:
                yield from self._parts(inner, scope)
        elif isinstance(callee, Definition) and callee.node.kind == "def":
            handed = Called(callee, arguments(expr), scope, expr.at, expr.end)
            entered = self._links.entered(handed)
            yield from self._returned(entered) if entered is not None else [Unknown("it leads through too many calls")]
        else:
            yield from self._values(value)

    def _values(self, value: Value) -> Iterator[Part]:
        parts = iterated(value, self._links)
        if parts is None:
            yield value if isinstance(value, Unknown) else Unknown("it is computed while the program runs")
        for part in parts or ():
            yield self._tool(part)

    def _item(self, expr: Expr, scope: Scope) -> Iterator[Part]:
        yield self._tool(self._links.evaluate(expr, scope))

    def _tool(self, value: Value) -> Part:
        value = self._links.result(value)
        if isinstance(value, Called) and isinstance(value.callee, External) and value.callee.name in self._tools:
            return value
        return value if isinstance(value, Unknown) else Unknown("one of them is no tool object that toolc can follow")

    # --- lists that grow ---------------------------------------------------------------------------------------------

    def _grows(self, name: str, scope: Scope) -> bool:
        owner = scope.within[-1] if scope.within else None
        unit = self._links.library.unit(scope.module)
        index = unit.index(owner)
        return name in index.by_name and any(not one.attribute for one in unit.changes(owner, name))

    def _grown(self, name: str, scope: Scope) -> Iterator[Part]:
        """A name of the block that is bound to a list and then appended to."""
        owner = scope.within[-1] if scope.within else None
        for site in self._links.library.unit(scope.module).index(owner).sites:
            if scope.at is None or site.node.at < scope.at:
                for here in self._rounds(site, Scope(scope.module, scope.within, site.node.at, scope.loops)):
                    if runs(site.guard, here, self._links) is not False:
                        yield from self._growth(name, site.node, here)

    def _rounds(self, site: Site, scope: Scope) -> list[Scope]:
        """The scopes of a statement inside loops that are written down."""
        loops: list[Node] = []
        guard: Guard | None = site.guard
        while guard is not None:
            if guard.node.kind == "for":
                loops.append(guard.node)
            guard = guard.outer
        scopes = [scope]
        for loop in reversed(loops):
            told = [(here, rounds(loop, here, self._links)) for here in scopes]
            scopes = [Scope(h.module, h.within, h.at, frame) for h, frames in told for frame in (frames or (h.loops,))]
        return scopes

    def _growth(self, name: str, node: Node, scope: Scope) -> Iterator[Part]:
        statement = self._links.unit(scope).statement(node) if node.kind in ("assign", "ann", "aug", "do") else None
        match statement:
            case Assign(_, (Name(_, _, target),), value) if target == name:
                yield from self._parts(value, scope)
            case Ann(_, Name(_, _, target), _, value) if target == name and value is not None:
                yield from self._parts(value, scope)
            case Aug(_, Name(_, _, target), "+=", value) if target == name:
                yield from self._parts(value, scope)
            case Do(_, Call(_, _, Attr(_, _, Name(_, _, target), "append"), (arg,))) if target == name:
                yield from self._item(arg.value, scope)
            case Do(_, Call(_, _, Attr(_, _, Name(_, _, target), "extend"), (arg,))) if target == name:
                yield from self._parts(arg.value, scope)
            case Do(_, Call(_, _, Attr(_, _, Name(_, _, target), method))) if target == name and method != "sort":
                yield Unknown(f"`{name}.{method}` changes the list")
            case _:
                pass
