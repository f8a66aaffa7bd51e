"""smolagents' table of types, and what it makes of a tool's inputs when it sends them.

Takes types and inputs, gives schemas (smolagents 1.26.0 `_function_type_hints_utils.py`, `models.get_tool_json_schema`).
"""

from collections.abc import Mapping, Sequence

from toolc.ir import JsonSchema
from toolc.schema.constants import json_type
from toolc.signature import ANY, Constant, Definition, Type
from toolc.systems.shared.huggingface import SCALARS, Refusal, Rules, values_of


def _leaf(type_: Type, definitions: Mapping[str, Definition]) -> JsonSchema:
    """Any class, and whatever else has no arguments."""
    return {"type": "object"}


def _join_types(schemas: Sequence[JsonSchema]) -> JsonSchema:
    """The types alone, where each has one."""
    if all(isinstance(one["type"], str) for one in schemas):
        return {"type": sorted(one["type"] for one in schemas)}
    return {"anyOf": list(schemas)}


def _literal(values: Sequence[Constant]) -> JsonSchema:
    """Return the schema of a Literal: a union of the values' types; `None` makes it nullable."""
    plain = values_of([one for one in values if one is not None])
    types = sorted({json_type(one) for one in plain})
    schema: JsonSchema = {"type": types[0] if len(types) == 1 else types}
    if None in values:
        schema["nullable"] = True
    return {**schema, "enum": plain}


RULES = Rules({**SCALARS, ANY.name: {"type": "any"}}, _leaf, _join_types, _literal)


def check_needed(shown: JsonSchema) -> JsonSchema:
    """`Tool.validate_arguments` asks for a type."""
    if "type" not in shown:
        raise Refusal("a union with a Literal of mixed types has no `type`")
    return shown


def sent_schema(inputs: Mapping[str, JsonSchema]) -> JsonSchema:
    """`get_tool_json_schema`: required is what is not nullable, before unions are looked into."""
    return {
        "type": "object",
        "properties": {
            name: _open_union({**shown, **_TEXT} if shown["type"] == "any" else shown) for name, shown in inputs.items()
        },
        "required": [name for name, shown in inputs.items() if not shown.get("nullable")],
    }


_TEXT: JsonSchema = {"type": "string"}


def _open_union(shown: JsonSchema) -> JsonSchema:
    """A union becomes the list of its types; the last `enum` in it is that of the whole."""
    if "anyOf" not in shown:
        return shown
    members = shown["anyOf"]
    if not isinstance(members, list) or not all(isinstance(one, dict) and isinstance(one.get("type"), str) for one in members):
        raise Refusal("a member of `anyOf` has no type")
    types = ["string" if one["type"] == "any" else one["type"] for one in members if one["type"] != "null"]
    if not types:
        raise Refusal("`anyOf` has no members")
    made = {key: value for key, value in shown.items() if key != "anyOf"} | {"type": types if len(types) > 1 else types[0]}
    if len(types) < len(members):
        made["nullable"] = True
    for one in members:
        if one["type"] != "null" and one.get("enum") is not None:
            made["enum"] = one["enum"]
    return made
