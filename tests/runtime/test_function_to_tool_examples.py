"""The examples of function_to_tool's document as programs of ours, and what its algorithm says step by step."""

import dataclasses
from typing import Annotated, Any, Literal, NotRequired, Union

import jsonschema
import pytest
from typing_extensions import TypedDict  # pydantic asks for it before Python 3.12

import toolc
from toolc import function_to_tool


def parameters(func: Any) -> Any:
    return function_to_tool(func)["function"]["parameters"]


def test_weather() -> None:
    def get_weather(location: str, unit: Literal["celsius", "fahrenheit"] = "celsius") -> str:
        """Get weather information for a place."""

    tool = function_to_tool(get_weather)
    assert tool["type"] == "function"
    assert tool["function"]["name"] == "get_weather"
    unit = tool["function"]["parameters"]["properties"]["unit"]
    assert unit["description"] == "Parameter unit of type Literal['celsius', 'fahrenheit']"
    assert (unit["type"], unit["enum"]) == ("string", ["celsius", "fahrenheit"])
    assert "function_to_tool" in toolc.__all__


def test_form() -> None:
    def act(a: int, b: list[str], c: float = 1.0) -> None:
        """Act."""

    tool = function_to_tool(act)
    assert set(tool) == {"type", "function"}
    assert set(tool["function"]) == {"name", "description", "parameters"}
    schema = tool["function"]["parameters"]
    jsonschema.Draft202012Validator.check_schema(schema)
    assert (schema["type"], schema["required"]) == ("object", ["a", "b"])
    assert [one["description"] for one in schema["properties"].values()] == [
        "Parameter a of type int",
        "Parameter b of type list[str]",
        "Parameter c of type float",
    ]


def test_nothing_is_called() -> None:
    def act(a: int) -> None:
        """Act."""
        raise AssertionError

    assert function_to_tool(act)["function"]["name"] == "act"


def test_whole_documentation() -> None:
    def act() -> None:
        """Act.

        When there is something to do.
        """

    assert function_to_tool(act)["function"]["description"] == "Act.\n\nWhen there is something to do."


def test_hints_as_texts() -> None:
    def act(a: "int", b: "list[str | None]") -> None:
        """Act."""

    assert [one["type"] for one in parameters(act)["properties"].values()] == ["integer", "array"]


def test_bare_parameter() -> None:
    def act(a, b=1) -> None:  # type: ignore[no-untyped-def]
        """Act."""

    assert parameters(act)["properties"] == {
        "a": {"type": "string", "description": "Parameter a of type str"},
        "b": {"type": "string", "description": "Parameter b of type str"},
    }


def only(tp: Any) -> Any:
    def act(a):  # type: ignore[no-untyped-def]
        """Act."""

    act.__annotations__ = {"a": tp}
    return {key: value for key, value in parameters(act)["properties"]["a"].items() if key != "description"}


def test_tuples() -> None:
    text, number, flag = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
    assert only(tuple[str, int, bool]) == {
        "type": "array",
        "prefixItems": [text, number, flag],
        "minItems": 3,
        "maxItems": 3,
    }
    assert only(tuple[()]) == {"type": "array", "minItems": 0, "maxItems": 0}


def test_unions() -> None:
    members = [{"type": "integer"}, {"type": "string"}]
    assert only(int | str | None) == only(Union[int, str, None]) == {"oneOf": members}  # noqa: UP007
    assert only(list[int | None]) == {"type": "array", "items": {"type": "integer"}}


class Point(TypedDict):
    x: int
    y: NotRequired[int]


@dataclasses.dataclass
class Line:
    start: Point
    end: Point
    name: str = ""
    tags: list[str] = dataclasses.field(default_factory=list)


def test_structures() -> None:
    number, text = {"type": "integer"}, {"type": "string"}
    point = {"type": "object", "properties": {"x": number, "y": number}, "required": ["x"]}
    tags = {"type": "array", "items": text}
    line = {
        "type": "object",
        "properties": {"start": point, "end": point, "name": text, "tags": tags},
        "required": ["start", "end"],
    }
    assert (only(Point), only(Line)) == (point, line)
    pydantic = pytest.importorskip("pydantic")
    assert only(pydantic.create_model("Shape", outline=(list[Line], ...), name=(str, "x"))) == {
        "type": "object",
        "properties": {"outline": {"type": "array", "items": line}, "name": text},
        "required": ["outline"],
    }


@pytest.mark.parametrize("tp", [object, Any, complex, range, type, Exception, "Nowhere"])
def test_strange_types(tp: Any) -> None:
    if tp == "Nowhere":
        with pytest.warns(toolc.ToolWarning, match="Nowhere"):
            assert only(tp) == {"type": "string"}
    else:
        assert only(tp) == {"type": "string"}


def test_annotated_inside() -> None:
    assert only(list[Annotated[int, "one"]]) == {"type": "array", "items": {"type": "integer"}}
    assert only(Annotated[Annotated[bool, 1], 2]) == {"type": "boolean"}


def test_words_of_metadata() -> None:
    """An object does not remember how it was made: what it asks for is told, however it was written."""
    pydantic = pytest.importorskip("pydantic")
    facts = {
        Annotated[int, pydantic.Field(description="How many", ge=1, lt=9)]: "How many; ge=1; lt=9",
        Annotated[int, pydantic.Field(gt=0), "a count"]: "gt=0; a count",
        pydantic.PositiveInt: "gt=0",
        pydantic.conint(gt=0, multiple_of=2): "gt=0; multiple_of=2",
        pydantic.constr(max_length=3, pattern="^a"): "max_length=3; pattern='^a'",
        pydantic.conlist(int, max_length=3): "max_length=3",
        Annotated[str, pydantic.AfterValidator(str.strip)]: "AfterValidator",
        Annotated[str, None, ("a", 2.5)]: "('a', 2.5)",
    }
    for tp, words in facts.items():

        def act(a):  # type: ignore[no-untyped-def]
            """Act."""

        act.__annotations__ = {"a": tp}
        assert parameters(act)["properties"]["a"]["description"].partition(": ")[2] == words


def test_optional_without_default() -> None:
    def act(a: int | None, b: int = 0) -> None:
        """Act."""

    assert parameters(act)["required"] == ["a"]
