"""One document of JSON Schema: resolves references in it and validates values against its schemas.

Nothing is fetched: a reference that leads outside is told as such (`find` gives None, and no value is known to be valid).
"""

import json
import re
from typing import Any

import jsonschema
import referencing
import referencing.jsonschema

from toolc.contract.inclusion.shapes import Schema
from toolc.schema.pointer import find

_REGISTRY: "referencing.jsonschema.SchemaRegistry" = referencing.Registry()


class Document:
    """A schema that is the root of its own references."""

    def __init__(self, root: Schema) -> None:
        self.root = root
        self._shared = _text(_shared_part(root))
        self._validator = jsonschema.Draft202012Validator(root, registry=_REGISTRY)

    def find(self, ref: object) -> Schema | None:
        return find(self.root, ref)

    def name(self, schema: Schema) -> str:
        """A text that two schemas share only when they say the same, also in two documents."""
        text = _text(schema)
        return f"{text} {self._shared}" if '"$' in text else text

    def valid(self, value: Any, schema: Schema) -> bool | None:
        """Return `True` if a value is valid under a schema of this document; `None` if that cannot be decided."""
        try:
            return self._validator.evolve(schema=schema).is_valid(value)
        except Exception:  # references that lead nowhere or round in circles, patterns that are none
            return None


def _shared_part(root: Schema) -> Schema:
    """Return the part of a document that its references use: its definitions if they name only these, else the document."""
    refs = re.findall(r'"\$(?:ref|dynamicRef|recursiveRef)": "([^"]*)', _text(root))
    if all(ref.startswith(("#/$defs/", "#/definitions/")) for ref in refs):
        return {name: root[name] for name in ("$defs", "definitions") if name in root} if refs else {}
    return root


def _text(schema: Schema) -> str:
    return json.dumps(schema, sort_keys=True)
