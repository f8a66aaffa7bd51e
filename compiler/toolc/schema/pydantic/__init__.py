"""The pydantic speller: resolved Python types → the JSON Schema that pydantic reports for them.

Takes `toolc.signature` types and definitions, gives `Spelling` values. It has two passes, as pydantic has: `build` makes
validators from types, `render` makes schemas from validators. Neither imports pydantic.
"""

from toolc.schema.pydantic.defaults.values import serialize_any
from toolc.schema.pydantic.fieldinfo import is_own_default
from toolc.schema.pydantic.issues import Issue, Spelling
from toolc.schema.pydantic.reduced import describe_field, reduce_field
from toolc.schema.pydantic.spell import Builders, spell_arguments, spell_definition, spell_fields, spell_parameters, spell_type

__all__ = [
    "Builders",
    "Issue",
    "Spelling",
    "describe_field",
    "is_own_default",
    "reduce_field",
    "serialize_any",
    "spell_arguments",
    "spell_definition",
    "spell_fields",
    "spell_parameters",
    "spell_type",
]
