"""Definitions that several schemas of a package have in common, so that a client has the text of each once.

Takes schemas, gives the definitions with names of their own, and schemas in which these stand for them.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from toolc.ir import JsonSchema, Tool
from toolc.targets.casing import Folded, add_number, pascal


class Definition(Struct, frozen=True):
    """`name`: an identifier in PascalCase, no two alike in any letter case."""

    name: str
    schema: Any


class Definitions:
    """Of one package. A definition is the same only if its keys stand in the same order: schemas are written verbatim."""

    def __init__(self, schemas: Iterable[JsonSchema | None]) -> None:
        seen: dict[str, tuple[str, Any]] = {}
        self._known: dict[str, Definition] = {}
        taken = Folded()
        for name, schema in (one for whole in schemas for one in _definitions(whole).items()):
            text = json.dumps(schema)
            if text in seen and text not in self._known:
                own = add_number(pascal(seen[text][0], "Part"), taken)
                taken.add(own)
                self._known[text] = Definition(own, schema)
            seen.setdefault(text, (name, schema))

    @property
    def all(self) -> tuple[Definition, ...]:
        return tuple(self._known.values())

    def of(self, schema: JsonSchema | None) -> Mapping[str, Definition]:
        """Return the definitions of a schema that are written elsewhere, by their keys in `$defs`."""
        texts = {key: json.dumps(one) for key, one in _definitions(schema).items()}
        return {key: self._known[text] for key, text in texts.items() if text in self._known}

    def parts(self, schema: Any, text: Callable[[Any], str]) -> list[str | Definition]:
        """Return the text of a schema, with definitions for their parts of it. `text` writes JSON."""
        elsewhere = self.of(schema)
        if not elsewhere:
            return [text(schema)]
        # A schema may say anything: the marks are texts that stand nowhere in it.
        given, unlike = json.dumps(schema), "toolc"
        while unlike in given:
            unlike += "x"
        marks = {key: f"{unlike}{at}" for at, key in enumerate(elsewhere)}
        whole = text({**schema, "$defs": {key: marks.get(key, one) for key, one in schema["$defs"].items()}})
        parts: list[str | Definition] = []
        for key, definition in elsewhere.items():
            before, _, whole = whole.partition(text(marks[key]))
            parts += [before, definition]
        return [*parts, whole]


def definitions(tools: Iterable[Tool]) -> Definitions:
    """The definitions of the schemas of tools."""
    return Definitions(schema for tool in tools for schema in (tool.input_schema, tool.output_schema))


def _definitions(schema: Any) -> Mapping[str, Any]:
    found = schema.get("$defs") if isinstance(schema, dict) else None
    return {key: one for key, one in found.items() if isinstance(one, dict)} if isinstance(found, dict) else {}
