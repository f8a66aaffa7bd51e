"""One schema with its instances, and the words that most schemas of the set are made of."""

from typing import Any, NamedTuple


class Case(NamedTuple):
    """`wrong`: invalid, and a static type can tell; `late`: invalid, and only a check at run time can."""

    schema: Any
    valid: list[Any]
    wrong: list[Any] = []  # noqa: RUF012 - never changed
    late: list[Any] = []  # noqa: RUF012 - never changed


def obj(properties: dict[str, Any], *required: str, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, **({"required": list(required)} if required else {}), **more}


def closed(properties: dict[str, Any], *required: str, **more: Any) -> dict[str, Any]:
    return obj(properties, *required, additionalProperties=False, **more)


def arr(items: Any, **more: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, **more}


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


def one_of(*several: Any, **more: Any) -> dict[str, Any]:
    return {"oneOf": list(several), **more}


def any_of(*several: Any, **more: Any) -> dict[str, Any]:
    return {"anyOf": list(several), **more}


def all_of(*several: Any, **more: Any) -> dict[str, Any]:
    return {"allOf": list(several), **more}


TEXT = {"type": "string"}
WHOLE = {"type": "integer"}
NUMBER = {"type": "number"}
FLAG = {"type": "boolean"}
NULL = {"type": "null"}
