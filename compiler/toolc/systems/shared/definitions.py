"""`$defs` of several schemas gathered at one root: takes schemas with their own `$defs`, gives them without.

Two different definitions of one name are kept apart by a number behind the later one's.
"""

from typing import Any

from toolc.ir import JsonSchema

_PREFIX = "#/$defs/"
_DATA = ("default", "const", "enum", "examples", "required")
_BY_NAME = ("properties", "patternProperties", "$defs")


class Definitions:
    """The definitions gathered so far, by name."""

    def __init__(self) -> None:
        self.schemas: dict[str, JsonSchema] = {}

    def hoist(self, schema: JsonSchema) -> JsonSchema:
        """The schema without its `$defs`, its references pointing at the gathered ones."""
        own: dict[str, JsonSchema] = schema.get("$defs", {})
        names = self._names(own)
        for name, body in own.items():
            self.schemas[names[name]] = rename_references(body, names)
        return dict(rename_references({key: value for key, value in schema.items() if key != "$defs"}, names))

    def _names(self, own: dict[str, JsonSchema]) -> dict[str, str]:
        """New names for the definitions whose names are taken; none when all that share a name are the same.

        One that differs renames all of them, since equal texts may refer to it.
        """
        taken = [name for name in own if name in self.schemas]
        if all(self.schemas[name] == own[name] for name in taken):
            return {name: name for name in own}
        return {name: self._free(name, own) if name in taken else name for name in own}

    def _free(self, name: str, own: dict[str, JsonSchema]) -> str:
        number = 2
        while f"{name}__{number}" in self.schemas or f"{name}__{number}" in own:
            number += 1
        return f"{name}__{number}"


def rename_references(schema: Any, names: dict[str, str]) -> Any:
    """The schema with its references renamed. Values that are data, not schemas, stay as they are."""
    if isinstance(schema, list):
        return [rename_references(item, names) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: _renamed_value(key, value, names) for key, value in schema.items()}


def _renamed_value(key: str, value: Any, names: dict[str, str]) -> Any:
    if key == "$ref" and isinstance(value, str) and value.startswith(_PREFIX):
        name = value.removeprefix(_PREFIX)
        return _PREFIX + names.get(name, name)
    if key in _DATA:
        return value
    if key in _BY_NAME and isinstance(value, dict):
        return {name: rename_references(item, names) for name, item in value.items()}
    if key == "mapping" and isinstance(value, dict):
        # A discriminator's: from tags to references, or to the schema of a nested union.
        return {
            tag: rename_references({"$ref": item}, names)["$ref"] if isinstance(item, str) else rename_references(item, names)
            for tag, item in value.items()
        }
    return rename_references(value, names)
