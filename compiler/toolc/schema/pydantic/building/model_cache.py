"""Cache of models built once for all roots of a program, apart from the types that use them.

Takes what a builder does with definitions, gives the `Model`s that it need not build again. A model may be taken over from the
build of another root where building it here could not tell the difference: where nothing that it asks for is just being built,
or was built in a circle with something else. What was noted meanwhile is noted again, at the place of this use.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from msgspec import Struct

from toolc.schema.pydantic.issues import Event, Exhausted, Noted, Notes
from toolc.schema.pydantic.node import Node

MAX_NODES = 50_000
"""More validators than any real class has; an alias that doubles at every level stops here."""


DEEP = "the type nests too deep"


class NeedsFreshBuild(Exception):
    """The root uses a model that was built in a cycle with another: its form here is known only after a build of its own."""


class TooDeep(Exhausted):
    """A model that nests too deep is part of another one."""


class Model(Struct, eq=False, frozen=True):
    """A model with the definitions that stay beside it. `depends_on` and `in_cycle_with` are sets of references, as the bits
    of a number.

    `reusable`: built on its own it would be the same. Models `in_cycle_with` it were built inside it.
    """

    ref: str
    defs: Mapping[str, Node]
    reusable: bool
    depends_on: int = 0
    in_cycle_with: int = 0
    events: tuple[Event, ...] = ()
    parts: int = 0


class _Work(Struct, eq=False):
    """A model that is being built: when that began, and what happened since."""

    start: int
    parts: int
    noted: int
    trail: int
    muted: int
    depends_on: int = 0
    in_cycle_with: int = 0
    elsewhere: int = 0  # parts of pure models inside it
    tainted: bool = False


class ModelCache:
    """Cache of a program's models (`begin` starts the next root), and those of them that the current root uses."""

    def __init__(self) -> None:
        self._known: dict[str, Model] = {}
        self._bits: dict[str, int] = {}
        self._deep: set[str] = set()  # where the interpreter's stack ran out: nobody tries again
        self.begin(Notes())

    def begin(self, notes: Notes) -> None:
        """The build of another root."""
        self.open: dict[str, int] = {}
        self.whole: set[str] = set()  # models that refer to nothing unfinished
        self.parts = 0
        self._notes = notes
        self._met: dict[str, Model] = {}
        self._since: dict[str, int] = {}  # when a model that is not pure was there
        self._time = 0
        self._works: list[_Work] = []
        self._opened = 0
        self._impure = 0
        self._circled = 0

    def count(self) -> None:
        """One more part of this root."""
        self.parts += 1
        if self.parts > MAX_NODES:
            raise Exhausted(f"more than {MAX_NODES} parts")

    # --- definitions -------------------------------------------------------------------------------------------------

    @contextmanager
    def open_definition(self, ref: str) -> Iterator[None]:
        """A definition is being made."""
        self._reach(ref)
        bit = self._ask(ref)
        self.open[ref] = self._tick()
        self._opened |= bit
        try:
            yield
        except (RecursionError, TooDeep):
            self._deep.add(ref)
            raise
        finally:
            del self.open[ref]
            self._opened &= ~bit

    def meet(self, ref: str) -> None:
        """A definition that is there, or being made, is used."""
        self._ask(ref)
        if ref in self.open:
            self._taint(self.open[ref])

    # --- models ------------------------------------------------------------------------------------------------------

    def find(self, ref: str) -> Model | None:
        """A model that need not be built."""
        model = self._met.get(ref)
        if model is not None:
            if not model.reusable:
                self._taint(self._since[ref])
            return model
        self._reach(ref)
        if self._bit(ref) & self._circled:
            raise NeedsFreshBuild
        known = self._known.get(ref)
        if known is None or known.depends_on & (self._opened | self._impure | self._circled):
            return None
        self._take(known)
        return known

    def use(self, model: Model) -> None:
        """Note that the model being built uses another one."""
        if self._works:
            self._works[-1].depends_on |= model.depends_on
        if model.reusable:
            self._notes.model_requested(model.ref)

    @contextmanager
    def work(self) -> Iterator[_Work]:
        """A model is being built; one that fails leaves its traces in the one around it."""
        notes = self._notes
        work = _Work(self._tick(), self.parts, len(notes.log), len(notes.trail), notes.muting)
        self._works.append(work)
        try:
            yield work
        finally:
            self._works.pop()
            if self._works:
                around = self._works[-1]
                around.depends_on |= work.depends_on
                around.in_cycle_with |= work.in_cycle_with
                around.elsewhere += work.elsewhere

    def finish(self, work: _Work, ref: str, defs: Mapping[str, Node], whole: bool) -> Model:
        """The model that was built."""
        pure = whole and not work.tainted
        if whole:
            self.whole.add(ref)
        if pure:
            own = self.parts - work.parts - work.elsewhere
            events = self._notes.since(work.noted, work.trail, work.muted)
            model = Model(ref, defs, True, work.depends_on, work.in_cycle_with, events, own)
            self._known.setdefault(ref, model)
            work.elsewhere, work.in_cycle_with = self.parts - work.parts, 0
        else:
            model = Model(ref, defs, False, work.depends_on)
            self._since[ref] = self._tick()
            self._impure |= self._bit(ref)
            work.in_cycle_with |= self._bit(ref)
        self._met[ref] = model
        return model

    def _take(self, model: Model) -> None:
        """Meet a known model, and what it asks for, as if they were built here."""
        before = self.parts
        self._enter(model)
        pending = [(iter(model.events), tuple(self._notes.trail), False)]
        while pending:
            events, trail, muted = pending[-1]
            event = next(events, None)
            if event is None:
                pending.pop()
            elif isinstance(event, Noted):
                if not muted:
                    self._notes.again(event, trail)
            elif event.ref not in self._met:
                inner = self._known[event.ref]
                self._enter(inner)
                pending.append((iter(inner.events), (*trail, *event.trail), muted or event.muted > 0))
        if self._works:
            self._works[-1].elsewhere += self.parts - before

    def _enter(self, model: Model) -> None:
        self._met[model.ref] = model
        self.whole.add(model.ref)
        self._circled |= model.in_cycle_with
        self.parts += model.parts
        if self.parts > MAX_NODES:
            raise Exhausted(f"more than {MAX_NODES} parts")

    def deepest(self, ref: str) -> None:
        """The schema of a definition nests too deep."""
        self._deep.add(ref)

    def _reach(self, ref: str) -> None:
        if ref in self._deep:
            raise TooDeep(DEEP)

    # --- bookkeeping -------------------------------------------------------------------------------------------------

    def _tick(self) -> int:
        self._time += 1
        return self._time

    def _bit(self, ref: str) -> int:
        return 1 << self._bits.setdefault(ref, len(self._bits))

    def _ask(self, ref: str) -> int:
        bit = self._bit(ref)
        if self._works:
            self._works[-1].depends_on |= bit
        return bit

    def _taint(self, since: int) -> None:
        """Everything that was begun after that depends on when it is built."""
        for work in reversed(self._works):
            if work.start <= since:
                break
            work.tainted = True
