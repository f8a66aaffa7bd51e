"""Common parts of transformers and smolagents: type hints read by a table, and texts with choices in them.

Takes types and texts, gives schemas; raises `Refusal` where the framework raises, `UnknownPart` where only the running program
knows (transformers 5.23.0 `utils/chat_template_utils.py`, smolagents 1.26.0 `_function_type_hints_utils.py`).
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from toolc.ir import JsonSchema
from toolc.schema.constants import NotJsonError, json_value
from toolc.signature import (
    ELLIPSIS,
    NONE,
    Alias,
    Annotated,
    Class,
    Constant,
    Definition,
    Generic,
    Literal,
    Parameter,
    Plain,
    Signature,
    Type,
    Union,
    Unresolved,
)
from toolc.systems.base import Finding, Subject, make_finding
from toolc.systems.shared.parameters import unknown_type
from toolc.systems.shared.types import strip_annotated
from toolc.text.regex import late
from toolc.types.format import display
from toolc.types.operations import union

SCALARS: Mapping[str, JsonSchema] = {
    "builtins.int": {"type": "integer"},
    "builtins.float": {"type": "number"},
    "builtins.str": {"type": "string"},
    "builtins.bool": {"type": "boolean"},
    "builtins.list": {"type": "array"},
    "builtins.dict": {"type": "object"},
    "types.NoneType": {"type": "null"},
}

_CHOICES = late(r"\(choices:", re.IGNORECASE)


class Refusal(Exception):
    """The framework raises; the argument says why."""


class UnknownPart(Exception):
    """Part of the type is not known; the first argument says why, `code` is that of an annotation that was not followed."""

    def __init__(self, reason: str, code: str = "") -> None:
        super().__init__(reason)
        self.code = code


class Rules(Struct, frozen=True):
    """Differences of the two: classes that are in no table, unions of schemas without None, the values of a Literal."""

    table: Mapping[str, JsonSchema]
    leaf: Callable[[Type, Mapping[str, Definition]], JsonSchema]
    union: Callable[[Sequence[JsonSchema]], JsonSchema]
    literal: Callable[[Sequence[Constant]], JsonSchema]


def parse_hint(type_: Type, definitions: Mapping[str, Definition], rules: Rules) -> JsonSchema:
    """`_parse_type_hint` of a type as `typing.get_type_hints` gives it."""
    match type_:
        case Annotated(inner, _):
            return parse_hint(inner, definitions, rules)
        case Plain(name) if name in rules.table:
            return dict(rules.table[name])
        case Unresolved(code, reason, _):
            raise UnknownPart(reason, code)
        case Generic(origin, args):
            return _generic(origin, args, definitions, rules)
        case Union(members):
            return _union(union([strip_annotated(one) for one in members]), definitions, rules)
        case Literal(values):
            return rules.literal(values)
        case Class(qualname, args) if args and not _is_model(qualname, definitions):
            raise Refusal(f"`{display(type_)}` is not a known type")
        case Alias(_, args) if args:
            raise Refusal(f"`{display(type_)}` is not a known type")
        case _:
            return rules.leaf(type_, definitions)


def _is_model(qualname: str, definitions: Mapping[str, Definition]) -> bool:
    """With type arguments a pydantic model is a class still, any other class is none."""
    return qualname in definitions and definitions[qualname].kind in ("model", "root_model")


def _generic(origin: str, args: tuple[Type, ...], definitions: Mapping[str, Definition], rules: Rules) -> JsonSchema:
    match origin, args:
        case "builtins.list", (first, *_):
            return {"type": "array", "items": parse_hint(first, definitions, rules)}
        case "builtins.tuple", ():
            return {"type": "array"}
        case "builtins.tuple", (_,):
            raise Refusal("a tuple of one element")
        case "builtins.tuple", _ if ELLIPSIS in args:
            raise Refusal("a tuple of any length")
        case "builtins.tuple", _:
            return {"type": "array", "prefixItems": [parse_hint(one, definitions, rules) for one in args]}
        case "builtins.dict", (_, values):
            return {"type": "object", "additionalProperties": parse_hint(values, definitions, rules)}
        case "builtins.dict", _:
            return {"type": "object"}
    raise Refusal(f"`{display(Generic(origin, args))}` is not a known type")


def _union(type_: Type, definitions: Mapping[str, Definition], rules: Rules) -> JsonSchema:
    """None is said beside the others."""
    if not isinstance(type_, Union):
        return parse_hint(type_, definitions, rules)
    schemas = [parse_hint(one, definitions, rules) for one in type_.members if one != NONE]
    made = schemas[0] if len(schemas) == 1 else rules.union(schemas)
    return {**made, "nullable": True} if NONE in type_.members else made


def values_of(values: Sequence[Constant]) -> list[Constant]:
    """The values of a Literal or an enum as JSON; a member of an enum is none."""
    try:
        return [json_value(one) for one in values]
    except NotJsonError as reason:
        raise UnknownPart(str(reason)) from None


def describe(schema: JsonSchema, text: str, only_texts: bool) -> JsonSchema:
    """With its description; choices at the end of that are an `enum`. `only_texts`: other choices raise."""
    begun, trimmed = _CHOICES.search(text), text.rstrip()
    if begun is None or not trimmed.endswith(")") or len(trimmed) <= begun.end():
        return {**schema, "description": text}
    try:
        choices = json.loads(trimmed[begun.end() : -1])
    except (ValueError, RecursionError):
        raise Refusal("the choices in its text are not JSON") from None
    if not isinstance(choices, list | dict | str) or (only_texts and not all(isinstance(one, str) for one in choices)):
        raise Refusal("the choices in its text are not a list of texts")
    enum = [one.strip() if isinstance(one, str) else one for one in choices]
    return {**schema, "enum": enum, "description": text[: begun.start()].strip()}


# --- findings --------------------------------------------------------------------------------------------------------


def missing_docstring(subject: Subject, system: str) -> Finding:
    """There must be a docstring."""
    signature = subject.signature
    message = f"`{signature.name}` has no docstring: {system} raises DocstringParsingException"
    return make_finding("TC306", message, signature.span, "refused", "write a docstring")


def too_long(subject: Subject) -> Finding:
    """Return the finding for a docstring that is too long to be read."""
    message = f"`{subject.signature.name}`: the docstring is too long to be read"
    return make_finding("TC344", message, subject.signature.span, "unknown", "write a shorter one")


def missing_type(parameter: Parameter, signature: Signature, system: str) -> Finding:
    """Every parameter must have a type."""
    message = f"parameter `{parameter.name}` has no annotation: {system} raises an error"
    return make_finding("TC382", message, parameter.span or signature.span, "refused", "annotate it")


def missing_text(parameter: Parameter, signature: Signature, system: str) -> Finding:
    """Every parameter must have a text."""
    message = f"parameter `{parameter.name}` is not described in the docstring: {system} raises an error"
    help_ = f"write `{parameter.name}: …` below a line `Args:`"
    return make_finding("TC385", message, parameter.span or signature.span, "refused", help_)


def refused_hint(problem: Refusal | UnknownPart, parameter: Parameter, signature: Signature) -> Finding:
    """A type or text that ends it."""
    place = parameter.span or signature.span
    if isinstance(problem, UnknownPart):
        return unknown_type(problem.code, f"parameter `{parameter.name}`: {problem}", place)
    return make_finding("TC386", f"parameter `{parameter.name}`: {problem}, and the framework raises", place, "refused")
