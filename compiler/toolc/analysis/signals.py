"""Outcomes of executing statements: normal, by a signal, or several of which a condition takes one."""

from typing import Literal

from msgspec import Struct

from toolc.analysis.doubts import Guard, Place
from toolc.analysis.store import State
from toolc.analysis.values import Value


class Signal(Struct, frozen=True):
    """Non-local exit from a suite: `return` with its value, `break`, `continue`, or an exception as `raise`."""

    kind: Literal["return", "break", "continue", "raise"]
    value: Value = None


class Alternative(Struct, frozen=True):
    """One way on: the signal, None for the next statement, and what the way there changed in the heap."""

    signal: Signal | None
    state: State


class Split(Struct, frozen=True):
    """Several ways on, of which an undecided condition takes one; the heap is as it was before them."""

    alternatives: tuple[Alternative, ...]
    guard: Guard

    @property
    def goes_on(self) -> bool:
        """Return `True` if one of the ways leads to the next statement."""
        return None in [one.signal for one in self.alternatives]  # `any` would throw away a generator, which raises


Outcome = Signal | Split | None


class Raised(Exception):
    """An exception of the program. `name` is that of its class, `value` the instance or None; `detail` says more. `inputs`: the
    inputs of which it is raised by default; `place`: the statement that raised it first; `stated`: that is a
    `raise` statement; `possible`: code that is not followed may raise it, of whatever class it is."""

    def __init__(self, name: str, value: Value = None, detail: str = "", inputs: frozenset[str] = frozenset()) -> None:
        super().__init__(name)
        self.name, self.value, self.detail, self.inputs = name, value, detail, inputs
        self.place: Place | None = None
        self.stated = self.possible = False


class Absent(Raised):
    """An import of what the installed package has not got: it certainly fails."""
