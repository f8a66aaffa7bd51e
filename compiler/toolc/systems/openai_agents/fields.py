"""The model that openai-agents makes of a function's parameters: takes a signature and texts, gives fields and findings.

Source: openai-agents 0.24.0 `function_schema`, with pydantic 2.14.
"""

from collections.abc import Mapping

from msgspec import Struct, structs

from toolc.schema.pydantic import reduce_field
from toolc.signature import (
    ANY,
    ELLIPSIS,
    Annotated,
    CallConstant,
    Class,
    Constant,
    Default,
    Factory,
    Field,
    Generic,
    Given,
    Parameter,
    Plain,
    Signature,
    Type,
)
from toolc.systems.base import Finding, make_finding
from toolc.systems.shared.hints import hint
from toolc.systems.shared.model_names import CONFIG, PROTECTED, is_field, private, protected_name
from toolc.types.operations import annotate

_FIELD = "pydantic.Field"
_TUPLE = "builtins.tuple"
_CONTEXTS = ("agents.RunContextWrapper", "agents.ToolContext")


class Fields(Struct, frozen=True):
    """`open_ended`: there are `**kwargs`, beside which no other argument is taken."""

    fields: tuple[Field, ...] = ()
    findings: tuple[Finding, ...] = ()
    open_ended: bool = False


def fields(
    signature: Signature, hidden: tuple[str, ...], texts: Mapping[str, str], strict: bool, python: tuple[int, ...]
) -> Fields:
    """One field for each parameter but the context, which must come first."""
    findings: list[Finding] = []
    made: list[Field] = []
    shown = [one for one in signature.parameters if one.name not in hidden]
    if shown and shown[0] is signature.parameters[0] and is_context(shown[0]):
        shown = shown[1:]
    for one in shown:
        if refusal := _refusal(one, strict, signature):
            findings.append(refusal)
        else:
            made.append(_field(one, hint(one, python), texts.get(one.name)))
    return Fields(tuple(made), tuple(findings), any(one.kind == "var_keyword" for one in shown))


def is_context(parameter: Parameter) -> bool:
    """The class itself or with its argument, `Annotated` or not; no subclass, no union."""
    match _bare(parameter.type):
        case Plain(name) | Generic(name):
            return name in _CONTEXTS
        case Class(qualname):  # of a copy of the SDK
            return qualname.endswith((":RunContextWrapper", ":ToolContext"))
        case _:
            return False


def _bare(type_: Type | None) -> Type | None:
    return type_.type if isinstance(type_, Annotated) else type_


# --- what raises -----------------------------------------------------------------------------------------------------


def _refusal(one: Parameter, strict: bool, signature: Signature) -> Finding | None:
    place = one.span or signature.span
    if is_context(one):
        message = f"parameter `{one.name}` takes the context of the run, but is not the first: openai-agents raises UserError"
        return make_finding("TC361", message, place, "refused", "make it the first parameter")
    if one.kind == "var_keyword" and strict:
        message = f"`**{one.name}` takes any keys, which strict mode does not allow: openai-agents raises UserError"
        return make_finding("TC360", message, place, "refused", "name the arguments one by one, or say `strict_mode=False`")
    if one.kind == "var_positional" and _is_fixed(_bare(one.type)):
        message = f"`*{one.name}` is annotated with a tuple of fixed length: openai-agents raises UserError"
        return make_finding("TC308", message, place, "refused", "give it the type of one argument")
    if one.name in PROTECTED:
        return protected_name(one.name, place)
    if one.name == CONFIG:
        message = f"parameter `{CONFIG}`: pydantic takes this name for its configuration and raises"
        return make_finding("TC313", message, place, "refused", "give it another name")
    return private(one.name, place) if one.name.startswith("_") else None


def _is_bare_alias(type_: Type | None) -> bool:
    """`typing.Tuple` without arguments, whose origin is a tuple that holds anything; `tuple` itself has none."""
    return isinstance(type_, Plain) and type_.name == _TUPLE and bool(type_.spelled)


def _is_fixed(type_: Type | None) -> bool:
    return isinstance(type_, Generic) and type_.origin == _TUPLE and type_.args[1:] != (ELLIPSIS,)


# --- fields ----------------------------------------------------------------------------------------------------------


def _field(one: Parameter, type_: Type, text: str | None) -> Field:
    """A text of the docstring goes before one in `Annotated`, and that before the description of a `Field`."""
    metadata = type_.metadata if isinstance(type_, Annotated) else ()
    if text is None:
        text = next((item for item in metadata if isinstance(item, str)), None)
    if one.kind == "var_positional":
        each = ANY if _is_bare_alias(_bare(type_)) else _one_of(one, type_)
        return Field(one.name, _describe_type(Generic("builtins.list", (each,)), text), Factory(), span=one.span)
    if one.kind == "var_keyword":
        values = Generic("builtins.dict", (Plain("builtins.str"), _one_of(one, type_)))
        return Field(one.name, _describe_type(values, text), Factory(), span=one.span)
    if metadata:
        text = text or None
    if is_field(one.default):
        return _assigned_field(one, type_, text, told=any(map(_says, metadata)))
    return Field(one.name, _describe_type(type_, text), one.default, span=one.span)


def _assigned_field(one: Parameter, type_: Type, text: str | None, told: bool) -> Field:
    """`= Field(…)`: its description counts only beside a `Field` in `Annotated`, or where there is no text."""
    default: Default = one.default
    assert isinstance(default, Given) and isinstance(default.value, CallConstant)
    keywords = default.value.kwargs
    if text and not told:
        default = Given(structs.replace(default.value, kwargs={**keywords, "description": text}))
    return Field(one.name, _describe_type(type_, text), default, span=one.span)


def _one_of(one: Parameter, type_: Type) -> Type:
    """The type of one argument of many: what `Field(…)` says beyond constraints is lost."""
    return reduce_field(Field(one.name, type_)).field.type if isinstance(type_, Annotated) else type_


def _says(item: Constant) -> bool:
    return isinstance(item, CallConstant) and item.of == _FIELD


def _describe_type(type_: Type, text: str | None) -> Type:
    return type_ if text is None else annotate(type_, (CallConstant(_FIELD, (), {"description": text}),))
