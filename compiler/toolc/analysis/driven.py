"""State of the drivers, which make objects and calls that the program itself does not make."""

from typing import Any

from toolc.analysis.doubts import Place, Uncalled
from toolc.analysis.values import Class, Value


class Driven:
    """`since`: the index of the first event of code without a known caller, None before that is executed.
    `uncalled`: the condition under which a function without a known caller is being run.
    `making`: an object of a toolkit class is being made.
    `raised_at`: the last `raise` that was executed.
    `unmade`: toolkit classes that cannot be instantiated without arguments, each with the `raise` that prevents it.
    `given`: the results of methods, by class and definition.
    `given_up`: functions (their nodes) a call of which used up the steps of what called them.
    `stopped`: functions (their nodes) that raise by default, each with the inputs that decide.
    """

    def __init__(self) -> None:
        self.since: int | None = None
        self.given_up: set[Any] = set()
        self.stopped: dict[Any, frozenset[str]] = {}
        self.uncalled: Uncalled | None = None
        self.making = False
        self.raised_at: Place | None = None
        self.unmade: dict[Class, Place] = {}
        self.given: dict[tuple[Class, Any], Value] = {}
