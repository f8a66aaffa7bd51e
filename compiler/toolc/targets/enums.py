"""Enums of the program in words, for languages in which a type lists the values alone.

Takes a named type, gives its doc with the names of its values, where these say more than the values do.
"""

import json

from toolc.ir import Constants, NamedType
from toolc.targets.casing import pascal

MOST_SHOWN = 12


def about(named: NamedType) -> str:
    """The doc of a type; that of an enum ends with a sentence such as `LOW is 1, HIGH is 3.`"""
    if not named.members or not isinstance(named.type, Constants):
        return named.doc
    pairs = list(zip(named.members, named.type.values, strict=True))
    if all(pascal(name.lower(), "").casefold() == pascal(str(value), "").casefold() for name, value in pairs):
        return named.doc
    shown = [f"{name} is {json.dumps(value, ensure_ascii=False)}" for name, value in pairs[:MOST_SHOWN]]
    more = len(pairs) - MOST_SHOWN
    sentence = ", ".join(shown) + (f" and {more} more" if more > 0 else "") + "."
    return f"{named.doc}\n\n{sentence}" if named.doc else sentence
