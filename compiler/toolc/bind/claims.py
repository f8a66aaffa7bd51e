"""Which of several readings of one registration holds: takes claims, gives those that say most.

A function is walked as it stands and again for each call that is followed. Where a call was found, what the function says by
itself (a server that is only a parameter, a function that is only a parameter) is no tool of its own.
"""

from collections.abc import Iterable

from toolc.bind.walk import Claim
from toolc.program import Received


def settled(claims: Iterable[Claim]) -> list[Claim]:
    """The claims that stand, in order."""
    found = list(claims)
    best: dict[tuple[str, int, int], tuple[bool, bool, bool]] = {}
    for claim in found:
        key = _place(claim)
        best[key] = min(best.get(key, (True, True, True)), _vagueness(claim))
    return [claim for claim in found if _vagueness(claim) == best[_place(claim)]]


def _place(claim: Claim) -> tuple[str, int, int]:
    registration = claim.registration
    return registration.scope.module, registration.at, registration.end


def _vagueness(claim: Claim) -> tuple[bool, bool, bool]:
    """What is not told, the worst first: the function, the call around it, the server."""
    registration = claim.registration
    followed = any(around.frame is not None for around in registration.scope.within)
    return claim.open, not followed, isinstance(registration.receiver, Received)
