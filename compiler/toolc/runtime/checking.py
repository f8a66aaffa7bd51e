"""Validation of a tool's arguments: takes its function and schema, gives a `Check` that is compiled once and called often.

With pydantic installed annotations decide, and values are coerced as pydantic coerces what it is given from Python. Without it,
and for literal schemas, values are checked against the schema and handed on as they are.
"""

import inspect
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from toolc.ir import JsonSchema
from toolc.runtime.arguments import argument_error
from toolc.runtime.callables import facts, readable
from toolc.runtime.fitting import misfits
from toolc.runtime.live import Live

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError

Check = Callable[[dict[str, Any]], dict[str, Any]]
"""From arguments as they were sent to keyword arguments for the function; an `ArgumentError` where they do not fit."""

_STARS = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


_MISSING, _UNKNOWN = "this required argument is missing", "there is no such parameter"
_WORDS = {  # by pydantic's type of the error, of arguments and of fields inside them
    "missing_argument": _MISSING,
    "missing_keyword_only_argument": _MISSING,
    "missing": _MISSING,
    "unexpected_keyword_argument": _UNKNOWN,
    "extra_forbidden": _UNKNOWN,
}


def by_signature(function: Callable[..., Any], name: str, schema: JsonSchema, skip: int = 0) -> Check:
    """The check of a function whose first `skip` parameters others fill: by its annotations, else by its schema."""
    return _by_annotations(function, name, schema, skip) or by_schema(schema, name, closed=True)


def by_schema(schema: JsonSchema, name: str, closed: bool = False) -> Check:
    """The check against a schema alone; `closed`: a key that is no property is a mistake."""

    def check(arguments: dict[str, Any]) -> dict[str, Any]:
        problems = misfits(arguments, schema, schema)
        if closed:
            known = schema.get("properties", {})
            problems += [f"{key}: {_UNKNOWN}" for key in arguments if key not in known]
        if problems:
            raise argument_error(name, problems)
        return dict(arguments)

    return check


def then(first: Check, accept: Callable[[dict[str, Any]], Mapping[str, Any]], name: str) -> Check:
    """One check after another; `accept` may raise pydantic's `ValidationError`."""

    def check(arguments: dict[str, Any]) -> dict[str, Any]:
        try:
            return dict(accept(first(arguments)))
        except ValueError as error:
            if not hasattr(error, "errors"):
                raise
            raise argument_error(name, _problems(error)) from None

    return check


def _by_annotations(function: Callable[..., Any], name: str, schema: JsonSchema, skip: int) -> Check | None:
    """pydantic's check; None without pydantic 2, and when it has no schema for a parameter."""
    try:
        from pydantic import ConfigDict, TypeAdapter, ValidationError  # optional; only its users pay
    except ImportError:
        return None
    stand_in: Any = _stand_in(function, schema, skip)
    try:
        adapter = TypeAdapter(stand_in, config=ConfigDict(arbitrary_types_allowed=True))
        validate = adapter.validator.validate_python
    except Exception:  # a type it does not know, a name that is not defined, a class whose own hook fails
        return None
    as_json = _by_json(adapter) if _strict(adapter.core_schema) else None

    def check(arguments: dict[str, Any]) -> dict[str, Any]:
        try:
            return validate(arguments)  # type: ignore[no-any-return]
        except ValidationError as error:
            accepted = as_json(arguments) if as_json else None
            if accepted is None:
                raise argument_error(name, _problems(error)) from None
            return accepted

    return check


def _stand_in(function: Callable[..., Any], schema: JsonSchema, skip: int) -> Callable[..., dict[str, Any]]:
    """A function with the same parameters, all by keyword, which gives what it was given.

    pydantic 2.14 `GenerateSchema._call_schema`: what adapts a function takes a dict for its keyword arguments, and calls it.
    """
    from pydantic import Field
    from pydantic.fields import FieldInfo

    behind = facts(function).behind
    hints = Live().hints(behind)
    parameters = [one for one in list(readable(function).parameters.values())[skip:] if one.kind not in _STARS]
    keys = schema.get("properties", {})
    renamed = len(keys) == len(parameters) and any(one.name not in keys for one in parameters)
    taken: list[inspect.Parameter] = []
    for parameter in parameters if renamed else [one for one in parameters if one.name in keys]:
        default, said = parameter.default, [hints.get(parameter.name, Any)]
        if isinstance(default, FieldInfo):  # `= Field(…)`: what stands in it is said of the annotation
            default, said = parameter.empty, [*said, default]
        if not renamed:  # a system that heeds no alias of pydantic
            said.append(Field(validation_alias=parameter.name))
        hint = Annotated[tuple(said)] if len(said) > 1 else said[0]
        taken.append(inspect.Parameter(parameter.name, parameter.KEYWORD_ONLY, default=default, annotation=hint))

    def arguments(**given: Any) -> dict[str, Any]:
        return given

    arguments.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined]
    arguments.__annotations__ = {one.name: one.annotation for one in taken}
    arguments.__module__ = getattr(behind, "__module__", None) or __name__
    return arguments


def _strict(schema: Any) -> bool:
    """Return `True` if a part of a core schema is strict."""
    if isinstance(schema, dict):
        inside = (value for key, value in schema.items() if key not in ("default", "metadata"))
        return schema.get("strict") is True or any(map(_strict, inside))
    return isinstance(schema, list | tuple) and any(map(_strict, schema))


def _by_json(adapter: "TypeAdapter[dict[str, Any]]") -> Callable[[dict[str, Any]], dict[str, Any] | None]:
    """Return a check of arguments as JSON, where strict types take a text for a date and an array for a set; `None` on refusal.

    pydantic 2.14, "Strict Mode": only instances pass from Python, so that no JSON object would ever do.
    """

    def check(arguments: dict[str, Any]) -> dict[str, Any] | None:
        try:
            return adapter.validate_json(json.dumps(arguments))
        except (ValueError, TypeError, NotImplementedError, RecursionError):  # refused; no JSON; no word on JSON
            return None

    return check


def _problems(error: "ValidationError | Any") -> list[str]:
    return [_problem(one) for one in error.errors(include_url=False, include_context=False)]


def _problem(error: Any) -> str:
    where = ".".join(map(str, error["loc"]))
    if words := _WORDS.get(error["type"]):
        return f"{where}: {words}"
    said: str = error["msg"]
    return f"{where}: {said[:1].lower()}{said[1:]} (got {_show_value(error['input'])})"


def _show_value(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
