"""Schemas of validators that contain no others (pydantic 2.11 to 2.14, validation mode).

Takes a node, the configuration around it and pydantic's version, gives its schema.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from toolc.ir import JsonSchema
from toolc.schema.pydantic.building.scalars import BASES
from toolc.schema.pydantic.defaults.values import finite, plain_json
from toolc.schema.pydantic.issues import Invalid, Notes
from toolc.schema.pydantic.node import Node
from toolc.signature import CallConstant, Constant

Config = Mapping[str, Constant]
Version = tuple[int, ...]
Leaf = Callable[[Node, Config, Version], JsonSchema]

_KEYWORDS = {
    "number": {
        "multiple_of": "multipleOf", "le": "maximum", "ge": "minimum", "lt": "exclusiveMaximum", "gt": "exclusiveMinimum",
    },
    "string": {"min_length": "minLength", "max_length": "maxLength", "pattern": "pattern"},
    "bytes": {"min_length": "minLength", "max_length": "maxLength"},
    "array": {"min_length": "minItems", "max_length": "maxItems"},
    "object": {"min_length": "minProperties", "max_length": "maxProperties"},
}  # fmt: skip


def add_constraints(schema: JsonSchema, node: Node, family: str) -> JsonSchema:
    """`schema` with the constraints of the node under their JSON names."""
    for name, keyword in _KEYWORDS[family].items():
        if name in node.facts:
            schema[keyword] = _plain(node.facts[name])
    return schema


def _plain(value: Constant) -> Any:
    """A bound as JSON: compiled patterns as their text, numbers of the standard library as floats."""
    if isinstance(value, CallConstant):
        if value.of == "re.compile":
            return value.args[0] if value.args else value.kwargs.get("pattern")
        text = plain_json(value, Notes(), "bound")
        try:
            return float(text)
        except (TypeError, ValueError):
            return text
    return value


def distinct(schemas: Iterable[JsonSchema]) -> list[JsonSchema]:
    """Schemas without repetitions, each at its first place. `0` and `False` count as equal, and the last one stays."""
    return list({_hashable(schema): schema for schema in schemas}.values())


def any_of(members: list[JsonSchema]) -> JsonSchema:
    """Members that are `anyOf` and nothing else are opened, equal ones dropped."""
    flat: list[JsonSchema] = []
    for member in members:
        flat.extend(member["anyOf"] if set(member) == {"anyOf"} else [member])
    flat = distinct(flat)
    return flat[0] if len(flat) == 1 else {"anyOf": flat}


def _hashable(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple(sorted((key, _hashable(item)) for key, item in value.items()))
    return tuple(map(_hashable, value)) if isinstance(value, list) else value


# --- numbers ---------------------------------------------------------------------------------------------------------


def _int(node: Node, config: Config, version: Version) -> JsonSchema:
    return finite(add_constraints({"type": "integer"}, node, "number"))


def _float(node: Node, config: Config, version: Version) -> JsonSchema:
    return finite(add_constraints({"type": "number"}, node, "number"))


def _as_float(node: Node) -> JsonSchema:
    """The number of a decimal or fraction, its bounds as floats; that of a fraction is no multiple."""
    schema = add_constraints({"type": "number"}, node, "number")
    if node.kind == "fraction":
        schema.pop("multipleOf", None)
    for key, value in schema.items():
        if key != "type" and isinstance(value, int | str):
            schema[key] = float(value)
    return finite(schema)


def _decimal(node: Node, config: Config, version: Version) -> JsonSchema:
    # Until 2.14.3 the lengths that a configuration has for texts held for that of a decimal.
    text: JsonSchema = _str(Node("str"), config if version < (2, 14, 4) else {}, version)
    if (2, 12) <= version < (2, 14):
        text["pattern"] = _decimal_pattern(node.facts.get("max_digits"), node.facts.get("decimal_places"))
    return {"anyOf": [_as_float(node), text]}


def _written_decimal(node: Node, config: Config, version: Version) -> JsonSchema:
    text: JsonSchema = _decimal(node, config, version)["anyOf"][1]
    return text


def _decimal_pattern(digits: int | None, places: int | None) -> str:
    """The text of a decimal in pydantic 2.12 and 2.13 (`get_decimal_pattern`)."""
    head = r"^(?!^[-+.]*$)[+-]?0*"
    if digits is None:
        return head + (r"\d*\.?\d*$" if places is None else rf"\d*\.?\d{{0,{places}}}0*$")
    at_most = rf"(?=[\d.]{{1,{digits + 1}}}0*$)"
    if places is None:
        return rf"{head}(?:\d{{0,{digits}}}|{at_most}\d*\.\d*0*$)"
    whole = max(0, digits - places)
    return rf"{head}(?:\d{{0,{whole}}}|{at_most}\d{{0,{whole}}}\.\d{{0,{places}}}0*$)"


def _fraction(node: Node, config: Config, version: Version) -> JsonSchema:
    text: JsonSchema = {"type": "string", "format": "fraction"}
    return text if version < (2, 14) else {"anyOf": [_as_float(node), text]}


def _timedelta(node: Node, config: Config, version: Version) -> JsonSchema:
    """Until 2.13 the way durations are *written* showed in validation too."""
    if version < (2, 14) and config.get("ser_json_timedelta") == "float":
        return {"type": "number"}
    return {"type": "string", "format": "duration"}


def _written_time(format_: str) -> Leaf:
    """Dates, times and durations are texts unless the configuration wants numbers (`_common_temporal_schema`)."""

    def write(node: Node, config: Config, version: Version) -> JsonSchema:
        told = config.get("ser_json_temporal") if version >= (2, 12) else None
        if told is None and format_ == "duration":
            told = "seconds" if config.get("ser_json_timedelta") == "float" else None
        return {"type": "string", "format": format_} if told in (None, "iso8601") else {"type": "number"}

    return write


# --- texts -----------------------------------------------------------------------------------------------------------


def _str(node: Node, config: Config, version: Version) -> JsonSchema:
    """The configuration's lengths fill in for every plain text (since 2.14)."""
    schema = add_constraints({"type": "string"}, node, "string")
    if version < (2, 14):
        return schema
    if "minLength" not in schema and config.get("str_min_length"):
        schema["minLength"] = config["str_min_length"]
    if "maxLength" not in schema and config.get("str_max_length") is not None:
        schema["maxLength"] = config["str_max_length"]
    return schema


def _format_leaf(format_: str) -> Leaf:
    return lambda node, config, version: {**_str(Node("str"), config, version), "format": format_}


def _bytes(node: Node, config: Config, version: Version) -> JsonSchema:
    format_ = "base64url" if config.get("ser_json_bytes") == "base64" else "binary"
    return add_constraints({"type": "string", "format": format_}, node, "bytes")


def _url(format_: str) -> Leaf:
    return lambda node, _, __: add_constraints({"type": "string", "format": format_, "minLength": 1}, node, "string")


def _email(node: Node, config: Config, version: Version) -> JsonSchema:
    return {**_str(Node("str"), config, version), **node.base}


# --- the tables ------------------------------------------------------------------------------------------------------


def _report_hashable(node: Node, config: Config, version: Version) -> JsonSchema:
    """`Hashable` takes anything, and ends in an instance check, of which there is no schema."""
    raise Invalid("Cannot generate a JsonSchema for core_schema.IsInstanceSchema (Hashable)")


def _base(base: JsonSchema) -> Leaf:
    return lambda node, config, version: dict(base)


STATED = ("fixed", "fixed-plain")
"""Kinds whose schema is written last, whatever is said beside it."""

LEAVES: dict[str, Leaf] = {
    **{kind: _base(base) for kind, base in BASES.items()},
    "is-subclass": _base({}),
    "import-string": lambda node, config, version: _str(Node("str"), config, version),
    **dict.fromkeys(STATED, lambda node, config, version: dict(node.base)),
    "secret": lambda node, config, version: {**(_str(Node("str"), config, version) if node.name else {}), **node.base},
    "timedelta": _timedelta,
    "int": _int,
    "float": _float,
    "str": _str,
    "bytes": _bytes,
    "path": _format_leaf("path"),
    "email": _email,
    "url": _url("uri"),
    "multi-host-url": _url("multi-host-uri"),
}

PATCHED = frozenset({"path", "email", "secret", *STATED, "import-string", "json-value", "custom-error"})
"""Kinds of toolc's whose schema is not that of a core schema: functions in its metadata make or change it."""

SAID_AGAIN: dict[str, Callable[[Node], JsonSchema]] = {
    "path": lambda node: {"format": "path"},
    "email": lambda node: {"type": "string", **node.base},
}
"""Keywords of these kinds however they are written: functions in their metadata add them at the end."""

SAID_ALONE = frozenset({"secret", *STATED, "import-string", "skip-validation"})
"""Kinds whose functions say the whole, so that no serializer shows. URLs are as they are below what makes their instances."""

NUMERIC: dict[str, Leaf] = {"decimal": _decimal, "fraction": _fraction}

WRITTEN: dict[str, Leaf] = {
    "date": _written_time("date"),
    "datetime": _written_time("date-time"),
    "time": _written_time("time"),
    "timedelta": _written_time("duration"),
    "custom-error": _report_hashable,
}
"""Leaves that are written otherwise than they are read."""

WRITTEN_NUMERIC: dict[str, Leaf] = {
    "decimal": _written_decimal,
    "fraction": _base({"type": "string", "format": "fraction"}),
}
