"""A schema taken apart into what all has to hold.

Takes a schema, follows its references and `allOf`s, and gives a `Conjunction`: parts that hold together, and choices of
which one alternative each holds. What cannot be followed is left out, so a conjunction never refuses a valid value.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any

from msgspec import Struct, field

from toolc.schema.pointer import Schema, find
from toolc.schema.view.choices import alternatives, negate
from toolc.schema.view.words import CHOICES, LOOKING, OWN, UNEVALUATED, asks, well_formed

Part = Mapping[str, Any]
MOST_PARTS = 500

MOST_VARIANTS = 16
"""How many combinations of alternatives a type lists."""

MOST_ALTERNATIVES = 100
"""How many alternatives of one choice, beside what holds for all of them."""

_LEADING = frozenset(("$ref", "$dynamicRef", "$recursiveRef", "allOf"))
_CHOICES, _UNEVALUATED = frozenset(CHOICES), frozenset(UNEVALUATED)
"""Keywords that few schemas have, asked for all at once."""


class Choice(Struct, frozen=True):
    """`exclusive`: exactly one alternative holds. `tag`: the property that `discriminator` names, or ""."""

    alternatives: tuple[Schema, ...]
    exclusive: bool = False
    tag: str = ""


class Conjunction(Struct):
    parts: list[Part] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    impossible: bool = False
    lost: str = ""
    cost: int = 0


def listed_choices(choices: Sequence[Choice]) -> list[Choice]:
    """The choices whose combinations a type lists: as many as are few enough together, in their order."""
    used: list[Choice] = []
    for choice in choices:
        limit = MOST_VARIANTS if used else MOST_ALTERNATIVES
        if prod(len(one.alternatives) for one in [*used, choice]) <= limit:
            used.append(choice)
    return used


def conjunction(schema: Schema, root: Schema, seal: bool = True) -> Conjunction:
    """Everything a schema asks, in the order in which it is written. Without `seal`, `unevaluated…` counts as lost."""
    result = Conjunction()
    seen: dict[int, Schema] = {}
    stack = [schema]
    while stack:
        here = stack.pop()
        if here is False:
            result.impossible = True
        if not isinstance(here, dict) or id(here) in seen:
            continue
        if len(seen) >= MOST_PARTS:
            result.lost = "more parts than can be followed"
            break
        seen[id(here)] = here
        if len(seen) > 1 and isinstance(here.get("$id"), str):
            result.lost = "a schema with an address of its own"
        elif "unevaluatedProperties" in here and "oneOf" in here:
            result.choices.append(_push_down(here))
        else:
            if not _LEADING.isdisjoint(here):
                stack.extend(reversed(tuple(_leads_to(here, root, result))))
            _keep(here, result)
            _seal(here, root, result, seal)
    result.cost = len(seen)
    return result


def _leads_to(schema: Mapping[str, Any], root: Schema, result: Conjunction) -> Iterator[Schema]:
    """The schemas that have to hold beside this one."""
    if "$ref" in schema:
        target = find(root, schema["$ref"])
        if target is None:
            result.lost = "a reference that leads out of the schema"
        else:
            yield target
    if "$dynamicRef" in schema or "$recursiveRef" in schema:
        result.lost = "a dynamic reference"
    several = schema.get("allOf")
    if isinstance(several, list):
        yield from several


def _keep(schema: Mapping[str, Any], result: Conjunction) -> None:
    asked = asks(schema)
    own = {key: schema[key] for key in schema if key in OWN and key in asked and well_formed(key, schema[key])}
    if "properties" in own and "additionalProperties" in schema:
        own["additionalProperties"] = schema["additionalProperties"]  # `true` asks nothing, and yet it is a statement
    excluded = own.get("not")
    if excluded is True or excluded == {}:
        result.impossible = True
    otherwise: Any = negate(excluded) if isinstance(excluded, dict) and asks(excluded) != {"type"} else True
    if otherwise is not True:
        # Said so, the view can show it.
        del own["not"]
        several = otherwise.get("anyOf")
        if several:
            result.choices.append(Choice(tuple(several)))
        else:
            result.parts.append(otherwise)
    if own:
        result.parts.append(own)
    for keyword in CHOICES if not _CHOICES.isdisjoint(schema) else ():
        if keyword in schema:
            tag = discriminator(schema)
            for several in alternatives(keyword, schema):
                result.choices.append(Choice(several, keyword == "oneOf", tag))


def discriminator(schema: Mapping[str, Any]) -> str:
    """The property that OpenAPI's keyword names, or ""."""
    tag = schema.get("discriminator")
    name = tag.get("propertyName") if isinstance(tag, dict) else tag
    return name if isinstance(name, str) else ""


def _push_down(schema: Mapping[str, Any]) -> Choice:
    """With one alternative chosen, `unevaluatedProperties` knows which keys were looked at: so it moves inside."""
    rest = {key: value for key, value in schema.items() if key != "oneOf"}
    several, beside = schema["oneOf"], schema.get("allOf")
    beside = beside if isinstance(beside, list) else []
    inside = tuple({**rest, "allOf": [*beside, one]} for one in several) if isinstance(several, list) else (rest,)
    return Choice(inside, True, discriminator(schema))


def _seal(schema: Mapping[str, Any], root: Schema, result: Conjunction, seal: bool) -> None:
    """`unevaluated…` as `additionalProperties` and `items` beside every key and place that some keyword may look at."""
    if seal and _UNEVALUATED.isdisjoint(schema):
        return
    if not seal:
        if any(word in schema for word in (*UNEVALUATED, *LOOKING)):
            result.lost = "all keys or items are looked at"
        elif "if" in schema:
            result.lost = "a condition looks at keys even where nothing follows from it"
        return
    parts = _looking_parts(schema, root) if any(word in schema for word in UNEVALUATED) else None
    if parts is None:
        return
    if "unevaluatedProperties" in schema:
        words = ("properties", "patternProperties")
        keys = {word: {key: True for part in parts for key in part.get(word) or ()} for word in words}
        result.parts.append({**keys, "additionalProperties": schema["unevaluatedProperties"]})
    if "unevaluatedItems" in schema:
        longest = max((len(part.get("prefixItems", ())) for part in parts), default=0)
        result.parts.append({"prefixItems": [True] * longest, "items": schema["unevaluatedItems"]})


def _looking_parts(schema: Mapping[str, Any], root: Schema) -> list[Part] | None:
    """Every part of a schema and of its alternatives that looks at keys or items; None when they cannot all be told."""
    parts: list[Part] = []
    stack: list[Schema] = [{key: value for key, value in schema.items() if key not in UNEVALUATED}]
    for _ in range(MOST_PARTS):
        if not stack:
            return parts
        inside = conjunction(stack.pop(), root, seal=False)
        if inside.lost:
            return None
        parts += inside.parts
        stack.extend(schema for choice in inside.choices for schema in choice.alternatives)
    return None
