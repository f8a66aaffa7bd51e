"""Annotations of pydantic that change the finished schema (`__get_pydantic_json_schema__`, 2.14).

Takes one item of metadata, gives a function from schema to schema, or None for any other item.
"""

from collections.abc import Callable, Mapping
from typing import Any

from toolc.ir import JsonSchema
from toolc.schema.pydantic.defaults.values import plain_json
from toolc.schema.pydantic.defaults.writers import ENCODERS
from toolc.schema.pydantic.issues import Notes, Omit, any_undecided
from toolc.schema.pydantic.node import Hook, Node
from toolc.signature import CallConstant, Plain

_PATH_FORMATS = {"file": "file-path", "dir": "directory-path"}


def hook_of(item: CallConstant | Plain, notes: Notes) -> Hook | None:
    """The hook of an annotation."""
    name, args, kwargs = (item.of, item.args, item.kwargs) if isinstance(item, CallConstant) else (item.name, (), {})
    first = args[0] if args else None
    match name:
        case "pydantic.json_schema.WithJsonSchema" | "pydantic.WithJsonSchema":
            return _with_json_schema(first, args, kwargs, notes)
        case "pydantic.json_schema.SkipJsonSchema":
            return _omit
        case "pydantic.json_schema.Examples":
            return _examples(first if args else kwargs.get("examples"), args[1] if len(args) > 1 else kwargs.get("mode"), notes)
        case "pydantic.UuidVersion":
            return _stating_hook(type="string", format=f"uuid{first if args else kwargs.get('uuid_version')}")
        case "pydantic.PathType":
            kind = first if args else kwargs.get("path_type")
            return _stating_hook(type="string", format=_PATH_FORMATS.get(str(kind), "path"))
        case "pydantic.EncodedBytes" | "pydantic.EncodedStr":
            return _encode_hook(first if args else kwargs.get("encoder"), notes)
        case "pydantic.ImportString":
            return lambda inside, _: inside(Node("str"))
    return None


def _omit(inside: Callable[[], JsonSchema], mode: str) -> JsonSchema:
    raise Omit


def _stating_hook(**keywords: str) -> Hook:
    return lambda inside, _: {**inside(), **keywords}


def _with_json_schema(first: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any], notes: Notes) -> Hook | None:
    schema = first if args else kwargs.get("json_schema")
    mode = args[1] if len(args) > 1 else kwargs.get("mode")
    reason = any_undecided([schema, mode])
    if reason is not None:
        notes.undecided_type(f"WithJsonSchema: {reason}")
        return None

    def replace(inside: Callable[[], JsonSchema], current: str) -> JsonSchema:
        if mode not in (None, current):
            return inside()
        if schema is None:
            raise Omit
        return dict(schema) if isinstance(schema, dict) else {}

    return replace


def _examples(examples: Any, mode: Any, notes: Notes) -> Hook:
    """Examples are added to those that are there."""
    own = plain_json(examples, notes, "examples")

    def add(inside: Callable[[], JsonSchema], current: str) -> JsonSchema:
        schema = inside()
        if mode not in (None, current):
            return schema
        there = schema.get("examples")
        if isinstance(there, list) and isinstance(own, list):
            return {**schema, "examples": there + own}
        return {**schema, "examples": own} if there is None and own is not None else schema

    return add


def _encode_hook(encoder: Any, notes: Notes) -> Hook | None:
    name = encoder.name if isinstance(encoder, Plain) else str(encoder)
    if name not in ENCODERS:
        notes.hook(f"the encoder {name} states its own format")
        return None
    return _stating_hook(type="string", format=ENCODERS[name])
