"""Limits of class files: 255 words of parameters, 64 KB of code for an enum.

Takes declarations, gives them with those that are too large replaced, and the names of those (JVMS 17, 4.7.3 and 4.11).
"""

from collections.abc import Sequence

from toolc.targets.nominal.shapes import Alias, Declaration, Enum, Json, ListOf, MapOf, Real, Record, Text, Tuple, Whole

MOST_WORDS = 220
"""Of the parameters of a constructor; `this` and what Kotlin adds for defaults count too. A long or a double is two."""

MOST_VALUES = 1500
"""Of an enum: each one takes some forty bytes of a method."""


def within_limits(declarations: Sequence[Declaration]) -> tuple[tuple[Declaration, ...], tuple[str, ...]]:
    """The same declarations; and the names of those that only the check at run time knows."""
    lesser = [_lesser_alias(one) for one in declarations]
    kept = tuple(one if other is None else other for one, other in zip(declarations, lesser, strict=True))
    return kept, tuple(other.name for other in lesser if other is not None)


def _lesser_alias(one: Declaration) -> Alias | None:
    match one:
        case Enum() if len(one.values) > MOST_VALUES:
            return Alias(one.name, Text() if isinstance(one.values[0], str) else Whole(), one.doc)
        case Record() if sum(2 if isinstance(field.shape, Whole | Real) else 1 for field in one.fields) > MOST_WORDS:
            return Alias(one.name, MapOf(Json()), one.doc)
        case Tuple() if sum(2 if isinstance(item, Whole | Real) else 1 for item in one.items) > MOST_WORDS:
            return Alias(one.name, ListOf(Json()), one.doc)
    return None
