"""function_to_tool's document, statement by statement."""

import dataclasses
import enum
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from typing import Annotated, Any, Literal, Optional, TypedDict, Union

import pytest

from toolc import ToolDefinitionError, function_to_tool


def test_example() -> None:
    def get_weather(location: str, unit: Literal["celsius", "fahrenheit"] = "celsius") -> str:
        """Get weather information for a location."""
        return ""

    unit = {
        "type": "string",
        "enum": ["celsius", "fahrenheit"],
        "description": "Parameter unit of type Literal['celsius', 'fahrenheit']",
    }
    assert function_to_tool(get_weather) == {
        "type": "function",
        "function": {
            "name": "get_weather",
            "description": "Get weather information for a location.",
            "parameters": {
                "type": "object",
                "properties": {"location": {"type": "string", "description": "Parameter location of type str"}, "unit": unit},
                "required": ["location"],
            },
        },
    }


def parameter(tp: Any) -> Any:
    def act(a):  # type: ignore[no-untyped-def]
        """Act."""

    if tp is not None:
        act.__annotations__ = {"a": tp}
    return function_to_tool(act)["function"]["parameters"]["properties"]["a"]


class Word(enum.Enum):
    A = "a"
    B = "b"


class Number(enum.Enum):
    ONE = 1
    TWO = 2


class Options(TypedDict, total=False):
    loud: bool


@dataclasses.dataclass
class Point:
    x: int
    y: int = 0


S, INT = {"type": "string"}, {"type": "integer"}
ROWS = [
    (None, S), (str, S), (int, INT), (float, {"type": "number"}), (bool, {"type": "boolean"}),
    (bytes, {"type": "string", "contentEncoding": "base64"}), (datetime, {"type": "string", "format": "date-time"}),
    (date, {"type": "string", "format": "date"}), (time, {"type": "string", "format": "time"}),
    (list[int], {"type": "array", "items": INT}), (Sequence[int], {"type": "array", "items": INT}),
    (set[int], {"type": "array", "items": INT, "uniqueItems": True}), (frozenset[int], {"type": "array", "items": INT, "uniqueItems": True}),
    (list, {"type": "array", "items": S}), (tuple[int, ...], {"type": "array", "items": INT}),
    (tuple[int, str], {"type": "array", "prefixItems": [INT, S], "minItems": 2, "maxItems": 2}),
    (dict[str, int], {"type": "object", "additionalProperties": INT}), (Mapping[str, int], {"type": "object", "additionalProperties": INT}),
    (dict, {"type": "object", "additionalProperties": S}), (Literal["a", "b"], {"type": "string", "enum": ["a", "b"]}),
    (Literal[1, 2], {"type": "integer", "enum": [1, 2]}), (Literal["a", 1, True], {"enum": ["a", 1, True]}),
    (Word, {"type": "string", "enum": ["a", "b"]}), (Number, {"type": "integer", "enum": [1, 2]}),
    (Union[int, str], {"oneOf": [INT, S]}), (int | str, {"oneOf": [INT, S]}), (Optional[int], INT),  # noqa: UP007, UP045
    (Options, {"type": "object", "properties": {"loud": {"type": "boolean"}}, "required": []}),
    (Point, {"type": "object", "properties": {"x": INT, "y": INT}, "required": ["x"]}),
    (Decimal, S), (complex, S), (Annotated[int, "how many"], INT),
]  # fmt: skip


@pytest.mark.parametrize(("tp", "schema"), ROWS)
def test_type(tp: Any, schema: dict[str, Any]) -> None:
    assert {key: value for key, value in parameter(tp).items() if key != "description"} == schema


def test_model() -> None:
    pydantic = pytest.importorskip("pydantic")
    made = parameter(pydantic.create_model("Person", name=(str, ...), age=(int, 0)))
    del made["description"]
    assert made == {"type": "object", "properties": {"name": S, "age": INT}, "required": ["name"]}


def test_metadata() -> None:
    assert parameter(Annotated[int, "how many"])["description"] == "Parameter a of type int: how many"


@pytest.mark.parametrize("doc", [None, "", "  "])
def test_undocumented(doc: str | None) -> None:
    def act(a: int) -> None: ...

    act.__doc__ = doc
    with pytest.raises(ToolDefinitionError, match="docstring"):
        function_to_tool(act)


def test_stars() -> None:
    def act(a: int, *args: int, **kwargs: int) -> None:
        """Act."""

    assert list(function_to_tool(act)["function"]["parameters"]["properties"]) == ["a"]
