"""Untyped results, of which calling code knows nothing: takes a bundle, returns a note for each, at its annotation."""

from collections.abc import Callable, Iterator
from typing import Any

from toolc.diagnostics import Diagnostic, in_order
from toolc.fitness.places import Places
from toolc.interfaces import Reader
from toolc.ir import Bundle, Tool
from toolc.module import Attribute, Await, Call, Expr, Name, Return
from toolc.schema.view.words import TELLING

_WRITERS = frozenset({"dumps", "model_dump_json", "dump_json", "to_json"})
"""Functions that write JSON as text: of `json`, `orjson` and their like, pydantic's models and `TypeAdapter`, data frames."""

_MEND = "annotate the result with a model, a TypedDict or a dataclass"


def untyped_results(bundle: Bundle, texts: Callable[[str], str | None], reader: Reader) -> tuple[Diagnostic, ...]:
    """Return a TC515 for each tool whose result has no type, and a TC516 for each that returns JSON as text."""
    places = Places(texts, reader)
    return in_order([one for _, _, tool in bundle.tools if tool.is_written for one in _tool(tool, places)])


def _tool(tool: Tool, places: Places) -> Iterator[Diagnostic]:
    schema = _result(tool)
    if what := _untyped_name(schema):
        message = f"`{tool.name}` returns {what}: code sees `unknown`"
        help_ = _MEND if tool.span.path.endswith(".py") else "its server sends no schema that says more; compile its source"
        yield Diagnostic("TC515", message, places.result(tool), help=help_)
    elif isinstance(schema, dict) and schema.get("type") == "string" and any(map(_writes_json, places.return_statements(tool))):
        message = f"`{tool.name}` returns JSON in a `str`: code sees text"
        yield Diagnostic("TC516", message, places.result(tool), help=f"return the value itself, and {_MEND}")


def _result(tool: Tool) -> Any:
    """The schema of the value that a tool returns, reported or declared. Returns `None` where there is none."""
    if tool.output_schema is None:
        return tool.declared_result
    properties = tool.output_schema.get("properties")
    return properties.get(tool.unwrap) if tool.unwrap and isinstance(properties, dict) else tool.output_schema


def _untyped_name(schema: Any) -> str:
    """Name a result of which only the outermost kind is known, or not even that; "" for any other."""
    if schema is None:
        return "what no annotation or schema describes"
    if schema is True or (isinstance(schema, dict) and not schema.keys() & TELLING):
        return "any value"
    if not isinstance(schema, dict):
        return ""
    told = schema.keys() & TELLING
    if (
        schema.get("type") == "object"
        and told <= {"type", "additionalProperties", "properties"}
        and not schema.get("properties")
    ):
        return "an untyped `dict`" if _untyped_name(schema.get("additionalProperties", True)) else ""
    if schema.get("type") == "array" and told <= {"type", "items"}:
        return f"a list of {inside}" if (inside := _untyped_name(schema.get("items", True))) else ""
    return ""


def _writes_json(statement: Return) -> bool:
    """Return `True` if the expression is a call that writes JSON, also if its bytes are decoded at once."""
    value: Expr | None = statement.value
    if isinstance(value, Await):
        value = value.value
    if not isinstance(value, Call):
        return False
    if isinstance(value.func, Attribute) and value.func.attr == "decode" and isinstance(value.func.value, Call):
        value = value.func.value
    name = value.func.attr if isinstance(value.func, Attribute) else value.func.id if isinstance(value.func, Name) else ""
    return name in _WRITERS
