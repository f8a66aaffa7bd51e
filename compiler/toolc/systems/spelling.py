"""The one seam between the systems and pydantic's spelling of types.

Takes fields or a type, gives the schema pydantic would report and the issues in the form the systems use.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from toolc.ir import JsonSchema
from toolc.schema.mapping import Issue
from toolc.signature import Constant, Definition, Field, Type


class Outcome(Struct, frozen=True):
    """A schema, None when pydantic would raise, and what keeps it from being exact."""

    schema: JsonSchema | None
    issues: tuple[Issue, ...] = ()


class Speller(Protocol):
    """What the systems ask of `toolc.schema.pydantic`."""

    def spell_fields(self, fields: Sequence[Field], definitions: Mapping[str, Definition], **how: Any) -> Any:
        """The schema of a model with these fields."""

    def spell_type(self, type: Type, definitions: Mapping[str, Definition], **how: Any) -> Any:
        """The schema of one type."""


class _Absent:
    """Stands in until `toolc.schema.pydantic` is merged; nothing is known about any type."""

    def spell_fields(self, fields: Sequence[Field], definitions: Mapping[str, Definition], **how: Any) -> Any:
        return Outcome(None, (Issue("TC316", "pydantic's spelling is not there", "unknown"),))

    def spell_type(self, type: Type, definitions: Mapping[str, Definition], **how: Any) -> Any:
        return Outcome(None, (Issue("TC316", "pydantic's spelling is not there", "unknown"),))


speller: Speller = _Absent()


def spell_model(
    fields: Sequence[Field],
    definitions: Mapping[str, Definition],
    title: str,
    config: Mapping[str, Constant] | None = None,
) -> Outcome:
    """The schema of `create_model(title, **fields)` under a configuration."""
    return _outcome(speller.spell_fields(fields, definitions, title=title, config=config or {}))


def spell_type(type_: Type, definitions: Mapping[str, Definition]) -> Outcome:
    """The schema of a model class or of `TypeAdapter(type)`."""
    return _outcome(speller.spell_type(type_, definitions))


def _outcome(spelling: Any) -> Outcome:
    issues = (Issue(one.code, _words(one), one.fidelity) for one in spelling.issues)
    return Outcome(spelling.schema, tuple(issues))


def _words(issue: Any) -> str:
    where = getattr(issue, "where", "")
    return f"{where}: {issue.message}" if where else str(issue.message)
