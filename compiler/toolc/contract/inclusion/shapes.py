"""Shapes: the constraints of a schema on one kind of JSON value. Takes keywords, gives `Shape`s and their intersections.

A schema is a union of shapes; a shape is a conjunction. Schemas inside shapes stay JSON. `also` names what a shape asks besides
and is not taken apart: two shapes with the same name in it ask the same.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from msgspec import Struct, structs

from toolc.contract.inclusion.equality import key

Schema = Any
"""A JSON Schema: an object or a boolean."""


class Base(Struct, frozen=True):
    also: frozenset[str] = frozenset()


class Values(Base, frozen=True):
    """Finitely many values of any kind; they were checked against all that was asked, so `also` is empty."""

    values: tuple[Any, ...] = ()


class Numbers(Base, frozen=True):
    """An interval, open where a bound is `*_open`, of multiples of `step`."""

    low: Fraction | None = None
    low_open: bool = False
    high: Fraction | None = None
    high_open: bool = False
    step: Fraction | None = None


class Strings(Base, frozen=True):
    """Texts by length in code points, patterns and formats."""

    least: int = 0
    most: int | None = None
    patterns: frozenset[str] = frozenset()
    formats: frozenset[str] = frozenset()


class Row(Struct, frozen=True):
    """The items of an array, as `prefixItems` and `items` of one schema type them."""

    prefix: tuple[Schema, ...]
    rest: Schema


class Contains(Struct, frozen=True):
    """At least `least` and at most `most` items are of a schema."""

    schema: Schema
    least: int
    most: int | None


class Arrays(Base, frozen=True):
    """Lists, to which every row applies."""

    rows: tuple[Row, ...] = ()
    least: int = 0
    most: int | None = None
    unique: bool = False
    contains: tuple[Contains, ...] = ()


class Facet(Struct, frozen=True):
    """The members of an object, as `properties`, `patternProperties` and `additionalProperties` of one schema type them."""

    properties: Mapping[str, Schema]
    patterns: Mapping[str, Schema]
    rest: Schema = True


class Objects(Base, frozen=True):
    """Objects, to which every facet applies. `names`: schemas of every key; `dependent`: keys that need other keys."""

    facets: tuple[Facet, ...] = ()
    required: frozenset[str] = frozenset()
    least: int = 0
    most: int | None = None
    names: tuple[Schema, ...] = ()
    dependent: tuple[tuple[str, frozenset[str]], ...] = ()


Shape = Values | Numbers | Strings | Arrays | Objects

EVERYTHING: tuple[Shape, ...] = (
    Values(values=(None,)),
    Values(values=(False, True)),
    Numbers(),
    Strings(),
    Arrays(),
    Objects(),
)


def both(one: Shape, other: Shape) -> Shape | None:
    """Return the intersection of two shapes, `None` for different kinds. `Values` win unchecked: the caller checks them."""
    if isinstance(one, Values):
        return one if not isinstance(other, Values) else _common(one, other)
    if isinstance(other, Values):
        return other
    also = one.also | other.also
    match one, other:
        case Numbers(), Numbers():
            return structs.replace(_numbers(one, other), also=also)
        case Strings(), Strings():
            most = _least_of(one.most, other.most)
            return Strings(also, max(one.least, other.least), most, one.patterns | other.patterns, one.formats | other.formats)
        case Arrays(), Arrays():
            most = _least_of(one.most, other.most)
            contains = one.contains + other.contains
            return Arrays(also, one.rows + other.rows, max(one.least, other.least), most, one.unique or other.unique, contains)
        case Objects(), Objects():
            return Objects(
                also,
                one.facets + other.facets,
                one.required | other.required,
                max(one.least, other.least),
                _least_of(one.most, other.most),
                one.names + other.names,
                one.dependent + other.dependent,
            )
    return None


def is_empty(shape: Shape) -> bool:
    """Return `True` if a shape has no values, by its own bounds."""
    match shape:
        case Values(values=values):
            return not values
        case Numbers(low=low, high=high) if low is not None and high is not None:
            first = _first(shape)
            return first is None or first > high or (first == high and shape.high_open)
        case Strings(least=least, most=most) | Arrays(least=least, most=most) if most is not None:
            return least > most
        case Objects(least=least, most=most) if most is not None:
            return max(least, len(shape.required)) > most
    return False


def _first(numbers: Numbers) -> Fraction | None:
    """The smallest number of an interval with a lower end; where it is open and dense there is none but the end itself."""
    assert numbers.low is not None
    if numbers.step is None:
        return numbers.low if not numbers.low_open or numbers.low != numbers.high else None
    count = -(-numbers.low // numbers.step)
    if numbers.low_open and count * numbers.step == numbers.low:
        count += 1
    return count * numbers.step


def _numbers(one: Numbers, other: Numbers) -> Numbers:
    low = max(((n.low, n.low_open) for n in (one, other) if n.low is not None), default=(None, False))
    highs = [(n.high, not n.high_open) for n in (one, other) if n.high is not None]
    high, closed = min(highs, default=(None, True))
    steps = [n.step for n in (one, other) if n.step is not None]
    step = _multiple(*steps) if len(steps) == 2 else steps[0] if steps else None
    return Numbers(frozenset(), low[0], low[1], high, not closed, step)


def _multiple(one: Fraction, other: Fraction) -> Fraction:
    """The least common multiple of two fractions."""
    return Fraction(lcm(one.numerator, other.numerator), gcd(one.denominator, other.denominator))


def _common(one: Values, other: Values) -> Values:
    theirs = {key(value) for value in other.values}
    return Values(values=tuple(value for value in one.values if key(value) in theirs))


def _least_of(one: int | None, other: int | None) -> int | None:
    return other if one is None else one if other is None else min(one, other)
