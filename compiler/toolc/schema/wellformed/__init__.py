"""Structural check of JSON Schema 2020-12, cheap, with the targets of references.

Takes a schema, gives problems with their JSON pointers.
"""

from toolc.schema.wellformed.checker import DEEPEST_SCHEMA, outdated, problems, unwritable
from toolc.schema.wellformed.references import dangling, moved

__all__ = ["DEEPEST_SCHEMA", "dangling", "moved", "outdated", "problems", "unwritable"]
