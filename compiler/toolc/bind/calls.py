"""Calls of the program's own functions, followed symbolically: no statement runs, values are only handed on.

Takes a function and what is passed to it, gives the function with the `CallContext` of that call, or the value it gives back.
Every call is followed once, and there is a limit to how deep and how many.
"""

from msgspec import structs

from toolc.bind.identity import calling_context, identity
from toolc.bind.links import CallArguments, Links
from toolc.bind.reachability import reachability
from toolc.limits import CpuBudgetExceeded
from toolc.module import Func, Param, Return
from toolc.program import (
    CallContext,
    CallResult,
    ConstantValue,
    DefinitionValue,
    MappingValue,
    ProgramPoint,
    SequenceValue,
    Unknown,
    Value,
)

MAX_DEPTH = 12
"""How many calls may lead to one: registration code is a few deep."""

MAX_RECURSION = 3
"""How deep a function is followed that calls itself: with two calls in its body every level doubles."""

MAX_CALLS = 4_000
"""How many calls of one program are followed."""

SPARE_CALLS = 100
"""How many more are followed from each file once there were so many: one file of a large program starves no other."""

MAX_ROUNDS = 5_000
"""How many rounds of loops and comprehensions of one program are followed."""

SPARE_ROUNDS = 1_000
"""How many more are followed from each file once there were so many."""

MAX_NESTED = 300
"""How many results one result may need: functions that call each other twice double with every level."""


class CallGraph:
    """The calls and the rounds of loops followed so far."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._entered: dict[tuple[object, ...], DefinitionValue] = {}
        self._results: dict[CallContext, Value] = {}
        self._followed = 0  # of the entered, those that are called: a method that is only taken from its object is not
        self._most = MAX_CALLS
        self._rounds = 0
        self._most_rounds = MAX_ROUNDS
        self._asked = 0  # results that are being found
        self._left = MAX_NESTED

    def reset(self) -> None:
        """The calls and loops of the next file are followed now."""
        self._most = max(MAX_CALLS, self._followed + SPARE_CALLS)
        self._most_rounds = max(MAX_ROUNDS, self._rounds + SPARE_ROUNDS)

    def reserve(self, rounds: int) -> bool:
        """Reserve a number of loop iterations; return `False`, and reserve nothing, if the budget does not allow it."""
        if self._rounds + rounds > self._most_rounds:
            return False
        self._rounds += rounds
        return True

    def enter_call(
        self, function: DefinitionValue, passed: CallArguments, scope: ProgramPoint, *at: object
    ) -> DefinitionValue | None:
        """The function as it is called at a place of a scope; None when it is no function or following it goes too far."""
        around = (function, *function.scope.within, *scope.within)
        depth = 1 + max(d.frame.depth if d.frame is not None else 0 for d in around)
        if not isinstance(function.stmt, Func) or depth > MAX_DEPTH or self._followed > self._most:
            return None
        if depth > MAX_RECURSION and _calls_itself(function, scope):
            return None
        key = (identity(function), scope.module, *calling_context(scope), *at)
        if key not in self._entered:
            self._followed += 1
            values = self._values(function, passed)
            call = None if passed.scope is None else CallResult(function, passed.args, passed.scope, 0, 0)
            self._entered[key] = structs.replace(function, frame=CallContext(values, depth=depth, call=call))
        return self._entered[key]

    def method(self, function: DefinitionValue, owner: Value) -> DefinitionValue:
        """A function with its first parameter filled, as an instance or a class gives it."""
        first = function.stmt.params[0].name if isinstance(function.stmt, Func) and function.stmt.params else ""
        key = (identity(function), "method", identity(owner))
        if key not in self._entered:
            values = {first: owner} if first else {}
            self._entered[key] = structs.replace(function, frame=CallContext(values, bound=True))
        return self._entered[key]

    def result(self, entered: DefinitionValue) -> Value:
        """Return the result of an entered call: the value on which all reachable `return` statements agree."""
        assert entered.frame is not None
        key = entered.frame
        if key not in self._results:
            self._left = self._left - 1 if self._asked else MAX_NESTED
            if self._left < 0:
                return Unknown("it leads through too many calls")
            self._results[key] = Unknown("it calls itself")
            self._asked += 1
            try:
                self._results[key] = self._return_value(entered)
            except CpuBudgetExceeded:
                del self._results[key]
                raise
            finally:
                self._asked -= 1
        return self._results[key]

    def _return_value(self, entered: DefinitionValue) -> Value:
        links, unit = self._links, self._links.library.unit(entered.module)
        found: list[Value] = []
        certain = False
        for site in unit.index(entered).sites:
            if site.node.kind != "return":
                continue
            here = ProgramPoint(entered.module, (*entered.scope.within, entered), site.node.at)
            verdict = reachability(site.guard, here, links)
            if verdict is False:
                continue
            statement = unit.statement(site.node)
            expr = statement.value if isinstance(statement, Return) else None
            found.append(ConstantValue(None) if expr is None else links.result(links.evaluate(expr, here)))
            if verdict is True:
                certain = True
                break
        if not found:
            return Unknown(f"`{entered.stmt.name}` does not show what it returns")
        told = [value for value in found if value != ConstantValue(None)]
        if not told:
            return ConstantValue(None)
        data = isinstance(told[0], (ConstantValue, SequenceValue, MappingValue))  # of objects, None stands for "not there yet"
        if any(value != told[0] for value in told[1:]) or (data and (not certain or len(told) < len(found))):
            return Unknown(f"`{entered.stmt.name}` returns different values under different conditions", "TC205")
        return told[0]

    def _values(self, function: DefinitionValue, passed: CallArguments) -> dict[str, Value]:
        """Parameters by name; one that nothing is known of is left out."""
        assert isinstance(function.stmt, Func)
        values = dict(function.frame.values) if function.frame is not None else {}
        positional, named = list(passed.positional), dict(passed.named)
        for param in function.stmt.params:
            if param.name in values:
                continue
            value = _argument_of(param, positional, named, passed.has_unknown_unpacking)
            if value is None and param.default is not None and not passed.has_unknown_unpacking:
                value = self._links.evaluate(param.default, function.scope)
            if value is not None:
                values[param.name] = value
        return values


def _argument_of(param: Param, positional: list[Value], named: dict[str, Value], opened: bool) -> Value | None:
    match param.kind:
        case "var_positional":
            rest, positional[:] = tuple(positional), []
            return None if opened else ConstantValue(()) if not rest else SequenceValue("tuple", rest)
        case "var_keyword":
            more = tuple(named.items())
            return None if opened else ConstantValue({}) if not more else MappingValue(more)
        case "positional_only" | "positional_or_keyword" if positional:
            return positional.pop(0)
        case _:
            return named.pop(param.name, None)


def _calls_itself(function: DefinitionValue, scope: ProgramPoint) -> bool:
    place = (function.module, function.node.at)
    return any(one.frame is not None and (one.module, one.node.at) == place for one in scope.within)
