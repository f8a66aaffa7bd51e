"""JSON Schema: one document for each package that any 2020-12 validator or generator reads, without a provider's envelope.

`$defs` has one entry per tool: its input schema. `tools.json#/$defs/<tool>` is the address of one. A schema keeps its own
nested `$defs` where they are; only its local `$ref`s are lengthened to begin at the document's root, so two tools may both
have a `$defs/User` without meeting. A tool's own document is its schema as reported, with `$schema` in front.
"""

from toolc.ir import Tool
from toolc.schema.wellformed.references import move_references
from toolc.targets.documents import Entry, documents

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def _entry(tool: Tool) -> Entry:
    schema = tool.input_schema or {}
    inner = move_references(schema, ("$defs", tool.name))
    if "$id" not in inner:  # only the root of a document may name its dialect
        inner.pop("$schema", None)
    return {"name": tool.name, "dialect": DIALECT, "schema": inner, "document": {"$schema": DIALECT, **schema}}, ()


TARGET = documents("json-schema", "plain JSON Schema 2020-12, one document for each package", entry=_entry)
