"""The one seam between the systems and pydantic's spelling of types.

Takes fields or a type, gives the schema pydantic would report and the issues in the form the systems use.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from msgspec import Struct

from toolc.ir import JsonSchema
from toolc.schema.mapping import Issue
from toolc.signature import Constant, Definition, Field, Type

# Until that package is merged; then this is `from toolc.schema import pydantic as _pydantic`.
_ROOM = "toolc.schema.pydantic"
_pydantic: Any = import_module(_ROOM) if find_spec(_ROOM) else None


NEWEST = "2.14.3"
"""The newest pydantic whose rules are known; followed where no version is told."""


class Outcome(Struct, frozen=True):
    """A schema, None when pydantic would raise, and what keeps it from being exact."""

    schema: JsonSchema | None
    issues: tuple[Issue, ...] = ()


def spell_model(
    fields: Sequence[Field],
    definitions: Mapping[str, Definition],
    title: str,
    config: Mapping[str, Constant] | None = None,
    version: str | None = None,
) -> Outcome:
    """The schema of `create_model(title, **fields)` under a configuration."""
    spelled = _pydantic.spell_fields(fields, definitions, title=title, config=config, pydantic_version=version or NEWEST)
    return _outcome(spelled)


def spell_type(type_: Type, definitions: Mapping[str, Definition], version: str | None = None) -> Outcome:
    """The schema of a model class or of `TypeAdapter(type)`."""
    return _outcome(_pydantic.spell_type(type_, definitions, pydantic_version=version or NEWEST))


def _outcome(spelling: Any) -> Outcome:
    issues = (
        Issue(one.code, f"{one.where}: {one.message}" if one.where else one.message, one.fidelity) for one in spelling.issues
    )
    return Outcome(spelling.schema, tuple(issues))
