"""The types of one tool: what a caller may send, what a handler receives, what comes back.

Takes an `ir.Tool`, gives view types for `XArgs`, `XInput` and `XResult`.
"""

from typing import Literal

from msgspec.structs import replace

from toolc.ir import Anything, Object, Tool, Type, Union

Openness = Literal["as-declared", "closed", "as-schema"]
"""Whether a key that is no parameter is a mistake: where the framework or the schema says so, always, or as the schema says."""


def args(tool: Tool, openness: Openness = "as-declared") -> Type:
    """What a caller may send: a default makes an argument optional."""
    closed = tool.closed if openness == "as-declared" else openness == "closed"
    if tool.arguments is not None:
        return _closed(tool.arguments) if closed else tool.arguments
    properties = tuple(parameter.property for parameter in tool.parameters)
    sealed = (tool.input_schema or {}).get("additionalProperties") is False
    return Object(properties, None if closed or sealed else Anything())


def filled(args_type: Type) -> Type:
    """What a handler receives: arguments that have a default are there."""
    if isinstance(args_type, Union):
        return replace(args_type, members=tuple(filled(member) for member in args_type.members))
    if not isinstance(args_type, Object):
        return args_type
    properties = (replace(one, required=True) if one.has_default else one for one in args_type.properties)
    return replace(args_type, properties=tuple(properties))


def result(tool: Tool) -> Type:
    """What comes back; anything when the framework reports no type."""
    return Anything() if tool.result is None else tool.result


def nothing_needed(args_type: Type) -> bool:
    """Whether a call without any argument is right."""
    return isinstance(args_type, Object) and not any(one.required for one in args_type.properties)


def _closed(type_: Type) -> Type:
    if isinstance(type_, Union):
        return replace(type_, members=tuple(_closed(member) for member in type_.members))
    if isinstance(type_, Object) and type_.extra == Anything():
        return replace(type_, extra=None)
    return type_
