"""A tool's call and pydantic's `validate_call` on the same function: the same arguments pass, with the same values."""

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import toolc
from effort import examples, long
from oracle import running
from written import Writer

pydantic = pytest.importorskip("pydantic")

EXAMPLES = examples(150)

# --- a table: what JSON has to say each kind of value, and what pydantic makes of it ---------------------------------

KINDS = """\
import enum
class Color(enum.Enum):
    RED = "red"
class Size(enum.IntEnum):
    BIG = 3
@dataclasses.dataclass
class Point:
    x: int
    y: int = 0
class Row(TypedDict):
    name: str
class Pair(NamedTuple):
    a: int
    b: str = "b"
class Item(BaseModel):
    sku: str
    when: date | None = None
class Blob(BaseModel):
    model_config = ConfigDict(val_json_bytes="base64", ser_json_bytes="base64")
    data: bytes
class Exact(BaseModel):
    model_config = ConfigDict(strict=True)
    when: date
    marks: tuple[int, ...] = ()
"""
HEAD = """\
import base64, dataclasses
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple
from uuid import UUID
from typing_extensions import TypedDict
from pydantic import Base64Bytes, BaseModel, ConfigDict, Field, Json, Strict, StrictInt
"""

ACCEPTED: dict[str, list[tuple[Any, str]]] = {
    "int": [(1, "1"), ("1", "1"), (1.0, "1"), (True, "1")],
    "float": [(1, "1.0"), ("1.5", "1.5")],
    "bool": [("yes", "True"), (0, "False")],
    "str": [("é", "'é'")],
    "bytes": [("aGk=", "b'aGk='"), ("é", "b'\\xc3\\xa9'")],
    "Base64Bytes": [("aGk=", "b'hi'")],
    "Blob": [({"data": "aGk="}, "Blob(data=b'hi')")],
    "date": [("2020-01-02", "datetime.date(2020, 1, 2)")],
    "datetime": [("2020-01-02T03:04:05", "datetime.datetime(2020, 1, 2, 3, 4, 5)")],
    "time": [("03:04", "datetime.time(3, 4)")],
    "timedelta": [("PT90S", "datetime.timedelta(seconds=90)"), (90, "datetime.timedelta(seconds=90)")],
    "Decimal": [("1.50", "Decimal('1.50')"), (1, "Decimal('1')")],
    "UUID": [("00000000-0000-0000-0000-000000000005", "UUID('00000000-0000-0000-0000-000000000005')")],
    "Path": [("a/b", repr(Path("a/b")))],
    "set[int]": [([1, "1"], "{1}")],
    "frozenset[str]": [(["a"], "frozenset({'a'})")],
    "tuple[int, str]": [([1, "a"], "(1, 'a')")],
    "tuple[int, ...]": [([1, "2"], "(1, 2)")],
    "Sequence[int]": [(["1"], "[1]")],
    "dict[int, float]": [({"1": 2}, "{1: 2.0}")],
    "Literal['a', 1]": [("a", "'a'"), (1, "1")],
    "Color": [("red", "<Color.RED: 'red'>")],
    "Size": [(3, "<Size.BIG: 3>")],
    "int | str": [("1", "'1'"), (1, "1")],
    "date | None": [(None, "None")],
    "Point": [({"x": "1"}, "Point(x=1, y=0)")],
    "Row": [({"name": "n"}, "{'name': 'n'}")],
    "Pair": [([1], "Pair(a=1, b='b')"), ({"a": 1}, "Pair(a=1, b='b')")],
    "Item": [({"sku": "s", "when": "2020-01-02"}, "Item(sku='s', when=datetime.date(2020, 1, 2))")],
    "Json[list[int]]": [("[1]", "[1]")],
    "Any": [({"a": [1]}, "{'a': [1]}")],
    "Annotated[int, Field(ge=1)]": [("2", "2")],
}
REFUSED: dict[str, list[Any]] = {
    "int": ["x", 1.5, None, [], "1.5x"],
    "float": ["x", None],
    "bool": [2, "maybe"],
    "str": [1, None, True],
    "bytes": [1, []],
    "Base64Bytes": ["aGk", 1],
    "Blob": [{"data": "aGk!"}],
    "date": ["x", "2020-13-01"],
    "UUID": ["x"],
    "set[int]": [1, ["x"]],
    "tuple[int, str]": [[1], [1, "a", 2]],
    "Literal['a', 1]": ["b", "1"],
    "Color": ["blue", "RED"],
    "Point": [{}, {"x": "x"}, []],
    "Row": [{}],
    "Item": [{"when": "2020-01-02"}],
    "Annotated[int, Field(ge=1)]": [0],
    "StrictInt": ["1", 1.0],
}


def outcome(call: Callable[[], Any]) -> str | None:
    """The text of what a call gives, None when its arguments are refused."""
    try:
        return re.sub(r"0x[0-9a-f]+|ValidatorIterator\(.*", "", repr(call()))  # an `Iterable` is checked when it is read
    except Exception:  # pydantic's, toolc's, or that of a constraint which cannot be compared with the value
        return None


def act_of(annotation: str) -> str:
    return f"{HEAD}{KINDS}def act(x: {annotation}):\n    return x\n"


@pytest.mark.parametrize(
    ("annotation", "value", "made"), [(kind, *one) for kind, every in ACCEPTED.items() for one in every], ids=str
)
def test_accepted(annotation: str, value: Any, made: str) -> None:
    with running(act_of(annotation)) as module:
        tool, peer = toolc.FunctionTool(module.act), pydantic.validate_call(module.act)
        assert repr(tool.call({"x": value})) == repr(tool.call(json.dumps({"x": value}))) == repr(peer(x=value)) == made


@pytest.mark.parametrize(("annotation", "value"), [(kind, one) for kind, every in REFUSED.items() for one in every], ids=str)
def test_refused(annotation: str, value: Any) -> None:
    with running(act_of(annotation)) as module:
        tool, peer = toolc.FunctionTool(module.act), pydantic.validate_call(module.act)
        calls = (lambda: tool.call({"x": value}), lambda: tool.call(json.dumps({"x": value})), lambda: peer(x=value))
        assert [outcome(call) for call in calls] == [None, None, None]


@pytest.mark.parametrize(
    ("annotation", "value", "made"),
    [
        ("Annotated[date, Strict()]", "2020-01-02", "datetime.date(2020, 1, 2)"),
        ("Exact", {"when": "2020-01-02", "marks": [1]}, "Exact(when=datetime.date(2020, 1, 2), marks=(1,))"),
        ("Annotated[Color, Strict()]", "red", "<Color.RED: 'red'>"),
        ("Annotated[set[int], Strict()]", [1], "{1}"),
    ],
)
def test_strict_types_take_what_json_has(annotation: str, value: Any, made: str) -> None:
    """As pydantic's `validate_json`; its `validate_call` takes instances only, which no model can send."""
    with running(act_of(annotation)) as module:
        tool = toolc.FunctionTool(module.act)
        assert repr(tool.call({"x": value})) == repr(tool.call(json.dumps({"x": value}))) == made
        assert outcome(lambda: tool.call({"x": "red or not"})) is None


@pytest.mark.parametrize(("annotation", "format_"), [("bytes", "binary"), ("Base64Bytes", "base64")])
def test_schemas_say_how_bytes_are_written(annotation: str, format_: str) -> None:
    """`binary` is text, whose UTF-8 is the value; only `base64` is decoded."""
    with running(act_of(annotation)) as module:
        assert toolc.FunctionTool(module.act).parameters["properties"]["x"]["format"] == format_


def test_objects_pass_as_they_are() -> None:
    with running(act_of("Point")) as module:
        point = module.Point(1)
        assert toolc.FunctionTool(module.act).call({"x": point}) is point


def test_defaults_and_aliases() -> None:
    source = (
        f"{HEAD}def act(a: int, /, b: Annotated[int, Field(alias='bee')] = 2, *rest, c: list[int] = Field(default_factory=list), **more):"
        "\n    return a, b, c\n"
    )
    with running(source) as module:
        tool = toolc.FunctionTool(module.act)
        first, second = tool.call({"a": "1"}), tool.call({"a": 1, "bee": "3", "c": ["4"]})
        assert (first, second) == ((1, 2, []), (1, 3, [4]))
        assert tool.call({"a": 1})[2] is not first[2]
        assert [outcome(lambda given=given: tool.call(given)) for given in ({}, {"a": 1, "b": 2}, {"a": 1, "d": 1})] == [
            None
        ] * 3


# --- random signatures and arguments ---------------------------------------------------------------------------------

ODD: list[Any] = [None, True, 0, 1, -3, 1.5, "", "1", "a", "x y", "2020-01-02", "aGk=", [], [1], ["a", "a"], {}, {"A": 1}]


class Signatures(Writer):
    """Writes modules with types and one function that gives back what it is called with."""

    def source(self) -> str:
        self.module(self.rng.randint(0, 2))
        names = self.rng.sample(["a", "some_name", "copy", "self_", "values"], self.rng.randint(1, 3))
        made = [f"{name}: {self.annotation()}{f' = {self.default()}' if self.chance(0.3) else ''}" for name in names]
        self.lines += [f"def act(*, {', '.join(made)}):", '    """Do."""', "    return locals()"]
        return self.text()

    def like(self, schema: Any, root: Any, depth: int = 6) -> Any:
        """A JSON value that a schema may well accept."""
        if not isinstance(schema, dict) or depth == 0 or self.chance(0.08):
            return self.rng.choice(ODD)
        if "$ref" in schema:
            return self.like(root["$defs"].get(schema["$ref"].rpartition("/")[2]), root, depth - 1)
        if "const" in schema or "enum" in schema:
            return self.rng.choice(schema.get("enum") or [schema.get("const")])
        if members := schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf"):
            return self.like(self.rng.choice(members), root, depth - 1)
        if schema.get("type") == "object":
            keys = [key for key in schema.get("properties", {}) if key in schema.get("required", ()) or self.chance(0.6)]
            return {key: self.like(schema["properties"][key], root, depth - 1) for key in keys}
        if schema.get("type") == "array":
            fixed = [self.like(one, root, depth - 1) for one in schema.get("prefixItems", ())]
            return fixed or [self.like(schema.get("items"), root, depth - 1) for _ in range(self.rng.randint(0, 3))]
        return self.rng.choice(_SCALARS.get(schema.get("format") or schema.get("type"), ODD))


_SCALARS = {
    "string": ["", "a", "abc", "1", "é"], "integer": [1, 2, 4, "3", 2.0, 0], "number": [1, 2.5, "3.5"], "boolean": [True, "no"],
    "null": [None], "date": ["2020-01-02"], "date-time": ["2020-01-02T03:04:05Z"], "time": ["03:04:05"], "duration": ["PT9S"],
    "uuid": ["00000000-0000-0000-0000-000000000005"], "uri": ["http://a.b/"], "email": ["a@b.cd"], "binary": ["aGk="],
}  # fmt: skip


@long
@given(st.integers(0, 2**32))
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
def test_random_verdicts(seed: int) -> None:
    writer = Signatures(Random(seed))
    source = writer.source()
    try:
        with running(source) as module:
            tool, peer, by_json = (
                toolc.FunctionTool(module.act),
                pydantic.validate_call(module.act),
                pydantic.TypeAdapter(module.act),
            )
            outcome(tool.call)  # compiles the check while the names of the module are there
    except Exception:
        return  # the module does not run, or its types have no schema
    for _ in range(8):
        arguments = writer.like(tool.parameters, tool.parameters)
        if not isinstance(arguments, dict):
            continue
        text = json.dumps(arguments)
        expected = outcome(partial(peer, **arguments))
        if expected is None and "strict" in source.lower():
            expected = outcome(partial(by_json.validate_json, text))
        assert outcome(partial(tool.call, arguments)) == outcome(partial(tool.call, text)) == expected, (source, text)
