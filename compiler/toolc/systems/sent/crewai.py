"""crewai: what its own clients send to providers (`convert_tools_to_openai_schema`, and in each client
`_convert_tools_for_interference` or `_format_tools_for_converse`; crewai 1.15.30).

Takes a tool as its `args_schema` has it.
"""

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import Any

from toolc.ir import JsonSchema, Tool
from toolc.systems.sent.base import Sent

_FORMATS = ("date-time", "date", "time", "duration")
_METADATA = frozenset(("title", "default", "examples", "example", "$comment", "readOnly", "writeOnly", "deprecated"))
_UNKNOWN_TO_CLAUDE = frozenset(
    "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern minItems maxItems uniqueItems"
    " minContains maxContains minProperties maxProperties patternProperties propertyNames dependentRequired"
    " dependentSchemas".split()
)
_LONGEST = 64
MAX_NODES = 100_000


class _Unsendable(Exception):
    """A reference that leads nowhere, or a schema that grows beyond all bounds."""


def openai(tool: Tool) -> Sent | None:
    """`OpenAICompletion`: strict, all of it required, no more titles and defaults."""
    return _send(tool, lambda schema: _strict(schema), strict=True)


def anthropic(tool: Tool) -> Sent | None:
    """`AnthropicCompletion`: the same, and without what Claude's strict mode does not know."""
    return _send(tool, lambda schema: _strip_keys(_lift_object(_strict(schema)), _UNKNOWN_TO_CLAUDE), strict=True)


def plain(tool: Tool) -> Sent | None:
    """`GeminiCompletion`, `BedrockCompletion`, and `OpenAICompletion` for responses: closed, resolved and required."""
    return _send(tool, lambda schema: schema)


def hand_to_litellm(tool: Tool) -> Sent | None:
    """`LLM`, which hands it to LiteLLM: the same, and strict."""
    return _send(tool, lambda schema: schema, strict=True)


def _send(tool: Tool, last: Callable[[JsonSchema], JsonSchema], strict: bool | None = None) -> Sent | None:
    try:
        schema = last(_describe_model(tool.input_schema or {}))
    except _Unsendable:
        return None
    return Sent(name_of(tool.name), tool.description, schema, strict=strict)


def name_of(name: str) -> str:
    """`sanitize_tool_name`: small letters, digits and `_`, 64 of them."""
    text = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")
    text = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", text)
    text = re.sub(r"([a-z])([A-Z])", r"\1_\2", text).lower()
    text = re.sub(r"_+", "_", re.sub(r"[^a-zA-Z0-9]+", "_", re.sub(r"['\"]+", "", text))).strip("_")
    if len(text) <= _LONGEST:
        return text
    suffix = f"_{hashlib.sha256(text.encode()).hexdigest()[:8]}"
    return text[: _LONGEST - len(suffix)].rstrip("_") + suffix


def _describe_model(schema: JsonSchema) -> JsonSchema:
    """`generate_model_description`, without title and description at the root."""
    made = _resolve_references(_add_type(_each(schema, lambda one: _strip_format(_close(one)))))
    made.pop("$defs", None)
    output = made.get("properties", {}).get("output") or {}
    if "mapping" in (output.get("discriminator") or {}):
        mapping = {key: ref.split("/")[-1] for key, ref in output["discriminator"]["mapping"].items()}
        output = {**output, "discriminator": {**output["discriminator"], "mapping": mapping}}
        made["properties"] = {**made["properties"], "output": output}
    made = _each(made, lambda one: _require_all(_any_of(one)), nested_lists=False)
    return {key: value for key, value in made.items() if key not in ("title", "description")}


def _strict(schema: JsonSchema) -> JsonSchema:
    """`_common_strict_pipeline`, of a schema without references."""
    made = _add_type(_each(schema, _any_of, nested_lists=False))
    made = _each(_each(made, _close), _require_all, nested_lists=False)
    stripped: JsonSchema = _strip_keys(made, _METADATA)
    return stripped


# --- steps, each of one mapping --------------------------------------------------------------------------------------

_Step = Callable[[JsonSchema], JsonSchema]


def _each(value: Any, step: _Step, nested_lists: bool = True) -> Any:
    """Every mapping inside a value, outermost first, whatever it stands for. `nested_lists`: lists inside lists as well."""
    if isinstance(value, list):
        return [_each(one, step, nested_lists) if nested_lists or isinstance(one, dict) else one for one in value]
    if not isinstance(value, dict):
        return value
    return {key: _each(inner, step, nested_lists) for key, inner in step(dict(value)).items()}


def _close(one: JsonSchema) -> JsonSchema:
    if one.get("type") == "object":
        return {"properties": {}, "required": [], **one, "additionalProperties": False}
    return one


def _strip_format(one: JsonSchema) -> JsonSchema:
    if isinstance(one.get("format"), str) and one["format"] not in _FORMATS:
        del one["format"]
    return one


def _any_of(one: JsonSchema) -> JsonSchema:
    if "oneOf" in one:
        one["anyOf"] = one.pop("oneOf")
    return one


def _require_all(one: JsonSchema) -> JsonSchema:
    if one.get("type") == "object" and one.get("properties"):
        one["required"] = list(one["properties"])
    return one


def _add_type(schema: JsonSchema) -> JsonSchema:
    """A member of a union that asks nothing is an object."""

    def step(one: JsonSchema) -> JsonSchema:
        for word in ("anyOf", "oneOf"):
            if word in one:
                one[word] = [{"type": "object"} if member == {} else member for member in one[word]]
        return one

    made: JsonSchema = _each(schema, step)
    return made


def _strip_keys(value: Any, keys: Iterable[str]) -> Any:
    """Without keywords, where they are no names of properties."""
    if isinstance(value, list):
        return [_strip_keys(one, keys) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        key: {name: _strip_keys(one, keys) for name, one in inner.items()}
        if key == "properties" and isinstance(inner, dict)
        else _strip_keys(inner, keys)
        for key, inner in value.items()
        if key not in keys
    }


def _lift_object(schema: JsonSchema) -> JsonSchema:
    """A union at the root with one object in it is that object."""
    for word in ("anyOf", "oneOf", "allOf"):
        members = schema.get(word)
        objects = (
            [one for one in members if isinstance(one, dict) and one.get("type") == "object"]
            if isinstance(members, list)
            else []
        )
        if len(objects) == 1:
            return {**{key: value for key, value in schema.items() if key != word}, **objects[0]}
    return schema


def _resolve_references(schema: JsonSchema) -> JsonSchema:
    """`resolve_refs`: definitions where they are used, without what stands beside a reference; a circle ends at its type."""
    definitions, left = schema.get("$defs", {}), [MAX_NODES]

    def inside(value: Any, within: frozenset[str]) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise _Unsendable
        if isinstance(value, list):
            return [inside(one, within) for one in value]
        if not isinstance(value, dict):
            return value
        ref = value.get("$ref")
        if not isinstance(ref, str) or not ref.startswith("#/$defs/"):
            return {key: inside(inner, within) for key, inner in value.items()}
        name = ref.replace("#/$defs/", "")
        if name not in definitions:
            raise _Unsendable
        if name not in within:
            return inside(definitions[name], within | {name})
        found = definitions[name]
        return {
            "type": found.get("type", "object"),
            **({"description": found["description"]} if "description" in found else {}),
        }

    made: JsonSchema = inside(schema, frozenset())
    return made
