"""Which of several readings of one registration holds: takes claims, gives those that say most.

A function is walked as it stands and again for each call that is followed. Where a call was found, what the function says by
itself (a server that is only a parameter, a function that is only a parameter) is no tool of its own.
"""

from collections.abc import Callable, Container, Iterable, Iterator
from typing import Any, Literal

from msgspec import Struct

from toolc.bind.tools.marks import Claimant
from toolc.diagnostics import Diagnostic
from toolc.module import Expression, Func, Opaque
from toolc.program import Argument, Attribute, Called, Deferred, Definition, Received, Registration, Scope, Unknown, Value
from toolc.source import Span
from toolc.systems.base import Mark, System


class Claim(Struct, frozen=True):
    """One registration and the system and mark that know what to make of it.

    `open`: the function that is registered is a parameter that no followed call fills. `under` is the place of a condition
    that only the running program decides. `repeated`: it stands in a loop whose rounds only the running program knows. `absent`
    says why it does not happen where nobody tells the program more. `dropped`: of what is made only an attribute is read.
    `doubts` are what else is not certain of it.
    """

    system: System
    mark: Mark
    registration: Registration
    open: bool = False
    under: Span | None = None
    repeated: bool = False
    absent: Diagnostic | None = None
    dropped: bool = False
    doubts: tuple[Diagnostic, ...] = ()


def settled(claims: Iterable[Claim], calls: "Entrances") -> list[Claim]:
    """The claims that stand, in order."""
    found = [claim for claim in claims if not _told_by_calls(claim, calls)]
    called = {place for claim in found for place, entered in _through(claim.registration.scope) if entered}
    return _least(_least(found, _place, _vagueness), _object, lambda claim: _doubt(claim, called))


class Entrances:
    """The functions that followed calls lead into, with the parameters through which each call hands over what registers."""

    def __init__(self) -> None:
        self._handed: dict[tuple[str, int], set[str]] = {}

    def add(self, entered: Definition, carrying: Iterable[str]) -> None:
        self._handed.setdefault((entered.module, entered.node.at), set()).update(carrying)

    def hand(self, module: str, at: int, name: str = "") -> bool:
        """Whether a call leads into a function, and hands over something that registers as its parameter `name`."""
        handed = self._handed.get((module, at))
        return handed is not None and (not name or name in handed)


def _told_by_calls(claim: Claim, calls: Entrances) -> bool:
    """Whether a claim is of a function as it stands which calls lead into: what these do not register is not registered.

    Where its server is a parameter, of an `__init__` say, a call has to hand over something that registers.
    """
    receiver = claim.registration.receiver
    while isinstance(receiver, Attribute):
        receiver = receiver.owner
    if isinstance(receiver, Received):
        taker = receiver.function
        if (taker.frame is None or taker.frame.bound) and not calls.hand(taker.module, taker.node.at, receiver.name):
            return False
    around = (one for one in claim.registration.scope.within if isinstance(one.stmt, Func))
    return any(one.frame is None and calls.hand(one.module, one.node.at) for one in around)


def _least(claims: list[Claim], place: Callable[[Claim], object], measure: Callable[[Claim], Any]) -> list[Claim]:
    """Of the claims of one place those that measure least."""
    best: dict[object, Any] = {}
    told = [(place(claim), measure(claim)) for claim in claims]
    for key, found in told:
        best[key] = min(best.get(key, found), found)
    return [claim for claim, (key, found) in zip(claims, told, strict=True) if found == best[key]]


def _through(scope: Scope) -> Iterator[tuple[tuple[str, int], bool]]:
    """The functions that a registration is reached through, each with whether a followed call leads into it."""
    for one in scope.within:
        if isinstance(one.stmt, Func):
            yield (one.module, one.node.at), one.frame is not None and not one.frame.bound
        if one.frame is not None and one.frame.call is not None:
            yield from _through(one.frame.call.scope)


def _place(claim: Claim) -> tuple[str, int, int]:
    registration = claim.registration
    return registration.scope.module, registration.at, registration.end


def _vagueness(claim: Claim) -> tuple[bool, int]:
    """What is not told of a place, the worst first: the function, the calls around it."""
    around = [one for one in claim.registration.scope.within if isinstance(one.stmt, Func)]
    return claim.open, sum(one.frame is None for one in around)


def _object(claim: Claim) -> object:
    """The place; where a class makes its objects tools (`super().__init__(…)`), for each class below it another.

    What a decorator of the program registers where it is followed is told of the place where it decorates: the server that a
    function is annotated with may be a wrapper around one.
    """
    receiver, target, through = claim.registration.receiver, claim.registration.target, claim.registration.through
    if isinstance(target, Definition):
        applied = claim.registration.at if through is None else through
        if any(decorator.at == applied for decorator in target.stmt.decorators):
            return target.module, applied
    if not claim.registration.callee.endswith(".__init__"):
        return _place(claim)
    cls = receiver.callee if isinstance(receiver, Called) else None
    if isinstance(receiver, Received) and receiver.function.scope.within:
        cls = receiver.function.scope.within[-1]
    return (*_place(claim), *((cls.module, cls.node.at) if isinstance(cls, Definition) else ()))


def _doubt(claim: Claim, called: Container[tuple[str, int]]) -> tuple[bool, bool, bool]:
    """What is not told of one object, the worst first: the calls up to there, whether it happens, the server.

    Of other objects that share the place it says nothing.
    """
    stood = any(not entered and place in called for place, entered in _through(claim.registration.scope))
    return stood, claim.absent is not None, isinstance(claim.registration.receiver, Received)


# --- making one ---


def followed(target: Value) -> Definition | Unknown:
    if isinstance(target, (Definition, Unknown)):
        return target
    if isinstance(target, Deferred) and isinstance(target.expr, Opaque):
        return Unknown(f"a {target.expr.kind} is not evaluated")
    return Unknown("it is no function whose definition toolc can read")


def claimed_at(
    claimed: Claimant,
    form: Literal["bare", "called", "call"],
    scope: Scope,
    expr: Expression,
    target: Definition | Unknown | None,
    args: tuple[Argument, ...],
    through: int | None = None,
) -> Claim:
    registration = Registration(claimed.name, form, scope, expr.at, expr.end, target, args, claimed.receiver, through=through)
    return Claim(claimed.system, claimed.mark, registration)
