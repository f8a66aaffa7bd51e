"""What strict mode sends for keys that are left out: null for each optional key whose own schema takes no null.

Takes arguments and the tool's own schema, gives the arguments without those nulls. Objects are touched only if they have every
key of theirs, as strict mode writes them; all else stays as it came.
"""

from typing import Any

from toolc.schema.strict.transform import definitions
from toolc.schema.strict.unions import Schemas, members_of

_DEEP = 64


def without_nulls(arguments: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """The arguments as the tool's own schema wants them."""
    cleaned: dict[str, Any] = _cleaned(arguments, schema, Schemas(definitions(schema)), 0)
    return cleaned


def _cleaned(value: Any, schema: Any, schemas: Schemas, depth: int) -> Any:
    schema = schemas.resolved(schema)
    if not isinstance(schema, dict) or not isinstance(value, dict | list) or depth > _DEEP:
        return value
    members = members_of(schema) or schema.get("allOf")
    if isinstance(members, list):
        found = (_cleaned(value, member, schemas, depth + 1) for member in members)
        return next((one for one in found if one != value), value)
    if isinstance(value, list):
        return [_cleaned(item, schema.get("items"), schemas, depth + 1) for item in value]
    properties = schema.get("properties")
    if not isinstance(properties, dict) or not _is_of(value, properties, schemas):
        return value
    required = schema.get("required", ())
    return {
        key: _cleaned(item, properties[key], schemas, depth + 1)
        for key, item in value.items()
        if item is not None or key in required or schemas.takes_null(properties[key])
    }


def _is_of(value: dict[str, Any], properties: dict[str, Any], schemas: Schemas) -> bool:
    """Whether an object has exactly these keys, and the constants among them: so the members of a union are told apart."""
    if value.keys() != properties.keys():
        return False
    for key, schema in properties.items():
        schema = schemas.resolved(schema)
        if isinstance(schema, dict) and "const" in schema and value[key] not in (schema["const"], None):
            return False
    return True
