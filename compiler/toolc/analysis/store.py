"""Undo log of the heap: execute a branch, roll it back, join its effects.

There is one heap, changed in place. `touch` an object before its state changes: while a branch is open, the state it had is
noted once. So a branch, and a join, cost what the branch touched, never the size of the heap.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import Any

from toolc.analysis.doubts import Doubt, Guard, order_depends_on, stronger_doubt
from toolc.analysis.lattice import identity, join, merged_keys, same
from toolc.analysis.values import MISSING, Dict, Maybe, Obj, Unknown


class Births:
    """Allocated objects, as ranges of serials in order, each without its first and with its last."""

    __slots__ = ("_ranges",)

    def __init__(self) -> None:
        self._ranges: list[tuple[int, int]] = []

    def __contains__(self, obj: Obj) -> bool:
        at = bisect_left(self._ranges, (obj.serial, -1)) - 1
        return at >= 0 and obj.serial <= self._ranges[at][1]

    def add(self, first: int, last: int) -> None:
        """Add a range that begins behind the others, or in the last of them."""
        ranges = self._ranges
        if not ranges or first > ranges[-1][1]:
            ranges.append((first, last))
        elif last > ranges[-1][1]:
            ranges[-1] = ranges[-1][0], last

    def adopt(self, other: "Births") -> None:
        """Add those of another branch."""
        if not other._ranges:
            return
        if not self._ranges:
            self._ranges = other._ranges.copy()
        elif other._ranges[0][0] >= self._ranges[-1][1]:
            self.add(*other._ranges[0])
            self._ranges += other._ranges[1:]
        else:
            self._ranges = _merge({*self._ranges, *other._ranges})

    def behind(self, serial: int) -> "Births":
        """Return those that were allocated after an object."""
        if not self._ranges or self._ranges[-1][1] <= serial:
            return _NO_BIRTHS
        found = Births()
        found._ranges = self._ranges[max(bisect_left(self._ranges, (serial, -1)) - 1, 0) :]
        if found._ranges and found._ranges[0][0] < serial:
            first = (serial, found._ranges[0][1])
            found._ranges[:1] = [first] if first[1] > serial else []
        return found


def _merge(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return ranges in order, those that meet as one."""
    found: list[tuple[int, int]] = []
    end = -1
    for first, last in sorted(ranges):
        if first > end:
            found.append((first, last))
            end = last
        elif last > end:
            found[-1] = found[-1][0], last
            end = last
    return found


_NO_BIRTHS = Births()


class State(dict[Obj, tuple[Any, ...]]):
    """Objects that a branch touched, each with its state at the end of the branch.

    `since`: the serial of the last object before the branch. `born`: what was allocated in it, and in no branch of it that was
    rolled back.
    """

    def __init__(self, since: int, changes: Mapping[Obj, tuple[Any, ...]], born: Births | None = None) -> None:
        super().__init__(changes)
        self.since, self.born = since, _NO_BIRTHS if born is None else born

    def then(self, later: "State") -> "State":
        """Return the combined changes of two branches, the second of which began where the first ended."""
        born = Births()
        born.adopt(self.born)
        born.adopt(later.born)
        return State(self.since, {**self, **later}, born)

    def has_alone(self, obj: Obj, other: "State") -> bool:
        """Return `True` if an object was allocated in this branch and not in another one, of which it may be a part."""
        return obj not in other and obj in self.born and obj not in other.born


class Store:
    """The undo log: a stack of open branches, and of watches, which note changes without a branch."""

    def __init__(self) -> None:
        self._levels: list[State] = []
        self._watches: list[State] = []
        self._born = [Births()]
        self._counted = 0
        self.joins = self.changes = 0
        self.rebound: dict[tuple[Obj, str], int] = {}  # names that are bound again, in a scope that functions see: when last

    @property
    def level(self) -> int:
        """Number of open branches."""
        return len(self._levels)

    def touch(self, obj: Obj) -> None:
        """Note the state of an object that is about to change; for a view (e.g. `globals()`), of the underlying object."""
        if obj.is_view:
            obj = obj.keeper
        self.changes += 1
        obj.changed_at = self.changes
        if self._levels and obj not in self._levels[-1]:
            self._levels[-1][obj] = obj.save()
        if self._watches and obj not in self._watches[-1]:
            state = obj.save()
            for watch in self._watches:
                watch.setdefault(obj, state)

    def taint(self, obj: Obj, doubt: Doubt | None) -> None:
        """Note that an object may have any state, unless that is noted already."""
        taint = stronger_doubt(obj.taint, doubt)
        if taint is not obj.taint:
            self.touch(obj)
            obj.taint = taint

    def open(self) -> None:
        """Begin a branch."""
        self._count()
        self._born.append(Births())
        self._levels.append(State(self._counted, {}))

    def close(self) -> State:
        """Roll the branch back; return the final state of the objects it changed."""
        self._count()
        before = self._levels.pop()
        after = State(before.since, {obj: obj.save() for obj in before}, self._born.pop())
        for obj, state in before.items():
            obj.load(state)
        return after

    def _count(self) -> None:
        """Count what was allocated until now for the innermost branch."""
        now = Obj().serial
        self._born[-1].add(self._counted, now)
        self._counted = now

    def watch(self) -> State:
        """Begin to note the state of whatever changes from here on, without a branch. Returns the notes."""
        self._watches.append(State(Obj().serial, {}))
        return self._watches[-1]

    def unwatch(self, watch: State) -> None:
        """Drop a watch and all nested ones."""
        del self._watches[next(index for index, one in enumerate(self._watches) if one is watch) :]

    def unwatch_all(self) -> None:
        """Drop all watches after an aborted execution."""
        self._watches.clear()

    def since(self, watch: State, further: State | None = None) -> State:
        """Return the state of all objects changed since a watch began, with the effects of a rolled-back branch applied."""
        self.open()
        self.apply(further or State(0, {}))
        born = Births()
        for one in self._born:
            born.adopt(one.behind(watch.since))
        found = State(watch.since, {obj: obj.save() for obj in watch}, born)
        self.close()
        return found

    def go_back(self, watch: State) -> None:
        """Roll back all changes since a watch began."""
        self.apply(State(watch.since, dict(watch)))

    def note(self, obj: Obj, state: tuple[Any, ...]) -> None:
        """Set the state that rolling back the branch will restore for an object, unless one is noted already."""
        self._levels[-1].setdefault(obj, state)

    def apply(self, after: State) -> None:
        """Apply the effects of a rolled-back branch."""
        self._adopt_new(after)
        for obj, state in after.items():
            self.touch(obj)
            obj.load(state)

    def _adopt_new(self, after: State) -> None:
        """Count the objects that an applied branch has allocated as allocated in the open one."""
        self._born[-1].adopt(after.born)

    def join(self, one: State, other: State, guard: Guard, repeated: bool = False) -> None:
        """Join the effects of two alternative branches into the current state.

        `repeated`: the first is one round of a loop of unknown length, so whatever it changed has any value afterwards.
        """
        self._adopt_new(one)
        self._adopt_new(other)
        for obj in {**one, **other}:
            self.joins += 1
            if one.has_alone(obj, other) or other.has_alone(obj, one):
                self.touch(obj)
                obj.load(one[obj] if obj in one else other[obj])  # allocated in that branch only
                continue
            now = obj.save()
            first, second = one.get(obj, now), other.get(obj, now)
            self.touch(obj)
            state, in_order = _join_states(first, second, guard, repeated, isinstance(obj, Dict) and obj.kind == "tools")
            obj.load(state)
            if not in_order:
                obj.unordered = order_depends_on(guard)


def _join_states(
    one: tuple[Any, ...], other: tuple[Any, ...], guard: Guard, repeated: bool, tools: bool = False
) -> tuple[tuple[Any, ...], bool]:
    """Join of two states of one object; the flag is set if both have their cells in one order. `tools`: the dict of a
    server's tools, which is not tainted when a loop of unknown length adds to it."""
    doubt = Doubt("TC205", guard.reason, guard.place)
    cells, in_order = _joined_cells(one[0], other[0], guard)
    if repeated:
        cells = _widen_cells(cells, other[0], guard)
    taint = stronger_doubt(one[1], other[1])
    if len(one) == 2:
        return (cells, taint), in_order
    first, second = one[2], other[2]
    if isinstance(first, dict):
        items: Any
        items, of_items = _joined_cells(first, second, guard)
        if not of_items and not tools:
            taint = stronger_doubt(taint, order_depends_on(guard))
        if repeated and not tools:
            taint = stronger_doubt(taint, doubt if len(items) != len(second) else None)
            items |= _widen_cells({key: items[key] for key in second}, second, guard)
    elif isinstance(first, list):
        items, cut = _joined_lists(first, second, guard)
        if cut or (repeated and len(first) != len(second)):
            taint = stronger_doubt(taint, doubt)
        elif repeated:
            items = list(_widen_cells(dict(enumerate(items)), dict(enumerate(second)), guard).values())
    else:
        items = first if first is second else None
        taint = taint if first is second else stronger_doubt(taint, doubt)
    if any(a is not b for a, b in zip(one[3:], other[3:], strict=True)):
        taint = stronger_doubt(taint, doubt)  # its class was replaced in one branch
    return (cells, taint, items, *one[3:]), in_order


def _widen_cells(cells: dict[Any, Any], before: dict[Any, Any], guard: Guard) -> dict[Any, Any]:
    """Widen cells that any number of rounds may have changed: a changed cell has any value, its known objects included."""
    top = Unknown(Doubt("TC205", guard.reason, guard.place))
    return {key: value if same(value, before.get(key, MISSING)) else join(value, top, guard) for key, value in cells.items()}


def _joined_cells(one: dict[Any, Any], other: dict[Any, Any], guard: Guard) -> tuple[dict[Any, Any], bool]:
    """Join two dicts key by key. The flag is set if both have their keys in one order."""
    keys, in_order = (one, True) if list(one) == list(other) else merged_keys(one, other)
    joined: dict[Any, Any] = {}
    for key in keys:
        value, beside = one.get(key, MISSING), other.get(key, MISSING)
        joined[key] = value if beside is value else join(value, beside, guard)  # most cells are as they were
    return joined, in_order


def _joined_lists(one: list[Any], other: list[Any], guard: Guard) -> tuple[list[Any], bool]:
    """Join two lists: element by element if their lengths are equal, else the common prefix, and the rest as conditional.

    The flag is set if both have elements behind the prefix, so that their order is not known.
    """
    common = 0
    while common < min(len(one), len(other)) and same(one[common], other[common]):
        common += 1
    if len(one) == len(other):  # the same length: element by element
        return [join(a, b, guard) for a, b in zip(one, other, strict=True)], False
    rest, further = one[common:], other[common:]
    cut = bool(rest) and bool(further)
    if cut:  # what both hold stands once: else lists that grow on both ways of a condition would double with each
        held = set(map(identity, rest))
        further = [part for part in further if identity(part) not in held]
    tail = [part if isinstance(part, Maybe) else Maybe(part, guard) for part in (*rest, *further)]
    return [*one[:common], *tail], cut
