"""Enums of the program, in whose types a schema lists the values alone.

Takes a named type, gives its values by the names that the program has for them, as data or, where these names say more than
the values do, in words.
"""

import json
from collections.abc import Mapping
from typing import Any

from toolc.ir import Constants, NamedType
from toolc.targets.casing import pascal

MOST_SHOWN = 12


def members(named: NamedType) -> Mapping[str, Any]:
    """The values by their names; none for a type that is no enum of the program, or has values that are no scalars."""
    if not named.members or not isinstance(named.type, Constants):
        return {}
    if any(isinstance(value, dict | list | tuple) for value in named.type.values):
        return {}
    return dict(zip(named.members, named.type.values, strict=True))


def about(named: NamedType) -> str:
    """The doc of a type; that of an enum ends with a sentence such as `LOW is 1, HIGH is 3.`"""
    pairs = list(members(named).items())
    if all(pascal(name.lower(), "").casefold() == pascal(str(value), "").casefold() for name, value in pairs):
        return named.doc
    shown = [f"{name} is {json.dumps(value, ensure_ascii=False)}" for name, value in pairs[:MOST_SHOWN]]
    more = len(pairs) - MOST_SHOWN
    sentence = ", ".join(shown) + (f" and {more} more" if more > 0 else "") + "."
    return f"{named.doc}\n\n{sentence}" if named.doc else sentence
