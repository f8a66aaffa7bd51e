"""Why something is not certain, and the conditions that only the running program decides."""

from msgspec import Struct


class Place(Struct, frozen=True):
    """Place in a program: a module and two offsets in it."""

    module: str
    at: int
    end: int


class Doubt(Struct, frozen=True):
    """Why something is not certain: the code of its diagnostic, the cause in words, and the statement that is to blame."""

    code: str
    reason: str
    place: Place | None = None


class UnknownOrder(Doubt, frozen=True):
    """Doubt about the order of elements alone: which there are is known."""


def ignore_order(doubt: Doubt | None) -> Doubt | None:
    """The doubt about which elements a container has; None if only their order is not known."""
    return None if isinstance(doubt, UnknownOrder) else doubt


def stronger_doubt(first: Doubt | None, second: Doubt | None) -> Doubt | None:
    """The doubt that says more of two about one object: the first, but for one about order alone."""
    return first if ignore_order(first) is not None else ignore_order(second) or first or second


class Guard(Struct, frozen=True):
    """An undecided path condition: one that only the running program decides; its place, why, and the code that reports it."""

    place: Place | None
    reason: str
    code: str = "TC214"


def order_depends_on(guard: Guard) -> UnknownOrder:
    """The doubt about the order of elements that a condition decides."""
    return UnknownOrder("TC205", guard.reason, guard.place)


class Open(Guard, frozen=True):
    """Guard of an element standing for any number of further elements."""


class Uncalled(Guard, frozen=True):
    """Guard: a function without a known caller is called; `needs_arguments`: it cannot be called without arguments."""

    needs_arguments: bool = False
