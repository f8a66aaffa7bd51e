"""Structural check of JSON Schema 2020-12, cheap, with the targets of references.

Takes a schema, gives problems with their JSON pointers.
"""

from toolc.schema.wellformed.checker import DEEPEST_SCHEMA, outdated_places, problems, unwritable
from toolc.schema.wellformed.references import dangling_references, move_references

__all__ = ["DEEPEST_SCHEMA", "dangling_references", "move_references", "outdated_places", "problems", "unwritable"]
