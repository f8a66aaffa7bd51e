"""Schemas of unions, from which members without a schema are dropped (pydantic 2.11 to 2.14).

Takes a renderer and a node, gives the schema. What stands among the definitions is no more than a reference here, and is not
dropped. Of models that hold each other that depends on which one pydantic had complete first, so it is noted as not known.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from toolc.ir import JsonSchema
from toolc.schema.pydantic.finalize import is_in_cycle
from toolc.schema.pydantic.issues import Invalid, Notes, Omit
from toolc.schema.pydantic.node import Node
from toolc.schema.pydantic.rendering.leaves import any_of, distinct


class Rendering(Protocol):
    """Interface of the renderer for unions."""

    defs: Mapping[str, Node]
    notes: Notes
    chosen: set[str]

    def render(self, node: Node) -> JsonSchema:
        """The schema of a node."""

    def resolve(self, schema: JsonSchema) -> JsonSchema:
        """Return the schema behind a reference."""


def union(rendering: Rendering, node: Node) -> JsonSchema:
    """Return the `anyOf` of the members that have a schema; a single one stands alone."""
    members = [schema for part in node.parts if (schema := _member(rendering, part)) is not None]
    return members[0] if len(members) == 1 else any_of(members)


def tagged_union(rendering: Rendering, node: Node) -> JsonSchema:
    """`oneOf`, with the discriminator under the name that every member shows."""
    found = {value: _member(rendering, choice) for value, choice in node.choices.items()}
    mapping = {value: dict(schema) for value, schema in found.items() if schema is not None}
    members = distinct(mapping.values())
    schema: JsonSchema = {"oneOf": members}
    keys = node.facts.get("keys", [])
    key = keys[0] if len(keys) == 1 else next((key for key in keys if _everywhere(rendering, key, members)), None)
    if key is not None:
        schema["discriminator"] = {"propertyName": key, "mapping": {k: v.get("$ref", v) for k, v in mapping.items()}}
    return schema


def _everywhere(rendering: Rendering, key: str, members: list[JsonSchema]) -> bool:
    return all(key in rendering.resolve(member).get("properties", {}) for member in members)


def _member(rendering: Rendering, part: Node) -> JsonSchema | None:
    """The schema of a member, None for one that is dropped."""
    rendering.chosen.add(part.target)
    try:
        return rendering.render(part)
    except Omit:
        return None
    except Invalid:
        rendering.notes.warned = True
        if part.ref:
            _doubt(rendering, part)
        return None


def judge_definitions(rendering: Rendering, invalid: Iterable[Node]) -> None:
    """Judge the definitions without a schema, once everything is written."""
    for definition in invalid:
        if definition.ref in rendering.chosen:
            _doubt(rendering, definition)


def _doubt(rendering: Rendering, node: Node) -> None:
    if is_in_cycle(node, rendering.defs):
        rendering.notes.undecided_type(f"{node.name} has no schema; which was complete first, it or what it holds, decides")


METHODS: dict[str, Callable[[Rendering, Node], JsonSchema]] = {"union": union, "tagged-union": tagged_union}
