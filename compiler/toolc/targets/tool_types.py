"""Types of one tool: arguments as sent, arguments as a handler receives them, result.

Takes an `ir.Tool`, gives view types for `XArgs`, `XInput` and `XResult`.
"""

from typing import Literal

from msgspec.structs import replace

from toolc.ir import Anything, Object, Ref, Tool, Type, Union
from toolc.targets.complete import Types, with_default

Openness = Literal["as-declared", "closed", "as-schema"]
"""Rule for undeclared keys, which are errors if the framework or the schema forbids them, always, or if the schema does."""


def args(tool: Tool, openness: Openness = "as-declared") -> Type:
    """Return the type of the arguments as sent: a default makes an argument optional."""
    closed = tool.closed if openness == "as-declared" else openness == "closed"
    if tool.arguments is not None:
        return _close(tool.arguments) if closed else tool.arguments
    properties = tuple(parameter.property for parameter in tool.parameters)
    further = (tool.input_schema or {}).get("additionalProperties")
    if closed or further is False:
        return Object(properties)
    return Object(properties, Anything(), open_by_default=bool(properties) and further is None)


def with_defaults_present(args_type: Type, types: Types) -> Type:
    """Return the type of the arguments as a handler receives them: those with a default are present."""
    if isinstance(args_type, Union):
        return replace(args_type, members=tuple(with_defaults_present(member, types) for member in args_type.members))
    if not isinstance(args_type, Object):
        return args_type
    return replace(args_type, properties=tuple(with_default(one, types) for one in args_type.properties))


def result(tool: Tool) -> Type:
    """Return the type of the result; `Anything` if the framework reports none."""
    return Anything() if tool.result is None else tool.result


def result_model(tool: Tool, types: Types) -> str:
    """The name of the model, or union of models, that a tool gives back, so that its result needs no name of its own; "" where
    it is none."""
    result = tool.result
    if not isinstance(result, Ref) or (model := types.get(result.name)) is None:
        return ""
    if isinstance(model, Union):
        return result.name if all(isinstance(one, Ref) and _is_record(types.get(one.name)) for one in model.members) else ""
    return result.name if _is_record(model) else ""


def _is_record(model: Type | None) -> bool:
    """Return `True` if every language declares a type for a model."""
    if not isinstance(model, Object):
        return False
    # In some language everything else is but another name for a map.
    is_record = bool(model.properties) and not model.prefixed and model.extra in (None, Anything())
    return is_record and all(one.name for one in model.properties)


def nothing_needed(args_type: Type) -> bool:
    """Return `True` if a call without arguments is valid."""
    return isinstance(args_type, Object) and not any(one.required for one in args_type.properties)


def _close(type_: Type) -> Type:
    if isinstance(type_, Union):
        return replace(type_, members=tuple(_close(member) for member in type_.members))
    if isinstance(type_, Object) and type_.extra == Anything():
        return replace(type_, extra=None, open_by_default=False)
    return type_
