"""Gemini's own form of a schema, `types.Schema(type=types.Type.OBJECT, …)` (google-genai 3.3.0).

Takes the value of such a call, gives the JSON Schema that google-adk 2.13.0 makes of it for models of others
(`models/lite_llm.py` `_schema_to_dict`); None where a part of it is not told, or has no name there.
"""

from toolc.ir import JsonSchema
from toolc.program import CallResult, ConstantValue, EnumMember, ExternalSymbol, MappingValue, Program, SequenceValue, Value
from toolc.systems.shared.classes import dotted_name

_SCHEMA = "google.genai.types.Schema"
_TYPE = "google.genai.types.Type"
_TYPES = ("STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL")
_NAMES = {
    **{
        name: name
        for name in ("description", "title", "format", "enum", "required", "default", "minimum", "maximum", "pattern")
    },
    "min_items": "minItems",
    "max_items": "maxItems",
    "min_length": "minLength",
    "max_length": "maxLength",
}
"""Keywords whose values stand as they are, also under the name that JSON has for them."""

_KNOWN = _NAMES | {name: name for name in _NAMES.values()}


MAX_NESTED = 50
"""How many schemas may be within each other: one that holds itself never ends."""


def json_schema(value: Value, program: Program, depth: int = 0) -> JsonSchema | None:
    """A schema and what is in it."""
    if not isinstance(value, CallResult) or dotted_name(value.callee) != _SCHEMA or depth > MAX_NESTED:
        return None
    if any(arg.star or not arg.name for arg in value.args):
        return None
    made: JsonSchema = {}
    for arg in value.args:
        given = program.evaluate(arg.value, value.scope)
        if given == ConstantValue(None):
            continue
        pair = _keyword(str(arg.name), given, program, depth + 1)
        if pair is None:
            return None
        made[pair[0]] = pair[1]
    return made


def _keyword(name: str, given: Value, program: Program, depth: int) -> tuple[str, object] | None:
    match name, given:
        case "type", _:
            told = _type(given)
            return None if told is None else ("type", told)
        case "properties", MappingValue(inside):
            parts = {str(key): json_schema(program.unwrap(one), program, depth) for key, one in inside}
            return None if None in parts.values() else ("properties", parts)
        case "properties", ConstantValue(dict() as empty) if not empty:
            return "properties", {}
        case "items", CallResult():
            part = json_schema(given, program, depth)
            return None if part is None else ("items", part)
        case (("any_of" | "anyOf"), SequenceValue(_, inside)):
            arms = [json_schema(program.unwrap(one), program, depth) for one in inside]
            return None if None in arms else ("anyOf", arms)
        case _, ConstantValue(constant) if name in _KNOWN:
            return _KNOWN[name], constant
        case _:
            return None


def _type(value: Value) -> str | None:
    """`types.Type.OBJECT`, or the text that stands for it."""
    match value:
        case ConstantValue(str() as told) if told.upper() in _TYPES:
            return told.lower()
        case EnumMember(enum, name) if dotted_name(enum) == _TYPE and name in _TYPES:
            return name.lower()
        case ExternalSymbol(name) if name.startswith(f"{_TYPE}.") and name.rpartition(".")[2] in _TYPES:
            return name.rpartition(".")[2].lower()
        case _:
            return None
