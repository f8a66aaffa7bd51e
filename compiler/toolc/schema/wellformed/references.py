"""References that lead nowhere, and references of a schema that moves into a larger document.

Takes a well-formed schema, gives the `$ref`s that dangle, or the schema with the pointers that its local ones stand for.
"""

from collections.abc import Mapping
from typing import Any

from toolc.schema.keywords import Path, map_subschemas, pointer
from toolc.schema.references import ReferenceResolver, fragment


def dangling_references(schema: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Every `$ref` that leads to nothing inside the schema, as (JSON pointer of the `$ref`, its text)."""
    book = ReferenceResolver(schema)
    return [(pointer((*path, "$ref")), ref) for path, base, ref in book.references if book.find(base, ref) is None]


def move_references(schema: dict[str, Any], to: Path) -> dict[str, Any]:
    """The schema with its local `$ref`s rewritten so that they resolve when it stands at `to` inside a larger document.

    A part with an `$id` of its own is a document in itself (an embedded resource) and stays as it is.
    """
    book = ReferenceResolver(schema)

    def change(value: Any) -> Any:
        if not isinstance(value, dict) or "$id" in value:
            return value
        result = map_subschemas(value, change)
        ref = result.get("$ref")
        found = book.find("", ref) if isinstance(ref, str) else None
        if found is not None:
            result["$ref"] = fragment((*to, *found))
        return result

    changed = change(schema)
    assert isinstance(changed, dict)
    return changed
