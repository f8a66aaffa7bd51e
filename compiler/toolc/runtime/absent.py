"""Nulls that OpenAI's strict mode sends for absent keys: for each optional key whose own schema does not allow null.

Takes arguments and the tool's own schema, gives the arguments without those nulls. Objects are touched only if they have every
key of theirs, as strict mode writes them; all else stays as it came.
"""

from typing import Any

from toolc.ir import JsonSchema
from toolc.runtime.fitting import misfits
from toolc.schema.strict import Schemas, definitions, members_of

_DEEP = 64


def without_nulls(arguments: dict[str, Any], schema: JsonSchema) -> dict[str, Any]:
    """The arguments as the tool's own schema wants them."""
    cleaned: dict[str, Any] = _Cleaner(schema).value(arguments, schema, 0)
    return cleaned


class _Cleaner:
    def __init__(self, root: JsonSchema) -> None:
        self.root = root
        self.schemas = Schemas(definitions(root))

    def value(self, value: Any, schema: Any, depth: int) -> Any:
        schema = self.schemas.resolve(schema)
        if not isinstance(schema, dict) or not isinstance(value, dict | list) or depth > _DEEP:
            return value
        if isinstance(members := members_of(schema) or schema.get("allOf"), list):
            return self._member(value, members, depth)
        if isinstance(value, list):
            return [self.value(item, schema.get("items"), depth + 1) for item in value]
        properties = schema.get("properties")
        if not isinstance(properties, dict) or value.keys() != properties.keys():
            return value
        required = schema.get("required", ())
        return {
            key: self.value(item, properties[key], depth + 1)
            for key, item in value.items()
            if item is not None or key in required or self.schemas.takes_null(properties[key])
        }

    def _member(self, value: Any, members: list[Any], depth: int) -> Any:
        """Return the value cleaned by the first member of a union that it then fits."""
        for member in members:
            cleaned = self.value(value, member, depth + 1)
            if not misfits(cleaned, member, self.root):
                return cleaned
        return value
