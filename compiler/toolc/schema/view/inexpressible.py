"""Constraints of a schema that its typed view leaves out.

Takes a schema, gives the JSON pointers of keywords that neither a type nor its limits express. A client that checks values
against the schema still enforces all of them.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from toolc.schema.keywords import Path, pointer, subschemas
from toolc.schema.pointer import Schema, find
from toolc.schema.references import localize
from toolc.schema.view.choices import negate
from toolc.schema.view.conjunction import MOST_ALTERNATIVES, conjunction, discriminator, listed_choices
from toolc.schema.view.kinds import constants, kinds
from toolc.schema.view.patterns import key_pattern
from toolc.schema.view.unions import tag_of
from toolc.schema.view.words import CHOICES, UNEVALUATED, UNSEEN, asks

MOST_TOLD = 20
"""How many places are looked for in one schema: the first ones make the point."""

DEEPEST = 100


def inexpressible(schema: Schema) -> list[str]:
    """The places in the order of the schema, such as `/properties/tags/contains`; at most `MOST_TOLD`."""
    if schema is None:
        return []
    root = localize(schema)
    found: list[str] = []
    stack: list[tuple[Path, Any]] = [((), root)]
    references: dict[str, tuple[str, ...]] = {}

    def inexpressible_keywords(here: Mapping[str, Any]) -> tuple[str, ...]:
        """A schema that does nothing but refer is looked at once: a large one may be referred to from a thousand places."""
        if here.keys() != {"$ref"} or not isinstance(here["$ref"], str):
            return tuple(_in(here, root))
        if here["$ref"] not in references:
            references[here["$ref"]] = tuple(_in(here, root))
        return references[here["$ref"]]

    while stack and len(found) < MOST_TOLD:
        path, here = stack.pop()
        if not isinstance(here, dict) or len(path) > DEEPEST:
            continue
        found += [pointer((*path, keyword)) for keyword in inexpressible_keywords(here)]
        stack.extend(((*path, *inner), member) for inner, member in reversed(list(subschemas(here))))
    return found[:MOST_TOLD]


def _in(schema: Mapping[str, Any], root: Schema) -> Iterator[str]:
    if _TOLD.isdisjoint(schema):
        return
    for keyword, value in schema.items():
        if keyword in UNSEEN:
            # No less than nothing is asked of no one.
            if value != 0 or keyword.startswith("max"):
                yield keyword
        elif (keyword in _COMBINED and _has_too_many(keyword, schema, root)) or (
            keyword in _LEFT_OUT and _LEFT_OUT[keyword](schema, root)
        ):
            yield keyword


def _has_too_many(keyword: str, schema: Mapping[str, Any], root: Schema) -> bool:
    """Return `True` if this keyword and those before it have more combinations of alternatives than a type lists."""
    several = schema[keyword]
    is_alone = keyword in ("anyOf", "oneOf") and schema.keys() & _CHOOSING == {keyword}
    if is_alone and isinstance(several, list) and len(several) <= MOST_ALTERNATIVES:
        return False
    upto = dict(list(schema.items())[: list(schema).index(keyword) + 1])
    before = {key: value for key, value in upto.items() if key != keyword}
    return _count_left_out(upto, root) > _count_left_out(before, root)


def _count_left_out(schema: Schema, root: Schema) -> int:
    taken = conjunction(schema, root)
    if len(taken.choices) == 1 and all(part.keys() == {"type"} for part in taken.parts):
        return 0
    return len(taken.choices) - len(listed_choices(taken.choices))


def _not(schema: Mapping[str, Any], root: Schema) -> bool:
    excluded = schema["not"]
    if not isinstance(excluded, dict) or not asks(excluded):
        return False
    listed = asks(excluded) <= {"const", "enum"} and ("enum" in schema or "const" in schema)
    return not listed and negate(excluded) is True


def _if(schema: Mapping[str, Any], root: Schema) -> bool:
    return ("then" in schema or "else" in schema) and negate(schema["if"]) is True


def _patterns(schema: Mapping[str, Any], root: Schema) -> bool:
    table = schema["patternProperties"]
    return isinstance(table, dict) and not all(key_pattern(pattern, True).exact for pattern in table)


def _names(schema: Mapping[str, Any], root: Schema) -> bool:
    names = schema["propertyNames"]
    return isinstance(names, dict) and bool(asks(names)) and constants(conjunction(names, root).parts) is None


def _one_of(schema: Mapping[str, Any], root: Schema) -> bool:
    """Return `True` if a value may fit two alternatives as far as their types show, so that exclusivity is left out."""
    several = schema["oneOf"]
    if not isinstance(several, list) or all(isinstance(one, dict) and asks(one) == {"required"} for one in several):
        return False
    taken = [conjunction(one, root) for one in several]
    wide = [set(kinds(one.parts)) for one in taken if constants(one.parts) is None and not one.choices]
    common = [_common(a, b) for a, b in combinations(wide, 2)]
    if any(shared - {"object"} for shared in common):
        return True
    return any(common) and not tag_of(several, lambda one: conjunction(one, root), discriminator(schema))


def _common(one: set[str], other: set[str]) -> set[str]:
    """The kinds two alternatives share; whole numbers are numbers."""
    widened = ({*kinds_, "number"} if "integer" in kinds_ else kinds_ for kinds_ in (one, other))
    first, second = widened
    return first & second


def _is_unevaluated(schema: Mapping[str, Any], root: Schema) -> bool:
    """Return `True` if no part of the conjunction represents the keyword."""
    words = [word for word in UNEVALUATED if word in schema]
    sealed = sum("additionalProperties" in part or "items" in part for part in conjunction(schema, root).parts)
    return sealed < len(words) and "oneOf" not in schema


def _reference(schema: Mapping[str, Any], root: Schema) -> bool:
    return find(root, schema["$ref"]) is None


_COMBINED = frozenset(("allOf", "$ref", *CHOICES))

_LEFT_OUT = {
    "not": _not,
    "if": _if,
    "patternProperties": _patterns,
    "propertyNames": _names,
    "oneOf": _one_of,
    "unevaluatedProperties": _is_unevaluated,
    "unevaluatedItems": _is_unevaluated,
    "$dynamicRef": lambda schema, root: True,
    "$ref": _reference,
}

_CHOOSING = _COMBINED | {"not", "$dynamicRef", "$recursiveRef", *UNEVALUATED}
"""Keywords that bring choices."""

_TOLD = frozenset((*UNSEEN, *_COMBINED, *_LEFT_OUT))
