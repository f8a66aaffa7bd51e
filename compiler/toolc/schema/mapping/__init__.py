"""The plain mapping of Python types to JSON Schema that the small tool systems share, each with its own deviations.

Takes resolved types, gives schemas with everything inlined. The table is that of function_to_tool's document.
"""

from toolc.schema.mapping.mapper import FALLBACK, Issue, Mapper

__all__ = ["FALLBACK", "Issue", "Mapper"]
