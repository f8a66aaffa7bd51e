"""Which of several readings of one registration holds: takes claims, gives those that say most.

A function is walked as it stands and again for each call that is followed. Where a call was found, what the function says by
itself (a server that is only a parameter, a function that is only a parameter) is no tool of its own.
"""

import sys
from collections.abc import Container, Iterable, Iterator
from typing import Literal

from msgspec import Struct

from toolc.bind.tools.marks import Claimant
from toolc.diagnostics import Diagnostic
from toolc.module import Expression, Func, Opaque
from toolc.program import Argument, Deferred, Definition, Received, Registration, Scope, Unknown, Value
from toolc.source import Span
from toolc.systems.base import Mark, System


class Claim(Struct, frozen=True):
    """One registration and the system and mark that know what to make of it.

    `open`: the function that is registered is a parameter that no followed call fills. `under` is the place of a condition
    that only the running program decides. `repeated`: it stands in a loop whose rounds only the running program knows. `absent`
    says why it does not happen where nobody tells the program more. `dropped`: of what is made only an attribute is read.
    """

    system: System
    mark: Mark
    registration: Registration
    open: bool = False
    under: Span | None = None
    repeated: bool = False
    absent: Diagnostic | None = None
    dropped: bool = False


_Vagueness = tuple[bool, int, bool, bool, bool]

_VAGUEST: _Vagueness = (True, sys.maxsize, True, True, True)


def settled(claims: Iterable[Claim]) -> list[Claim]:
    """The claims that stand, in order."""
    found = list(claims)
    called = {place for claim in found for place, entered in _through(claim.registration.scope) if entered}
    told = [_vagueness(claim, called) for claim in found]
    best: dict[tuple[str, int, int], _Vagueness] = {}
    for claim, vagueness in zip(found, told, strict=True):
        key = _place(claim)
        best[key] = min(best.get(key, _VAGUEST), vagueness)
    return [claim for claim, vagueness in zip(found, told, strict=True) if vagueness == best[_place(claim)]]


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


def _vagueness(claim: Claim, called: Container[tuple[str, int]]) -> _Vagueness:
    """What is not told, the worst first: the function, the calls around it and up to there, whether it happens, the server."""
    registration = claim.registration
    around = [one for one in registration.scope.within if isinstance(one.stmt, Func)]
    return (
        claim.open,
        sum(one.frame is None for one in around),
        any(not entered and place in called for place, entered in _through(registration.scope)),
        claim.absent is not None,
        isinstance(registration.receiver, Received),
    )


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
