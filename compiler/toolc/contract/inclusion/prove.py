"""Prover of inclusion: takes two documents, proves that every value of one schema is one of the other. A yes is never wrong.

Structural: each shape of the smaller side must fit one shape of the larger, finite values are tried one by one. A pair of
schemas that is met again on the way down is taken as proved (the greatest fixed point: values are finite).
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec import structs

from toolc.contract.inclusion.document import Document
from toolc.contract.inclusion.expand import Expander, TooManyError, item, matches, member, only_named_members
from toolc.contract.inclusion.shapes import Arrays, Contains, Facet, Numbers, Objects, Row, Schema, Shape, Strings, Values

MAX_STEPS = 20_000
MAX_SPLITS = 3


class _StepsError(Exception):
    """More pairs than anybody will compare."""


class Prover:
    """Proves inclusions between schemas of two documents."""

    def __init__(self, smaller: Document, larger: Document, formats: bool = True, told: bool = False) -> None:
        self._told = told
        self.smaller, self.larger = Expander(smaller, formats), Expander(larger, formats)
        self._known: dict[tuple[str, str], bool] = {}
        self._order: list[tuple[str, str]] = []
        self._steps = 0

    def proves(self, small: Schema, large: Schema) -> bool:
        """Return `True` if it is proved that every value of `small` is one of `large`."""
        self._steps, started = 0, len(self._order)
        try:
            return self._is_included(small, large)
        except (TooManyError, _StepsError, RecursionError):
            self._forget(started)  # what was only supposed on the way must not answer the next question
            return False

    def small_shapes(self, small: Schema) -> list[Shape]:
        """Return the shapes of the smaller side, an upper bound. Raises TooManyError."""
        shapes = self.smaller.shapes(small, "over")
        return [only_named_members(shape) if self._told and isinstance(shape, Objects) else shape for shape in shapes]

    def _is_included(self, small: Schema, large: Schema) -> bool:
        if large is True or large == {} or small is False:
            return True
        pair = (self.smaller.document.name(small), self.larger.document.name(large))
        if pair[0] == pair[1]:
            return True
        if pair in self._known:
            return self._known[pair]
        self._steps += 1
        if self._steps > MAX_STEPS:
            raise _StepsError
        self._known[pair] = True  # as long as nothing speaks against it
        self._order.append(pair)
        started = len(self._order)
        found = self._all_covered(small, large)
        if not found:  # what was proved by supposing it is not proved
            self._forget(started)
            self._known[pair] = False
        return found

    def _forget(self, started: int) -> None:
        """Takes back everything that was told since so many pairs were met."""
        for later in self._order[started:]:
            self._known.pop(later, None)
        del self._order[started:]

    def _all_covered(self, small: Schema, large: Schema) -> bool:
        shapes = self.small_shapes(small)
        targets = self.larger.shapes(large, "under")
        return all(self._is_covered(shape, targets, large) for shape in shapes)

    def _is_covered(self, shape: Shape, targets: tuple[Shape, ...], large: Schema, splits: int = MAX_SPLITS) -> bool:
        if isinstance(shape, Values):
            return all(self.larger.document.valid(value, large) for value in shape.values)
        if any(self._fits(shape, target) for target in targets):
            return True
        if isinstance(shape, Numbers):
            return _is_filled(shape, [one for one in targets if isinstance(one, Numbers)])
        if not isinstance(shape, Objects):
            return False
        if self._is_empty(shape):
            return True
        return splits > 0 and any(
            all(self._is_covered(part, targets, large, splits - 1) for part in parts) for parts in self._splits(shape, targets)
        )

    # --- one shape in another -----------------------------------------------------------------------------------------

    def _fits(self, small: Shape, large: Shape) -> bool:
        if isinstance(large, Values) or not large.also <= small.also:
            return False
        match small, large:
            case Numbers(), Numbers():
                return _within(small, large)
            case Strings(), Strings():
                long = large.most is None or (small.most is not None and small.most <= large.most)
                same = large.patterns <= small.patterns and large.formats <= small.formats
                return long and small.least >= large.least and same
            case Arrays(), Arrays():
                return self._array_fits(small, large)
            case Objects(), Objects():
                return self._object_fits(small, large)
        return False

    def _array_fits(self, small: Arrays, large: Arrays) -> bool:
        if small.least < large.least:
            return False
        longer = large.most is not None and (small.most is None or small.most > large.most)
        if longer and not self._ends_by_itself(small, large):
            return False
        if large.unique and not (small.unique or (small.most is not None and small.most <= 1)):
            return False
        return all(self._row_fits(small, row) for row in large.rows) and all(
            self._contains(small, asked) for asked in large.contains
        )

    def _ends_by_itself(self, small: Arrays, large: Arrays) -> bool:
        """Return `True` if an item without possible values ends the array early enough."""
        lengths = {len(row.prefix) for row in small.rows}
        return any(length <= (large.most or 0) and self._is_nothing(item(small, length)) for length in lengths)

    def _row_fits(self, small: Arrays, row: Row) -> bool:
        """Every item in its place; those behind all prefixes as one."""
        places = max([len(row.prefix), *(len(one.prefix) for one in small.rows)])
        for index in range(places + 1):
            if small.most is not None and index >= small.most:
                return True
            mine = item(small, index)
            if self._is_nothing(mine):
                return True  # the array ends before this item
            if not self._is_included(mine, row.prefix[index] if index < len(row.prefix) else row.rest):
                return False
        return True

    def _contains(self, small: Arrays, asked: Contains) -> bool:
        for given in small.contains:
            enough = given.least >= asked.least and self._is_included(given.schema, asked.schema)
            few = asked.most is None or (given.most is not None and given.most <= asked.most and self._same(given, asked))
            if enough and few:
                return True
        if asked.most is not None and (small.most is None or small.most > asked.most):
            return False
        if asked.least == 0:
            return True
        places = max([0, *(len(row.prefix) for row in small.rows)])
        return small.least >= asked.least and all(self._is_included(item(small, at), asked.schema) for at in range(places + 1))

    def _same(self, one: Contains, other: Contains) -> bool:
        return self.smaller.document.name(one.schema) == self.larger.document.name(other.schema)

    def _object_fits(self, small: Objects, large: Objects) -> bool:
        if not large.required <= small.required or max(small.least, len(small.required)) < large.least:
            return False
        if large.most is not None and not self._at_most(small, large.most):
            return False
        if not all(self._needs(small, name, needs) for name, needs in large.dependent):
            return False
        return all(self._facet_fits(small, facet) for facet in large.facets) and all(
            self._names_fit(small, schema) for schema in large.names
        )

    def _at_most(self, small: Objects, most: int) -> bool:
        if small.most is not None and small.most <= most:
            return True
        return any(
            not facet.patterns and self._is_nothing(facet.rest) and len(facet.properties) <= most for facet in small.facets
        )

    def _needs(self, small: Objects, name: str, needs: frozenset[str]) -> bool:
        if needs <= small.required or self._is_nothing(member(small, name)):
            return True
        given = [mine for other, mine in small.dependent if other == name]
        return needs <= small.required.union(*given)

    def _facet_fits(self, small: Objects, facet: Facet) -> bool:
        """Members by name, then those that only patterns or nothing names."""
        for name in sorted({*facet.properties, *(name for one in small.facets for name in one.properties)}):
            mine = member(small, name)
            asked = [facet.properties[name]] if name in facet.properties else []
            asked += [schema for pattern, schema in facet.patterns.items() if matches(pattern, name)]
            if not all(self._is_included(mine, schema) for schema in asked or [facet.rest]):
                return False
        for pattern, schema in facet.patterns.items():
            if not any(self._unnamed_fit(one, schema, pattern) for one in small.facets) and not self._is_included(True, schema):
                return False
        rest = facet.rest
        return self._is_included(True, rest) or any(self._others_fit(one, facet) for one in small.facets)

    def _unnamed_fit(self, facet: Facet, schema: Schema, pattern: str) -> bool:
        """Return `True` if all members that a facet does not name, and whose key may match a pattern, fit a schema."""
        if pattern in facet.patterns:
            return self._is_included(facet.patterns[pattern], schema)
        return all(self._is_included(one, schema) for one in (*facet.patterns.values(), facet.rest))

    def _others_fit(self, small: Facet, large: Facet) -> bool:
        """The same for members that the larger side does not name either."""
        open_ = [schema for pattern, schema in small.patterns.items() if pattern not in large.patterns]
        return all(self._is_included(schema, large.rest) for schema in (*open_, small.rest))

    def _names_fit(self, small: Objects, schema: Schema) -> bool:
        if any(self._is_included(mine, schema) for mine in small.names):
            return True
        for facet in small.facets:
            if not facet.patterns and self._is_nothing(facet.rest):
                return all(
                    self.larger.document.valid(name, schema)
                    for name in facet.properties
                    if not self._is_nothing(member(small, name))
                )
        return self._is_included({"type": "string"}, schema)

    # --- nothing ------------------------------------------------------------------------------------------------------

    def _is_nothing(self, schema: Schema) -> bool:
        return not self.smaller.shapes(schema, "over")

    def _is_empty(self, shape: Objects) -> bool:
        return any(self._is_nothing(member(shape, name)) for name in shape.required)

    # --- an object in several ------------------------------------------------------------------------------------------

    def _splits(self, shape: Objects, targets: tuple[Shape, ...]) -> Iterator[list[Objects]]:
        """An object taken apart by what one of its members can be, or by whether it is there."""
        names = {name for one in targets if isinstance(one, Objects) for facet in one.facets for name in facet.properties}
        for name in sorted(names):
            parts = list(self._alternatives(member(shape, name)))
            if name in shape.required:
                if 1 < len(parts) <= 50:
                    yield [_narrow_member(shape, name, part) for part in parts]
            elif parts:
                there = structs.replace(shape, required=shape.required | {name})
                yield [_narrow_member(shape, name, False), there]

    def _alternatives(self, schema: Schema) -> Iterator[Schema]:
        for shape in self.smaller.shapes(schema, "over"):
            if isinstance(shape, Values):
                yield from ({"const": value} for value in shape.values)
            else:
                yield {"allOf": [schema, {"type": _kind(shape)}]}


def _kind(shape: Shape) -> str:
    return {Numbers: "number", Strings: "string", Arrays: "array", Objects: "object"}[type(shape)]


def _narrow_member(shape: Objects, name: str, schema: Schema) -> Objects:
    return structs.replace(shape, facets=(*shape.facets, Facet({name: schema}, {}, True)))


def _within(small: Numbers, large: Numbers) -> bool:
    if large.step is not None and (small.step is None or (small.step / large.step).denominator != 1):
        return False
    return _starts(large, small) and _ends(small, large)


def _starts(one: Numbers, other: Numbers) -> bool:
    """Return `True` if `one` starts no later than `other`."""
    if one.low is None:
        return True
    if other.low is None:
        return False
    first = _round_bound(other.low, other.low_open, other.step, up=True)
    return first[0] > one.low or (first[0] == one.low and (first[1] or not one.low_open))


def _ends(one: Numbers, other: Numbers) -> bool:
    """Return `True` if `one` ends no later than `other`."""
    if other.high is None:
        return True
    if one.high is None:
        return False
    last = _round_bound(one.high, one.high_open, one.step, up=False)
    return last[0] < other.high or (last[0] == other.high and (last[1] or not other.high_open))


def _round_bound(bound: Fraction, opened: bool, step: Fraction | None, up: bool) -> tuple[Fraction, bool]:
    """A bound moved to the nearest number that is inside, and whether it still is open."""
    if step is None:
        return bound, opened
    count = -(-bound // step) if up else bound // step
    if opened and count * step == bound:
        count += 1 if up else -1
    return count * step, False


def _is_filled(shape: Numbers, targets: Iterable[Numbers]) -> bool:
    """Return `True` if intervals together cover an interval."""
    fitting = [one for one in targets if one.also <= shape.also and _divides(one, shape)]
    rest = shape
    for _ in range(len(fitting)):
        best = [one for one in fitting if _starts(one, rest)]
        if any(_ends(rest, one) for one in best):
            return True
        ends = [(one.high, not one.high_open) for one in best if one.high is not None]
        if not ends:
            return False
        high, closed = max(ends)
        rest = structs.replace(rest, low=high, low_open=closed)
    return False


def _divides(one: Numbers, other: Numbers) -> bool:
    return one.step is None or (other.step is not None and (other.step / one.step).denominator == 1)
