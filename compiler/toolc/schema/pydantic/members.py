"""Literals and enums: the allowed values, as pydantic 2.14 `literal_schema` and `enum_schema` write them.

Takes a node and the rendering around it, gives its schema. A value that JSON cannot say, or that is not known, is noted.
"""

import inspect
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from toolc.ir import JsonSchema
from toolc.schema.pydantic.defaults.values import Encoder
from toolc.schema.pydantic.issues import Notes
from toolc.schema.pydantic.node import Node
from toolc.signature import Constant, Definition


class Rendering(Protocol):
    """Interface of the renderer for literals and enums."""

    encoder: Encoder
    notes: Notes


def literal(rendering: Rendering, node: Node) -> JsonSchema:
    """`const` for one value, else `enum`."""
    values = _values(rendering, node.facts["expected"])
    schema: JsonSchema = {"const": values[0]} if len(values) == 1 else {"enum": values}
    schema |= _type_of(values)
    return schema | {"type": "null"} if all(value is None for value in values) else schema


def enum(rendering: Rendering, node: Node) -> JsonSchema:
    """Aliases of members are listed too; the docstring is the class's own."""
    definition = node.definition
    if definition is None:
        return {}
    values = _values(rendering, (value for _, value in definition.members))
    return {"enum": values, **_type_of(values), **enum_facts(definition)}


def enum_facts(definition: Definition) -> JsonSchema:
    """The title and description of an enum."""
    doc = inspect.cleandoc(definition.doc) if definition.doc else "An enumeration."
    described = {"description": doc} if doc != "An enumeration." else {}
    return {"title": definition.name, **described}


def _values(rendering: Rendering, values: Iterable[Constant]) -> list[Any]:
    return [rendering.encoder.member(value) for value in values]


_TYPE_NAMES = {str: "string", int: "integer", float: "number", bool: "boolean", list: "array"}


def _type_of(values: list[Any]) -> JsonSchema:
    """`type` when all values have one JSON type."""
    types = {type(value) for value in values}
    name = _TYPE_NAMES.get(next(iter(types))) if len(types) == 1 else None
    return {} if name is None else {"type": name}


METHODS: dict[str, Callable[[Rendering, Node], JsonSchema]] = {"literal": literal, "enum": enum}
