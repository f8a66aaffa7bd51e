"""Optional keys in strict mode: always sent, null where the key would be absent.

Takes rewritten schemas, gives them with null allowed and with the words a model needs to use it.
"""

import json
from typing import Any

_LONGEST_DEFAULT = 200  # characters: a longer one would fill the description, and the tool fills it in anyway


def nullable(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with null allowed as well. It must not allow it already."""
    if "anyOf" in schema:
        return {**schema, "anyOf": [*schema["anyOf"], {"type": "null"}]}
    kind = schema.get("type")
    kinds = kind if isinstance(kind, list) else [kind]
    if "$ref" in schema or "const" in schema or "object" in kinds or "array" in kinds:
        inner = {key: value for key, value in schema.items() if key != "description"}
        outer = {"description": schema["description"]} if "description" in schema else {}
        return {**outer, "anyOf": [inner, {"type": "null"}]}
    result = {**schema, "type": [*kinds, "null"]}
    if "enum" in schema:
        result["enum"] = [*schema["enum"], None]
    return result


def with_note(schema: dict[str, Any], note: str) -> dict[str, Any]:
    """The schema with a sentence added to its description. A `$ref` takes no words beside it, so it goes into an `anyOf`."""
    if not note:
        return schema
    if "$ref" in schema:
        return {"description": note, "anyOf": [schema]}
    before = schema.get("description", "")
    return {**schema, "description": f"{before} {note}" if before else note}


def default_note(default: Any, *, null_is_a_value: bool) -> str:
    """Return a note on an optional key's default, since `default` itself is not allowed; "" if there is nothing to note."""
    if default is None:
        return ""
    text = json.dumps(default, ensure_ascii=False)
    if len(text) > _LONGEST_DEFAULT:
        return ""
    return f"Default: {text}." if null_is_a_value else f"Null means the default: {text}."
