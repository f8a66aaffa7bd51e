"""Schemas with values, for clients in languages that have a compiler: what comes out has to compile, values that are valid to be
read and written again without a change, but for defaults that are filled in, others to be refused.

Four sets: the public suite of JSON Schema 2020-12, tests/nasty, random schemas, and foreign text in every place that there is.
Each schema is the result of a tool.
"""

import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from client_bundles import bundle, tool
from json_schema_suite import groups
from nasty import NASTY, instances
from toolc.ir import Bundle
from toolc.schema.view.names import Names

sys.path.insert(0, str(Path(__file__).parent / "schema"))

from schemas import VALUES, documents

HOW_MANY = int(os.environ.get("TOOLC_EXAMPLES", "60"))
SEED = int(os.environ.get("TOOLC_SEED", "10"))
"""Random schemas, and which of them."""

FOREIGN = (
    '"""\\n`+`${x}#{x}\\"',
    "*/ /* // \n# \r\n-- */",
    '`"); panic(1) //',
    "\\u000a*/ \\ \\x41 \\u{41} %s %d {{x}} {%x%} $x ${x}",
    "\u2028\u2029\u202e\u200b\ufeff\x00\x1b[31m\x85\U000e0041",
    "line\n\n   indented\n\ttab\n#[doc]\n//go:build ignore\n@Deprecated <b>&amp;</b> {@link x} [x](y) [z]: w",
    "]]> </script> <!-- --> '\u2019\u00e9\U0001f600",
    "self type class fn Extra MarshalJSON equals hashCode",
    "",
    " ",
    "-1",
    "é",
)
"""What means something to some language, or to none."""


_TAGGED = {
    "type": "object",
    "$defs": {
        "Card": {
            "type": "object",
            "properties": {"kind": {"const": "card", "default": "card"}, "token": {"type": "string"}},
            "required": ["token"],
        },
        "Invoice": {
            "type": "object",
            "properties": {"kind": {"const": "invoice", "default": "invoice"}, "days": {"type": "integer", "default": 30}},
        },
    },
    "properties": {
        "payment": {
            "oneOf": [{"$ref": "#/$defs/Card"}, {"$ref": "#/$defs/Invoice"}],
            "discriminator": {
                "propertyName": "kind",
                "mapping": {"card": "#/$defs/Card", "invoice": "#/$defs/Invoice"},
            },
        }
    },
    "required": ["payment"],
}
_TAGGED_VALUES = (
    ({"kind": "card", "token": "x"}, True),
    ({"kind": "invoice"}, True),
    ({"kind": "invoice", "token": 1}, True),
    ({"token": "x"}, False),
    ({"days": 3}, False),
    ({}, False),
    ({"kind": "cash"}, False),
    ({"kind": "card"}, False),
    ("card", False),
)
"""What pydantic makes of a discriminated union whose tags have defaults, and how it answers these values."""


class Row(Struct, frozen=True):
    """A value for the result of a tool."""

    tool: str
    value: Any
    valid: bool


class Outcome(Struct, frozen=True):
    """What the client of a language made of a value: itself, written again, or why it is refused."""

    value: Any = None
    error: str = ""
    issues: tuple[tuple[str, str, str], ...] = ()
    """Path, keyword, message."""


@cache
def corpus() -> tuple[Bundle, list[Row]]:
    """The tools, and the values in their order."""
    schemas: dict[str, Any] = {}
    rows: list[Row] = []
    for kind, name, schema, values in _all():
        own = f"{kind}_{name}"
        schemas[own] = schema
        rows += [Row(own, value, valid) for value, valid in values]
    names = Names()
    nothing = {"type": "object", "additionalProperties": False}
    tools = [tool(own, nothing, names, schema, description=own, title=own) for own, schema in schemas.items()]
    return bundle(tools, names, "corpus"), rows


def part(bundle: Bundle, rows: list[Row]) -> tuple[Bundle, list[Row]]:
    """Every fifth tool, and those with foreign text or a tag, for a compiler that takes a minute for all of them."""
    (package,) = bundle.packages
    (server,) = package.servers
    tools = tuple(one for at, one in enumerate(server.tools) if at % 5 == 0 or one.name.startswith(("foreign", "tagged")))
    kept = {one.name for one in tools}
    whole = replace(package, servers=(replace(server, tools=tools),))
    return Bundle((whole,)), [row for row in rows if row.tool in kept]


def _all() -> Iterator[tuple[str, str, Any, list[tuple[Any, bool]]]]:
    for name, group in groups().items():
        yield "suite", name, group["schema"], [(test["data"], test["valid"]) for test in group["tests"]]
    values: dict[str, list[tuple[Any, bool]]] = {name: [] for name in NASTY}
    for name, value, kind in instances():
        values[name].append((value, kind == "valid"))
    for name, case in NASTY.items():
        yield "nasty", name, case.schema, values[name]
    yield "tagged", "payment", _TAGGED, [({"payment": value}, valid) for value, valid in _TAGGED_VALUES]
    for text in FOREIGN:
        yield "foreign", text, *_foreign(text)
    for at, (schema, drawn) in enumerate(_drawn()):
        validator = jsonschema.Draft202012Validator(schema)
        yield "drawn", str(at), schema, [(value, validator.is_valid(value)) for value in drawn]


def _foreign(text: str) -> tuple[Any, list[tuple[Any, bool]]]:
    """A schema with a text wherever a text can stand, and values for it."""
    said = {"description": text, "title": text}
    properties = {
        text: {"enum": [text, f"{text}2"], **said, "default": text},
        f"{text} constant": {"const": text, **said},
        f"{text} pattern": {"type": "string", "pattern": re.escape(text).replace("\x00", "\\x00"), **said, "format": text},
        f"{text} kinds": {"oneOf": [{"$ref": "#/$defs/0"}, {"$ref": "#/$defs/1"}], **said},
    }
    kinds = {
        str(at): {"type": "object", "properties": {text: {"const": f"{text}{at}"}}, "required": [text], **said} for at in (0, 1)
    }
    schema = {"type": "object", "properties": properties, "required": [f"{text} constant"], "$defs": kinds, **said}
    whole = {f"{text} constant": text, text: f"{text}2", f"{text} kinds": {text: f"{text}1", "more": text}, f"{text}!": 1}
    return schema, [({f"{text} constant": text}, True), (whole, True), ({f"{text} constant": f"{text}!"}, False), ({}, False)]


def _drawn() -> list[tuple[Any, list[Any]]]:
    """The same schemas with values in every run: compilers are started once for all of them."""
    found: list[tuple[Any, list[Any]]] = []

    @seed(SEED)
    @settings(
        max_examples=HOW_MANY, database=None, deadline=None, phases=(Phase.generate,), suppress_health_check=list(HealthCheck)
    )
    @given(documents(), st.lists(VALUES, min_size=6, max_size=6))
    def draw(schema: Any, values: list[Any]) -> None:
        found.append((schema, values))

    draw()
    return found


def same(left: Any, right: Any) -> bool:
    """Whether two JSON values are equal: 1 is 1.0, and is not true."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, int | float) and isinstance(right, int | float):
        return left == right
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return type(left) is type(right) and bool(left == right)
