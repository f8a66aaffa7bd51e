"""The input schema of a fastmcp tool: takes a signature and the versions, gives the stored schema and findings.

Source: `ParsedFunction.from_function`, `get_cached_typeadapter` and `compress_schema` of fastmcp 2.11.3 to 4.1.6.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, structs

from toolc.ir import JsonSchema
from toolc.schema import reshape
from toolc.schema.aliases import title_of
from toolc.signature import NO_DEFAULT, NONE, Annotated, CallConstant, NoDefault, Parameter, Plain, Signature
from toolc.systems.base import NOTHING, Finding, Shared, make_finding
from toolc.systems.shared.parameters import model_findings
from toolc.systems.shared.spelling import spell_call
from toolc.types.operations import annotate

OLDEST = (2, 11)
"""The first version whose rules are known here."""

Version = tuple[int, ...]


class Case(Struct, frozen=True):
    """One function under one set of versions. `excluded` are the names in `exclude_args`, `texts` those of the docstring.

    `inlined`: references are, where this version does so; arguments of prompts keep theirs.
    """

    signature: Signature
    version: Version
    pydantic: str | None = None
    hidden: frozenset[str] = frozenset()
    excluded: tuple[str, ...] = ()
    texts: Mapping[str, str] = {}
    inlined: bool = True


class Input(Struct, frozen=True):
    """Input schema and findings; no schema if fastmcp raises or the schema is not known."""

    schema: JsonSchema | None = None
    findings: tuple[Finding, ...] = ()
    shared: Shared = NOTHING


def input_schema(case: Case) -> Input:
    """The schema of what a caller passes."""
    refusals = tuple(_refusals(case))
    if refusals:
        return Input(None, refusals)
    outcome = spell_call(_callers(case), case.signature.definitions, case.pydantic)
    findings = (*model_findings(outcome.issues, "", case.signature), *_doubts(case))
    if outcome.schema is None:
        return Input(None, findings or (_no_schema(case),), outcome.shared)
    try:
        apart = not case.inlined and case.version < (3,)
        stored = compress(outcome.schema, min(case.version, (2, 14, 5)) if apart else case.version)
    except reshape.Cyclic:
        message = f"`{case.signature.name}`: a parameter's type contains itself, and fastmcp cannot list such a tool"
        return Input(None, (*findings, make_finding("TC341", message, case.signature.span, "refused")), outcome.shared)
    if stored.get("type") == "array":
        message = f"`{case.signature.name}` takes its arguments by position: the schema is an array, which MCP does not allow"
        findings = (*findings, make_finding("TC356", message, case.signature.span, help="take the `/` away"))
    return Input(_describe_schema(case, stored, outcome.schema), findings, outcome.shared)


def _callers(case: Case) -> list[Parameter]:
    """The parameters that a caller fills in, as pydantic is shown them."""
    left_out = {*case.hidden, *case.excluded}
    shown = [_describe_parameter(one, case.version) for one in case.signature.parameters if one.name not in left_out]
    if not _loses_defaults(case, bool(left_out & {one.name for one in case.signature.parameters})):
        return shown
    return [structs.replace(one, default=NO_DEFAULT) if one.kind == "keyword_only" else one for one in shown]


def _loses_defaults(case: Case, left_out: bool) -> bool:
    """Before 3.2 the copy of a function that fastmcp makes forgets the defaults of keyword-only parameters.

    It makes one when an annotation is not what `get_type_hints` says, as one with a string in it, a description or None, and
    from 2.12 to 2.13 when it takes a parameter away; since 2.14 a function without some parameters keeps its signature.
    """
    if case.version >= (3, 2) or (left_out and case.version >= (2, 14)):
        return False
    if left_out and case.version >= (2, 12):
        return True
    signature = case.signature
    hinted = (*signature.parameters, Parameter("return", signature.returns))
    changed = any(one.type == NONE or _describe_parameter(one, case.version) != one for one in hinted)
    return changed or bool(signature.string_annotations or signature.has_forward_refs)


_ALSO_TYPING = frozenset(f"builtins.{name}" for name in ("list", "tuple", "dict", "set", "frozenset", "type"))
"""Classes that a bare `List` or `Tuple` of `typing` also stands for, whose names in quotes are not known everywhere."""


def _doubts(case: Case) -> list[Finding]:
    """fastmcp 2.14 looks up what is in quotes in a module of its own when it fills in a parameter itself; a forward reference
    of typing (`List["Item"]`) it may have read before."""
    made = []
    kept = any(one.kind == "keyword_only" and one.default != NO_DEFAULT for one in case.signature.parameters)
    if kept and case.signature.is_decorated and _loses_defaults(case, bool(case.hidden or case.excluded)):
        message = f"`{case.signature.name}`: fastmcp forgets defaults of keyword-only parameters, unless a decorator wraps them"
        made.append(make_finding("TC206", message, case.signature.span, "approximate", "take fastmcp 3.2 or newer"))
    if case.version < OLDEST:
        message = f"`{case.signature.name}`: toolc does not know the rules of fastmcp before 2.11"
        made.append(make_finding("TC345", message, case.signature.span, "approximate"))
    if (2, 14) <= case.version < (3,) and case.hidden:
        for one in case.signature.parameters:
            builtin = (
                isinstance(one.type, Plain) and one.type.name.startswith("builtins.") and one.type.name not in _ALSO_TYPING
            )
            text = one.name in case.signature.string_annotations or one.name in case.signature.unresolved_names
            if text and one.name not in case.hidden and not builtin:
                message = f"parameter `{one.name}`: fastmcp 2.14 may not know the names in quotes in its annotation"
                help_ = "take the quotes or the __future__ import away, or write `ctx = get_context()` in the body"
                made.append(make_finding("TC346", message, one.span or case.signature.span, "unknown", help_))
    return made


def _no_schema(case: Case) -> Finding:
    return make_finding("TC308", f"`{case.signature.name}`: a parameter has no JSON form", case.signature.span, "refused")


def _refusals(case: Case) -> list[Finding]:
    """Return the errors that fastmcp raises before it reads types."""
    made = []
    for one in case.signature.parameters:
        place = one.span or case.signature.span
        if one.kind in ("var_positional", "var_keyword"):
            stars = "*" if one.kind == "var_positional" else "**"
            message = f"parameter `{stars}{one.name}`: fastmcp raises ValueError, since a caller passes arguments by name"
            made.append(make_finding("TC340", message, place, "refused", "name each parameter"))
        elif one.kind == "positional_only" and case.version >= (4,):
            message = f"parameter `{one.name}` is positional-only: fastmcp 4 raises ValueError"
            made.append(make_finding("TC340", message, place, "refused", "take the `/` away"))
    if (context := _out_of_order(case)) is not None:
        message = f"`{context.name}` before the `/` gets a default, what follows has none: fastmcp raises ValueError"
        made.append(make_finding("TC340", message, context.span or case.signature.span, "refused", "take the `/` away"))
    by_name = {one.name: one for one in case.signature.parameters}
    for name in case.excluded if case.version < (4,) else ():
        if name not in by_name or isinstance(by_name[name].default, NoDefault):
            what = "does not exist" if name not in by_name else "has no default"
            message = f"`{name}` in `exclude_args` {what}: fastmcp raises ValueError"
            made.append(make_finding("TC342", message, case.signature.span, "refused"))
    return made


def _out_of_order(case: Case) -> Parameter | None:
    """A context before the `/` with arguments behind it (`transform_context_annotations` of 3 sorts within each kind alone)."""
    bare = [one for one in case.signature.parameters if isinstance(one.default, NoDefault)]
    filled = [one for one in bare if one.kind == "positional_only" and one.name in case.hidden]
    after = [one for one in bare if one.kind == "positional_or_keyword" and one.name not in case.hidden]
    return filled[0] if (3,) <= case.version < (4,) and filled and after else None


def _describe_parameter(parameter: Parameter, version: Version) -> Parameter:
    """`Annotated[T, "text"]` with nothing else in it is a description (fastmcp 2.11 on)."""
    type_ = parameter.type
    if version < (2, 11) or not isinstance(type_, Annotated) or len(type_.metadata) != 1:
        return parameter
    text = type_.metadata[0]
    nested = isinstance(type_.type, Annotated)
    if not isinstance(text, str) or nested:
        return parameter
    return structs.replace(parameter, type=annotate(type_.type, (CallConstant("pydantic.Field", (), {"description": text}),)))


def compress(schema: JsonSchema, version: Version) -> JsonSchema:
    """`compress_schema` as each version calls it."""
    if version >= (3,):
        schema = reshape.without_unused(reshape.root_resolved(schema, beside=version >= (3, 4)))
        return reshape.without_titles(schema) if version >= (3, 2, 4) else reshape.without_titles_anywhere(schema)
    schema = open_objects(schema)
    if version >= (2, 12, 4):
        schema = reshape.without_titles_anywhere(schema)
    schema = reshape.without_unused(schema)
    if version < (2, 14, 6):
        return schema
    schema = reshape.inline_references(schema)
    return reshape.without_mappings(schema) if version >= (2, 14, 7) else schema


def open_objects(value: Any) -> Any:
    """No `additionalProperties: false` in any object, be it a schema or not (fastmcp 2 `_single_pass_optimize`)."""
    if isinstance(value, list):
        return [open_objects(item) for item in value]
    if not isinstance(value, dict):
        return value
    closing = {key for key, inner in value.items() if key == "additionalProperties" and inner is False}
    return {key: open_objects(inner) for key, inner in value.items() if key not in closing}


def _describe_schema(case: Case, stored: JsonSchema, spelled: JsonSchema) -> JsonSchema:
    """Titles that the author wrote come back (4.1 on); texts of the docstring go where the annotation has none."""
    properties: dict[str, JsonSchema] = {**stored.get("properties", {})}
    for name, before in spelled.get("properties", {}).items() if case.version >= (4, 1) else ():
        title = before.get("title")
        if name in properties and isinstance(title, str) and title != title_of(name):
            properties[name] = {**properties[name], "title": title}
    for name, text in case.texts.items():
        if name in properties and "description" not in properties[name]:
            properties[name] = {**properties[name], "description": text}
    return {**stored, "properties": properties} if "properties" in stored else stored
