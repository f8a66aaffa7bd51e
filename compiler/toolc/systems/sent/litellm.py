"""LiteLLM, through which frameworks reach providers: takes a tool as it is handed in OpenAI's form, gives what it sends on.

litellm 1.110.2: `AnthropicConfig._map_tool_helper`, `_bedrock_tools_pt` for models of Claude, `MistralConfig`, and for Gemini
`_map_function` with `build_vertex_schema`, whose steps stand here in their order.
"""

import copy
from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from toolc.ir import JsonSchema, Tool
from toolc.systems.sent.base import Rule, Sent

MAX_STEPS = 100_000
MAX_DEPTH = 100
"""`DEFAULT_MAX_RECURSE_DEPTH`, beyond which LiteLLM raises."""


class _Refused(Exception):
    """Raised where LiteLLM raises, or for a schema that grows beyond all bounds."""


_AT_ANTHROPIC = ("type", "properties", "additionalProperties", "required", "$defs", "strict")


def through_litellm(handed: Rule, target: str) -> Rule:
    """Return the rule of a framework that hands LiteLLM a tool as a rule says."""

    def rule(tool: Tool) -> Sent | None:
        given = handed(tool)
        try:
            return None if given is None else _SENT[target](given)
        except _Refused:
            return None

    return rule


def _anthropic(given: Sent) -> Sent:
    """Of the root only what Anthropic documents."""
    schema: JsonSchema = {"type": "object", "properties": {}, **(given.schema or {})}
    kept = {key: value for key, value in schema.items() if key in _AT_ANTHROPIC} | {"type": "object"}
    return Sent(given.name, given.description, kept, beside={"type": "custom"})


def _bedrock(given: Sent) -> Sent:
    """References resolved, and null nowhere; strict where that is asked for; the name describes what has no description."""
    schema = _without_null(_resolve_references(given.schema or {}))
    made = {key: schema.get(key, default) for key, default in (("type", "object"), ("properties", {}), ("required", []))}
    if schema.get("additionalProperties") is not None:
        made["additionalProperties"] = schema["additionalProperties"]
    name = given.name if given.name[:1].isalpha() else f"a{given.name}"
    name = "".join(one if one.isalnum() or one in "_-" else "_" for one in name)
    return Sent(name, given.description or name, made, strict=True if given.strict else None)


def _without_null(value: Any) -> Any:
    """`None` is left out of all objects and lists, whatever it stands for."""
    if isinstance(value, list):
        return [_without_null(one) for one in value if one is not None]
    if not isinstance(value, dict):
        return value
    return {key: _without_null(one) for key, one in value.items() if one is not None}


def _mistral(given: Sent) -> Sent:
    return replace(given, schema=_without_dialect(given.schema, 7))


def _without_dialect(value: Any, deep: int) -> Any:
    if isinstance(value, list):
        return [_without_dialect(one, deep - 1) if deep > 0 else one for one in value]
    if not isinstance(value, dict) or deep <= 0:
        return value
    return {key: _without_dialect(inner, deep - 1) for key, inner in value.items() if key not in ("$id", "$schema")}


def _resolve_references(schema: JsonSchema) -> JsonSchema:
    """`unpack_defs`: definitions where they are used, without what stands beside a reference; a circle stays a reference."""
    definitions, left = schema.get("$defs", {}), [MAX_STEPS]

    def inside(value: Any, within: frozenset[str]) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise _Refused
        if isinstance(value, list):
            return [inside(one, within) for one in value]
        if not isinstance(value, dict):
            return value
        name = str(value["$ref"]).rpartition("/")[2] if "$ref" in value else None
        if name is None:
            return {key: inside(one, within) for key, one in value.items()}
        return value if name in within or name not in definitions else inside(definitions[name], within | {name})

    made: JsonSchema = inside({key: one for key, one in schema.items() if key != "$defs"}, frozenset())
    return made


# --- Gemini ----------------------------------------------------------------------------------------------------------

_FIELDS = frozenset(
    "type format title description nullable default items minItems maxItems enum properties propertyOrdering required"
    " minProperties maxProperties minimum maximum minLength maxLength pattern example anyOf".split()
)
_OF_CONTAINERS = (
    "properties", "required", "additionalProperties", "items", "minItems", "maxItems", "minProperties", "maxProperties",
)  # fmt: skip


def _gemini(given: Sent) -> Sent:
    """A part of Google's own `Schema`, with the names of types in small letters."""
    if given.schema is None:
        return Sent(given.name, given.description, None)
    schema = copy.deepcopy(_resolve_references(_without(given.schema)))
    for step in (_convert_types, _nullable, _not_empty, _enums, _items, _objects):
        step(schema, 0)
    return Sent(given.name, given.description, None, beside={"parameters": _filter_fields(schema)})


def _without(value: Any) -> Any:
    """Without `additionalProperties: false` and `strict`, also where that is the name of a property."""
    if isinstance(value, list):
        return [_without(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _without(one)
        for key, one in value.items()
        if key != "strict" and not (key == "additionalProperties" and one is False)
    }


def _next_depth(depth: int) -> int:
    if depth > MAX_DEPTH:
        raise _Refused
    return depth + 1


def _parts(schema: JsonSchema, *words: str) -> Iterator[Any]:
    """The schemas under `properties`, and under others of the given keywords."""
    yield from (schema.get("properties") or {}).values()
    for word in words:
        value = schema.get(word)
        yield from value if isinstance(value, list) else [value] if value is not None else []


def _convert_types(schema: Any, depth: int) -> None:
    """`_convert_schema_types`: several types are an `anyOf`."""
    if not isinstance(schema, dict):
        return
    kinds = schema.get("type")
    if isinstance(kinds, list) and len(kinds) == 1:
        schema["type"] = kinds[0]
    elif isinstance(kinds, list) and kinds:
        schema["anyOf"] = [_one_of(kind, schema) for kind in kinds if isinstance(kind, str)]
        for word in ("type", *(_OF_CONTAINERS if {"object", "array"} & {*kinds} else ())):
            schema.pop(word, None)
    for one in _parts(schema, "items", "anyOf"):
        _convert_types(one, _next_depth(depth))


def _one_of(kind: str, schema: JsonSchema) -> JsonSchema:
    if kind in ("object", "array"):
        return {"type": kind, **{word: copy.deepcopy(schema[word]) for word in _OF_CONTAINERS if word in schema}}
    if kind == "integer" and isinstance(schema.get("enum"), list):
        return {"type": kind, "enum": [value for value in schema["enum"] if value is not None]}
    return {"type": kind}


def _nullable(schema: Any, depth: int) -> None:
    """`convert_anyof_null_to_nullable`."""
    if not isinstance(schema, dict):
        raise _Refused
    members = schema.get("anyOf")
    if isinstance(members, list):
        others = [one for one in members if not (isinstance(one, dict) and one.get("type") == "null")]
        for one in others or members[:1]:
            if isinstance(one, dict):
                one |= {} if one else {"type": "object"}
                if len(others) < len(members):
                    one["nullable"] = True
                _nullable(one, _next_depth(depth))
        schema["anyOf"] = others or members[:1]
    for one in _parts(schema, "items"):
        _nullable(one, _next_depth(depth))


def _not_empty(schema: JsonSchema, depth: int) -> None:
    """`_fix_enum_empty_strings`."""
    if isinstance(schema.get("enum"), list):
        schema["enum"] = [None if value == "" else value for value in schema["enum"]]
    for one in _parts(schema, "items"):
        _not_empty(one, _next_depth(depth))


def _enums(schema: Any, depth: int) -> None:
    """`_fix_enum_types`: of texts only."""
    if not isinstance(schema, dict):
        return
    beside = schema.get("anyOf") if isinstance(schema.get("anyOf"), list) else []
    if isinstance(schema.get("enum"), list) and not any(
        isinstance(one, dict) and str(one.get("type")).lower() == "string" for one in (schema, *(beside or []))
    ):
        del schema["enum"]
    for one in _parts(schema, "items", "anyOf"):
        _enums(one, _next_depth(depth))


def _items(value: Any, depth: int) -> None:
    """`process_items`: a list of nothing in particular is one of objects."""
    if isinstance(value, list):
        for one in value:
            if isinstance(one, dict):
                _items(one, _next_depth(depth))
    if not isinstance(value, dict):
        return
    if value.get("type") == "array" and value.get("items", {}) == {}:
        value["items"] = {"type": "object"}
    for one in value.values():
        _items(one, depth if isinstance(one, list) else _next_depth(depth))


def _objects(schema: JsonSchema, depth: int) -> None:
    """`add_object_type`: an object without properties says only that it is one."""
    if not schema.keys() & {"type", "anyOf", "oneOf", "allOf"}:
        schema["type"] = "object"
    if schema.get("properties") is not None:
        if not schema["properties"]:
            del schema["properties"]
            schema.pop("required", None)
        schema["type"] = "object"
    for one in _parts(schema, "items", "anyOf", "oneOf", "allOf"):
        if isinstance(one, dict):
            _objects(one, _next_depth(depth))


def _filter_fields(schema: Any) -> Any:
    """`filter_schema_fields`: of a union only its members, which take its title and description."""
    if not isinstance(schema, dict):
        return schema
    if schema.get("anyOf"):
        told = {word: schema[word] for word in ("title", "description") if schema.get(word)}
        return {"anyOf": [_filter_fields({**one, **told} if isinstance(one, dict) else one) for one in schema["anyOf"]]}
    made: JsonSchema = {}
    for key, value in schema.items():
        if key == "properties" and isinstance(value, dict):
            made[key] = {name: _filter_fields(one) for name, one in value.items()}
        elif key in ("items", "anyOf"):
            made[key] = (
                [_filter_fields(one) for one in value] if isinstance(value, list) and key == "anyOf" else _filter_fields(value)
            )
        elif key in _FIELDS and (key != "format" or value in ("enum", "date-time")):
            made[key] = value
    return made


_SENT: dict[str, Callable[[Sent], Sent]] = {
    "anthropic": _anthropic, "gemini": _gemini, "bedrock": _bedrock, "mistral": _mistral, "ollama": lambda given: given,
}  # fmt: skip
LITELLM = tuple(_SENT)
"""The targets of which it is known what LiteLLM sends. It hands OpenAI what it is handed."""
