"""State of the drivers, which make objects and calls that the program itself does not make."""

from typing import Any

from toolc.analysis.doubts import Place
from toolc.analysis.values import Class, Value


class Driven:
    """`since`: the first event of functions without a known caller. `making`: an object is made for them. `raised_at`:
    where the last `raise` stood; `unmade` classes of toolkits of which none can be made, each with that place. `given` is what
    methods gave, by class and definition."""

    def __init__(self) -> None:
        self.since: int | None = None
        self.making = False
        self.raised_at: Place | None = None
        self.unmade: dict[Class, Place] = {}
        self.given: dict[tuple[Class, Any], Value] = {}
