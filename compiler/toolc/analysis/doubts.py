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


class Guard(Struct, frozen=True):
    """A condition that only the running program decides: where it stands, why it is not known, and the code that says so."""

    place: Place | None
    reason: str
    code: str = "TC214"


class Open(Guard, frozen=True):
    """The condition that a list has further elements at its place, any number of them."""


class Uncalled(Guard, frozen=True):
    """Guard: a function without a known caller is called; `asking`: it cannot be called without arguments."""

    asking: bool = False
