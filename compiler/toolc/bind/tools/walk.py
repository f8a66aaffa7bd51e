"""Walks a program for the places where it registers tools, into the functions it calls with a server.

Takes units, gives `Claim`s. Every function is walked once as it stands, and once for each call that hands it something
that registers tools. Only statements that contain one of the file's words are read.
"""

from collections.abc import Iterator

from msgspec import structs

from toolc.bind.conditions import leaves, left, runs
from toolc.bind.flow import Site, body
from toolc.bind.instances import class_of, constructor
from toolc.bind.library import Unit
from toolc.bind.linker import Linker
from toolc.bind.links import Passed
from toolc.bind.results import seen
from toolc.bind.tools import objects
from toolc.bind.tools.arms import arms
from toolc.bind.tools.claims import Claim, Entrances, claimed_at, followed
from toolc.bind.tools.marks import Claimant, Marks
from toolc.bind.tools.plainly import Plainly
from toolc.bind.tools.shapes import expressions, inner_calls, inside, members, mentions, only_read
from toolc.bind.tools.standing import machinery, standing
from toolc.bind.tools.turns import of_comprehension, of_loop
from toolc.bind.tools.words import Words
from toolc.bind.values.passing import arguments, passed
from toolc.clock import tick
from toolc.diagnostics import Diagnostic
from toolc.module import Assign, Call, Class, Comp, Expr, Func, IfExp, Node, Op, Opaque, Stmt, Sub
from toolc.program import (
    Argument,
    Attribute,
    Called,
    Definition,
    Entries,
    External,
    Items,
    Received,
    Registration,
    Scope,
    Unknown,
    Value,
)

MAX_CARRIED = 6
"""How deep in what a call is passed a server is looked for."""

MAX_RECURSION = 2
"""How often a function is walked within itself: functions that call each other multiply with every level."""

_TELLING = frozenset({"def", "class", "for", "with", "assign", "ann", "aug", "do", "return"})
"""Kinds of statements that can register something themselves."""


class Walk:
    """One walk over a program."""

    def __init__(self, linker: Linker, marks: Marks, words: Words) -> None:
        self._linker = linker
        self._marks = marks
        self._words = words
        self._plainly = Plainly(linker)
        self._lost = set[bool]()  # of calls that were given up, by whether they lead back to themselves, what was said
        self._walked: set[int] = set()  # the frames of the calls that were walked
        self.calls = Entrances()
        self._inside: list[tuple[str, int]] = []  # the functions that are walked, one within the other

    def claims(self, unit: Unit) -> Iterator[Claim]:
        """Every claimed registration of a unit, in source order, each call's where it stands."""
        words = self._marks.words | self._words.of(unit)
        self._linker.renew()
        self._lost.discard(False)
        yield from self._assigned(unit)
        yield from self._block(Scope(unit.source.module), unit.top.sites, words)

    def _assigned(self, unit: Unit) -> Iterator[Claim]:
        """Variables at the top of a module whose assignment declares a tool."""
        for site in unit.top.sites:
            named = site.names[0] if len(site.names) == 1 and site.node.kind in ("assign", "ann") else ""
            here = Scope(unit.source.module, (), site.node.at)
            if (known := self._marks.assigned.get(named)) and runs(site.guard, here, self._linker) is not False:
                yield Claim(*known, Registration(named, "assigned", here, site.node.at, site.node.end))

    # --- statements --------------------------------------------------------------------------------------------------

    def _block(self, scope: Scope, sites: tuple[Site, ...], words: frozenset[str]) -> Iterator[Claim]:
        """What a block registers; what stands under a condition that cannot be told says so."""
        leaving = list(leaves(sites, self._linker.unit(scope)))
        for site, claim in self._sites(scope, sites, words, leaving):
            here = Scope(scope.module, scope.within, site.node.at, scope.loops)
            if (told := standing(site, leaving, here, self._linker, self._plainly)) is not None:
                yield structs.replace(claim, under=claim.under or told.under, absent=claim.absent or told.absent)

    def _sites(
        self, scope: Scope, sites: tuple[Site, ...], words: frozenset[str], leaving: list[Site]
    ) -> Iterator[tuple[Site, Claim]]:
        unit, position = self._linker.unit(scope), 0
        while position < len(sites):
            site = sites[position]
            position += 1
            tick()
            kind = site.node.kind
            if site.names != site.node.names or kind not in _TELLING:
                continue
            if kind not in ("def", "class") and not mentions(unit, site.node, words):
                continue  # before conditions are read: most of what stands under them registers nothing
            here = Scope(scope.module, scope.within, site.node.at, scope.loops)
            if runs(site.guard, here, self._linker) is False or left(leaving, site, here, self._linker)[0]:
                continue
            if kind in ("def", "class"):
                yield from ((site, claim) for claim in self._definition(site.node, here, words))
                if scope.within and not words.isdisjoint(unit.words(site.node)):
                    words = words.union(site.node.names)  # what calls it below registers
                continue
            variable = next(iter(site.names), "")
            for expr in expressions(unit.statement(site.node)):
                yield from ((site, claim) for claim in self._calls(expr, here, "" if kind == "for" else variable))
            if kind == "for":
                looped = inside(site.node, sites, position)
                position += len(looped)
                yield from ((site, claim) for claim in self._loop(site.node, here, looped, words.union(site.node.names)))
            else:
                words = words.union(site.node.names)
                yield from ((site, claim) for claim in self._stored(unit.statement(site.node), here))

    def _loop(self, node: Node, here: Scope, looped: tuple[Site, ...], words: frozenset[str]) -> Iterator[Claim]:
        for turn in of_loop(node, here, self._linker):
            for claim in self._block(turn.scope, looped, words):
                yield structs.replace(claim, under=claim.under or turn.under, repeated=claim.repeated or turn.repeated)

    def _definition(self, node: Node, scope: Scope, words: frozenset[str]) -> Iterator[Claim]:
        unit = self._linker.unit(scope)
        header = unit.header(node)
        decorated = header.startswith("@")
        if decorated or (node.kind == "class" and "(" in header) or mentions(unit, node, words):
            target = self._linker.define(scope, node)
            if target is not None:
                yield from self._decorators(target, scope)
                if isinstance(target.stmt, Class):
                    yield from self._bases(target, scope)
                    methods, unmade = objects.entered(target, scope, self._marks, self._linker)
                    for claim in (claim for method in methods for claim in self._followed(method)):
                        yield structs.replace(claim, absent=claim.absent or unmade)
                    words = words.union(members(node, unit, words))
                if target.frame is not None or not objects.apart(target, self._marks, self._linker):
                    own = machinery(target, self._marks.homes, self._linker)
                    for claim in self._body(target, words):
                        yield structs.replace(claim, absent=claim.absent or own)

    def _body(self, definition: Definition, words: frozenset[str]) -> Iterator[Claim]:
        if body(definition.node):
            inner = Scope(definition.module, (*definition.scope.within, definition))
            yield from self._block(inner, self._linker.unit(inner).index(definition).sites, words)

    # --- registrations -----------------------------------------------------------------------------------------------

    def _decorators(self, target: Definition, scope: Scope) -> Iterator[Claim]:
        for decorator in reversed(target.stmt.decorators):
            value = self._linker.evaluate(decorator, scope)
            made = self._result(value)
            if isinstance(made, Called):
                if claimed := self._marks.claim(made.callee, self._linker):
                    through = decorator.at if made != value else None
                    yield claimed_at(claimed, "called", made.scope, decorator, target, made.args, through)
            elif claimed := self._marks.claim(made, self._linker):
                yield claimed_at(claimed, "bare", scope, decorator, target, ())
            elif isinstance(made, Definition):
                handed = Passed((target,))
                for claim in self._entered(made, handed, scope, decorator.at, decorator.end, target.node.at):
                    yield structs.replace(claim, registration=structs.replace(claim.registration, through=decorator.at))
            if isinstance(value, Called) and isinstance(made, Definition) and isinstance(value.callee, Definition):
                yield from self._call(value)

    def _result(self, value: Value) -> Value:
        """What a call gives; what a copy of a framework's function gives is not looked for in the copy."""
        if isinstance(value, Called) and isinstance(value.callee, Definition) and self._marks.interesting(value.callee):
            return value
        return self._linker.result(value)

    def _bases(self, target: Definition, scope: Scope) -> Iterator[Claim]:
        for base in self._linker.ancestors(target):
            if isinstance(base, External) and (claimed := self._marks.claim(base, self._linker)):
                at = target.stmt.name_at
                registration = Registration(claimed.name, "subclass", scope, at, target.name_end, target)
                yield Claim(claimed.system, claimed.mark, registration)
                return

    def _calls(self, expr: Expr, scope: Scope, variable: str = "") -> Iterator[Claim]:
        """Every call inside an expression that a mark knows, the curried `server.tool(name=…)(function)` included.

        A class of servers that is given its tools when it is made registers them on what it makes, which is `variable`.
        """
        read = only_read(expr)
        for call in inner_calls(expr):
            if isinstance(call, IfExp | Op | Opaque):
                for part, under in arms(call, scope, self._linker):
                    for claim in self._calls(part, scope, variable if call is expr else ""):
                        yield structs.replace(claim, under=claim.under or under)
                continue
            if isinstance(call, Comp):
                for turn in of_comprehension(call, scope, self._linker):
                    for claim in self._calls(call.element, turn.scope):
                        yield structs.replace(claim, under=claim.under or turn.under, repeated=claim.repeated or turn.repeated)
                continue
            value = self._linker.evaluate(call.func, scope)
            made, args = self._result(value), arguments(call)
            if isinstance(made, Called):
                if args and (claimed := self._marks.claim(made.callee, self._linker)):
                    yield from self._curried(claimed, call, made, args, scope)
            elif claimed := self._marks.claim(made, self._linker):
                if objects.nobody(claimed.receiver, self._marks, self._linker):
                    continue
                if claimed.name in self._marks.servers:
                    server = Called(made, args, scope, call.at, call.end, variable if call is expr else "")
                    claimed = structs.replace(claimed, receiver=server)
                open_ = any(
                    isinstance(seen(self._linker.evaluate(arg.value, scope), self._linker), Received) for arg in args[:1]
                )
                claim = claimed_at(claimed, "call", scope, call, None, args)
                yield structs.replace(claim, open=open_, dropped=call.end in read)
            elif isinstance(made, Definition):
                yield from self._call(Called(made, args, scope, call.at, call.end))

    def _stored(self, statement: Stmt, scope: Scope) -> Iterator[Claim]:
        """An item that is set, which is a call of `__setitem__`."""
        if not isinstance(statement, Assign):
            return
        for target in statement.targets:
            if isinstance(target, Sub) and len(target.items) == 1:
                holder = self._linker.attribute(self._linker.evaluate(target.value, scope), "__setitem__")
                if claimed := self._marks.claim(holder, self._linker):
                    args = (Argument(None, target.items[0]), Argument(None, statement.value))
                    yield claimed_at(claimed, "call", scope, target, None, args)

    def _curried(
        self, claimed: Claimant, call: Call, made: Called, args: tuple[Argument, ...], scope: Scope
    ) -> Iterator[Claim]:
        target = seen(self._linker.evaluate(args[0].value, scope), self._linker)
        if isinstance(target, (Definition, Received)) or self._makes_decorator(call, made, target):
            claim = claimed_at(claimed, "called", made.scope, call, followed(target), made.args)
            yield structs.replace(claim, open=isinstance(target, Received))

    def _makes_decorator(self, call: Call, factory: Called, target: Value) -> bool:
        """Whether `factory` of `factory(…)(x)` decorates what x may be: written on the spot, and given no function itself."""
        values = (self._linker.evaluate(arg.value, factory.scope) for arg in factory.args if arg.name is None)
        decorates = isinstance(call.func, Call) or isinstance(target, Unknown)
        return decorates and not any(isinstance(value, (Definition, Received)) for value in values)

    # --- calls of the program's own functions ------------------------------------------------------------------------

    def _call(self, call: Called) -> Iterator[Claim]:
        """What a function or class of the program registers when it is called here."""
        callee = call.callee
        if not isinstance(callee, Definition):
            return
        handed = passed(call.args, call.scope, self._linker)
        if isinstance(callee.stmt, Func):
            yield from self._entered(callee, handed, call.scope, call.at, call.end)
        elif self._worth(callee, handed):
            if (made := constructor(call, self._linker)) is not None:
                yield from self._followed(made)
            elif claimed := self._marks.claim(Attribute(call, "__init__"), self._linker):
                place = (call.scope, call.at, call.end)
                made_by = Registration(claimed.name, "call", *place, None, call.args, claimed.receiver)
                yield Claim(claimed.system, claimed.mark, made_by)

    def _entered(self, function: Definition, handed: Passed, scope: Scope, *at: int) -> Iterator[Claim]:
        if self._worth(function, handed):
            before = self._inside.count((function.module, function.node.at))
            entered = None if before >= MAX_RECURSION else self._linker.enter(function, handed, scope, *at)
            if entered is not None:
                yield from self._followed(entered)
            elif isinstance(function.stmt, Func) and (before > 0) not in self._lost:
                self._lost.add(before > 0)
                self._linker.library.diagnostics.append(self._too_deep(function, scope, at))

    def _too_deep(self, function: Definition, scope: Scope, at: tuple[int, ...]) -> Diagnostic:
        """Said once for each file, or once if the function calls itself: behind one lost call there are often many."""
        message = f"this call of `{function.stmt.name}` is not followed: too many calls lead to it"
        return Diagnostic("TC217", message, self._linker.span(scope, at[0], at[1]))

    def _followed(self, entered: Definition) -> Iterator[Claim]:
        if entered.frame is None or id(entered.frame) in self._walked:
            return
        self._walked.add(id(entered.frame))
        self._inside.append((entered.module, entered.node.at))
        try:
            unit = self._linker.library.unit(entered.module)
            carrying = self._carrying(entered)
            self.calls.add(entered, carrying)
            words = self._marks.words | self._words.of(unit) | carrying
            for around in entered.scope.within:
                words |= members(around.node, unit, words) if isinstance(around.stmt, Class) else self._carrying(around)
            yield from self._body(entered, words)
        finally:
            self._inside.pop()

    def _carrying(self, function: Definition) -> frozenset[str]:
        values = function.frame.values if function.frame is not None else {}
        return frozenset(name for name, value in values.items() if self._carries(value))

    def _worth(self, callee: Definition, handed: Passed) -> bool:
        """Whether following a call can find tools: it hands over a server, or the function mentions one or closes over it."""
        values = (*handed.positional, *handed.named.values())
        if any(map(self._carries, (callee, *values))):
            return True
        return _takes(callee) and (self._words.mentioned(callee) or self._closes(callee))

    def _closes(self, callee: Definition) -> bool:
        """Whether a function within a function has a word of registering: the server is a name of what is around it."""
        nested = bool(callee.scope.within) and isinstance(callee.scope.within[-1].stmt, Func)
        return nested and mentions(self._linker.unit(callee.scope), callee.node, self._marks.words)

    def _carries(self, value: Value, depth: int = 0) -> bool:
        """Whether a server or something that registers is in a value: itself, what it was made of, what it closes over."""
        if depth > MAX_CARRIED:
            return False
        value = self._linker.result(value)
        if self._marks.interesting(value) or self._marks.serves(value, self._linker):
            return True
        held = class_of(value, self._linker)
        if held is not None and self._words.mentioned(held):
            return True
        return any(self._carries(part, depth + 1) for part in self._parts(value))

    def _parts(self, value: Value) -> Iterator[Value]:
        match value:
            case Called(_, args, scope) if class_of(value, self._linker) is not None:
                yield from (self._linker.evaluate(arg.value, scope) for arg in args)
            case Attribute(owner):
                yield owner
            case Items(_, inside):
                yield from inside
            case Entries(inside):
                yield from (one for _, one in inside)
            case Definition(_, _, _, _, scope, frame):
                for one in (frame, *(around.frame for around in scope.within)):
                    yield from one.values.values() if one is not None else ()
            case _:
                pass


def _takes(callee: Definition) -> bool:
    """Whether a call can matter to what the body says: there are parameters."""
    return isinstance(callee.stmt, Class) or bool(callee.stmt.params)
