"""Google's own `Schema`, which some frameworks send in `parameters`: takes a JSON Schema, gives it as google-genai writes it.

google-genai 2.34.0 and 1.75.0: `types.Schema`, a model that refuses what it does not know, and `_transformers.process_schema`,
which takes references and null away. `Refused` where the library raises.
"""

import copy
from typing import Any

from toolc.ir import JsonSchema, Tool
from toolc.systems.sent.base import Sent

MAX_STEPS = 100_000


class Refused(Exception):
    """Raised for a schema that Google's library refuses, or one that grows beyond all bounds."""


def declare(tool: Tool) -> Sent:
    """A function in the `tools` of a configuration of google-genai 3.3.0 itself, with the schema of its result."""
    beside = {} if tool.output_schema is None else {"responseJsonSchema": tool.output_schema}
    return Sent(tool.name, tool.description, tool.input_schema or None, beside=beside)


# --- Schema ----------------------------------------------------------------------------------------------------------

_SPELLED = {
    "any_of": "anyOf", "additional_properties": "additionalProperties", "property_ordering": "propertyOrdering",
    "max_items": "maxItems", "max_length": "maxLength", "max_properties": "maxProperties",
    "min_items": "minItems", "min_length": "minLength", "min_properties": "minProperties",
}  # fmt: skip
"""Fields that may also be given under their names in Python."""
_TEXTS = frozenset(("description", "format", "pattern", "ref", "title"))
_ANYTHING = frozenset(
    ("additionalProperties", "default", "example", "maxItems", "maxLength", "maxProperties", "minItems", "minLength",
     "minProperties", "nullable")
)  # fmt: skip


def google_schema(given: Any, left: list[int] | None = None) -> JsonSchema:
    """Return a schema as `types.Schema` validates and writes it: what is None is left out."""
    left = [MAX_STEPS] if left is None else left
    left[0] -= 1
    if not isinstance(given, dict) or left[0] < 0:
        raise Refused
    fields = {str(_SPELLED.get(key, key)): value for key, value in given.items() if value is not None}
    return {key: _field(key, value, left) for key, value in fields.items()}


def _field(key: str, value: Any, left: list[int]) -> Any:
    match key, value:
        case "type", str():
            return value.upper()
        case "items", _:
            return google_schema(value, left)
        case (("properties" | "defs"), dict()):
            return {name: google_schema(one, left) for name, one in value.items()}
        case "anyOf", list():
            return [google_schema(one, left) for one in value]
        case (("enum" | "required" | "propertyOrdering"), list()) if all(isinstance(one, str) for one in value):
            return value
        case (("maximum" | "minimum"), int() | float()):
            return float(value)
        case _ if key in _ANYTHING or (key in _TEXTS and isinstance(value, str)):
            return value
    raise Refused


# --- process_schema --------------------------------------------------------------------------------------------------


def without_references(schema: JsonSchema) -> JsonSchema:
    """Return a schema with its definitions where they are used, as the library prepares one for the Gemini API.

    Definitions are changed where they stand, so that one which contains itself is empty there for all that use it.
    """
    made = copy.deepcopy(schema)
    _Inlining(made.pop("$defs", {})).process(made)
    return made


class _Inlining:
    def __init__(self, definitions: dict[str, Any]) -> None:
        self._definitions, self._within, self._left = definitions, set[int](), MAX_STEPS
        for one in definitions.values():
            self.process(one)

    def process(self, schema: dict[str, Any]) -> None:
        """Change a schema in its place."""
        self._left -= 1
        if self._left < 0 or schema.get("additionalProperties"):
            raise Refused
        if id(schema) in self._within:
            return
        self._within.add(id(schema))
        if (order := schema.pop("property_ordering", None)) is not None:
            schema["propertyOrdering"] = order
        _without_null(schema)
        if "$ref" in schema:
            schema.update(self._definition(schema.pop("$ref")))
        if schema.get("anyOf") is not None:
            schema["anyOf"] = [self._inside(one) for one in schema["anyOf"]]
        else:
            self._members(schema)
        self._within.discard(id(schema))

    def _members(self, schema: dict[str, Any]) -> None:
        kind = schema.get("type")
        if schema.get("const") is not None:
            if kind != "string":
                raise Refused
            schema["enum"] = [schema.pop("const")]
        if kind == "object" and schema.get("properties") is not None:
            properties = schema["properties"]
            for name, one in [*properties.items()]:
                properties[name] = self._inside(one)
            if len(properties) > 1 and "propertyOrdering" not in schema:
                schema["property_ordering"] = [*properties]
        elif kind == "array":
            for key, every in (("items", self._inside), ("prefixItems", self._each)):
                if schema.get(key) is not None:
                    schema[key] = every(schema[key])

    def _each(self, schemas: list[Any]) -> list[Any]:
        return [self._inside(one) for one in schemas]

    def _inside(self, schema: Any) -> Any:
        """A schema inside of another one, or what it refers to; nothing remains of one that is being processed."""
        if not isinstance(schema, dict):
            raise Refused
        if "$ref" in schema:
            schema = self._definition(schema.pop("$ref"))
            if id(schema) in self._within:
                return {}
        self.process(schema)
        return schema

    def _definition(self, ref: str) -> dict[str, Any]:
        name = ref.split("defs/")[-1]
        if not isinstance(self._definitions.get(name), dict):
            raise Refused
        found: dict[str, Any] = self._definitions[name]
        return found


def _without_null(schema: dict[str, Any]) -> None:
    """`handle_null_fields`: a member that is left alone goes into what is around it."""
    if schema.get("type") == "null":
        schema["nullable"] = True
        del schema["type"]
        return
    members = schema.get("anyOf", ())
    if not all(isinstance(one, dict) for one in members):
        raise Refused
    if not any(one.get("type") == "null" for one in members):
        return
    if members.count({"type": "null"}) != 1 or sum(one.get("type") == "null" for one in members) != 1:
        raise Refused
    schema["nullable"] = True
    members.remove({"type": "null"})
    if len(members) == 1:
        schema.update(members[0])
        del schema["anyOf"]
