"""Arguments before a call: takes what a model sent, gives keyword arguments or an `ArgumentError` in words for the model.

With pydantic installed, annotations decide and values are coerced as pydantic does it. Without it, and for literal schemas,
values are checked against the schema and handed on as they are.
"""

import importlib.util
import inspect
import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any

from toolc.ir import JsonSchema
from toolc.runtime.callables import facts, readable
from toolc.runtime.errors import ArgumentError
from toolc.runtime.fitting import misfits
from toolc.runtime.live import Live

Arguments = Mapping[str, Any] | str | bytes | None
"""Arguments as they arrive: an object, its JSON text, or nothing."""

Validator = Callable[[dict[str, Any]], dict[str, Any]]

_STARS = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def plain(arguments: Arguments, name: str) -> dict[str, Any]:
    """The arguments as a dict of their own."""
    if isinstance(arguments, str | bytes):
        if not arguments.strip():
            return {}
        try:
            arguments = json.loads(arguments)
        except ValueError as error:
            raise ArgumentError(f"The arguments of `{name}` are not valid JSON: {error}.") from error
    if arguments is None:
        return {}
    if not isinstance(arguments, Mapping):
        raise ArgumentError(f"The arguments of `{name}` must be a JSON object, not {_kind(arguments)}.")
    return dict(arguments)


def validator(function: Callable[..., Any], name: str, schema: JsonSchema, skip: int = 0) -> Validator:
    """What checks the arguments of a function whose first `skip` parameters others fill."""
    if importlib.util.find_spec("pydantic") is not None:
        made = _pydantic(function, name, schema, skip)
        if made is not None:
            return made
    return by_schema(schema, name, closed=True)


def by_schema(schema: JsonSchema, name: str, closed: bool = False) -> Validator:
    """What checks arguments against a schema alone; `closed`: a key that is no property is a mistake."""

    def check(arguments: dict[str, Any]) -> dict[str, Any]:
        problems = misfits(arguments, schema, schema)
        if closed:
            known = schema.get("properties", {})
            problems += [f"{key}: there is no such parameter" for key in arguments if key not in known]
        if problems:
            raise failed(name, problems)
        return arguments

    return check


def failed(name: str, problems: list[str]) -> ArgumentError:
    """The message for the model: what to mend, one line each."""
    lines = "\n".join(f"- {problem}" for problem in problems)
    return ArgumentError(f"Invalid arguments for `{name}`:\n{lines}")


def _pydantic(function: Callable[..., Any], name: str, schema: JsonSchema, skip: int) -> Validator | None:
    """A model of the parameters; None when pydantic has no schema for one of them.

    Its fields have names of their own, so that no parameter collides with what a model has; the aliases are the real ones.
    """
    import pydantic  # optional: only programs that have it pay for it
    from pydantic.fields import FieldInfo
    from pydantic_core import PydanticUndefined

    hints = Live().hints(facts(function).behind)
    fields: dict[str, Any] = {}
    real: dict[str, str] = {}
    filled: list[str] = []  # `= Field(…)`: the function itself would be given the `Field`
    for number, (keyword, parameter) in enumerate(_accepted(function, schema, skip)):
        field, hint, default = f"p{number}", hints.get(parameter.name, Any), parameter.default
        given: Any = PydanticUndefined if default is parameter.empty else None
        if isinstance(default, FieldInfo):
            hint, given = Annotated[hint, default], default.get_default(call_default_factory=True)
            filled += [] if default.is_required() else [field]
        info = pydantic.Field(given, alias=keyword, validation_alias=keyword)
        fields[field], real[field] = (hint, info), parameter.name
    config = pydantic.ConfigDict(extra="forbid", arbitrary_types_allowed=True)
    try:
        model = pydantic.create_model(name or "Arguments", __config__=config, **fields)
    except (pydantic.PydanticUserError, TypeError, NameError, AttributeError):
        return None
    if not model.__pydantic_complete__:  # a name in an annotation is not defined
        return None
    check = model.__pydantic_validator__.validate_python

    def validate(arguments: dict[str, Any]) -> dict[str, Any]:
        try:
            made = check(arguments)
        except pydantic.ValidationError as error:
            raise failed(name, [_problem(one) for one in error.errors(include_url=False)]) from None
        values = made.__dict__
        return {real[field]: values[field] for field in (*filled, *made.__pydantic_fields_set__)}

    return validate


def _accepted(function: Callable[..., Any], schema: JsonSchema, skip: int) -> list[tuple[str, inspect.Parameter]]:
    """The parameters that the schema has, each under the key that callers use.

    Where an alias renames a parameter, its key is the one at its place among the properties.
    """
    parameters = [one for one in list(readable(function).parameters.values())[skip:] if one.kind not in _STARS]
    keys = list(schema.get("properties", {}))
    if any(one.name not in keys for one in parameters) and len(keys) == len(parameters):
        return list(zip(keys, parameters, strict=True))
    return [(one.name, one) for one in parameters if one.name in keys]


def _problem(error: Any) -> str:
    where = ".".join(map(str, error["loc"]))
    if error["type"] == "missing":
        return f"{where}: this required argument is missing"
    if error["type"] == "extra_forbidden":
        return f"{where}: there is no such parameter"
    return f"{where}: {error['msg'][:1].lower()}{error['msg'][1:]} (got {_shown(error['input'])})"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _kind(value: Any) -> str:
    names = {bool: "a boolean", int: "a number", float: "a number", str: "a string", list: "an array", type(None): "null"}
    return names.get(type(value), f"a {type(value).__name__}")
