"""langchain to Gemini: what langchain-google-genai 4.4.3 makes of the schema that langchain sends to others.

`_function_utils.py`: `_dict_to_genai_schema`, with `_format_json_schema_to_gapic` and `_get_properties_from_schema`.
Properties go through these once for each level that they stand at, so that deeper ones lose more.
"""

from typing import Any

from toolc.ir import JsonSchema, Tool
from toolc.systems.sent.base import Sent
from toolc.systems.sent.langchain import langchain

_KEPT = frozenset(
    "description enum format required nullable anyOf default minimum maximum minLength maxLength pattern minItems maxItems"
    " title".split()
)


class _Refused(Exception):
    """Raised where the library raises."""


def langchain_gemini(tool: Tool) -> Sent | None:
    """`ChatGoogleGenerativeAI`: `parameters` in the types of Google's library; none for a function without parameters."""
    made = langchain(tool)
    if made is None or made.schema is None:
        return None
    try:
        parameters = _schema(made.schema) if made.schema.get("properties") else None
    except _Refused:
        return None
    return Sent(tool.name, made.description or None, None, beside={} if parameters is None else {"parameters": parameters})


def _schema(given: JsonSchema, inside: bool = False, member: bool = False) -> JsonSchema | None:
    """Return one schema as the library keeps it. `inside`: of a property or item; `member`: of a union."""
    shown = _format_schema(given)
    made: JsonSchema = {
        key: shown[key] for key in ("description", "required", "enum", "nullable") if shown.get(key) is not None
    }
    if "enum" in made and not all(isinstance(value, str) for value in made["enum"]):
        raise _Refused
    if "type" in shown and "anyOf" not in shown:
        made["type"] = shown["type"].upper()
    if "title" in shown and (member or not inside):
        made["title"] = shown["title"]
    if not inside:
        made.setdefault("required", [])
    if "properties" in shown:
        made["properties"] = {name: _schema(one, inside=True) for name, one in shown["properties"].items()}
    if "items" in shown:
        made["items"] = _schema(shown["items"], inside=True)
    if "anyOf" in shown:
        made["anyOf"] = [_schema(one, inside=True, member=True) for one in shown["anyOf"]]
    if "type" not in made and "anyOf" not in made:
        if not inside and "properties" not in made:
            return None
        made["type"] = "STRING" if inside else "OBJECT"
    return made


def _format_schema(given: Any) -> JsonSchema:
    """`_format_json_schema_to_gapic`: what Google's `Schema` has a field for."""
    if not isinstance(given, dict):
        raise _Refused
    made: JsonSchema = {}
    for key, value in given.items():
        match key:
            case "items":
                if value is not None:
                    made["items"] = _format_schema(value)
            case "properties":
                made["properties"] = _properties(value)
            case "allOf":
                return _format_schema(value[0])
            case "type":
                if not isinstance(value, str):
                    raise _Refused
                made["type"] = value
            case _ if key in _KEPT:
                made[key] = value
    return made


def _properties(given: dict[str, Any]) -> dict[str, Any]:
    """`_get_properties_from_schema`: of a union with null the last other member, without defaults and bounds."""
    return {name: _property(name, one) for name, one in given.items() if isinstance(one, dict)}


def _property(name: str, given: JsonSchema) -> JsonSchema:
    made: JsonSchema = {}
    union, chosen = given.get("anyOf"), given
    if union and all(one.get("type") != "null" for one in union):
        made["anyOf"] = [_format_schema(one) for one in union]
    elif given.get("type") or union:
        kind = made["type"] = _kind(given) or "STRING"
        if _nullable(given):
            made["nullable"] = True
        if union:
            chosen = _choose_member(given, union, kind)
    if chosen.get("enum"):
        made["enum"] = chosen["enum"]
    text = chosen.get("description") or given.get("description")
    if text and isinstance(text, str):
        made["description"] = text
    if made.get("type") == "ARRAY" and chosen.get("items") is not None:
        made["items"] = _items(chosen["items"])
    if made.get("type") == "OBJECT":
        _object(made, chosen)
    if name == "title" and "description" not in made:
        made["description"] = f"title is {chosen}"  # as Python writes the value
    return made


def _choose_member(given: JsonSchema, union: list[JsonSchema], kind: str) -> JsonSchema:
    """The member of a union that stands for it, with the choices and items beside the union."""
    wanted = kind.lower()
    of_kind = [one for one in union if one.get("type") == wanted]
    others = of_kind if wanted in ("array", "object") else [one for one in union if one.get("type") != "null"]
    if not others and wanted in ("array", "object"):
        raise _Refused
    chosen = dict(others[-1]) if others else given
    for key in ("enum", "items"):
        if given.get(key) and not chosen.get(key):
            chosen[key] = given[key]
    return chosen


def _object(made: JsonSchema, given: JsonSchema) -> None:
    """An object without named keys is a string, but for a map."""
    union = given.get("anyOf")
    given = union[0] if isinstance(union, list) and union and isinstance(union[0], dict) else given
    if properties := given.get("properties"):
        made["properties"] = _properties(properties)
        made["required"] = [name for name, one in properties.items() if "default" not in one]
    elif not given.get("additionalProperties"):
        made["type"] = "STRING"


def _items(given: Any) -> JsonSchema:
    """`_get_items_from_schema`."""
    if not isinstance(given, dict):
        return {}
    made: JsonSchema = {"type": _kind(given) or "STRING"}
    if made["type"] == "OBJECT" and "properties" in given:
        made["properties"] = _properties(given["properties"])
    if made["type"] == "ARRAY" and "items" in given:
        made["items"] = _format_schema(given["items"])
    if "title" in given or "description" in given:
        made["description"] = given.get("description") or given.get("title")
    made |= {key: given[key] for key in ("enum", "required") if key in given}
    return {**made, "nullable": True} if _nullable(given) else made


def _kind(given: JsonSchema) -> str | None:
    """The type as Google names it: of a union that of the last member that has one."""
    if "anyOf" in given:
        kinds = [kind for one in given["anyOf"] if (kind := _kind(one)) is not None]
        return kinds[-1] if kinds else None
    kind = given.get("type")
    return kind.upper() if isinstance(kind, str) and kind != "null" else None


def _nullable(given: JsonSchema) -> bool:
    return any(_kind(one) is None for one in given.get("anyOf", ()))
