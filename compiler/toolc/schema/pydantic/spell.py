"""The public verbs of the package: a type, a class or a row of fields → the JSON Schema that pydantic reports.

Takes resolved types and definitions, gives a `Spelling`. Total: whatever the input, there is an answer and no exception.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from toolc.ir import JsonSchema
from toolc.schema.class_fact_keys import REPORTED
from toolc.schema.pydantic.building.arguments import arguments
from toolc.schema.pydantic.building.builder import Builder
from toolc.schema.pydantic.building.model_cache import DEEP, NeedsFreshBuild
from toolc.schema.pydantic.building.parameters import alone
from toolc.schema.pydantic.building.parameters import parameters as keys
from toolc.schema.pydantic.defaults.values import Encoder
from toolc.schema.pydantic.finalize import are_entangled, finalize
from toolc.schema.pydantic.issues import Exhausted, Invalid, Issue, Notes, Omit, Refused, Spelling, Unsupported
from toolc.schema.pydantic.limits import check
from toolc.schema.pydantic.node import SERIALIZATION, VALIDATION, Node
from toolc.schema.pydantic.rendering.renderer import Aliases, Renderer
from toolc.signature import Alias, Class, Constant, Definition, Field, Parameter, Type

NEWEST = "2.14.4"
OVERRIDE = "json_schema_mode_override"

Builders: TypeAlias = dict[tuple[tuple[int, ...], bool], Builder]
"""Builders of one program, by pydantic's version and by whether serialization is noted; empty for the first type."""


def spell_type(
    type_: Type,
    definitions: Mapping[str, Definition],
    *,
    pydantic_version: str = NEWEST,
    mode: str = VALIDATION,
    config: Mapping[str, Constant] | None = None,
    by_alias: Aliases = None,
    builders: Builders | None = None,
    shows_made: bool = False,
) -> Spelling:
    """Return the result of `TypeAdapter(T).json_schema()`, or of `Model.model_json_schema()` for a model.

    `config` is the configuration given to the adapter. `mode` is `validation` or `serialization`. `by_alias` is that of the
    call, or OWN_ALIASES. With `builders`, models are built once for all types of a program. `shows_made`: lists and maps that
    factories make are shown as defaults, as pydantic does not.
    """
    definition = definitions.get(type_.qualname) if isinstance(type_, Class) else None
    told = definition.config.get(REPORTED) if definition is not None else None

    def build(types: Builder) -> Node:
        if told is not None:
            types.notes.undecided_type(str(told))
        return types.type(type_)

    return _spell(build, definitions, pydantic_version, mode, config or {}, by_alias, builders=builders, shows_made=shows_made)


def spell_definition(
    qualname: str,
    definitions: Mapping[str, Definition],
    *,
    pydantic_version: str = NEWEST,
    mode: str = VALIDATION,
    by_alias: bool | None = None,
) -> Spelling:
    """The schema of one class or named alias, by its qualified name."""
    definition = definitions.get(qualname)
    kind = Alias if definition is not None and definition.kind == "alias" else Class
    return spell_type(kind(qualname), definitions, pydantic_version=pydantic_version, mode=mode, by_alias=by_alias)


def spell_fields(
    fields: Sequence[Field],
    definitions: Mapping[str, Definition],
    *,
    title: str,
    config: Mapping[str, Constant] | None = None,
    doc: str | None = None,
    pydantic_version: str = NEWEST,
    mode: str = VALIDATION,
    by_alias: Aliases = True,
    shows_made: bool = False,
) -> Spelling:
    """Return the result of `create_model(title, **fields).model_json_schema(by_alias=True)`: a tool's parameters."""
    qualname = f"toolc:{title}"
    model = Definition(qualname, title, "model", doc=doc, fields=tuple(fields), config=config or {})
    known = {**definitions, qualname: model}
    known_class = Class(qualname)
    return spell_type(
        known_class, known, pydantic_version=pydantic_version, mode=mode, by_alias=by_alias, shows_made=shows_made
    )


def spell_arguments(
    parameters: Sequence[Parameter],
    definitions: Mapping[str, Definition],
    *,
    pydantic_version: str = NEWEST,
    config: Mapping[str, Constant] | None = None,
) -> Spelling:
    """Return the result of `TypeAdapter(function).json_schema()` for a function with these parameters and configuration."""
    return _spell(lambda types: arguments(types, parameters), definitions, pydantic_version, VALIDATION, config or {}, None)


def spell_parameters(
    parameters: Sequence[Parameter],
    definitions: Mapping[str, Definition],
    *,
    texts: Mapping[str, str],
    unwrapped: bool = False,
    pydantic_version: str = NEWEST,
) -> Spelling:
    """The parameters of a function as pydantic-ai has them: without titles of properties, documented by `texts`.

    `unwrapped`: of the one parameter, its type.
    """

    def build(types: Builder) -> Node:
        return alone(types, parameters[0]) if unwrapped else keys(types, parameters, texts)

    config = {"use_attribute_docstrings": True}
    return _spell(build, definitions, pydantic_version, VALIDATION, config, None, titles=False)


def _spell(
    build: Callable[[Builder], Node],
    definitions: Mapping[str, Definition],
    version: str,
    mode: str,
    config: Mapping[str, Constant],
    by_alias: Aliases,
    titles: bool = True,
    builders: Builders | None = None,
    shows_made: bool = False,
) -> Spelling:
    def run(builder: Builder, notes: Notes) -> JsonSchema:
        builder.begin(definitions, notes)
        with builder.use_config(config):
            root = builder.refer(build(builder))
        if any(OVERRIDE in (node.config or ()) for node in builder.defs.values()) and are_entangled(builder.defs):
            notes.undecided_type(f"{OVERRIDE} beside models that hold each other")
        kept = finalize(root, builder.defs)
        check([root, *kept.values()], notes)
        renderer = Renderer(kept, Encoder(definitions, notes, version_of(version)), notes, version_of(version), by_alias, mode)
        renderer.config, renderer.titles, renderer.shows_made = config, titles, shows_made
        try:
            return renderer.whole(root)
        except RecursionError:
            builder.deep(root)
            raise

    writes = mode == SERIALIZATION or any(one.config.get(OVERRIDE) == SERIALIZATION for one in definitions.values())
    key = version_of(version), writes
    if builders is not None:
        try:
            return _run_guarded(partial(run, builders.setdefault(key, Builder(*key))), Notes())
        except NeedsFreshBuild:
            pass
    return _run_guarded(partial(run, Builder(*key)), Notes())


def _run_guarded(run: Callable[[Notes], JsonSchema], notes: Notes) -> Spelling:
    """Every way out of a run as a value. What uses said of classes holds for other types, whatever became of this one."""

    def spelling(schema: JsonSchema | None, *issues: Issue, unsupported: bool = False) -> Spelling:
        every = tuple(dict.fromkeys((*notes.issues, *issues)))
        return Spelling(schema, every, notes.warned, unsupported, frozenset(notes.annotated), frozenset(notes.told))

    try:
        return spelling(run(notes))
    except (Refused, Invalid, Omit) as refusal:
        if notes.unknown is not None:
            return spelling({}, notes.unknown)
        message = str(refusal) or "nothing is left of this type"
        issue = Issue("TC308", message, ".".join(notes.trail), "refused")
        return spelling(None, issue, unsupported=isinstance(refusal, Unsupported))
    except (Exhausted, RecursionError) as exhausted:
        message = str(exhausted) if isinstance(exhausted, Exhausted) else DEEP
        notes.undecided_type(f"too large: {message}")
        return spelling({})
    except (TypeError, ValueError, AttributeError, LookupError, ArithmeticError) as error:
        # A constant where pydantic's own signature has no place for it, such as a list for `alias`.
        notes.undecided_type(f"a value of an unexpected kind: {error}")
        return spelling({})


def version_of(text: str) -> tuple[int, ...]:
    """The part of a version that rules depend on; an unreadable one counts as the newest."""
    major, minor, *rest = [*text.split("."), "", ""]
    try:
        release = int(major), int(minor)
    except ValueError:
        return version_of(NEWEST)
    patch = rest[0] if rest else ""
    return (*release, int(patch)) if patch.isdigit() else release
