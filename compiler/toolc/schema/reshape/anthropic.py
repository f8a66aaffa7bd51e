"""Schemas for Anthropic's strict mode, as its own library rewrites them: takes a schema, gives it in the subset of that mode.

anthropic 2.12.0, `lib/_parse/_transform.py`, `transform_schema`: objects are closed, and what has no keyword is said in the
description. What cannot be said is a `Stranger`: an object with free keys, which would become one without any, and a schema
without a type.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from toolc.ir import JsonSchema
from toolc.schema.keywords import Path

FORMATS = frozenset({"date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"})
_UNIONS = (("anyOf", "anyOf"), ("oneOf", "anyOf"), ("allOf", "allOf"))


class Stranger(Struct, frozen=True):
    """A place of a schema that strict mode has no words for. `free`: an object with free keys."""

    place: Path
    words: str
    free: bool = False


class Strict(Struct, frozen=True):
    """A schema for strict mode, which holds where there are no strangers; `described`: keywords that only a text is left of."""

    schema: JsonSchema
    strangers: tuple[Stranger, ...] = ()
    described: tuple[Path, ...] = ()


def for_anthropic_strict(schema: JsonSchema) -> Strict:
    """Return the schema as `transform_schema` makes it."""
    writer = _Writer()
    made = writer.schema(schema, ())
    return Strict(made, tuple(writer.strangers), tuple(writer.described))


class _Writer:
    def __init__(self) -> None:
        self.strangers: list[Stranger] = []
        self.described: list[Path] = []

    def schema(self, given: Any, place: Path) -> JsonSchema:
        if not isinstance(given, Mapping):
            self.strangers.append(Stranger(place, "takes no schema that is `true` or `false`"))
            return {}
        rest, made = dict(given), dict[str, Any]()
        if (definitions := rest.pop("$defs", None)) is not None:
            made["$defs"] = {name: self.schema(one, (*place, "$defs", name)) for name, one in definitions.items()}
        if (ref := rest.pop("$ref", None)) is not None:
            return {**made, "$ref": ref}
        kind = self._kind(rest, made, place)
        for word in ("description", "title"):
            if (text := rest.pop(word, None)) is not None:
                made[word] = text
        match kind:
            case "object":
                self._object(rest, made, place)
            case "string":
                if rest.get("format") in FORMATS:
                    made["format"] = rest.pop("format")
            case "array":
                if (items := rest.pop("items", None)) is not None:
                    made["items"] = self.schema(items, (*place, "items"))
                if rest.get("minItems") in (0, 1):
                    made["minItems"] = rest.pop("minItems")
        self._describe(rest, made, place)
        return made

    def _kind(self, rest: dict[str, Any], made: dict[str, Any], place: Path) -> str | None:
        """The type that further keywords belong to; choices have none."""
        kind = rest.pop("type", None)
        unions = [
            (target, members) for word, target in _UNIONS for members in (rest.pop(word, None),) if isinstance(members, list)
        ]
        values = rest.get("enum")
        if isinstance(values, list) and values and all(map(_is_plain, values)):
            made["enum"] = list(rest.pop("enum"))
        if "const" in rest and _is_plain(rest["const"]):
            made["const"] = rest.pop("const")
        chosen = "enum" in made or "const" in made
        if unions:
            target, members = unions[0]
            made[target] = [self.schema(one, (*place, target, index)) for index, one in enumerate(members)]
        elif not chosen:
            if not isinstance(kind, str):
                self.strangers.append(Stranger(place, "wants one `type` for every schema in strict mode"))
            made["type"] = kind
        return None if chosen or not isinstance(kind, str) else kind

    def _object(self, rest: dict[str, Any], made: dict[str, Any], place: Path) -> None:
        members = rest.pop("properties", {})
        made["properties"] = {name: self.schema(one, (*place, "properties", name)) for name, one in members.items()}
        further = rest.pop("additionalProperties", None)
        if (
            isinstance(further, dict)
            or further is True
            or "patternProperties" in rest
            or (further is None and not members and place)
        ):
            self.strangers.append(Stranger(place, "takes no object with free keys in strict mode", free=True))
        made["additionalProperties"] = False
        if (required := rest.pop("required", None)) is not None:
            made["required"] = list(required)

    def _describe(self, rest: Mapping[str, Any], made: dict[str, Any], place: Path) -> None:
        """Say in the description what is left, in the words of Python, as the library does."""
        if not rest:
            return
        self.described += [(*place, word) for word in rest if word not in ("default", "examples")]
        text = made.get("description")
        words = ", ".join(f"{key}: {value}" for key, value in rest.items())
        made["description"] = f"{text}\n\n{{{words}}}" if text is not None else f"{{{words}}}"


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, str | int | float | bool)
