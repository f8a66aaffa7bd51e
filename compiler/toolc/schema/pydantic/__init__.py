"""The pydantic speller: resolved Python types → the JSON Schema that pydantic reports for them.

Takes `toolc.signature` types and definitions, gives `Spelling` values. It has two passes, as pydantic has: `build` makes
validators from types, `render` makes schemas from validators. Neither imports pydantic.
"""

from toolc.schema.pydantic.defaults.values import written
from toolc.schema.pydantic.fieldinfo import is_own_default
from toolc.schema.pydantic.issues import Issue, Spelling
from toolc.schema.pydantic.reduced import described, reduced
from toolc.schema.pydantic.spell import Builders, spell_arguments, spell_definition, spell_fields, spell_parameters, spell_type

__all__ = [
    "Builders",
    "Issue",
    "Spelling",
    "described",
    "is_own_default",
    "reduced",
    "spell_arguments",
    "spell_definition",
    "spell_fields",
    "spell_parameters",
    "spell_type",
    "written",
]
