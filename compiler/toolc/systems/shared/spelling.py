"""The one seam between the systems and pydantic's spelling of types.

Takes fields or a type, gives the schema pydantic would report and the issues in the form the systems use.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from toolc.ir import JsonSchema
from toolc.schema import pydantic
from toolc.schema.mapping import Issue
from toolc.signature import Constant, Definition, Field, Parameter, Type
from toolc.systems.base import NOTHING, Shared

Mode = Literal["validation", "serialization"]
Aliases = bool | None | Literal["own"]

NEWEST = "2.14.4"
"""The newest pydantic whose rules are known; followed where no version is told."""


class Outcome(Struct, frozen=True):
    """A schema, None when pydantic would raise, and what keeps it from being exact."""

    schema: JsonSchema | None
    issues: tuple[Issue, ...] = ()
    warned: bool = False  # pydantic leaves something out and warns
    unsupported: bool = False  # a type has no validator
    shared: Shared = NOTHING


def spell_model(
    fields: Sequence[Field],
    definitions: Mapping[str, Definition],
    title: str,
    config: Mapping[str, Constant] | None = None,
    version: str | None = None,
    mode: Mode = "validation",
    doc: str | None = None,
    by_alias: Aliases = True,
    shows_made: bool = False,
) -> Outcome:
    """The schema of `create_model(title, **fields)` under a configuration: of what it takes, or of what is written of it.

    `doc` is the model's docstring. `shows_made`: lists and maps that factories make are defaults in the schema too.
    """
    newest = version or NEWEST
    spelling = pydantic.spell_fields(
        fields,
        definitions,
        title=title,
        config=config,
        doc=doc,
        pydantic_version=newest,
        mode=mode,
        by_alias=by_alias,
        shows_made=shows_made,
    )
    return _outcome(spelling)


def spell_call(parameters: Sequence[Parameter], definitions: Mapping[str, Definition], version: str | None = None) -> Outcome:
    """The schema of `TypeAdapter(function)`."""
    return _outcome(pydantic.spell_arguments(parameters, definitions, pydantic_version=version or NEWEST))


def spell_keys(
    parameters: Sequence[Parameter],
    definitions: Mapping[str, Definition],
    texts: Mapping[str, str],
    unwrapped: bool = False,
    version: str | None = None,
) -> Outcome:
    """The schema of the parameters as keys without titles; of one parameter that is `unwrapped`, that of its type."""
    newest = version or NEWEST
    return _outcome(
        pydantic.spell_parameters(parameters, definitions, texts=texts, unwrapped=unwrapped, pydantic_version=newest)
    )


def spell_type(
    type_: Type,
    definitions: Mapping[str, Definition],
    version: str | None = None,
    mode: Mode = "validation",
    by_alias: Aliases = None,
    config: Mapping[str, Constant] | None = None,
    shows_made: bool = False,
) -> Outcome:
    """The schema of a model class or of `TypeAdapter(type)`: of what it takes, or of what is written of it.

    `by_alias` is True, False, or "own" where the configuration of each class tells; `config` is the adapter's.
    `shows_made`: as for `spell_model`.
    """
    newest = version or NEWEST
    spelling = pydantic.spell_type(
        type_,
        definitions,
        pydantic_version=newest,
        mode=mode,
        by_alias=by_alias,
        config=config,
        shows_made=shows_made,
    )
    return _outcome(spelling)


def written_default(value: Constant, config: Mapping[str, Constant] | None = None) -> tuple[Any, tuple[Issue, ...]]:
    """Return a value in a field of any type as `model_dump(mode="json")` writes it, and the issues if that is not known."""
    made, issues = pydantic.serialize_any(value, config or {})
    return made, as_issues(issues)


def _outcome(spelling: pydantic.Spelling) -> Outcome:
    shared = Shared(spelling.told, spelling.annotated)
    return Outcome(spelling.schema, as_issues(spelling.issues), spelling.warned, spelling.unsupported, shared)


def as_issues(issues: Sequence[pydantic.Issue]) -> tuple[Issue, ...]:
    """Issues of the speller in the form the systems use."""
    return tuple(Issue(one.code, one.message, one.fidelity, one.where) for one in issues)
