"""Random schemas as tools have them, and small changes to them: takes a `random.Random`, gives schemas."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

KEYS = "abcd"


def leaf(rng: Random) -> dict[str, Any]:
    """A scalar of some kind."""
    return rng.choice(
        [
            {"type": "string"},
            {"type": "string", "maxLength": rng.randint(1, 4)},
            {"type": "string", "minLength": rng.randint(0, 2)},
            {"type": "string", "enum": rng.sample(["a", "b", "c"], 2)},
            {"type": "integer"},
            {"type": "integer", "minimum": rng.randint(-2, 2)},
            {"type": "number"},
            {"type": "number", "maximum": rng.randint(1, 5)},
            {"type": "boolean"},
            {"type": "null"},
            {"enum": rng.sample(["a", "b", "c", 1], rng.randint(1, 3))},
            {"const": rng.choice(["a", 1, None])},
        ]
    )


def schema(rng: Random, depth: int) -> dict[str, Any]:
    """A schema with objects, lists, tables and unions in one another."""
    kind = rng.random()
    if depth == 0 or kind < 0.35:
        return leaf(rng)
    if kind < 0.65:
        properties = {name: schema(rng, depth - 1) for name in rng.sample(KEYS, rng.randint(1, 3))}
        required = rng.sample(sorted(properties), rng.randint(0, len(properties)))
        rest: dict[str, Any] = rng.choice([{}, {}, {"additionalProperties": False}, {"additionalProperties": leaf(rng)}])
        return {"type": "object", "properties": properties, "required": required, **rest}
    if kind < 0.8:
        limits = rng.choice([{}, {"minItems": rng.randint(0, 2)}, {"maxItems": rng.randint(2, 4)}])
        return {"type": "array", "items": schema(rng, depth - 1), **limits}
    if kind < 0.93:
        return {"anyOf": [schema(rng, depth - 1) for _ in range(rng.randint(2, 3))]}
    return {"type": "object", "additionalProperties": schema(rng, depth - 1)}


def changed(given: Any, rng: Random) -> Any:
    """The same with one change somewhere."""
    whole = [json.loads(json.dumps(given))]
    spots: list[tuple[dict[str, Any], Callable[[Any], None]]] = []

    def walk(here: Any, put: Callable[[Any], None]) -> None:
        if not isinstance(here, dict):
            return
        spots.append((here, put))
        for word in ("items", "additionalProperties"):
            walk(here.get(word), lambda new, at=here, word=word: at.__setitem__(word, new))
        for table in ("properties", "$defs"):
            for name, inner in (here.get(table) or {}).items():
                walk(inner, lambda new, at=here[table], name=name: at.__setitem__(name, new))
        for index, inner in enumerate(here.get("anyOf") or []):
            walk(inner, lambda new, at=here["anyOf"], index=index: at.__setitem__(index, new))

    walk(whole[0], lambda new: whole.__setitem__(0, new))
    if spots:
        here, put = rng.choice(spots)
        rng.choice([_replaced, _joined, _members, _limits])(here, put, rng)
    return whole[0]


def _replaced(here: dict[str, Any], put: Callable[[Any], None], rng: Random) -> None:
    if "$defs" not in here:
        put(leaf(rng))


def _joined(here: dict[str, Any], put: Callable[[Any], None], rng: Random) -> None:
    if "$defs" not in here:
        put({"anyOf": [here, rng.choice([leaf(rng), {"type": "null"}])]})


def _members(here: dict[str, Any], put: Callable[[Any], None], rng: Random) -> None:
    properties = here.get("properties")
    if not properties:
        return
    choice = rng.randint(0, 3)
    if choice == 0:
        properties[rng.choice("abcde")] = leaf(rng)
    elif choice == 1:
        properties.pop(rng.choice(sorted(properties)))
        here["required"] = [name for name in here.get("required", []) if name in properties]
    elif choice == 2:
        here["required"] = rng.sample(sorted(properties), rng.randint(0, len(properties)))
    elif "additionalProperties" in here:
        del here["additionalProperties"]
    else:
        here["additionalProperties"] = False


def _limits(here: dict[str, Any], put: Callable[[Any], None], rng: Random) -> None:
    if "enum" in here:
        put({"enum": rng.sample(["a", "b", "c", 1], rng.randint(1, 3))})
    elif here.get("type") == "string":
        here["maxLength"] = rng.randint(1, 5)
    elif len(here.get("anyOf") or []) > 1:
        here["anyOf"].pop()
    elif here.get("type") in ("integer", "number"):
        here["minimum"] = rng.randint(-3, 3)
