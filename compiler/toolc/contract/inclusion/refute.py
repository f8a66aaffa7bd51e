"""Search for a counterexample to inclusion: takes two schemas, gives the shortest value found, or None.

Values are made along the first schema, from what both schemas mention: bounds and one beyond, constants, lengths, names of
members. Every value is tried under both; a value that is told here is a counterexample, whoever made it up.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from math import ceil, floor
from typing import Any

from toolc.contract.inclusion.equality import key
from toolc.contract.inclusion.expand import TooManyError, item, member
from toolc.contract.inclusion.prove import Prover
from toolc.contract.inclusion.shapes import Arrays, Numbers, Objects, Schema, Strings, Values
from toolc.contract.inclusion.texts import like
from toolc.schema.keywords import subschemas

MAX_VALUES = 60  # made for one schema
MAX_DEPTH = 6
MAX_FOUND = 8  # of which the shortest is told
MAX_PAIRS = 300  # of schemas that are looked into
MAX_LENGTH = 300  # of a text or a list that a bound asks for

_NUMBERS = (0, 1, -1, 0.5, 7)
_TEXTS = ("", "a", "0", "abc", "2024-01-31", "12:00:00Z", "2024-01-31T12:00:00Z", "a@b.example", "https://b.example/",
    "123e4567-e89b-12d3-a456-426614174000")  # fmt: skip
_ANY: tuple[Any, ...] = (None, True, 0, 0.5, "a", [], {})


def witness(prover: Prover, small: Schema, large: Schema) -> tuple[Any] | None:
    """A value of the smaller schema that the larger refuses, in a tuple of one."""
    found = list(islice(_Refuter(prover, [small, large]).values(small, large, MAX_DEPTH), MAX_FOUND))
    return (min(found, key=lambda value: len(json.dumps(value))),) if found else None


class _Refuter:
    """Looks for values, first of the whole, then along the members and items for which there is no proof."""

    def __init__(self, prover: Prover, schemas: Iterable[Schema]) -> None:
        self._prover = prover
        self._small, self._large = prover.smaller.document, prover.larger.document
        self._maker = Maker(prover, Mentioned(schemas))
        self._left = MAX_PAIRS

    def values(self, small: Schema, large: Schema, depth: int) -> Iterator[Any]:
        """Values of one schema that the other refuses."""
        self._left -= 1
        candidates = (value for value in self._maker.values(small, depth))
        for value in chain(candidates, self._deeper_values(small, large, depth) if depth else ()):
            if self._large.valid(value, large) is False and self._small.valid(value, small):
                yield value

    def _deeper_values(self, small: Schema, large: Schema, depth: int) -> Iterator[Any]:
        try:
            pairs = [
                (one, other)
                for one in self._prover.small_shapes(small)
                for other in self._prover.larger.shapes(large, "over")
                if type(one) is type(other)
            ]
        except TooManyError:
            return
        for one, other in pairs:
            if isinstance(one, Objects) and isinstance(other, Objects):
                yield from self._members(one, other, depth)
            elif isinstance(one, Arrays) and isinstance(other, Arrays):
                yield from self._items(one, other, depth)

    def _members(self, one: Objects, other: Objects, depth: int) -> Iterator[dict[str, Any]]:
        base, full = self._maker.plain(one, depth), self._maker.plain(one, depth, full=True)
        if base is None or full is None:
            return
        for name in sorted({name for shape in (one, other) for facet in shape.facets for name in facet.properties} | {"other"}):
            for value in self._inner(member(one, name), member(other, name), depth):
                yield {**base, name: value}
                yield {**full, name: value}

    def _items(self, one: Arrays, other: Arrays, depth: int) -> Iterator[list[Any]]:
        places = max([0, *(len(row.prefix) for shape in (one, other) for row in shape.rows)])
        for at in range(places + 1):
            before = [self._maker.values(item(one, index), depth - 1) for index in range(max(at + 1, one.least))]
            if all(before):
                for value in self._inner(item(one, at), item(other, at), depth):
                    yield [value if index == at else values[0] for index, values in enumerate(before)]

    def _inner(self, small: Schema, large: Schema, depth: int) -> Iterator[Any]:
        if self._left > 0 and not self._prover.proves(small, large):
            yield from islice(self.values(small, large, depth - 1), 2)


class Mentioned:
    """Constants in schemas: numbers, texts, lengths, names of members, and constants of any kind."""

    def __init__(self, schemas: Iterable[Schema]) -> None:
        self.numbers: list[Any] = list(_NUMBERS)
        self.texts: list[str] = []
        self.lengths = {0, 1, 2}
        self.names: dict[str, None] = {}
        self.others: list[Any] = []
        pending = list(schemas)
        for _ in range(20_000):
            if not pending:
                break
            if isinstance(schema := pending.pop(), dict):
                self._mention(schema)
                pending.extend(inner for _, inner in subschemas(schema))

    def _mention(self, schema: dict[str, Any]) -> None:
        for word in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"):
            if isinstance(bound := schema.get(word), int | float):
                self.numbers += [bound, bound - 1, bound + 1, bound + 0.5, bound - 0.5, bound * 2, bound * 3]
        for word in ("minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains"):
            if isinstance(length := schema.get(word), int | float):
                self.lengths |= {int(length) + step for step in (-1, 0, 1) if 0 <= length + step <= MAX_LENGTH}
        if isinstance(schema.get("pattern"), str):
            self.texts += islice(like(schema["pattern"]), 5)
        self.names.update(dict.fromkeys(schema.get("properties") or ()))
        self.names.update(dict.fromkeys(name for name in schema.get("required") or () if isinstance(name, str)))
        for pattern in schema.get("patternProperties") or ():
            self.names.update(dict.fromkeys(islice(like(pattern), 2)))
        told = [schema[word] for word in ("const", "default") if word in schema]
        for value in [*told, *(schema.get("enum") or ()), *(schema.get("examples") or ())]:
            if isinstance(value, str):
                self.texts.append(value)
            elif isinstance(value, int | float) and not isinstance(value, bool):
                self.numbers.append(value)
            else:
                self.others.append(value)


class Maker:
    """Makes values of the schemas of one document."""

    def __init__(self, prover: Prover, mentioned: Mentioned) -> None:
        self._prover = prover
        self._document = prover.smaller.document
        self._mentioned = mentioned
        self._known: dict[tuple[str, int], list[Any]] = {}

    def values(self, schema: Schema, depth: int) -> list[Any]:
        """Up to `MAX_VALUES` values, valid ones only, simple ones first."""
        name = (self._document.name(schema), depth)
        if name not in self._known:
            made: dict[str, Any] = {}
            for value in islice(self._candidates(schema, depth), MAX_VALUES * 20):
                if len(made) == MAX_VALUES:
                    break
                if self._document.valid(value, schema):
                    made.setdefault(key(value), value)
            self._known[name] = list(made.values())
        return self._known[name]

    def _candidates(self, schema: Schema, depth: int) -> Iterator[Any]:
        if schema is True or schema == {}:
            yield from _ANY
            yield from self._mentioned.others
            yield from self._mentioned.texts
            yield from self._mentioned.numbers
            return
        try:
            shapes = self._prover.small_shapes(schema)
        except TooManyError:
            return
        makers = [self._of(shape, depth) for shape in shapes]
        while makers:  # in turns, so that every shape has its values
            for maker in tuple(makers):
                taken = list(islice(maker, 4))
                yield from taken
                if len(taken) < 4:
                    makers.remove(maker)

    def _of(self, shape: Any, depth: int) -> Iterator[Any]:
        match shape:
            case Values(values=values):
                yield from values
            case Numbers():
                yield from self._numbers(shape)
            case Strings():
                yield from self._texts(shape)
            case Arrays():
                yield from self._lists(shape, depth)
            case Objects():
                yield from self._objects(shape, depth)

    def _numbers(self, shape: Numbers) -> Iterator[Any]:
        for bound in (shape.low, shape.high):
            if bound is not None:
                yield from (ceil(bound), floor(bound), ceil(bound) + 1, floor(bound) - 1, float(bound))
        yield from self._mentioned.numbers
        if shape.step is not None:
            step = int(shape.step) if shape.step.denominator == 1 else float(shape.step)
            yield from (step, step * 2, -step)

    def _texts(self, shape: Strings) -> Iterator[str]:
        for pattern in sorted(shape.patterns):
            yield from islice(like(pattern), 10)
        yield from ("a" * length for length in sorted({shape.least, *self._mentioned.lengths}) if length <= MAX_LENGTH)
        yield from self._mentioned.texts
        yield from _TEXTS

    def _lists(self, shape: Arrays, depth: int) -> Iterator[list[Any]]:
        first = max([0, *(len(row.prefix) for row in shape.rows)])
        asked = [contains.schema for contains in shape.contains]
        choices = [self.values(item(shape, at), depth - 1) if depth else [] for at in range(first + 1)]
        others = [value for schema in asked for value in (self.values(schema, depth - 1) if depth else [])]
        pool = [*others, *choices[-1]]
        for length in sorted({shape.least, *range(first + 1), *self._mentioned.lengths}):
            if length > MAX_LENGTH or not all(choices[min(at, first)] for at in range(length)):
                continue
            base = [choices[min(at, first)][0] for at in range(length)]
            yield base
            if length:
                different = [*choices[length - 1 : length], *([pool] if length > first else [])]
                yield from ([*base[:-1], value] for values in different for value in values[1:])
                yield (
                    [choices[at][0] if at < first else pool[(at - first) % len(pool)] for at in range(length)] if pool else base
                )
        if depth and first:
            for at in range(first):
                yield from ([*(c[0] for c in choices[:at]), value] for value in choices[at][1:] if all(choices[:at]))

    def _objects(self, shape: Objects, depth: int) -> Iterator[dict[str, Any]]:
        base, full = self.plain(shape, depth), self.plain(shape, depth, full=True)
        if base is None or full is None:
            return
        yield base
        yield full
        choices = self._choices(shape, depth)
        for name, values in choices.items():
            yield from ({**base, name: value} for value in values)
            yield {other: value for other, value in full.items() if other != name}
        for name in [*(one for one in self._mentioned.names if one not in choices), "other", "x-other", "0"]:
            values = self.values(member(shape, name), depth - 1) if depth else []
            yield from ({**base, name: value} for value in values[:12])
        for name, values in choices.items():
            yield from ({**full, name: value} for value in values[1:])

    def plain(self, shape: Objects, depth: int, full: bool = False) -> dict[str, Any] | None:
        """The object with the members it must have, or all that are named; None when there is no value for one."""
        choices = self._choices(shape, depth)
        if any(not choices[name] for name in shape.required):
            return None
        return {name: values[0] for name, values in choices.items() if values and (full or name in shape.required)}

    def _choices(self, shape: Objects, depth: int) -> dict[str, list[Any]]:
        names = [name for facet in shape.facets for name in facet.properties]
        known = dict.fromkeys([*sorted(shape.required), *names])
        return {name: self.values(member(shape, name), depth - 1) if depth else [] for name in known}
